/* Trays: each a field for cards, typed or tapped, with the cards shown above it. */
import { readCards } from "./api.js";
import { faceOf, nameOf, sorted, textsOf, without } from "./cards.js";
import { $, $$, el, say } from "./dom.js";
import { clearError, showError, showProblem } from "./errors.js";
import { count, t } from "./words.js";

const held = new WeakMap();
const changed = new Set();
/** Calls a function whenever the cards of a tray change. */
export const onCards = (listener) => changed.add(listener);

/** The cards of a tray's field, as far as they are known. */
export const cardsOf = (input) => held.get(input)?.cards ?? [];

/** All cards that lie in trays; a card drawn lies in the hand already, one that an opponent threw anywhere. */
export function cardsInUse() {
  return $$("#form [data-cards]:not(#drawn_card, [name=opponent_thrown])").flatMap(cardsOf);
}

/** Puts cards into a tray. */
export function setCards(input, cards) {
  input.value = textsOf(cards);
  settle(input, cards);
}

/** Adds a card after what was typed, if there is room; a tray for one card changes it. */
export async function addCard(input, code) {
  if (input.value !== held.get(input)?.text) await readNow(input);
  const most = Number(input.closest(".tray").dataset.most);
  const cards = most === 1 ? [code] : [...cardsOf(input), code];
  if (cards.length > most) return;
  if (input.hasAttribute("aria-invalid") && most > 1) input.value += ` ${textsOf([code])}`;
  else setCards(input, isHand(input) ? sorted(cards) : cards);
  say(`${nameOf(code)}. ${count("cards", cards.length)}`);
}

export function removeCard(input, code) {
  setCards(input, without(cardsOf(input), [code]));
  say(`${t("remove_card")}: ${nameOf(code)}. ${count("cards", cardsOf(input).length)}`);
}

const isHand = (input) => input.id === "hand";

function settle(input, cards) {
  clearTimeout(held.get(input)?.timer);
  held.set(input, { cards, text: input.value });
  clearError(input);
  const shown = isHand(input) ? sorted(cards) : cards;
  const tray = input.closest(".tray");
  const shelf = $(".cards", tray);
  const at = [...shelf.children].indexOf(document.activeElement);
  shelf.replaceChildren(
    ...shown.map((code) =>
      el("button", { type: "button", "aria-label": `${nameOf(code)}, ${t("remove_card")}`, click: () => removeCard(input, code) }, faceOf(code, "")),
    ),
  );
  if (at >= 0) (shelf.children[Math.min(at, shown.length - 1)] ?? input).focus();
  const badge = $(".count", tray);
  if (badge) badge.textContent = shown.length ? `(${shown.length})` : "";
  for (const listener of changed) listener();
}

/** Reads what was typed into a tray at once. */
export async function readNow(input) {
  clearTimeout(held.get(input)?.timer);
  const text = input.value;
  try {
    const cards = await readCards(text);
    if (input.value === text) settle(input, cards);
  } catch (problem) {
    if (problem.code === "key_needed") showProblem(problem);
    else if (input.value === text) showError(input, problem.errors?.[0]?.detail ?? problem.detail);
  }
}

/** Reads every tray whose text was changed since it was last read. */
export const readAll = () => Promise.all($$("#form [data-cards]").filter((one) => one.value !== held.get(one)?.text).map(readNow));

/** Makes trays of the card fields inside an element. */
export function setUpTrays(root) {
  for (const input of $$("[data-cards]", root)) {
    const tray = input.closest(".tray");
    for (const one of $$("[data-js]", tray)) one.hidden = false;
    if (Number(tray.dataset.most) > 1) $("label", tray).append(" ", el("span", { class: "count" }));
    input.addEventListener("input", () => {
      const state = held.get(input) ?? { cards: [] };
      clearTimeout(state.timer);
      held.set(input, { ...state, timer: setTimeout(() => readNow(input), 250) });
    });
    readNow(input);
  }
}
