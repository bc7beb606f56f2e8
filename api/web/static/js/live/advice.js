/* “What now?”, asked anew after every change; the strip never shows the answer to an older question. */
import { call } from "../api.js";
import { withChips } from "../cards.js";
import { $, el, say } from "../dom.js";
import { t } from "../words.js";
import { request, state } from "./deal.js";
import { patch } from "./patch.js";

const WAITING_TOLD = 250; // milliseconds after which waiting is told in words
const DEALT = 300; // milliseconds between two cards of a hand that is being entered
const PATIENCE = 400; // milliseconds that a question waits for the one before it, so that the service is not flooded
let asking; // the question that is under way
let latest = 0;
let timers = [];
let given; // { answer, plan }: the answer that is on the screen
const listeners = new Set();

/** Calls a function with each answer, and with undefined when it is void. */
export const onAdvice = (listener) => listeners.add(listener);
export const advice = () => given;

function become(answer) {
  given = answer;
  for (const one of listeners) one(answer);
}

/** Is there nothing to advise: no hand, the deal is over, or somebody else plays? */
export const nothingToAsk = (now) => !now.hand.length || Boolean(now.closed) || now.turn !== "me";

/** Asks anew; what was told before is void at once. */
export function askAnew({ dealing = false } = {}) {
  const turn = (latest += 1);
  timers.forEach(clearTimeout);
  timers = [];
  become(undefined);
  const now = state();
  if (nothingToAsk(now)) return draw(idle(now));
  $("#advice").setAttribute("aria-busy", "true");
  timers.push(setTimeout(() => draw({ text: [t("asking")] }, true), dealing ? DEALT + WAITING_TOLD : WAITING_TOLD));
  timers.push(setTimeout(() => ask(turn, dealing), dealing ? DEALT : 0));
  return undefined;
}

async function ask(turn, dealing) {
  await Promise.race([asking, new Promise((wait) => setTimeout(wait, PATIENCE))]);
  if (turn !== latest) return;
  asking = answered(turn, dealing);
  await asking;
}

async function answered(turn, dealing) {
  try {
    const body = { ...request(), ...(dealing && { phase: "free" }), notation: "unicode" };
    const answer = await call("/v1/turn", { ...body, alternatives: 4 });
    if (turn === latest) show(answer);
  } catch (problem) {
    if (!(problem.detail || problem.errors || problem.code)) throw problem;
    if (turn === latest) draw(wrong(problem));
  } finally {
    if (turn === latest) timers.forEach(clearTimeout);
  }
}

/** What is said when there is nothing to advise. */
function idle(now) {
  if (now.closed) return { text: [t(now.closed.by === "me" ? "closed" : "deal_over")], act: ["new_deal", t("new_deal")] };
  if (!now.hand.length) return { text: [t("say_deal")], sub: [t("say_deal_hint")] };
  return { text: [t("say_theirs", { name: now.turn })], sub: [t("say_theirs_hint")] };
}

function wrong(problem) {
  const told = (problem.errors ?? []).map((one) => one.detail);
  return { text: [problem.heading ?? t("cannot_ask")], sub: [told.length ? told.join(" ") : (problem.detail ?? "")], act: problem.heading && ["ask_again", t("ask_again")], bad: true };
}

function show(answer) {
  const plan = answer.recommendation;
  const sentence = withChips(plan.brief);
  draw({ text: sentence, sub: besides(answer), act: doable(plan) && ["do_it", t("do_it")], more: true, good: plan.closes });
  become({ answer, plan });
  say(sentence.map((one) => one.textContent ?? one).join(""));
}

const doable = (plan) => plan.actions.length > 0;
const BESIDES = ["opening_points", "closes_from_hand", "carries_jokers", "no_plan", "best_laying"];

/** What the strip says under its sentence: why, in words. */
function besides({ reasons, recommendation, explanation }) {
  const told = [...reasons.slice(0, 1), ...(recommendation.why ?? []).filter(({ code }) => !["draw_stock", "worth"].includes(code))].map((one) => one.text);
  const more = explanation.steps.filter(({ code }) => BESIDES.includes(code)).map((one) => one.text);
  return withChips([...new Set([...told, ...more])].slice(0, 2).join(" "));
}

/** Draws the strip. */
function draw({ text, sub, act, more, good, bad }, waiting = false) {
  const strip = $("#advice");
  if (!waiting) strip.removeAttribute("aria-busy");
  strip.classList.toggle("long", text.length > 24);
  strip.classList.toggle("good", Boolean(good));
  strip.classList.toggle("bad", Boolean(bad));
  patch(strip,
    el("div", { class: "words" }, el("p", { class: "say", id: "say" }, text), el("p", { class: "sub" }, sub ?? "")),
    el("div", { class: "buttons" },
      act && el("button", { type: "button", class: "main", "data-act": act[0], "data-key": act[0] }, act[1]),
      more && el("button", { type: "button", class: "more", "data-act": "details", "data-key": "details", "aria-expanded": !$("#details").hidden, "aria-controls": "details" }, t("why"))));
}
