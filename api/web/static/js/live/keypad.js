/* The card keypad: 52 cards and the joker, tapped or typed. What a card means depends on what is asked for. */
import { readCards } from "../api.js";
import { DECK, nameOf, rankOf, suitOf, written } from "../cards.js";
import { $, $$, el, moveOver, say } from "../dom.js";
import { fact, t } from "../words.js";
import { patch } from "./patch.js";

let purpose; // { name, title, take(code), back?, done? }: what the cards are for
let wrong = "";
let typed = "";
let typing = false; // whether the field for typing is unfolded on a narrow screen

export const keypadFor = () => purpose?.name;

/** Asks for cards; the same purpose again changes nothing. */
export function openKeypad(wanted) {
  if (purpose?.name !== wanted.name) [typed, wrong] = ["", ""];
  purpose = wanted;
}

export function closeKeypad() {
  purpose = undefined;
}

/** How many copies of each card lie somewhere already. */
function used(state) {
  const known = [...state.hand, ...state.seen, ...state.pile, ...state.melds.flatMap((one) => one.cards), ...(state.bottom ? [state.bottom] : [])];
  const counts = {};
  for (const code of known) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

const copies = (state, code) => fact(state.rules, code === "JK" ? "jokers" : "decks", state.overrides);

function key(code, number, most, first) {
  const gone = number >= most;
  return el("button", { type: "button", class: `key r${rankOf(code)} ${suitOf(code).toLowerCase()}${number ? " some" : ""}`, "data-act": "key", "data-card": code, "data-key": `key ${code}`, tabindex: first ? 0 : -1, "aria-disabled": gone && "true", "aria-label": nameOf(code) + (number ? `, ${t("used", { used: number, all: most })}` : "") },
    written(code),
    number > 0 && el("span", { class: "used", "aria-hidden": "true" }, Array.from({ length: Math.min(number, 4) }, () => el("i"))));
}

/** Draws the keypad, or hides it. */
export function drawKeypad(state) {
  const place = $("#keypad");
  place.hidden = !purpose;
  document.documentElement.dataset.keying = purpose ? purpose.name : "";
  if (!purpose) return;
  const counts = used(state);
  const button = (act, text, extra = {}) => el("button", { type: "button", "data-act": act, "data-key": act, ...extra }, text);
  patch(place,
    el("div", { class: "head" },
      el("p", { id: "keypad-title" }, purpose.title),
      button("typing", "⌨", { "aria-label": t("type_cards"), "aria-expanded": String(typing), "aria-controls": "typing", class: "wide-off" }),
      button("key_back", "⌫", { "aria-label": t("take_back") }),
      purpose.optional && button("keypad_close", t("done"))),
    el("div", { class: "keys", role: "group", "aria-label": t("board") }, DECK.map((code, at) => key(code, counts[code] ?? 0, copies(state, code), !at))),
    el("form", { id: "typing", class: typing ? "typing" : "typing folded" },
      el("label", { for: "typed", class: "away" }, t("type_cards")),
      el("input", { id: "typed", placeholder: t("type_cards"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "done", maxlength: 500 }),
      el("button", { type: "submit" }, t("put_in"))),
    el("p", { class: "error", id: "typed-error", role: "alert" }, wrong));
  const field = $("#typed");
  if (wrong) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "typed-error");
  } else {
    field.removeAttribute("aria-invalid");
  }
}

/** A card was tapped. */
export function tapKey(button) {
  if (button.getAttribute("aria-disabled") === "true" || !purpose) return;
  wrong = "";
  purpose.take([button.dataset.card]);
  say(nameOf(button.dataset.card));
}

export const takeBack = () => purpose?.back?.();

/** Cards were typed or pasted, in any notation. */
export async function takeTyped() {
  const field = $("#typed");
  typed = field.value.trim();
  if (!typed || !purpose) return;
  const mine = purpose;
  wrong = "";
  try {
    const cards = await readCards(typed);
    if (purpose !== mine && purpose?.name !== mine.name) return;
    field.value = "";
    purpose.take(cards);
  } catch (problem) {
    wrong = problem.errors?.[0]?.detail ?? problem.detail ?? String(problem.message);
  }
}

/** Unfolds the field for typing, or folds it again. */
export function foldTyping() {
  typing = !typing;
  return typing;
}

/** Moves over the keys with the arrows. */
export function moveKey(event) {
  moveOver(event, $$("#keypad .key"), getComputedStyle($(".keys")).gridTemplateColumns.split(" ").length);
}
