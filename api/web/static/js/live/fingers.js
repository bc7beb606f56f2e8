/* The cards that are picked up, from the own hand (by their place in it) or from the keypad (for an opponent). */

let from = "hand";
let places = []; // places in the hand as shown, in the order picked
let cards = []; // codes from the keypad
const listeners = new Set();

/** Calls a function whenever other cards are picked. */
export const onPicked = (listener) => listeners.add(listener);
/** Tells all who listen. */
export const refresh = () => listeners.forEach((one) => one());
const tell = refresh;

/** The codes picked, in the order picked; `hand` is the hand as shown. */
export const picked = (hand) => (from === "hand" ? places.map((at) => hand[at]).filter(Boolean) : [...cards]);
export const isPicked = (at) => from === "hand" && places.includes(at);
export const pickedFrom = () => from;

/** Picks a card of the hand up, or puts it down again. */
export function pickAt(at, { only = false } = {}) {
  if (from !== "hand") clear();
  const had = places.includes(at);
  places = only ? [at] : had ? places.filter((one) => one !== at) : [...places, at];
  tell();
}

/** Picks a card up from the keypad. */
export function pickCard(code) {
  if (from !== "keypad") clear();
  from = "keypad";
  cards = [...cards, code];
  tell();
}

/** Puts the card picked last down again; tells whether there was one. */
export function dropLast() {
  const had = cards.pop() ?? places.pop();
  tell();
  return had !== undefined;
}

function clear() {
  from = "hand";
  places = [];
  cards = [];
}

/** Puts all cards down. */
export function dropAll() {
  if (!places.length && !cards.length) return;
  clear();
  tell();
}
