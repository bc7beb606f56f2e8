/* The outlook: how far it is to the opening and the close, and which card to throw. */
import { chip, chips, codeOf } from "./cards.js";
import { el } from "./dom.js";
import { reasonBox } from "./reasons.js";
import { count, percent, t } from "./words.js";

export function renderOutlook(answer) {
  const discards = answer.discards ?? [];
  return [
    answer.hindrance && reasonBox(answer.hindrance),
    way(t("to_open"), answer.to_open),
    way(t("to_close"), answer.to_close),
    discards.length > 0 && el("h3", {}, t("discards")),
    discards.length > 0 && el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("discards") }, discardTable(discards)),
    answer.forbidden?.length > 0 && el("ul", { class: "notes sub" }, answer.forbidden.map((one) => el("li", {}, chip(codeOf(one.card)), ` – ${one.reason?.text ?? one.text}`))),
  ];
}

const distance = (one) => (one.distance == null ? t("out_of_reach") : one.distance === 0 ? t("ready") : count("draws", one.distance));
const listed = (accepts) => accepts.map(({ card, left }, at) => [at ? ", " : "", chip(codeOf(card)), ` ×${left}`]);

function way(title, one) {
  const told = one.distance > 0 && (one.left_total ? `${count("copies", one.left_total)} · ${t("chance", { chance: percent(one.next_draw_probability) })}` : t("no_cards"));
  return el("div", {},
    el("h3", {}, `${title}: ${distance(one)}`),
    one.accepts.length > 0 && el("p", {}, listed(one.accepts)),
    told && el("p", { class: "hint" }, told));
}

function discardTable(discards) {
  const heads = ["col_card", "col_open", "col_close", "col_points"].map((name) => el("th", { scope: "col" }, t(name)));
  const bodies = discards.map((one, at) =>
    el("tbody", { class: at ? "" : "first" },
      el("tr", {},
        el("th", { scope: "row", rowspan: 2 }, chip(codeOf(one.card))),
        el("td", {}, short(one.to_open)),
        el("td", {}, short(one.to_close)),
        el("td", {}, one.penalty_saved ?? "")),
      el("tr", {}, el("td", { colspan: 3, class: "sub" }, risk(one), one.reason?.text))));
  return el("table", {}, el("thead", {}, el("tr", {}, heads)), bodies);
}

function short(one) {
  const helping = one.accepts.map(({ card }) => codeOf(card));
  return [distance(one), one.distance > 0 ? `, ${count("copies", one.left_total)}` : "", helping.length > 0 && helping.length < 5 ? [": ", ...chips(helping)] : ""].flat();
}

const risk = (one) => [one.fits?.length ? `${t("fits")} ` : "", one.frees_joker?.length ? `${t("frees_joker")} ` : ""].join("");
