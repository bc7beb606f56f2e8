/* The words of evenings, fetched when they are first needed. */
import { call } from "../api.js";
import { el } from "../dom.js";
import { filled, language } from "../words.js";
import { playerName } from "./view.js";

let words;

/** Fetches the words; fulfilled when `say` can be used. */
export const eveningWords = async () => (words ??= await call(`/words/evening.json?lang=${language}`));

/** A word or sentence of evenings, with its places filled in. */
export const say = (key, values) => filled(words[key], values);

/** Who of some players carried how many jokers into the next deal; nothing if nobody did. */
export function carriedTold(carried, players) {
  const told = Object.entries(carried).filter(([name]) => players.includes(name)).map(([name, jokers]) => `${playerName(name)} ${jokers}`);
  return told.length > 0 && el("p", { class: "hint" }, say("carried", { names: told.join(", ") }));
}
