/* Reasons: a sentence, what would cure it, and the rule behind it with its source. */
import { profile, ruleWords } from "./api.js";
import { withChips } from "./cards.js";
import { $, el } from "./dom.js";
import { shownValue } from "./parameters.js";
import { language, t } from "./words.js";

let inForce = () => ({ rules: $("#rules").value, overrides: JSON.parse($("#overrides").value || "{}") });
/** Tells how to know the rule set in force, where it is not the form that holds it. */
export const rulesBy = (reader) => (inForce = reader);

/** All reasons of an answer. */
export const reasonBoxes = (answer) => (answer.reasons ?? []).map(reasonBox);

/** What a throw risks beside the reason for its place, as one text; empty if nothing. */
export const risksOf = ({ reason, risks }) => risks.filter(({ code }) => code !== reason?.code).map(({ text }) => text).join(" ");

/** A reason with its cure (its text tells it), and the rule behind it to unfold. */
export function reasonBox(reason) {
  const box = el("div", { class: "why" }, el("p", {}, withChips(reason.text)));
  if (!reason.rule) return box;
  const details = el("details", { toggle: () => details.open && unfold() }, el("summary", {}, t("rule")));
  const unfold = async () => details.replaceChildren(details.firstChild, await ruleText(reason.rule));
  box.append(details);
  return box;
}

/** Where a value comes from: in English the source itself, else the rules in the reader's language. */
const sourceOf = ({ text, ruling }) => [
  language === "en" ? text : el("a", { href: "/docs/rules" }, t("rules_page")),
  ruling && ` (${t("rule_ruling")})`,
];

async function ruleText(rule) {
  const { rules, overrides: changed } = inForce();
  const { meanings, clauses, choices } = await ruleWords();
  if (clauses[rule]) return el("p", {}, clauses[rule]);
  const { parameters } = await profile(rules);
  const found = parameters[rule];
  if (!found) return el("p", {}, rule);
  const value = rule in changed ? changed[rule] : found.value;
  return el("dl", {},
    el("dt", {}, t("rule")), el("dd", {}, meanings[rule] ?? found.meaning),
    el("dt", {}, t("rule_value")), el("dd", {}, shownValue(rule, value, choices)),
    el("dt", {}, t("rule_source")), el("dd", {}, ...sourceOf(found.source)));
}
