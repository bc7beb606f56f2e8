/* An evening: deals of the same players one after another, with an account of each. Pure functions on frozen documents. */
import { parsed, refuse, under } from "./error.js";
import { fromJSON, newDeal, rulesOf, stateOf, toJSON } from "./record.js";
import { ME, frozen } from "./shape.js";

export const FORMAT = "zolik-evening";
export const VERSION = 1;

/**
 * @typedef {object} Evening  frozen; `{id, name, started, rules, overrides, players, deals}`; `deals` are
 *   {id, starter, score} in their order; `score` is null until told: {points: {name: penalty}, closer, from_hand, special,
 *   carried, game_ends, winners, next_starter, told: "service" | "players"}
 */

/** An evening without deals. */
export const newEvening = ({ id, name = "", started, rules = "zoliky-online", overrides = {}, players = [ME] }) =>
  frozen({ id, name, started, rules, overrides: { ...overrides }, players: [...players], deals: [] });

/** The evening with one more deal (its id), of which the record is kept apart. */
export const withDeal = (evening, id, record) => {
  const { rules, overrides, players, starter } = stateOf(record);
  return frozen({ ...evening, rules, overrides, players: players.map((one) => one.name), deals: [...evening.deals, { id, starter, score: null }] });
};

/** The evening as a deal of it now has rules, players and starter; who was renamed there, or has his old name back since
 * that was `undone`, is renamed in all its scores. */
export const followed = (evening, id, record, undone = []) => {
  const { rules, overrides, players, starter } = stateOf(record);
  const names = players.map((one) => one.name);
  const last = evening.deals.at(-1)?.id === id;
  const { deals: before } = last ? renamed(evening, newNames(evening.players, names, [...record.events, ...undone])) : evening;
  const deals = before.map((one) => (one.id === id && one.starter !== starter ? { ...one, starter } : one));
  return frozen({ ...evening, rules, overrides, players: last ? names : evening.players, deals });
};

/** The new name of each player who was renamed by one of some events, or by taking it back. */
function newNames(before, now, events) {
  if (before.length !== now.length) return {};
  const told = events.filter(({ type }) => type === "rename").map(({ from, to }) => [from, to].sort().join("\n"));
  const changed = before.map((name, at) => [name, now[at]]).filter(([from, to]) => from !== to);
  return Object.fromEntries(changed.filter((pair) => told.includes([...pair].sort().join("\n"))));
}

/** The evening with players under other names in its starters and scores. */
function renamed(evening, names) {
  if (!Object.keys(names).length) return evening;
  const now = (name) => names[name] ?? name;
  const score = (one) => one && {
    ...one,
    points: Object.fromEntries(Object.entries(one.points).map(([name, points]) => [now(name), points])),
    closer: now(one.closer),
    winners: one.winners?.map(now),
    next_starter: now(one.next_starter),
  };
  return { ...evening, deals: evening.deals.map((one) => ({ ...one, starter: now(one.starter), score: score(one.score) })) };
}

/** The deals of the game that is being played: those after the last one that ended a game. */
export function gameOf(evening) {
  const last = evening.deals.findLastIndex((one) => one.score?.game_ends);
  return evening.deals.slice(last + 1);
}

/** The deals game by game; the last game may go on. */
export function gamesOf(evening) {
  const games = [[]];
  for (const one of evening.deals) {
    games.at(-1).push(one);
    if (one.score?.game_ends) games.push([]);
  }
  return games.filter((one, at) => one.length || at === 0);
}

/** The penalty points of each player over some deals; who has no score in any of them has 0. */
export function totalsOf(deals, players = []) {
  const totals = Object.fromEntries(players.map((one) => [one, 0]));
  for (const { score } of deals) for (const [name, points] of Object.entries(score?.points ?? {})) totals[name] = (totals[name] ?? 0) + points;
  return totals;
}

/** Everybody who has played in the evening, in order. */
export const playersOf = (evening) => [...new Set([...evening.players, ...evening.deals.flatMap((one) => Object.keys(one.score?.points ?? {}))])];

/**
 * How the next deal begins: `{rules, overrides, players, starter, carried}` for `newDeal`. Who sits after the last starter
 * starts; a closer keeps the jokers that he carried. `starter` is null where the last one is not known.
 */
export function nextDeal(evening) {
  const last = evening.deals.at(-1);
  const { players, rules, overrides } = evening;
  const score = last?.score;
  const at = players.indexOf(last?.starter);
  const starter = score?.next_starter ?? (at < 0 ? null : players[(at + 1) % players.length]);
  const carried = score?.carried && players.includes(score.closer) && !score.game_ends ? { [score.closer]: score.carried } : {};
  return { rules, overrides, players, starter: players.includes(starter) ? starter : null, carried };
}

/**
 * What `/v1/score` is to be asked of a deal of the evening: `body`, and `missing`: the players of whom it is not known
 * which cards they hold (a `left` event tells them). Null while the deal goes on, or if nobody closed.
 */
export function scoreRequest(evening, id, record) {
  const state = stateOf(record);
  if (!state.closed?.by) return null;
  const { by: closer, from_hand: fromHand, special } = state.closed;
  const game = gamesOf(evening).find((deals) => deals.some((one) => one.id === id)) ?? gameOf(evening);
  const at = game.findIndex((one) => one.id === id);
  const totals = totalsOf(at < 0 ? game : game.slice(0, at), playersOf(evening));
  const handOf = (one) => (one.name === ME ? state.hand : (one.left ?? (one.cards === 0 ? [] : one.name === closer && one.cards === one.picked.length ? one.picked : null)));
  const missing = state.players.filter((one) => handOf(one) === null).map((one) => one.name);
  const body = {
    rules: rulesOf(record),
    closer,
    from_hand: fromHand,
    ...(special && { special }),
    players: state.players.map((one) => ({ name: one.name, hand: [...(handOf(one) ?? [])], opened: one.opened || one.name === closer, total: totals[one.name] ?? 0 })),
    deal: (at < 0 ? game.length : at) + 1,
    ...(state.starter && { starter: state.starter }),
  };
  return { body, missing };
}

/** The evening with the score of a deal, as `/v1/score` answered. */
export function withScore(evening, id, answer) {
  const points = Object.fromEntries(answer.players.map((one) => [one.name, one.penalty]));
  const { closer, from_hand, special, carried, game_ends, winners, next_starter } = answer;
  return scored(evening, id, { points, closer, from_hand, special, carried, game_ends: Boolean(game_ends), winners, next_starter, told: "service" });
}

/** The evening with a deal's points as the players counted them. */
export const withPoints = (evening, id, points, { closer = null, carried = 0, game_ends = false } = {}) =>
  scored(evening, id, { points: { ...points }, closer, from_hand: false, special: false, carried, game_ends, winners: [], next_starter: null, told: "players" });

const scored = (evening, id, score) => frozen({ ...evening, deals: evening.deals.map((one) => (one.id === id ? { ...one, score } : one)) });

// As a document

/** The evening with the records of its deals as text; `records` by deal id. */
export function eveningToJSON(evening, records) {
  const { deals, ...head } = evening;
  return JSON.stringify({ format: FORMAT, version: VERSION, ...head, deals: deals.map((one) => ({ ...one, record: JSON.parse(toJSON(records[one.id])) })) }, null, 1);
}

const text = (value) => (typeof value === "string" ? value : refuse("wrong_type", { wanted: "string", found: typeof value }));
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const MOST_DEALS = 500;

/** The evening and records of a document: of an evening, or of a single deal. Throws RecordError with the path of the
 * bad field. The ids are those of the document. */
export function eveningFromJSON(document) {
  const told = typeof document === "string" ? parsed(document) : document;
  if (isObject(told) && told.format !== FORMAT) {
    const record = fromJSON(told);
    const { rules, overrides, players, starter } = stateOf(record);
    const evening = newEvening({ id: "", started: record.started ?? "", rules, overrides, players: players.map((one) => one.name) });
    return { evening: frozen({ ...evening, deals: [{ id: "1", starter, score: null }] }), records: { 1: record } };
  }
  if (!isObject(told)) refuse("wrong_type", { wanted: "object", found: Array.isArray(told) ? "array" : typeof told });
  if (told.version !== VERSION) refuse(Number.isInteger(told.version) && told.version > VERSION ? "newer_version" : "bad_choice", { value: told.version, known: VERSION }, "/version");
  if (!Array.isArray(told.deals)) refuse("wrong_type", { wanted: "array", found: typeof told.deals }, "/deals");
  if (told.deals.length > MOST_DEALS) refuse("bad_length", { value: told.deals.length, most: MOST_DEALS }, "/deals");
  const head = newDeal({ ...known(told, ["rules", "overrides", "players"]) }); // as a deal of it would begin
  const records = {};
  const deals = told.deals.map((one, at) => under(`/deals/${at}`, () => {
    if (!isObject(one)) refuse("wrong_type", { wanted: "object", found: typeof one });
    const id = under("/id", () => text(one.id));
    if (Object.hasOwn(records, id)) refuse("same_name", { value: id }, "/id");
    records[id] = under("/record", () => fromJSON(one.record));
    return { id, starter: stateOf(records[id]).starter, score: under("/score", () => checkedScore(one.score ?? null)) };
  }));
  const evening = { id: under("/id", () => text(told.id ?? "")), name: under("/name", () => text(told.name ?? "")).slice(0, 64), started: under("/started", () => text(told.started ?? "")).slice(0, 40) };
  return { evening: frozen({ ...newEvening({ ...evening, rules: head.rules, overrides: head.overrides, players: head.players }), deals }), records };
}

const known = (told, names) => Object.fromEntries(names.filter((one) => told[one] !== undefined).map((one) => [one, told[one]]));

const MOST_POINTS = 1_000_000;

function checkedScore(score) {
  if (score === null) return null;
  if (!isObject(score) || !isObject(score.points)) refuse("wrong_type", { wanted: "object", found: typeof score });
  for (const [name, points] of Object.entries(score.points)) {
    if (!Number.isInteger(points)) refuse("wrong_type", { wanted: "integer", found: typeof points }, `/points/${name}`);
    if (Math.abs(points) > MOST_POINTS) refuse("out_of_range", { value: points, least: -MOST_POINTS, most: MOST_POINTS }, `/points/${name}`);
  }
  const name = (value) => (typeof value === "string" ? value : null);
  return {
    points: { ...score.points },
    closer: name(score.closer),
    from_hand: score.from_hand === true,
    special: score.special === true,
    carried: Number.isInteger(score.carried) ? Math.min(8, Math.max(0, score.carried)) : 0,
    game_ends: score.game_ends === true,
    winners: Array.isArray(score.winners) ? score.winners.filter(name) : [],
    next_starter: name(score.next_starter),
    told: score.told === "service" ? "service" : "players",
  };
}
