/* What is kept in this browser: the deal on the table and its evening, written at once; a reload brings them back. */
import { begin } from "./deal.js";

const opening = import("../record/session.js").then(({ openSession }) =>
  openSession({ onElsewhere: ({ record, undone }) => begin(record, undone) }));
let told = Promise.resolve();

/** What this browser keeps, with the deal on the table (see record/session.js). */
export const session = () => told.then(() => opening);

/** Keeps a deal and what was taken back in it. */
export function keep(history) {
  told = told.then(async () => (await opening).follow(history));
}

/** The deal that was open last: `{record, undone}`; undefined if there is none. */
export const bringBack = async () => (await opening).bringBack();

/** The position that the address holds. */
export const askedPosition = () => new URLSearchParams(location.search).get("position") || undefined;
