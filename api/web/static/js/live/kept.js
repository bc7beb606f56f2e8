/* What is kept in this browser: the deal on the table, so that a reload brings it back. */
import { fromJSON } from "../record/record.js";

const KEY = "zolik_deal";

/** Keeps a deal and what was taken back in it. */
export function keep({ record, undone }) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ record, undone }));
  } catch {
    // a browser that keeps nothing
  }
}

/** The deal that was kept: `{record, undone}`; undefined if there is none. */
export async function bringBack() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return kept && { record: fromJSON(kept.record), undone: kept.undone };
  } catch {
    return undefined;
  }
}

/** The position that the address holds. */
export const askedPosition = () => new URLSearchParams(location.search).get("position") || undefined;
