/* The form is the state: read into a request, and filled from a position. */
import { $, $$, el } from "./dom.js";
import { setUpTapping } from "./board.js";
import { cardsOf, setCards, setUpTrays } from "./trays.js";
import { fact, fieldsOf, t } from "./words.js";

const field = (name) => document.getElementById(name);
/* The fields that stand in one input of their own. */
const SINGLE = fieldsOf("position").filter(({ kind }) => !["drawn", "table", "opponents"].includes(kind));
const OPPONENT = fieldsOf("opponent");
const number = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : text);

export const overrides = () => JSON.parse(field("overrides").value || "{}");
/** What a parameter of the chosen rules is. */
export const parameter = (name) => overrides()[name] ?? fact(field("rules").value, name);
/** The number of this turn; not told means the round after the first in which laying is allowed. */
export const roundNow = () => Number(field("round").value) || parameter("first_laying_round") + 1;

const part = (row, name) => $(`[name="${name}"]`, row);
export const meldRows = () => $$(".meld-row");
export const opponentRows = () => $$(".opponent-row");
const told = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== undefined));
const flag = (text) => (text ? text === "yes" : undefined);

/** What an input says, as a request tells it; "" or undefined if it says nothing. */
function saidIn(input, kind) {
  if (kind === "mark") return input.checked || undefined;
  if (kind === "flag") return flag(input.value);
  return kind === "whole" ? number(input.value.trim()) : input.value.trim();
}

/** What an input holds, as `putInto` takes it. */
function heldIn(input, kind) {
  if (kind === "mark") return input.checked;
  if (kind === "card") return cardsOf(input)[0];
  return kind === "cards" ? cardsOf(input) : input.value.trim();
}

function putInto(input, kind, value) {
  if (kind === "mark") input.checked = Boolean(value);
  else if (kind === "card") setCards(input, value ? [value] : []);
  else if (kind === "cards") setCards(input, value ?? []);
  else input.value = value ?? "";
}

const entries = (fields, read) => Object.fromEntries(fields.map(({ name, kind }) => [name, read(name, kind)]));

/** A meld's row as a request tells it, its cards as typed. */
const meldOf = (row) =>
  told({
    id: part(row, "meld_id").value,
    owner: part(row, "meld_owner").value,
    cards: part(row, "meld_cards").value.trim(),
    kind: part(row, "meld_kind").value,
    opening_run: flag(part(row, "meld_opening_run").value),
  });

/** The melds on the table with their cards as codes. */
export const tableMelds = () =>
  meldRows().map((row) => ({ ...meldOf(row), row, cards: cardsOf(part(row, "meld_cards")) })).filter((one) => one.cards.length);

export const opponentNames = () => opponentRows().map((row) => part(row, "opponent_name").value.trim()).filter(Boolean);

/** The request that the form makes, and which rows its pointers mean. */
export function readForm() {
  const places = {};
  const changed = overrides();
  const base = field("rules").value;
  const rules = Object.keys(changed).length ? { base, ...changed } : base;
  const body = { rules, hand: "", ...told(entries(SINGLE, (name, kind) => saidIn(field(name), kind))) };
  if (field("drawn_from").value) body.drawn = told({ from: field("drawn_from").value, card: field("drawn_card").value.trim() });
  const melds = meldRows().filter((row) => part(row, "meld_cards").value.trim());
  nameMelds(melds);
  melds.forEach((row, at) => {
    places[`/table/${at}`] = part(row, "meld_cards");
    places[`/table/${at}/owner`] = part(row, "meld_owner");
  });
  if (melds.length) body.table = melds.map(meldOf);
  const opponents = opponentRows().filter((row) => part(row, "opponent_name").value.trim());
  opponents.forEach((row, at) => {
    places[`/opponents/${at}`] = row;
    for (const { name } of OPPONENT) places[`/opponents/${at}/${name}`] = part(row, `opponent_${name}`);
  });
  const opponentOf = (row) => told(entries(OPPONENT, (name, kind) => saidIn(part(row, `opponent_${name}`), kind)));
  if (opponents.length) body.opponents = opponents.map(opponentOf);
  return { body, places };
}

/** Every meld gets a name, so that answers can name it. */
function nameMelds(rows) {
  const taken = new Set(rows.map((row) => part(row, "meld_id").value));
  for (const row of rows) {
    for (let at = 1; !part(row, "meld_id").value; at += 1) {
      if (taken.has(`m${at}`)) continue;
      part(row, "meld_id").value = `m${at}`;
      taken.add(`m${at}`);
    }
  }
}

/** Fills the form from the fields of a position. */
export function writeForm(fields) {
  field("rules").value = fields.rules;
  field("overrides").value = Object.keys(fields.overrides ?? {}).length ? JSON.stringify(fields.overrides) : "";
  for (const { name, kind } of SINGLE) putInto(field(name), kind, fields[name]);
  writeDrawn(fields.drawn);
  field("phase").value = fields.phase ?? "";
  if (fields.objective) field("objective").value = fields.objective;
  for (const row of [...meldRows(), ...opponentRows()]) row.remove();
  for (const one of fields.opponents ?? []) addOpponent(one);
  for (const one of fields.table ?? []) addMeld(one);
  field("rules").dispatchEvent(new Event("change", { bubbles: true }));
}

export function writeDrawn(drawn) {
  if (drawn) field("phase").value = "";
  field("drawn_from").value = drawn?.from ?? "";
  setCards(field("drawn_card"), drawn?.card ? [drawn.card] : []);
}

/** The whole form as `writeForm` takes it, to go back to later. */
export function snapshot() {
  const value = (name) => field(name).value.trim();
  return {
    rules: value("rules"),
    overrides: overrides(),
    objective: value("objective"),
    ...entries(SINGLE, (name, kind) => heldIn(field(name), kind)),
    drawn: value("drawn_from") && { from: value("drawn_from"), card: cardsOf(field("drawn_card"))[0] },
    table: tableMelds().map(({ row, ...one }) => ({ ...one, opening_run: part(row, "meld_opening_run").value })),
    opponents: opponentRows().map((row) => entries(OPPONENT, (name, kind) => heldIn(part(row, `opponent_${name}`), kind))),
  };
}

const patterns = {};
let made = 100;

function fresh(kind) {
  const row = patterns[kind].cloneNode(true);
  made += 1;
  for (const one of $$("[id], [for], [aria-describedby]", row)) {
    for (const name of ["id", "for"]) if (one.hasAttribute(name)) one.setAttribute(name, one.getAttribute(name).replace(/\d+$/, made));
  }
  for (const one of [row, ...$$("[data-pointer]", row)]) one.removeAttribute("data-pointer");
  return row;
}

function prepare(row, label) {
  row.append(
    el("button", { type: "button", class: "remove", "aria-label": label, click: () => (row.remove(), refreshOwners(), setCards(field("seen"), cardsOf(field("seen")))) }, "✕"),
  );
  setUpTrays(row);
  setUpTapping(row);
}

/** Adds a row for a meld on the table. */
export function addMeld(one = {}) {
  const row = fresh("meld");
  field("meld-rows").append(row);
  prepare(row, t("remove_meld"));
  for (const name of ["id", "kind", "opening_run"]) part(row, `meld_${name}`).value = one[name] ?? "";
  part(row, "meld_owner").append(el("option", {}, one.owner ?? "me"));
  part(row, "meld_owner").value = one.owner ?? opponentNames()[0] ?? freeName();
  refreshOwners(one.owner ?? opponentNames()[0] ?? freeName(), row);
  setCards(part(row, "meld_cards"), one.cards ?? []);
  return row;
}

/** Adds a row for an opponent. */
export function addOpponent(one = {}) {
  const row = fresh("opponent");
  field("opponent-rows").append(row);
  prepare(row, t("remove_opponent"));
  for (const { name, kind } of OPPONENT) putInto(part(row, `opponent_${name}`), kind, one[name]);
  part(row, "opponent_name").value ||= freeName();
  refreshOwners();
  return row;
}

/** The row of an opponent, made if there is none. */
export function opponentRow(name) {
  return opponentRows().find((row) => part(row, "opponent_name").value.trim() === name) ?? addOpponent({ name });
}

function freeName() {
  for (let number = 1; ; number += 1) {
    const name = `${t("opponent")} ${number}`;
    if (!opponentNames().includes(name)) return name;
  }
}

/** Every name that may be chosen: known ones, and one for a new opponent. */
export const names = () => [...new Set([...opponentNames(), ...meldRows().map((row) => part(row, "meld_owner").value), freeName()])].filter((one) => one && one !== "me");

/** Offers the opponents' names wherever an owner is chosen. */
export function refreshOwners(chosen, chosenRow) {
  const known = names();
  for (const row of meldRows()) {
    const select = part(row, "meld_owner");
    const owner = row === chosenRow ? chosen : select.value;
    select.replaceChildren(el("option", { value: "me" }, t("mine")), ...[...new Set([...known, owner])].filter((one) => one && one !== "me").map((one) => el("option", {}, one)));
    select.value = owner || "me";
  }
  field("names").replaceChildren(...known.map((one) => el("option", { value: one })));
}

/** Makes the server's rows and fields alive. */
export function setUpForm() {
  for (const [kind, rows] of [["meld", meldRows()], ["opponent", opponentRows()]]) {
    patterns[kind] = rows.at(-1).cloneNode(true);
    patterns[kind].removeAttribute("data-blank");
    for (const one of $$("input", patterns[kind])) one.removeAttribute("value");
    for (const one of $$(".error", patterns[kind])) one.remove();
    for (const row of rows) {
      if (row.hasAttribute("data-blank")) row.remove();
      else prepare(row, t(`remove_${kind}`));
    }
  }
  field("add-meld").addEventListener("click", () => $("[data-cards]", addMeld()).focus());
  field("add-opponent").addEventListener("click", () => $("[name=opponent_cards]", addOpponent()).focus());
  field("opponent-rows").addEventListener("input", () => refreshOwners());
  field("meld-rows").addEventListener("change", ({ target }) => {
    if (target.name === "meld_owner" && target.value !== "me") opponentRow(target.value);
  });
  field("rules").addEventListener("change", refreshNeeds);
  refreshNeeds();
  refreshOwners();
}

/** Hides fields that mean nothing under the chosen rules. */
export function refreshNeeds() {
  for (const one of $$("[data-needs]")) {
    const value = parameter(one.dataset.needs);
    one.hidden = one.dataset.needs === "opening_run_joker" ? value !== "never" : !value;
  }
}
