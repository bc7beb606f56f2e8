/* The deal record: one JSON document that holds everything that happened in a deal, as events in their order.
   What lies on the table is never kept: it follows from the events. See /docs/record for the format. */
import { codeOf } from "../cards.js";
import { readLine } from "../line.js";
import { RecordError, parsed, under } from "./error.js";
import { after, begun, parameter } from "./play.js";
import { FORMAT, ME, VERSION, checkedEvent, checkedHead, frozen } from "./shape.js";

export { RecordError } from "./error.js";
export { FORMAT, ME, VERSION } from "./shape.js";

/**
 * @typedef {object} DealRecord  frozen; `{format, version, rules, overrides, players, starter, carried, started?, events}`
 * @typedef {object} State       frozen; what lies on the table after the events of a record:
 *   rules, overrides          the rule set now in force
 *   players                   [{name, cards (null: not known), opened, picked[], thrown[], turns, left}] in seat order, "me" among them
 *   starter                   who started; null: the deal was not followed from its start
 *   turn                      whose turn it is (a name)
 *   phase                     "before_draw" | "after_draw" of that player, "free" (no turn), "closed"
 *   drawn                     {from, card|null} of this turn, null if not drawn or not known; from "none": a starter who does not draw
 *   round                     the user's turn number: of this turn, else of his next; null: not known
 *   hand, hand_told           the user's cards in the order told; whether they were told
 *   melds                     [{id, owner, kind, cards[], opening_run}]: runs ascending, jokers in their places
 *   pile, top_by              discard pile, top last; who threw last
 *   bottom, stock_left, seen  null where not known
 *   closing_barred, closed    closed: null or {by (null: nobody closed), from_hand, special}
 *   laid                      ids of the melds laid in this turn; opening: null, or the ids of pure runs of this turn's opening
 *   log                       [{at, event, by, turn, round}] one for each event since the start; `turn` is whose turn it was,
 *                             `round` the number of that player's turn (null: not known)
 */

const states = new WeakMap(); // record → state: it follows from the record, so it is made once
const parents = new WeakMap(); // record → the record before its last event

/** A deal begins. `players` are the seats in order with "me" among them; `starter` is one of them, or null where the deal
 * is not followed from its start (then counts, round and stock are not known until told); `carried` are jokers kept from
 * the deal before, by name. Throws RecordError. */
export function newDeal({ rules = "zoliky-online", overrides = {}, players = [ME], starter = null, carried = {}, started } = {}) {
  const head = { format: FORMAT, version: VERSION, rules, overrides, players: [...players], starter, carried, ...(started && { started }), events: [] };
  return made(checkedHead(head));
}

/** A deal that begins with a position taken over from a link (its line). Throws RecordError. */
export function dealOf(position) {
  const empty = newDeal({});
  const { rules, overrides } = stateOf(apply(empty, { type: "adopt", position }));
  const players = [ME, ...readLine(position).opponents.map((one) => one.name)];
  return apply(newDeal({ rules, overrides, players }), { type: "adopt", position });
}

function made(head) {
  const record = frozen({ ...head, events: head.events ?? [] });
  states.set(record, withLog(begun(record), []));
  return record;
}

const withLog = (state, log) => frozen({ ...state, round: roundOf(state), phase: state.closed ? "closed" : state.phase, played: state, log });

const roundOf = (state) => {
  const { turns } = state.players.find((one) => one.name === ME);
  return turns === null ? null : Math.max(1, state.turn === ME ? turns : turns + 1);
};

/**
 * The record with one more event. Throws RecordError for an event that cannot be, and then nothing has changed.
 *
 * Every event may be told in any card notation of one card (7D, D7, 7♦, TD); it is kept as codes. Beside the events of
 * the table (hand, bottom, draw, meld, lay_off, exchange, rearrange, return, throw, end, close, left) there are:
 * correct (what the user puts right), adopt (a position taken over), rules, seats, rename, clear.
 *
 * - An opponent who melds, throws … before a draw was told has drawn from the stock, unseen. The user must tell his draw.
 * - draw from the discard pile or the bottom card needs no `card`: it is the one that lies there.
 * - meld: `id` and `kind` may be absent (m1, m2 …; read as the service reads it). A run's cards may come in any order
 *   if there is no joker among them, else as they lie, ascending or descending.
 * - lay_off on the place of a joker exchanges it (the joker goes to the player); exchange: `cards` are the natural cards
 *   given (one for a run; all missing suits for a set); `{card}` for one is taken too.
 * - rearrange: `take` (ids), `melds` [{cards, kind?, id?}], `from_hand`.
 * - return: the card taken from the pile or from under the stock goes back; the player is before his draw again.
 * - throw ends the turn; end ends it without a throw (a player who sits out, rules without a discard).
 * - close follows the throw that closes; by null: nobody closed. `special` is derived unless told.
 * - left: the cards that a player shows after the close, for the scores.
 * - hand: all cards of the user, again; in his first turn (before his draw) one card more than are dealt means that he has
 *   drawn one of them.
 * - correct.set: phase, turn, round, stock_left, closing_barred, opened (own, or by name), counts, picked, thrown (by name),
 *   pile, top_by, bottom, drawn, seen, meld {id, owner, cards ([]: it is gone), kind, opening_run}.
 */
export function apply(record, event) {
  const kept = checkedEvent(event);
  const before = stateOf(record);
  const now = after(before.played, kept);
  const by = kept.by === undefined ? ME : kept.by;
  const turns = before.players.find((one) => one.name === before.turn).turns;
  const next = frozen({ ...record, events: [...record.events, kept] });
  states.set(next, withLog(now, [...before.log, { at: record.events.length, event: kept, by, turn: before.turn, round: turns }]));
  parents.set(next, record);
  return next;
}

/** What lies on the table after all events. The value is frozen, and the same object for the same record. */
export function stateOf(record) {
  if (!states.has(record)) {
    const whole = record.events.reduce(apply, made({ ...record, events: [] }));
    states.set(record, states.get(whole));
  }
  return states.get(record);
}

/** The record without its last `number` events. */
export function shortened(record, number = 1) {
  let result = record;
  for (let left = Math.min(number, record.events.length); left > 0; left -= 1) {
    result = parents.get(result) ?? frozen({ ...result, events: result.events.slice(0, -1) });
  }
  return result;
}

// Asking

/** The rule set as a request tells it: its id, or an object with the house rules. */
export function rulesOf(record) {
  const { rules, overrides } = stateOf(record);
  return Object.keys(overrides).length ? { base: rules, ...overrides } : rules;
}

/** A parameter of the rule set in force, house rules included (as far as the page was told of it). */
export const parameterOf = (record, name) => parameter(stateOf(record), name);

/**
 * The body of a request that asks about the position as it is now: fields of the API, no language, no notation.
 *
 * In the user's turn it tells the phase and the draw. While an opponent is on turn it tells `phase: "free"`: a hand
 * outside a turn. What is not known is left out. After the user has laid something in this turn the body is the position
 * that is left (he counts as opened, a taken card that was laid counts as dealt with); to judge the turn as a whole,
 * use `turnOf`. With an empty hand there is nothing to ask: null.
 */
export function requestOf(record) {
  const state = stateOf(record);
  if (!state.hand.length) return null;
  const mine = state.turn === ME;
  const seat = state.players.findIndex((one) => one.name === ME);
  const others = state.players.map((_, at) => state.players[(seat + at) % state.players.length]).slice(1);
  const body = { rules: rulesOf(record), hand: [...state.hand], opened: state.players[seat].opened, ...phaseOf(state, mine) };
  if (state.melds.length) body.table = state.melds.map(tableMeld);
  if (state.round !== null) body.round = state.round;
  if (state.starter === ME) body.starter = true;
  if (state.pile.length) body.discard_pile = [...state.pile];
  if (state.bottom) body.bottom_card = state.bottom;
  if (state.stock_left !== null) body.stock_left = state.stock_left;
  if (others.length) body.opponents = others.map(opponent);
  const topLies = state.pile.length > 0 || body.drawn?.from === "discard";
  if (topLies && state.top_by && state.top_by !== ME) body.top_discard_by = state.top_by;
  if (state.closing_barred) body.closing_barred = true;
  if (state.seen.length) body.seen = [...state.seen];
  return body;
}

/** The draw is told while its card is in the hand; nobody is in a turn once the deal is closed. */
function phaseOf(state, mine) {
  if (!mine || state.phase === "free" || state.phase === "closed") return { phase: "free" };
  if (state.phase === "before_draw") return { phase: "before_draw" };
  const { from, card } = state.drawn ?? {};
  const held = from && (card ? state.hand.includes(card) && !laidAlready(state, card) : true);
  return held ? { drawn: card ? { from, card } : { from } } : { phase: "after_draw" };
}

/** Does a meld that was laid in this turn hold the card? Copies are the same card. */
const laidAlready = (state, card) => state.melds.some((one) => state.laid.includes(one.id) && one.cards.includes(card));

const tableMeld = ({ id, owner, kind, cards, opening_run: run }) => ({ id, owner, kind, cards: [...cards], ...(run !== null && { opening_run: run }) });

const opponent = ({ name, cards, opened, picked, thrown }) => ({
  name, ...(cards !== null && { cards }), opened, ...(picked.length && { picked: [...picked] }), ...(thrown.length && { thrown: [...thrown] }),
});

/**
 * The user's turn as a whole: `body` is the position before anything was laid in it, `actions` what he has done since, as
 * `POST /v1/check` takes them, and after them `events` that he thinks of (not in the record): so the service says why a
 * step is refused. Null unless it is the user's turn, after his draw.
 */
export function turnOf(record, events = []) {
  const state = stateOf(record);
  if (state.turn !== ME || state.phase !== "after_draw") return null;
  let from = state.log.length;
  while (from > 0 && LAYING.includes(state.log[from - 1].event.type)) from -= 1;
  const base = shortened(record, state.log.length - from);
  const ids = new Map();
  const actions = [];
  let now = base;
  for (const one of [...record.events.slice(from), ...events.map(checkedEvent)]) {
    const { melds } = stateOf(now);
    actions.push(actionOf(one, ids, melds));
    const known = new Set(melds.map((meld) => meld.id));
    try {
      now = apply(now, one);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      break; // what cannot be is the service's to refuse
    }
    for (const { id } of stateOf(now).melds) if (!known.has(id)) ids.set(id, `new:${ids.size}`);
  }
  return { body: requestOf(base), actions };
}

const LAYING = ["meld", "lay_off", "exchange", "rearrange"];

function actionOf(event, ids, melds) {
  const jokers = () => {
    const on = melds.find((one) => one.id === event.meld);
    return on?.kind === "set" ? Math.max(1, on.cards.filter((one) => one === "JK").length) : event.cards.length;
  };
  const meld = ids.get(event.meld) ?? event.meld;
  switch (event.type) {
    case "meld": return { type: "meld", cards: event.cards, ...(event.kind && { kind: event.kind }) };
    case "lay_off": return { type: "layoff", meld, cards: event.cards, end: event.end ?? null };
    case "exchange": return { type: "exchange", meld, cards: event.cards, jokers: jokers() };
    case "rearrange": return { type: "rearrange", take: event.take.map((id) => ids.get(id) ?? id), melds: event.melds.map(({ cards, kind }) => ({ cards, ...(kind && { kind }) })), from_hand: event.from_hand ?? [] };
    case "return": return { type: "return", card: event.card };
    case "draw": return { type: "draw", from: event.from, ...(event.card && { card: event.card }) };
    default: return { type: "discard", card: event.card };
  }
}

/**
 * The events that following a plan of an answer makes, in order; to be applied one after another to `record` (the record
 * that the plan was asked about). A draw from the stock whose card is not known is left out: its card must be told first.
 * A throw that closes is followed by its close.
 */
export function eventsOf(record, plan) {
  const { melds, made: number } = stateOf(record);
  const taken = new Set(melds.map((one) => one.id));
  const names = [];
  let last = number;
  const fresh = () => {
    do last += 1; while (taken.has(`m${last}`));
    names.push(`m${last}`);
    return names.at(-1);
  };
  const idOf = (id) => (id.startsWith("new:") ? names[Number(id.slice(4))] : id);
  const codes = (cards) => (cards ?? []).map(codeOf);
  const by = ME;
  return plan.actions.flatMap((one) => {
    switch (one.type) {
      case "draw": return one.from === "stock" && !one.card ? [] : [{ type: "draw", by, from: one.from, ...(one.card && { card: codeOf(one.card) }) }];
      case "meld": return [{ type: "meld", by, id: fresh(), cards: codes(one.cards), kind: one.kind ?? null }];
      case "layoff": return [{ type: "lay_off", by, meld: idOf(one.meld), cards: codes(one.cards), end: one.end ?? null }];
      case "exchange": return [{ type: "exchange", by, meld: idOf(one.meld), cards: codes(one.cards) }];
      case "rearrange": return [{ type: "rearrange", by, take: one.take.map(idOf), from_hand: codes(one.from_hand), melds: one.melds.map(({ cards, kind = null }) => ({ id: fresh(), cards: codes(cards), kind })) }];
      case "return": return [{ type: "return", by }];
      default: return [{ type: "throw", by, card: codeOf(one.card) }, ...(one.closes ? [{ type: "close", by, from_hand: Boolean(one.from_hand) }] : [])];
    }
  });
}

// History: unlimited undo and redo

/** A record with what was taken back; `undone` are events, the last taken back last. */
export const historyOf = (record, undone = []) => frozen({ record, undone: [...undone] });

/** One event more, or several; what was taken back before is forgotten. Throws RecordError, and then nothing has changed. */
export const push = (history, ...events) => historyOf(events.flat().reduce(apply, history.record));

/** Takes back the last event, whatever it was: a draw, a correction, changed rules, a cleared table. */
export function undo(history) {
  const { record, undone } = history;
  if (!record.events.length) return history;
  return historyOf(shortened(record), [...undone, record.events.at(-1)]);
}

/** Does again what was taken back last. */
export function redo(history) {
  const { record, undone } = history;
  if (!undone.length) return history;
  return historyOf(apply(record, undone.at(-1)), undone.slice(0, -1));
}

// As a document

/** The record as text, one event a line. */
export function toJSON(record) {
  const { events, ...head } = record;
  const lines = events.map((one) => `\n  ${JSON.stringify(one)}`).join(",");
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "events": [${lines}${lines && "\n "}]\n}\n`;
}

/** The record that a document holds: text, or what JSON.parse made of it. Every event is checked and played through.
 * Throws RecordError, with the path of the bad field. */
export function fromJSON(document) {
  const { events, ...head } = checkedHead(typeof document === "string" ? parsed(document) : document);
  return events.reduce((record, one, at) => under(`/events/${at}`, () => apply(record, one)), made({ ...head, events: [] }));
}
