/* The words of evenings, fetched when they are first needed. */
import { call } from "../api.js";
import { filled, language } from "../words.js";

let words;

/** Fetches the words; fulfilled when `say` can be used. */
export const eveningWords = async () => (words ??= await call(`/words/evening.json?lang=${language}`));

/** A word or sentence of evenings, with its places filled in. */
export const say = (key, values) => filled(words[key], values);
