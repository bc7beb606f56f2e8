/* What is wrong with a deal record, or with an event that cannot be. */

/**
 * A document or an event is refused. `code` names what is wrong (its words: `record_CODE`), `values` fill the words in,
 * `path` points to the bad field of a document (`/events/3/cards/0`; "" for the event at hand).
 */
export class RecordError extends Error {
  constructor(code, values = {}, path = "") {
    super(`${code}${path && ` at ${path}`} ${JSON.stringify(values)}`);
    Object.assign(this, { name: "RecordError", code, values, path });
  }
}

/** Does something, and puts a path before that of any refusal. */
export function under(path, work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    throw new RecordError(error.code, error.values, `${path}${error.path}`);
  }
}

export const refuse = (code, values, path) => {
  throw new RecordError(code, values, path);
};

/** What a text says as JSON. Throws RecordError. */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return refuse("not_json");
  }
}
