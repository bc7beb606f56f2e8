/* The outlook: how far it is to the opening and the close, and which card to throw. */
import { chip, chips, codeOf, withChips } from "./cards.js";
import { $$, el } from "./dom.js";
import { reasonBox, risksOf } from "./reasons.js";
import { count, percent, t } from "./words.js";

const SHOWN = 6;

/** The elements of an outlook. */
export function renderOutlook(answer) {
  const discards = answer.discards ?? [];
  return [
    answer.hindrance && reasonBox(answer.hindrance),
    way(t("to_open"), answer.to_open),
    way(t("to_close"), answer.to_close),
    discards.length > 0 && [el("h3", {}, t("discards")), el("p", { class: "hint" }, t("discards_hint"))],
    discards.length > 0 && discardTable(discards),
    answer.forbidden?.length > 0 && el("ul", { class: "notes sub" }, answer.forbidden.map((one) => el("li", {}, chip(codeOf(one.card)), " – ", withChips(one.reason?.text ?? "")))),
  ];
}

function distance(one) {
  if (one.distance == null) return t(one.optimal === false ? "not_known" : "out_of_reach");
  return one.distance === 0 ? t("ready") : count("draws", one.distance);
}
const listed = (accepts) => accepts.map(({ card, left }, at) => [at ? ", " : "", chip(codeOf(card)), `\u00a0×${left}`]);

function way(title, one) {
  const ahead = one.draws?.at(2);
  const told = one.distance > 0 && (one.left_total ? [count("copies", one.left_total), t("chance", { chance: percent(one.next_draw_probability) }), ahead && t("chances", { chance: percent(ahead) })].filter(Boolean).join("\u00a0· ") : t("no_cards"));
  return el("div", {},
    el("h3", {}, `${title}: ${distance(one)}`),
    one.accepts.length > 0 && el("p", {}, listed(one.accepts)),
    told && el("p", { class: "hint" }, told));
}

/** Every throw with what it leaves and its danger, best first; the later ones unfold. */
function discardTable(discards) {
  const heads = ["col_card", "col_open", "col_close", "col_points"].map((name) => el("th", { scope: "col" }, t(name)));
  const bodies = discards.map((one, at) =>
    el("tbody", { class: at ? "" : "first", hidden: at >= SHOWN && discards.length > SHOWN + 1 },
      el("tr", {},
        el("th", { scope: "row", rowspan: 2 }, chip(codeOf(one.card))),
        el("td", {}, leaves(one.to_open)),
        el("td", {}, leaves(one.to_close)),
        el("td", {}, one.penalty_saved ?? "")),
      el("tr", {}, el("td", { colspan: 3, class: "sub" }, one.reason && withChips(one.reason.text), helping(one.to_open), danger(one)))));
  const shown = el("div", {}, el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("discards") }, el("table", {}, el("thead", {}, el("tr", {}, heads)), bodies)));
  if (bodies.some((one) => one.hidden)) {
    shown.append(el("button", { type: "button", class: "plain", click: ({ currentTarget }) => {
      for (const one of $$("tbody", shown)) one.hidden = false;
      currentTarget.remove();
    } }, t("all_discards", { n: discards.length })));
  }
  return shown;
}

function leaves(one) {
  if (!one.distance) return distance(one);
  const chance = one.left_total > 0 ? ` · ${percent(one.next_draw_probability)}` : "";
  return [count("cards", one.distance), el("div", { class: "sub" }, `×${one.left_total}${chance}`)];
}

function helping({ accepts }) {
  return accepts.length > 0 && accepts.length < 5 && el("div", {}, `${t("helping")}: `, chips(accepts.map(({ card }) => codeOf(card))));
}

function danger(row) {
  const told = risksOf(row);
  return told && el("div", { class: "danger" }, `${t("danger")}: `, withChips(told));
}
