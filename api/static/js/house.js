/* House rules: every parameter of the chosen profile, made from what the service tells of it. */
import { profile, ruleWords } from "./api.js";
import { refreshBoard } from "./board.js";
import { $, el } from "./dom.js";
import { overrides, refreshNeeds } from "./form.js";
import { count, t } from "./words.js";

const house = document.getElementById("house");
const rules = document.getElementById("rules");

function save(name, value, published) {
  const changed = overrides();
  if (JSON.stringify(value) === JSON.stringify(published)) delete changed[name];
  else changed[name] = value;
  keepOverrides(changed);
}

function keepOverrides(changed) {
  document.getElementById("overrides").value = Object.keys(changed).length ? JSON.stringify(changed) : "";
  refresh();
}

function refresh() {
  const number = Object.keys(overrides()).length;
  document.getElementById("house-count").textContent = number ? `(${count("changes", number)})` : "";
  refreshNeeds();
  refreshBoard();
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

async function draw() {
  const [{ parameters }, { meanings, choices: told }] = await Promise.all([profile(rules.value), ruleWords()]);
  choiceWords = told;
  const reset = el("button", { type: "button", click: () => (keepOverrides({}), draw()) }, t("reset_rules"));
  $("#house-fields").replaceChildren(reset, ...Object.entries(parameters).map(([name, one]) => entry(name, one, meanings[name] ?? one.meaning)));
  refresh();
}

export function setUpHouse() {
  house.hidden = false;
  house.addEventListener("toggle", () => house.open && draw());
  rules.addEventListener("change", () => (house.open ? draw() : refresh()));
  refresh();
}
