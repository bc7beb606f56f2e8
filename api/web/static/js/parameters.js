/* The house rules' fields, made from what the service tells of a profile's parameters; read when they are unfolded. */
import { profile, ruleWords } from "./api.js";
import { $, el } from "./dom.js";
import { showProblem } from "./errors.js";
import { overrides } from "./form.js";
import { keepOverrides } from "./house.js";
import { t } from "./words.js";

function save(name, value, published) {
  const changed = overrides();
  if (JSON.stringify(value) === JSON.stringify(published)) delete changed[name];
  else changed[name] = value;
  keepOverrides(changed);
}

let choiceWords = {};
const shown = (value) => (typeof value === "string" ? choiceWords[value] ?? value : value === null ? t("none") : typeof value === "boolean" ? t(value ? "yes" : "no") : [value].flat().join(" "));

/** The choices of a parameter, if it is chosen from a list. */
function choices(allowed) {
  const parts = allowed.anyOf ?? [allowed];
  const some = parts.flatMap((one) => (one.type === "boolean" ? [true, false] : one.enum ?? (one.type === "null" ? [null] : [])));
  return parts.some((one) => one.type === "integer" || one.type === "array") ? undefined : some;
}

function entry(name, { value: published, allowed }, meaning) {
  const now = name in overrides() ? overrides()[name] : published;
  const id = `rule-${name}`;
  const options = choices(allowed);
  const field = options
    ? el("select", { id }, options.map((one) => el("option", { value: JSON.stringify(one), selected: one === now }, shown(one))))
    : el("input", { id, value: shown(now), inputmode: allowed.type === "array" ? "text" : "numeric", placeholder: shown(published) });
  const row = el("div", { class: "parameter", "data-pointer": `/rules/${name}` }, el("label", { for: id }, meaning), field);
  const mark = () => row.classList.toggle("changed", name in overrides());
  field.addEventListener("change", () => {
    save(name, options ? JSON.parse(field.value) : typed(field.value.trim(), allowed, published), published);
    mark();
  });
  mark();
  return row;
}

/** A typed value as the service takes it; what is no number goes as it is, and the service says what is wrong. */
function typed(text, allowed, published) {
  if (!text) return published;
  if (allowed.type === "array") return text.split(/[\s,]+/).map(Number);
  return text === t("none") ? null : /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Draws a field for every parameter of the chosen rules. */
export async function drawParameters() {
  const read = await Promise.all([profile($("#rules").value), ruleWords()]).catch((problem) => void showProblem(problem));
  if (!read) return;
  const [{ parameters }, { meanings, choices: told }] = read;
  choiceWords = told;
  const reset = el("button", { type: "button", click: () => (keepOverrides({}), drawParameters()) }, t("reset_rules"));
  $("#house-fields").replaceChildren(reset, ...Object.entries(parameters).map(([name, one]) => entry(name, one, meanings[name] ?? one.meaning)));
}
