/* The panel of house rules: every parameter of a rule set by group, found by words, changed by switches, lists and steps. */
import { call, profile, ruleWords } from "./api.js";
import { $, $$, addStyle, el, say } from "./dom.js";
import { clearError, showError } from "./errors.js";
import { count, figure, filled, t } from "./words.js";

let words = {};
let last = 0;

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const told = (key, values) => filled(words.panel[key], values);

/** Letters without their marks, small: what a search compares. */
const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** What a search looks for: each word without its ending, as words are declined. */
const stems = (text) => bare(text).split(/\s+/).filter(Boolean).map((word) => word.slice(0, word.length > 6 ? -2 : word.length > 4 ? -1 : undefined));

/** A value as the panel shows it: a word, yes or no, a number. */
export function shownValue(name, value, choices) {
  const word = choices[name]?.[String(value)];
  if (word) return word;
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return value === null ? t("none") : [value].flat().map((one) => (typeof one === "number" ? figure(one) : one)).join(", ");
}

/**
 * Draws the panel into an element. `draft` is `{ rules, overrides }`; `onChange` gets the changed overrides whenever
 * they can be played by: what contradicts itself stays in the panel, told at its field. With `eager` it gets them at
 * once, whatever they are.
 */
export async function drawParameters(place, draft, onChange, { eager = false } = {}) {
  const turn = (last += 1);
  const [published, read] = await Promise.all([profile(draft.rules), ruleWords(), addStyle("panel.css")]);
  if (turn !== last) return;
  words = read;
  const { parameters, house_rules: common } = published;
  const panel = { place, rules: draft.rules, parameters, onChange, eager, overrides: {}, rows: new Map(), chips: [] };
  for (const [name, value] of Object.entries(draft.overrides)) {
    if (name in parameters && !same(value, parameters[name].value)) panel.overrides[name] = value;
  }
  const find = el("input", { type: "search", id: "rule-find", "aria-label": told("find"), placeholder: told("find"), autocomplete: "off", input: () => filter(panel) });
  const only = el("input", { type: "checkbox", id: "rule-only", change: () => filter(panel) });
  const number = el("span", { class: "number" });
  const reset = el("button", { type: "button", class: "put-back-all", click: () => change(panel, Object.fromEntries(Object.keys(panel.overrides).map((name) => [name, parameters[name].value]))) }, told("put_back_all"));
  const nothing = el("p", { class: "empty", role: "status" });
  Object.assign(panel, { find, only, number, reset, nothing });
  panel.chips = common.map(({ id, values }) => chip(panel, id, values));
  place.replaceChildren(
    el("div", { class: "rule-bar" }, find, el("label", {}, only, ` ${told("only_changed")} `, number)),
    el("fieldset", { class: "common" }, el("legend", {}, told("common")), el("div", { class: "chips" }, panel.chips)),
    ...Object.keys(words.groups).map((group) => section(panel, group)),
    nothing,
    reset,
  );
  refresh(panel);
}

function section(panel, group) {
  const rows = Object.entries(panel.parameters).filter(([, one]) => one.group === group).map(([name, one]) => row(panel, name, one));
  const number = el("span", { class: "number" });
  const changed = rows.some((one) => one.dataset.name in panel.overrides);
  return el("details", { class: "group", "data-group": group, open: changed }, el("summary", {}, el("h3", {}, words.groups[group]), " ", number), rows);
}

/** A common house rule: pressed if all that it changes is so. */
function chip(panel, id, values) {
  const made = el("button", { type: "button", "aria-pressed": "false", click: () => {
    const back = made.getAttribute("aria-pressed") === "true";
    change(panel, back ? Object.fromEntries(Object.keys(values).map((name) => [name, panel.parameters[name].value])) : values);
  } }, words.house_rules[id]);
  made.values = values;
  return made;
}

function row(panel, name, { value: published, allowed }) {
  const id = `rule-${name}`;
  const made = el("div", { class: "parameter", "data-name": name, "data-pointer": `/rules/${name}` });
  const set = (value) => change(panel, { [name]: value });
  const field = fieldOf(name, id, allowed, published, set);
  const back = el("button", { type: "button", class: "plain put-back", click: () => (set(published), $("input, select", made).focus()) }, told("put_back", { value: shownValue(name, published, words.choices) }));
  const caption = field.labelled
    ? el("span", { class: "name", id: `${id}-name` }, words.names[name])
    : el("label", { class: "name", for: id }, words.names[name]);
  made.append(caption, field.element, el("p", { class: "hint", id: `${id}-hint`, hidden: bare(words.names[name]) === bare(words.meanings[name]) }, words.meanings[name]), back);
  for (const one of $$("input, select", field.element)) one.setAttribute("aria-describedby", `${id}-hint`);
  const choices = Object.values(words.choices[name] ?? {}).join(" ");
  panel.rows.set(name, { made, field, back, text: bare([words.names[name], words.meanings[name], choices, name].join(" ")) });
  return made;
}

/** The field of a parameter: a switch, a list, or numbers by steps; `{ element, show, labelled }`. */
function fieldOf(name, id, allowed, published, set) {
  const parts = allowed.anyOf ?? [allowed];
  const numbers = parts.find((one) => one.type === "integer" || one.type === "array");
  const absent = parts.some((one) => one.type === "null");
  if (numbers?.type === "array") return several(name, id, numbers.items, set);
  if (numbers) return absent ? perhaps(name, id, numbers, published, set) : steps(id, words.names[name], numbers, set);
  if (parts.length === 1 && allowed.type === "boolean") return onOff(id, set);
  const values = parts.flatMap((one) => (one.type === "boolean" ? [true, false] : one.type === "null" ? [null] : one.enum));
  const element = el("select", { id, change: () => set(JSON.parse(element.value)) }, values.map((one) => el("option", { value: JSON.stringify(one) }, shownValue(name, one, words.choices))));
  return { element, show: (value) => (element.value = JSON.stringify(value)) };
}

function onOff(id, set) {
  const input = el("input", { id, type: "checkbox", role: "switch", change: () => set(input.checked) });
  return { element: el("span", { class: "switch" }, input), show: (value) => (input.checked = value) };
}

/** A number with a step down and a step up; a typed one outside its range is put right, and told. */
function steps(id, rule, { minimum: least, maximum: most }, set) {
  const by = most - least > 1000 ? 50 : 1;
  let now = least;
  const input = el("input", { id, type: "number", min: least, max: most, step: 1, inputmode: least < 0 ? "text" : "numeric", change: () => take(Number(input.value), input.value === "") });
  const take = (wished, empty) => {
    const value = Math.min(most, Math.max(least, Math.round(wished)));
    clearError(input);
    if (empty || Number.isNaN(wished)) return (input.value = now);
    set(value);
    if (value !== wished) showError(input, told("between", { least: figure(least), most: figure(most) }));
    return (input.value = value);
  };
  const step = (key, sign, way) => el("button", { type: "button", "aria-label": told(key, { rule }), click: () => take(now + way * by) }, sign);
  const buttons = [step("less", "−", -1), step("more", "+", 1)];
  const show = (value) => {
    now = value ?? now;
    input.value = value ?? "";
    buttons[0].disabled = value == null || value <= least;
    buttons[1].disabled = value == null || value >= most;
  };
  return { element: el("span", { class: "steps-of" }, buttons[0], input, buttons[1]), show, input };
}

/** A number that may be absent: a tick for that, and steps. */
function perhaps(name, id, range, published, set) {
  const number = steps(id, words.names[name], range, set);
  const first = published ?? (range.minimum < 0 ? -1000 : Math.min(range.maximum, Math.max(range.minimum, 1)));
  const tick = el("input", { type: "checkbox", id: `${id}-none`, change: () => set(tick.checked ? null : first) });
  return {
    element: el("span", { class: "perhaps" }, number.element, el("label", {}, tick, ` ${shownValue(name, null, words.choices)}`)),
    show: (value) => {
      tick.checked = value === null;
      number.input.disabled = value === null;
      number.show(value);
    },
  };
}

/** Points of jack, queen and king. */
function several(name, id, range, set) {
  let now = [];
  const parts = ["jack", "queen", "king"].map((card, at) => {
    const one = steps(`${id}-${card}`, words.panel[card], range, (value) => set(now.map((old, place) => (place === at ? value : old))));
    one.input.setAttribute("aria-label", `${words.names[name]}: ${words.panel[card]}`);
    return { ...one, element: el("span", { class: "one-of" }, el("span", { "aria-hidden": "true" }, words.panel[card]), one.element) };
  });
  return {
    element: el("span", { class: "three", role: "group", "aria-labelledby": `${id}-name` }, parts.map((one) => one.element)),
    show: (value) => ((now = value), parts.forEach((one, at) => one.show(value[at]))),
    labelled: true,
  };
}

/** Takes new values of parameters; tells them on if they can be played by. */
async function change(panel, values) {
  for (const [name, value] of Object.entries(values)) {
    if (same(value, panel.parameters[name].value)) delete panel.overrides[name];
    else panel.overrides[name] = value;
  }
  refresh(panel);
  say(count("changes", Object.keys(panel.overrides).length));
  const turn = (panel.asked = (panel.asked ?? 0) + 1);
  if (panel.eager) panel.onChange({ ...panel.overrides });
  const problem = await contradiction(panel);
  if (turn !== panel.asked) return;
  if (problem) tellProblem(panel, problem);
  else if (!panel.eager) panel.onChange({ ...panel.overrides });
}

const nowOf = (panel, name) => (name in panel.overrides ? panel.overrides[name] : panel.parameters[name].value);

/** What the service says against these rules; nothing if it cannot be asked. */
async function contradiction({ rules, overrides }) {
  if (!Object.keys(overrides).length) return undefined;
  try {
    await call("/v1/check", { rules: { base: rules, ...overrides }, hand: ["2C"], melds: [] });
    return undefined;
  } catch (problem) {
    return problem.errors?.some((one) => one.pointer.startsWith("/rules/")) ? problem : undefined;
  }
}

function tellProblem(panel, problem) {
  for (const { pointer, detail, values = {} } of problem.errors) {
    const [, , name] = pointer.split("/");
    const named = Object.keys(values).length ? Object.keys(values) : [name];
    for (const one of named) {
      const others = named.filter((other) => other !== one);
      const text = others.length
        ? others.map((other) => told("not_beside", { rule: words.names[other], value: shownValue(other, values[other], words.choices) })).join(" ")
        : told("not_taken", { why: detail });
      const row = panel.rows.get(one);
      if (row) showError($("input, select", row.made), text);
    }
  }
  filter(panel);
}

/** Shows what holds now. */
function refresh(panel) {
  for (const [name, { made, field, back }] of panel.rows) {
    for (const one of $$("[aria-invalid]", made)) clearError(one);
    field.show(nowOf(panel, name));
    made.classList.toggle("changed", name in panel.overrides);
    back.hidden = !(name in panel.overrides);
  }
  for (const one of panel.chips) {
    one.setAttribute("aria-pressed", String(Object.entries(one.values).every(([name, value]) => same(nowOf(panel, name), value))));
  }
  const changed = Object.keys(panel.overrides).length;
  panel.number.textContent = changed ? `(${figure(changed)})` : "";
  panel.reset.hidden = !changed;
  for (const group of $$(".group", panel.place)) {
    const own = $$(".parameter.changed", group).length;
    $(".number", group).textContent = own ? `(${count("changes", own)})` : "";
  }
  filter(panel);
}

/** A group is in sight if a row of it is, and unfolded while something is looked for. */
function unfold(group, looking) {
  group.hidden = !$(".parameter:not([hidden])", group);
  if (looking && !group.open) group.dataset.found = "";
  if (looking || "found" in group.dataset) group.open = looking;
  if (!looking) delete group.dataset.found;
}

/** Shows the rows that hold every word looked for, and are changed if only those are wanted. */
function filter(panel) {
  const wanted = stems(panel.find.value);
  let shown = 0;
  for (const [name, { made, text }] of panel.rows) {
    const group = bare(words.groups[panel.parameters[name].group]);
    const fits = wanted.every((one) => text.includes(one) || group.includes(one));
    made.hidden = !fits || (panel.only.checked && !(name in panel.overrides) && !$("[aria-invalid]", made));
    if (!made.hidden) shown += 1;
  }
  for (const one of panel.chips) one.hidden = !wanted.every((word) => bare(one.textContent).includes(word));
  for (const one of $$(".group", panel.place)) unfold(one, wanted.length > 0 || panel.only.checked);
  $(".common", panel.place).hidden = panel.only.checked || panel.chips.every((one) => one.hidden);
  if (!panel.only.checked) shown += panel.chips.filter((one) => !one.hidden).length;
  panel.nothing.textContent = shown ? "" : panel.find.value.trim() ? told("not_found", { text: panel.find.value.trim() }) : told("none_changed");
}
