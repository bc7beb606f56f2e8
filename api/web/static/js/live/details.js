/* One tap deeper: the plan step by step with its alternatives, which card to throw, and every other question, in words. */
import { call } from "../api.js";
import { chip, codeOf, withChips } from "../cards.js";
import { $, addStyle, el, fill } from "../dom.js";
import { planView } from "../plan.js";
import { reasonBox, risksOf, rulesBy } from "../reasons.js";
import { count, figure, percent, t } from "../words.js";
import { advice, nothingToAsk, onAdvice } from "./advice.js";
import { request, state } from "./deal.js";
import { dealing, follow } from "./moves.js";

const place = $("#details");
const ASKED = ["opening", "closing", "penalty", "outlook"];
const SHOWN = 5;
let latest = 0;

addStyle("answer.css", "live.css"); // what it says of the table's own parts gives way
addStyle("details.css");

/** Opens the details, or closes them. */
export function toggleDetails(open = place.hidden) {
  place.hidden = !open;
  document.documentElement.dataset.deep = String(open);
  for (const one of document.querySelectorAll("[data-act=details]")) one.setAttribute("aria-expanded", String(open));
  if (open) render();
  return open;
}

/** Draws the details of the answer that is on the screen; without one they say that they wait. */
function render() {
  latest += 1;
  const now = advice();
  if (!now) {
    const nothing = nothingToAsk(state());
    busy(!nothing);
    if (nothing) fill(place, head(), el("p", { class: "empty" }, t("details_empty")));
    return;
  }
  busy(false);
  const { answer } = now;
  const plans = el("div");
  const rest = el("div", { "aria-busy": "true" }, el("p", { class: "hint" }, t("asking")));
  fill(place, head(), plans, rest);
  steps(plans, answer);
  askRest(rest, latest);
}

const busy = (on) => (on ? place.setAttribute("aria-busy", "true") : place.removeAttribute("aria-busy"));

const head = () => el("div", { class: "head" }, el("h2", { id: "details-title" }, t("why")),
  el("button", { type: "button", class: "tool", "data-act": "details", "aria-label": t("close_details") }, "✕"));

/** The plans, one at a time. */
function steps(box, answer) {
  const { plans, reasons, optimal, objective } = answer;
  const table = state().melds;
  let at = 0;
  const label = el("output", {});
  const step = (by) => {
    at = (at + by + plans.length) % plans.length;
    show();
  };
  const view = el("div");
  const button = (name, sign, by) => el("button", { type: "button", "aria-label": t(name), click: () => step(by) }, sign);
  fill(box,
    plans.length > 1 && el("div", { class: "stepper", role: "group", "aria-label": t("alternatives") }, button("previous", "◀", -1), label, button("next", "▶", 1)),
    view, optimal === false && el("p", { class: "hint" }, t("not_proven")));
  function show() {
    const plan = plans[at];
    label.textContent = [t("way", { n: at + 1, all: plans.length }), !at && t("best")].filter(Boolean).join(" · ");
    const worth = objective === "strength" && plan.score != null && el("p", { class: "hint" }, t("expected", { n: figure(plan.score) }));
    fill(view, at > 0 && el("button", { type: "button", class: "main", click: () => follow(plan) }, t("do_this")),
      planView(plan, table), !at && reasons.map(reasonBox), (plan.why ?? []).filter(({ code }) => !code.startsWith("draw_")).map(reasonBox), worth);
  }
  show();
}

/** Asks the other questions about the same cards. */
async function askRest(box, turn) {
  const body = { ...request(), ...(dealing() && { phase: "free" }), notation: "unicode" };
  await new Promise((wait) => setTimeout(wait, dealing() ? 900 : 200));
  const told = [];
  for (const one of ASKED) { // one after the other: the next move is not to wait for them
    if (turn !== latest) return;
    told.push(await call(`/v1/${one}`, body).catch((problem) => ({ problem })));
  }
  if (turn !== latest) return;
  box.removeAttribute("aria-busy");
  const by = Object.fromEntries(ASKED.map((one, at) => [one, told[at]]));
  fill(box, throws(by.outlook), question("opening", by.opening), question("closing", by.closing), question("penalty", by.penalty), ahead(by.outlook));
}

const LAYS = ["lays_meld", "has_meld", "lays_off", "exchanges_joker", "throws", "lays_nothing", "penalty_left", "another_turn"];

/** An answer in words: its first sentence, what hinders or helps, and the melds. */
function question(name, { problem, explanation }) {
  if (problem) return el("section", {}, el("h3", {}, t(`ask_${name}_long`)), el("p", {}, problem.detail ?? ""));
  const said = explanation.steps.filter(({ code }) => code !== "another_turn");
  const short = said.filter(({ code }) => !LAYS.includes(code));
  const long = said.filter(({ code }) => LAYS.includes(code));
  const text = (some) => some.flatMap((one, at) => [at ? " " : "", ...withChips(one.text)]);
  return el("section", {}, el("h3", {}, t(`ask_${name}_long`)),
    el("p", {}, text(short.length ? short : long.slice(0, 1))),
    long.length > 1 && el("details", {}, el("summary", {}, t("how")), el("p", {}, text(long))));
}

/** How far it is, and what helps. */
function ahead({ problem, to_open: open, to_close: close }) {
  if (problem) return undefined;
  const way = (key, one) => {
    if (!one || one.distance == null) return undefined;
    if (!one.distance) return el("p", {}, el("b", {}, `${t(key)}: `), t("ready"));
    const helps = one.accepts.slice(0, 14).flatMap(({ card, left }) => [chip(codeOf(card)), ` ×${left}  `]);
    return el("p", {}, el("b", {}, `${t(key)}: `), count("draws", one.distance), one.left_total > 0 && `, ${t("chance", { chance: percent(one.next_draw_probability) })}. `,
      one.accepts.length > 14 ? t("many_help", { copies: one.left_total }) : helps);
  };
  return el("section", {}, el("h3", {}, t("ahead")), way("to_open", open), way("to_close", close));
}

/** The throws as one ranked list: what each leaves, what it helps, what it risks. */
function throws({ problem, discards = [], forbidden = [] }) {
  if (problem || !discards.length) return undefined;
  const item = (one, at) => el("li", { hidden: at >= SHOWN },
    el("span", { class: "rank" }, at + 1), el("span", { class: "what" }, chip(codeOf(one.card))),
    el("span", { class: "told" }, one.reason && withChips(`${one.reason.text} `),
      el("span", { class: "sub" }, [distance("to_open", one.to_open), distance("to_close", one.to_close), one.penalty_saved ? t("out_of_hand", { points: count("points", one.penalty_saved) }) : ""].filter(Boolean).join(" · ")),
      risksOf(one) && el("span", { class: "danger" }, `${t("danger")}: `, withChips(risksOf(one)))));
  const list = el("ol", { class: "throws" }, discards.map(item));
  const more = discards.length > SHOWN && el("button", { type: "button", class: "plain", click: ({ target }) => {
    for (const one of list.children) one.hidden = false;
    target.remove();
  } }, t("all_discards", { n: discards.length }));
  return el("section", {}, el("h3", {}, t("discards")), list, more,
    forbidden.map((one) => el("p", { class: "hint" }, chip(codeOf(one.card)), " – ", withChips(one.reason?.text ?? ""))));
}

const distance = (key, one) => (one?.distance == null ? "" : `${t(key)}: ${one.distance ? count("draws", one.distance) : t("ready")}${one.distance && one.left_total ? ` (×${one.left_total})` : ""}`);

rulesBy(() => ({ rules: state().rules, overrides: state().overrides }));
onAdvice(() => !place.hidden && render());
