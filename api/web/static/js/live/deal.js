/* The deal at this table: its record, what was taken back, and who wants to know of changes. */
import { RecordError } from "../record/error.js";
import * as records from "../record/record.js";

let history; // of record.js
const listeners = new Set();

export const record = () => history.record;
export const state = () => records.stateOf(record());
export const request = () => records.requestOf(record());
export const parameter = (name) => records.parameterOf(record(), name);
export const canUndo = () => history.record.events.length > 0;
export const canRedo = () => history.undone.length > 0;

/** My turn so far and an event that I think of, as `/v1/check` takes them. */
export const turnWith = (event) => records.turnOf(record(), [event]);

/** Calls a function after each change, with what is to be kept. */
export const onChange = (listener) => listeners.add(listener);

function become(next) {
  history = next;
  for (const one of listeners) one(history);
}

/** Begins with a record that was kept, and what was taken back in it. */
export const begin = (kept, undone = []) => become(records.historyOf(kept, undone));

/** A new deal. */
export const deal = (told) => become(records.historyOf(records.newDeal(told)));

/** Notes events, all or none; gives what is refused. */
export function note(...events) {
  try {
    become(records.push(history, ...events));
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
  return undefined;
}

export const undo = () => canUndo() && become(records.undo(history));
export const redo = () => canRedo() && become(records.redo(history));

/** The events that following a plan makes. */
export const eventsOf = (plan) => records.eventsOf(record(), plan);
