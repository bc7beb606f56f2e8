/* Cards: their codes (7D, 10D, JK), texts, names and faces. */
import { el } from "./dom.js";
import { cardNames, t } from "./words.js";

export const SUITS = "SHDC";
export const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const LETTERS = Object.fromEntries(Object.entries(SYMBOLS).map(([letter, symbol]) => [symbol, letter]));
const FORM = /^(?:([SHDC♠♥♦♣])(10|[2-9TAJQK])|(10|[2-9TAJQK])([SHDC♠♥♦♣]))$/;

/** The code of a card of an answer or of a canonical text; undefined for any other text. */
export function codeOf(card) {
  const text = (typeof card === "object" ? card.card : card).toUpperCase().replace(/\ufe0f/g, "");
  if (text === "🃏" || text === "JK") return "JK";
  const [, suit1, rank1, rank2, suit2] = FORM.exec(text) ?? [];
  const suit = suit1 ?? suit2;
  return suit && (rank1 ?? rank2).replace("T", "10") + (LETTERS[suit] ?? suit);
}

export const suitOf = (code) => (code === "JK" ? "J" : code.at(-1));
export const rankOf = (code) => RANKS.indexOf(code.slice(0, -1)) + 1;
export const textOf = (code) => (code === "JK" ? "JK" : code.slice(0, -1) + SYMBOLS[suitOf(code)]);
export const textsOf = (codes) => codes.map(textOf).join(" ");
/** Cards as text, each joker a star. */
export const starred = (codes) => codes.map((code) => (code === "JK" ? "★" : textOf(code))).join(" ");

/** Every card once, suit by suit, the joker last. */
export const DECK = [...SUITS].flatMap((suit) => RANKS.map((rank) => rank + suit)).concat("JK");
/** What is written on a card to be tapped. */
export const written = (code) => (code === "JK" ? [el("span", {}, "★"), el("small", {}, t("joker"))] : textOf(code));

const ORDER = (code) => (code === "JK" ? 99 : SUITS.indexOf(suitOf(code)) * 14 + rankOf(code));
export const sorted = (codes) => [...codes].sort((one, other) => ORDER(one) - ORDER(other));

/** The name of a card as it is read out. */
export const nameOf = (code) => cardNames[code];

/** The picture of a card. */
export function faceOf(code, alt = nameOf(code)) {
  const four = document.documentElement.dataset.faces === "four" && "DC".includes(suitOf(code));
  const address = new URL(`../cards/${four ? "four/" : ""}${code}.svg`, import.meta.url);
  return el("img", { src: address.pathname, alt, "data-face": code, width: 60, height: 84, draggable: "false" });
}

/** Draws every picture again after the deck was changed. */
export function redrawFaces() {
  for (const image of document.querySelectorAll("img[data-face]")) image.src = faceOf(image.dataset.face).getAttribute("src");
}

/** A card in running text; `joker` is the joker's name in the case that the sentence asks for. */
export const chip = (code, joker = t("joker")) =>
  el("span", { class: `chip ${suitOf(code).toLowerCase()}` }, code === "JK" ? joker : textOf(code));
export const chips = (codes, joker) => codes.flatMap((code, at) => (at ? [" ", chip(code, joker)] : [chip(code, joker)]));

const WRITTEN = /([♠♥♦♣](?:10|[2-9AJQK])|🃏)/u;

/** A sentence of the service, the cards in it as chips; a joker among cards is a star (alone, the sentence names it). */
export const withChips = (text) => text.split(WRITTEN).map((part, at) => (at % 2 ? chip(codeOf(part), "★") : part));

/** Without one copy of each of some cards. */
export function without(codes, taken) {
  const left = [...codes];
  for (const code of taken) {
    const at = left.indexOf(code);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
