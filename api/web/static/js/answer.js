/* Shows an answer: the verdict, the reasons with their rules, the plans as cards. */
import { ask, copyLink } from "./ask.js";
import { codeOf, faceOf, withChips } from "./cards.js";
import { el, fill } from "./dom.js";
import { meldFigure, planView } from "./plan.js";
import { reasonBox, reasonBoxes } from "./reasons.js";
import { count, figure, t } from "./words.js";

/** Fills the answer's section; `chosen` is told which plan is shown. */
export async function renderAnswer(section, what, answer, table, chosen) {
  const plans = plansOf(what, answer);
  const body = what === "outlook" ? (await import("./outlook.js")).renderOutlook(answer) : bodies[what](answer);
  const views = el("div");
  fill(section,
    el("h2", { id: "answer-title", class: verdictClass(what, answer) }, verdict(what, answer)),
    ...body,
    views,
    answer.optimal === false && el("p", { class: "hint" }, t("not_proven")),
    el("div", { class: "buttons" }, el("button", { type: "button", click: copyLink }, t("copy_link"))),
  );
  if (plans.length) stepThrough(views, plans, table, what, answer.objective, chosen);
  else chosen(undefined);
}

function plansOf(what, answer) {
  if (what === "turn") return answer.plans;
  if (what === "outlook" || (what === "opening" && !answer.opens) || (what === "closing" && !answer.closes)) return [];
  return [answer, ...(answer.alternatives ?? [])];
}

const good = (what, answer) => (what === "opening" ? answer.opens : what === "closing" ? answer.closes : true);
const verdictClass = (what, answer) => `verdict ${good(what, answer) ? "good" : ""}`;

function verdict(what, answer) {
  if (what === "opening" || what === "closing") return answer.explanation.steps[0].text;
  if (what === "outlook") return answer.explanation.steps[0]?.text ?? t("ask_outlook_long");
  const plan = answer.recommendation ?? answer;
  if (plan.closes) return t("turn_closes");
  if (plan.actions?.length === 1 && plan.actions[0].type === "draw") return withChips(plan.brief);
  if (plan.penalty === null || plan.penalty === undefined) return answer.explanation.steps[0]?.text ?? t("answer");
  if (answer.objective && answer.objective !== "penalty") return withChips(plan.brief);
  return plan.penalty === 0 ? t("no_penalty") : t("least", { points: count("points", plan.penalty) });
}

/** By what the turns are ranked, to be changed; the field of the form follows. */
function ranking({ objective, recommendation: { score } }) {
  const field = document.getElementById("objective");
  const chosen = field.cloneNode(true);
  chosen.id = "ranking";
  chosen.removeAttribute("name");
  chosen.value = objective;
  chosen.addEventListener("change", () => {
    field.value = chosen.value;
    ask("turn");
  });
  return [
    objective === "strength" && score != null && el("p", { class: "sub" }, t("expected", { n: figure(score) })),
    el("div", { class: "row beside" }, el("label", { for: "ranking" }, t("ranked")), chosen),
  ];
}

const bodies = {
  opening: (answer) => [
    answer.opens ? reasonBoxes(answer) : whyNot(answer),
    !answer.opens && bestMelds(answer),
  ],
  closing: (answer) => [
    answer.closes
      ? (answer.special || answer.carried > 0) && el("p", { class: "sub" }, [answer.special && `${t("from_hand")}, ${t("bonus")}`, answer.carried > 0 && `${count("jokers", answer.carried)} ${t("carried")}`].filter(Boolean).join(" · "))
      : whyNot(answer),
    !answer.closes && bestMelds(answer),
  ],
  penalty: (answer) => [
    reasonBoxes(answer),
    el("ul", { class: "notes sub" },
      answer.structural && el("li", {}, t("structural", { points: count("points", answer.structural.penalty) })),
      answer.held_if_beaten != null && el("li", {}, t("beaten", { points: count("points", answer.held_if_beaten) }))),
  ],
  turn: (answer) => [ranking(answer), reasonBoxes(answer)],
};

function whyNot(answer) {
  const helps = answer.helps ?? [];
  return el("div", {},
    reasonBoxes(answer),
    helps.length > 0 && el("h3", {}, t("would_help")),
    helps.length > 0 && el("ul", { class: "helps" }, helps.map(helpItem)),
    !helps.length && answer.reason?.code !== "already_opened" && el("p", { class: "hint" }, t("nothing_helps")));
}

function helpItem({ card, left, points }) {
  return el("li", {}, el("span", { class: "card" }, faceOf(codeOf(card))), el("span", {}, count("copies", left), points != null && [", ", t("with_points", { points: count("points", points) })]));
}

function bestMelds({ melds }) {
  return melds?.length > 0 && el("div", {}, el("h3", {}, t("best_melds")), el("div", { class: "melds" }, melds.map((one) => meldFigure(one))));
}

/** The figure that ranks a plan among the others. */
function worth(what, { points, penalty, left, discard, score }, objective) {
  if (what === "opening" || objective === "points") return points != null && t("lays_points", { points: count("points", points) });
  if (objective === "strength") return score != null && t("expected_short", { n: figure(score) });
  if (objective === "cards") return left && count("cards_left", left.length - (discard ? 1 : 0));
  return penalty != null && count("points", penalty);
}

/** One plan at a time, with buttons to step through the others. */
function stepThrough(place, plans, table, what, objective, chosen) {
  let at = 0;
  const label = el("output", {});
  const step = (by) => {
    at = (at + by + plans.length) % plans.length;
    show();
  };
  const bar = plans.length > 1 && el("div", { class: "stepper", role: "group", "aria-label": t("alternatives") },
    el("button", { type: "button", "aria-label": t("previous"), click: () => step(-1) }, "◀"), label,
    el("button", { type: "button", "aria-label": t("next"), click: () => step(1) }, "▶"));
  const view = el("div");
  fill(place, bar, view);
  function show() {
    const plan = plans[at];
    label.textContent = [t("way", { n: at + 1, all: plans.length }), !at && t("best"), worth(what, plan, objective)].filter(Boolean).join(" · ");
    fill(view, planView(plan, table), (plan.why ?? []).map(reasonBox));
    chosen({ ...plan });
  }
  show();
}
