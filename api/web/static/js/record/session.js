/* The deal on the table as it is kept: which evening, which deal; every change is written at once, other tabs follow. */
import { eveningFromJSON, eveningToJSON, followed, newEvening, nextDeal, withDeal } from "./evening.js";
import { fromJSON, newDeal, stateOf } from "./record.js";
import { ME, frozen } from "./shape.js";
import { askToKeep, openStore } from "./store.js";

const CHANNEL = "zolik";
let counted = 0;
const newId = () => `${Date.now().toString(36)}${(counted += 1).toString(36)}${Math.random().toString(36).slice(2, 8)}`;
const names = (record) => stateOf(record).players.map((one) => one.name);

/**
 * What this browser keeps, with one deal open. Made by `openSession`.
 *
 * The page tells every change (`keep`), and takes a record to go on with from `bringBack`, `apart`, `newDeal`,
 * `newEvening`, `open`. What these give is `{record, undone}`, to begin a history with.
 */
class Session {
  constructor(store, channel, now) {
    Object.assign(this, { store, channel, now, evening: null, deal: null, revision: 0, last: null, writing: Promise.resolve(), waiting: null, untouched: null, asked: false });
    this.elsewhere = this.failed = () => undefined;
    if (channel) channel.onmessage = ({ data }) => this.#changedElsewhere(data);
  }

  /** Does the browser keep anything beyond this page? */
  get lasting() {
    return this.store.lasting;
  }

  /** The deal that was open last; undefined if there is none. A deal that cannot be read any more stays where it is. */
  async bringBack() {
    const current = await this.store.get("meta", "current");
    if (!current) return undefined;
    try {
      return await this.open(current.evening, current.deal);
    } catch {
      return undefined;
    }
  }

  /** A deal that belongs to nothing kept yet (a link was opened, an empty table): kept as an evening of its own as soon
   * as something is done in it. */
  apart(record) {
    const id = newId();
    const { rules, overrides } = stateOf(record);
    this.#become(withDeal(newEvening({ id, started: this.#time(), rules, overrides, players: names(record) }), newId(), record), undefined, { record, undone: [] });
    this.untouched = record;
    return this.last;
  }

  /** Follows what the table shows: a fresh deal of the same players belongs to this evening, any other to one of its own;
   * neither is kept before something is done in it. A link's position is looked at until then, too. */
  follow(history) {
    const { record, undone } = history;
    const fresh = !record.events.length && !undone.length && record !== this.last?.record;
    if (!this.evening || fresh) this.#begin(record);
    const looked = this.untouched && record.events.length === 1 && record.events[0].type === "adopt";
    if (!looked) return this.keep(history);
    this.untouched = record;
    this.last = history;
    return undefined;
  }

  #begin(record) {
    const dropped = this.untouched !== null;
    const same = this.evening && names(record).join("\n") === this.evening.players.join("\n");
    const evening = same && dropped ? frozen({ ...this.evening, deals: this.evening.deals.slice(0, -1) }) : this.evening;
    if (!same || !evening.deals.length) {
      this.apart(record);
      return;
    }
    const id = newId();
    this.#become(withDeal(evening, id, record), id, { record, undone: [] });
    this.untouched = record;
  }

  /** The next deal as the players began it: one more of this evening if the same people play, else the first of an
   * evening of its own. A deal in which nothing was done gives way; jokers that were carried come along. */
  async nextDeal({ starter, ...told }) {
    await this.#settled();
    const same = told.players.join("\n") === this.evening.players.join("\n");
    if (!same) return this.newEvening({ ...told, starter });
    if (this.untouched) this.evening = frozen({ ...this.evening, deals: this.evening.deals.slice(0, -1) });
    return this.newDeal({ ...told, starter });
  }

  /** A deal more in this evening; told is laid over what follows from the evening (players, starter, carried …). */
  async newDeal(told = {}) {
    await this.#settled();
    return this.#begun(this.evening, newDeal({ ...nextDeal(this.evening), ...told, started: this.#time() }));
  }

  /** Another evening, with its first deal. */
  async newEvening({ name = "", ...told }) {
    await this.#settled();
    const record = newDeal({ ...told, started: this.#time() });
    const { rules, overrides } = stateOf(record);
    return this.#begun(newEvening({ id: newId(), name, started: this.#time(), rules, overrides, players: names(record) }), record);
  }

  /** A deal that begins in an evening, kept at once. */
  async #begun(evening, record) {
    const id = newId();
    this.#become(withDeal(evening, id, record), id, { record, undone: [] });
    await this.#write(this.last);
    return this.last;
  }

  /** An evening that is kept, with one of its deals, its last if none is named. */
  async open(eveningId, dealId) {
    await this.#settled();
    const evening = await this.store.get("evenings", eveningId);
    const kept = await this.store.get("deals", dealId ?? evening.deals.at(-1).id);
    const history = { record: fromJSON(kept.record), undone: kept.undone };
    this.#become(frozen(evening), kept.id, history);
    this.revision = kept.revision;
    await this.store.write([["meta", "current", { evening: evening.id, deal: kept.id }]]);
    return history;
  }

  /** Notes how the open deal stands. Returns at once; `settled` tells when it is kept. */
  keep({ record, undone }) {
    if (this.last && record === this.last.record && undone.length === this.last.undone.length) return;
    if (record === this.untouched) return;
    this.untouched = null;
    this.last = { record, undone };
    this.evening = followed(this.evening, this.deal, record, undone);
    this.#schedule();
    if (!this.asked) {
      this.asked = true;
      askToKeep();
    }
  }

  /** Fulfilled when everything that was told is kept. */
  settled = () => this.#settled();

  /** Another form of the evening: its scores, its name. */
  async setEvening(evening) {
    this.evening = frozen(evening);
    this.untouched = null;
    this.#schedule();
    await this.#settled();
  }

  /** The evenings that are kept, the last changed first; those that were removed are marked. */
  async list() {
    await this.#settled();
    const all = await this.store.all("evenings");
    return all.sort((one, other) => (other.changed > one.changed ? 1 : -1));
  }

  /** Marks an evening as removed, or takes that back. */
  async remove(id, removed = true) {
    await this.#settled();
    const evening = { ...(await this.store.get("evenings", id)), removed };
    await this.store.write([["evenings", id, evening]]);
    if (this.evening?.id === id) this.evening = frozen(evening);
  }

  /** Forgets an evening with its deals, for good. */
  async forget(id) {
    await this.#settled();
    const evening = await this.store.get("evenings", id);
    await this.store.write([["evenings", id, undefined], ...evening.deals.map((one) => ["deals", one.id, undefined])]);
  }

  /** The records of the deals of an evening, by id. */
  async records(evening = this.evening) {
    await this.#settled();
    const kept = await Promise.all(evening.deals.map((one) => this.store.get("deals", one.id)));
    return Object.fromEntries(evening.deals.map((one, at) => [one.id, one.id === this.deal ? this.last.record : fromJSON(kept[at].record)]));
  }

  /** An evening as a document. */
  async exported(id = this.evening.id) {
    const evening = id === this.evening.id ? this.evening : await this.store.get("evenings", id);
    const { changed, removed, ...plain } = evening;
    return eveningToJSON(plain, await this.records(evening));
  }

  /** Keeps what a document holds as an evening more; never over one that is kept. Gives its id. Throws RecordError. */
  async imported(document) {
    const { evening, records } = eveningFromJSON(document);
    if (!evening.deals.length) return this.#keepImported(evening, { first: newDeal({ rules: evening.rules, overrides: evening.overrides, players: evening.players }) }, [{ id: "first", starter: null, score: null }]);
    return this.#keepImported(evening, records, evening.deals);
  }

  async #keepImported(evening, records, told) {
    const id = newId();
    const deals = told.map((one) => ({ ...one, id: newId() }));
    const changed = this.#time();
    const changes = deals.map((one, at) => ["deals", one.id, { id: one.id, evening: id, record: records[told[at].id], undone: [], revision: 1, changed }]);
    await this.store.write([["evenings", id, { ...evening, id, deals, changed }], ...changes]);
    return id;
  }

  // Writing

  #time = () => this.now().toISOString();

  #become(evening, deal, history) {
    Object.assign(this, { evening, deal: deal ?? evening.deals.at(-1).id, last: history, revision: 0, untouched: null });
  }

  #schedule() {
    if (this.waiting) return; // what is written then is what stands then
    this.waiting = this.writing.then(() => {
      this.waiting = null;
      return this.#write(this.last);
    });
    this.writing = this.waiting.catch((error) => this.failed(error));
  }

  async #settled() {
    while (this.waiting) await this.waiting.catch(() => undefined);
    await this.writing;
  }

  async #write({ record, undone }) {
    const changed = this.#time();
    const { deal, revision } = this;
    const evening = { ...this.evening, changed };
    const kept = { id: deal, evening: evening.id, record, undone, revision: revision + 1, changed };
    this.revision = revision + 1;
    const whole = [["deals", deal, kept], ["evenings", evening.id, evening], ["meta", "current", { evening: evening.id, deal }]];
    const written = await this.store.write(whole, (there) => (there?.revision ?? 0) === revision);
    if (written) {
      this.channel?.postMessage({ deal, evening: evening.id });
      return;
    }
    // another tab went on with this deal and was not heard: both are kept, this one as a deal of its own
    this.deal = newId();
    this.revision = 0;
    const there = await this.store.get("evenings", evening.id);
    this.evening = withDeal(frozen({ ...this.evening, deals: there?.deals ?? this.evening.deals }), this.deal, record);
    await this.#write({ record, undone });
  }

  async #changedElsewhere({ deal, evening }) {
    if (evening !== this.evening?.id) return;
    await this.#settled();
    const [told, kept] = [await this.store.get("evenings", evening), await this.store.get("deals", this.deal)];
    if (told && this.evening.id === evening) this.evening = frozen(told);
    if (deal !== this.deal || !kept || kept.revision <= this.revision) return;
    this.last = { record: fromJSON(kept.record), undone: kept.undone };
    this.revision = kept.revision;
    this.elsewhere(this.last);
  }
}

/** Opens what this browser keeps. `onElsewhere({record, undone})` is called when another tab went on with the open deal,
 * `onFailed(error)` when the browser refuses to keep something. */
export async function openSession({ onElsewhere, onFailed, name, now = () => new Date() } = {}) {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name ?? CHANNEL);
  const session = new Session(await openStore(name), channel, now);
  if (onElsewhere) session.elsewhere = onElsewhere;
  if (onFailed) session.failed = onFailed;
  return session;
}

export { ME };
