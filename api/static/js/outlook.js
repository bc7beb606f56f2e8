/* The outlook: how far it is to the opening and the close, and which card to throw. */
import { chip, chips, codeOf } from "./cards.js";
import { el } from "./dom.js";
import { count, percent, t } from "./words.js";

export function renderOutlook(answer) {
  return [
    way(t("to_open"), answer.to_open),
    way(t("to_close"), answer.to_close),
    answer.discards?.length > 0 && el("h3", {}, t("discards")),
    answer.discards?.length > 0 && el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("discards") }, discardTable(answer.discards)),
  ];
}

const distance = (one) => (one?.distance == null ? t("out_of_reach") : one.distance === 0 ? t("ready") : count("draws", one.distance));

function way(title, one) {
  if (!one) return null;
  const accepts = one.accepts ?? [];
  return el("div", {},
    el("h3", {}, `${title}: ${distance(one)}`),
    accepts.length > 0 && el("p", {}, accepts.map(({ card, left }, at) => [at ? ", " : "", chip(codeOf(card)), ` ×${left}`])),
    one.distance > 0 && el("p", { class: "hint" }, one.left_total ? `${count("copies", one.left_total)} · ${t("chance", { chance: percent(one.next_draw_probability ?? 0) })}` : t("no_cards")));
}

function discardTable(discards) {
  const columns = [
    [t("col_card"), (one) => chip(codeOf(one.card))],
    [t("col_open"), (one) => one.to_open && short(one.to_open)],
    [t("col_close"), (one) => one.to_close && short(one.to_close)],
    [t("col_risk"), (one) => (typeof one.risk === "number" ? percent(one.risk) : one.risk?.text ?? one.risk)],
  ].filter(([, value]) => discards.some((one) => value(one) != null));
  return el("table", {},
    el("thead", {}, el("tr", {}, columns.map(([name]) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, discards.map((one, at) => el("tr", { class: at ? "" : "first" }, columns.map(([, value], column) => el(column ? "td" : "th", column ? {} : { scope: "row" }, value(one)))))));
}

function short(one) {
  const helping = (one.accepts ?? []).map(({ card }) => codeOf(card));
  return [distance(one), one.left_total ? `, ${count("copies", one.left_total)}` : "", helping.length > 0 && helping.length < 7 ? [": ", chips(helping)] : ""];
}
