/* Melds as they lie after cards were put on them; the service judged the moves before. */
import { RANKS, rankOf } from "./cards.js";

const JOKER = "JK";
const isRun = (cards) => {
  const suits = new Set(cards.filter((one) => one !== JOKER).map((one) => one.at(-1)));
  const ranks = new Set(cards.filter((one) => one !== JOKER).map(rankOf));
  return suits.size === 1 && (ranks.size > 1 || cards.filter((one) => one !== JOKER).length === 1);
};

/** The rank (ace low 1, high 14) of the first place of a run that lies ascending. */
function firstRank(cards) {
  const at = cards.findIndex((one) => one !== JOKER && rankOf(one) > 1);
  if (at >= 0) return rankOf(cards[at]) - at;
  const ace = cards.findIndex((one) => one !== JOKER);
  return ace === 0 ? 1 : 14 - ace;
}

function ascending(cards) {
  const places = cards.flatMap((one, at) => (one !== JOKER && rankOf(one) > 1 ? [[at, rankOf(one)]] : []));
  if (places.length < 2 ? cards[0] !== JOKER && rankOf(cards[0]) === 1 && places[0]?.[1] > 3 : places[0][1] > places.at(-1)[1]) return [...cards].reverse();
  return cards;
}

/** Cards as a run, ascending, each joker where it lies; undefined if they are none. `wraps`: an ace may lie inside. */
function runOf(cards, wraps) {
  const naturals = cards.filter((one) => one !== JOKER);
  const suit = naturals[0]?.at(-1);
  if (!suit || cards.length < 3 || cards.length > 14) return undefined;
  const lows = Array.from({ length: wraps ? 13 : 15 - cards.length }, (_, at) => at + 1);
  const from = (low) => cards.map((_, at) => RANKS[(low + at - 1) % 13] + suit);
  if (naturals.length === cards.length) {
    const told = [...cards].sort().join();
    return lows.map(from).find((lying) => [...lying].sort().join() === told);
  }
  const lies = (order) => lows.some((low) => from(low).every((card, at) => [JOKER, card].includes(order[at])));
  return [cards, [...cards].reverse()].find(lies);
}

function setOf(cards) {
  const naturals = cards.filter((one) => one !== JOKER);
  const sound = cards.length >= 3 && cards.length <= 4 && new Set(naturals.map(rankOf)).size === 1 && new Set(naturals).size === naturals.length;
  return sound ? cards : undefined;
}

/** Cards as a meld: its kind, and its cards as they lie (runs ascending); undefined if they are none. */
export function readMeld(cards, kind = null, wraps = false) {
  const run = kind === "set" ? undefined : runOf(cards, wraps);
  const set = kind === "run" || run ? undefined : setOf(cards);
  return run ? { kind: "run", cards: run } : set && { kind: "set", cards: set };
}

/** A meld with cards laid off on it or given for its jokers. */
export function withCards(meld, laid, end) {
  if (meld.kind === "set" || !isRun(meld.cards)) return setWith(meld.cards, laid);
  const lying = ascending(meld.cards);
  const low = firstRank(lying);
  const places = new Map(lying.map((one, at) => [low + at, one]));
  const naturals = laid.filter((one) => one !== JOKER);
  const edge = (pick) => pick(...places.keys());
  for (const one of naturals) {
    const ace = rankOf(one) === 1;
    const below = places.get(1) === JOKER || (end === "low" && edge(Math.min) === 2);
    const high = ace && !below && ((edge(Math.max) > 11 && !places.has(14)) || places.get(14) === JOKER);
    places.set(ace ? (high ? 14 : 1) : rankOf(one), one);
  }
  for (let jokers = laid.length - naturals.length; jokers > 0; jokers -= 1) {
    let gap = edge(Math.min);
    while (places.has(gap)) gap += 1;
    const inside = gap < edge(Math.max);
    const below = end === "low" || gap > 14;
    places.set(inside ? gap : below ? edge(Math.min) - 1 : gap, JOKER);
  }
  return [...places.keys()].sort((one, other) => one - other).map((rank) => places.get(rank));
}

function setWith(cards, laid) {
  const result = [...cards];
  for (const one of laid) {
    const at = result.length === 4 || one === JOKER ? result.indexOf(JOKER) : -1;
    if (one !== JOKER && at >= 0) result[at] = one;
    else result.push(one);
  }
  return result;
}

/** The table after a plan's actions, for answers that do not tell it; cards as codes. */
export function tableAfter(table, plan, codes) {
  const melds = table.map((one) => ({ ...one, fate: "kept" }));
  let made = 0;
  const add = (meld, owner) => melds.push({ ...meld, cards: codes(meld.cards), id: `new:${made++}`, owner, fate: "new" });
  for (const action of plan.actions) {
    const on = melds.find((one) => one.id === action.meld);
    if (action.type === "meld") add(action, "me");
    if (on && action.type === "layoff") {
      on.cards = withCards(on, codes(action.cards), action.end);
      on.stands_for = undefined;
      on.fate = on.fate === "new" ? "new" : "extended";
    }
    if (on && action.type === "exchange") {
      on.cards = exchanged(on, codes(action.cards));
      on.stands_for = undefined;
      on.fate = "exchanged";
    }
    if (action.type === "rearrange") {
      const owner = melds.find((one) => action.take.includes(one.id))?.owner ?? "me";
      for (const id of action.take) melds.splice(melds.findIndex((one) => one.id === id), 1);
      for (const meld of action.melds) add(meld, owner);
    }
  }
  return melds;
}

function exchanged(meld, given) {
  if (meld.kind !== "set" && isRun(meld.cards)) return withCards(meld, given);
  return [...meld.cards.filter((one) => one !== JOKER), ...given];
}

const SETS = [..."SHDC"];

/** The cards that each joker of a meld may stand for, by its place; nothing at the places of other cards. */
export function standFor({ kind, cards }) {
  const natural = cards.find((one) => one !== JOKER);
  if (!natural || !cards.includes(JOKER)) return [];
  if (kind === "set" || !isRun(cards)) {
    const rank = natural.slice(0, -1);
    const missing = SETS.filter((suit) => !cards.includes(rank + suit)).map((suit) => rank + suit);
    return cards.map((one) => (one === JOKER ? missing : undefined));
  }
  const down = ascending(cards) !== cards;
  const low = firstRank(down ? [...cards].reverse() : cards);
  return cards.map((one, at) => {
    const rank = low + (down ? cards.length - 1 - at : at);
    return one === JOKER ? [RANKS[(rank - 1) % 13] + natural.at(-1)] : undefined;
  });
}
