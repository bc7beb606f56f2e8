/* What each event does to a deal: from one state to the next. */
import { without } from "../cards.js";
import { readLine } from "../line.js";
import { readMeld, withCards } from "../table.js";
import { fact } from "../words.js";
import { refuse, under } from "./error.js";
import { ME, checkedSeats } from "./shape.js";

const JOKER = "JK";
const MOST_HAND = 30;
const jokersIn = (cards) => cards.filter((one) => one === JOKER).length;

/** A parameter of the deal's rule set, with the house rules of the table. */
export const parameter = (state, name) => state.overrides[name] ?? (name in state.overrides ? null : fact(state.rules, name));

const seatOf = (state, player) => state.players.find((one) => one.name === player) ?? refuse("unknown_player", { player });
const meldOf = (state, id) => state.melds.find((one) => one.id === id) ?? refuse("unknown_meld", { meld: id });
const cardsInPlay = (state) => parameter(state, "decks") * 52 + parameter(state, "jokers");

/** The state in which a deal begins: nobody's cards are known, all are dealt. */
export function begun(head) {
  if (fact(head.rules, "decks") === undefined) refuse("unknown_rules", { value: head.rules }, "/rules");
  const state = {
    rules: head.rules,
    overrides: { ...head.overrides },
    starter: head.starter,
    carried: { ...head.carried },
    players: head.players.map((name) => ({ name, cards: null, opened: false, picked: [], thrown: [], turns: head.starter === null ? null : 0, left: null })),
    hand: [],
    hand_told: false,
    melds: [],
    made: 0,
    pile: [],
    top_by: null,
    bottom: null,
    stock_left: null,
    seen: [],
    closing_barred: false,
    barred_by: null,
    closed: null,
    turn: head.starter ?? ME,
    phase: "before_draw",
    drawn: null,
    turn_begun: 0,
    opening: null,
  };
  dealt(state);
  begin(state, state.turn);
  return state;
}

/** How many cards each player was dealt, and how many are left in the stock; not known without a starter. */
function dealt(state) {
  if (state.starter === null) return;
  const more = parameter(state, "carried_count_in_deal") ? {} : state.carried;
  for (const one of state.players) one.cards = parameter(state, "cards_dealt") + (starts(state, one.name) ? 1 : 0) + (more[one.name] ?? 0);
  const held = state.players.reduce((sum, one) => sum + one.cards, 0);
  state.stock_left = Math.max(0, cardsInPlay(state) - held - (parameter(state, "bottom") ? 1 : 0));
}

/** Does this player start with a card more, and so without a draw? */
const starts = (state, player) => player === state.starter && Boolean(parameter(state, "starter_extra"));

/** A player's turn begins. */
function begin(state, player) {
  const seat = seatOf(state, player);
  if (seat.turns !== null) seat.turns += 1;
  Object.assign(state, { turn: player, phase: "before_draw", drawn: null, opening: null, laid: [] });
  if (player === (state.starter ?? state.barred_by)) state.closing_barred = false;
  if (seat.turns === 1 && starts(state, player)) Object.assign(state, { phase: "after_draw", drawn: { from: "none", card: null } });
}

function next(state) {
  const at = state.players.findIndex((one) => one.name === state.turn);
  begin(state, state.players[(at + 1) % state.players.length].name);
}

// The cards of players

/** Takes cards out of a player's hand. */
function give(state, seat, cards) {
  if (seat.name === ME) {
    for (const one of new Set(cards)) {
      const [asked, held] = [cards, state.hand].map((some) => some.filter((other) => other === one).length);
      if (asked > held) refuse("not_in_hand", { card: one });
    }
    state.hand = without(state.hand, cards);
  } else if (seat.cards !== null && seat.cards < cards.length) {
    refuse("not_enough_cards", { player: seat.name, cards: seat.cards });
  }
  seat.picked = without(seat.picked, cards);
  if (seat.cards !== null) seat.cards -= cards.length;
}

/** Puts cards into a player's hand; `seen`: all have seen which. */
function take(state, seat, cards, seen = true) {
  if (seat.name === ME) state.hand = [...state.hand, ...cards];
  else if (seen) seat.picked = [...seat.picked, ...cards].sort();
  if (seat.cards !== null) seat.cards += cards.length;
  if (seat.name === ME && state.hand.length > MOST_HAND) refuse("hand_full", { most: MOST_HAND });
}

/** The player on turn does something: it must be his turn, and he must have drawn; an opponent drew unseen if nothing
 * was told of it. */
function acting(state, player, drawn = true) {
  const seat = seatOf(state, player);
  if (state.turn !== player) {
    if (state.starter === null && !state.turn_begun && !state.melds.length && !state.pile.length) begin(state, player);
    else refuse("not_on_turn", { player, turn: state.turn });
  }
  if (drawn && state.phase === "before_draw") {
    if (player === ME) refuse("draw_first");
    fromStock(state, seat, null);
  }
  return seat;
}

function fromStock(state, seat, card) {
  if (state.stock_left === 0 && state.pile.length > 1) {
    state.stock_left = state.pile.length - 1;
    state.pile = state.pile.slice(-1);
  }
  state.stock_left = state.stock_left > 0 ? state.stock_left - 1 : null; // more cards than were counted: not known
  if (seat.name === ME) take(state, seat, [card]);
  else if (seat.cards !== null) seat.cards += 1;
  Object.assign(state, { phase: "after_draw", drawn: { from: "stock", card: seat.name === ME ? card : null } });
}

// Melds

const wraps = (state) => Boolean(parameter(state, "ace_wraps"));

function newMeld(state, id, owner, cards, kind) {
  const read = readMeld(cards, kind, wraps(state)) ?? refuse("no_meld", { cards });
  if (id === undefined) {
    do id = `m${++state.made}`; while (state.melds.some((one) => one.id === id));
  } else if (id.startsWith("new:") || state.melds.some((one) => one.id === id)) refuse("meld_id_taken", { meld: id });
  state.melds.push({ id, owner, kind: read.kind, cards: read.cards, opening_run: null });
  return state.melds.at(-1);
}

/** Notes that a player lays melds; the pure runs of an opening are remembered, one of them is the run that opened. */
function laying(state, seat) {
  if (!seat.opened && state.opening === null) state.opening = [];
  seat.opened = true;
}

function noteRun(state, meld) {
  const pure = meld.kind === "run" && !jokersIn(meld.cards);
  const firstOnly = parameter(state, "opening_run_joker") === "never" && parameter(state, "pure_run_first") === "yes";
  if (state.opening && pure && parameter(state, "opening_pure_run") && !(firstOnly && state.opening.length)) state.opening.push(meld.id);
}

/** The cards of a meld after others were put on it; what jokers came back. */
function putOn(state, meld, cards, end) {
  const read = readMeld(withCards(meld, cards, end), meld.kind, wraps(state)) ?? refuse("does_not_fit", { cards, on: meld.cards });
  const left = [...meld.cards, ...cards];
  for (const one of read.cards) {
    const at = left.indexOf(one);
    if (at < 0) refuse("does_not_fit", { cards, on: meld.cards });
    left.splice(at, 1);
  }
  if (jokersIn(left) < left.length) refuse("does_not_fit", { cards, on: meld.cards });
  return { cards: read.cards, won: left };
}

/** The sets of four natural cards go to the pile where the rule set has it; the melds of the turn are settled. */
function settle(state) {
  const [run] = state.opening ?? [];
  for (const one of state.melds) if (state.laid.includes(one.id)) one.opening_run = one.id === run;
  if (!parameter(state, "fours_to_discard")) return;
  const isFour = (one) => one.kind === "set" && one.cards.length === 4 && !jokersIn(one.cards);
  state.pile = [...state.pile, ...state.melds.filter(isFour).flatMap((one) => one.cards)];
  state.melds = state.melds.filter((one) => !isFour(one));
}

// Events

function draw(state, { by, from, card }) {
  const seat = acting(state, by, false);
  if (state.phase !== "before_draw") refuse("drawn_already", { player: by });
  if (from === "stock") {
    if (by === ME && !card) refuse("card_needed");
    return fromStock(state, seat, card);
  }
  const lying = from === "discard" ? state.pile.at(-1) : (state.bottom ?? card);
  if (!lying) refuse(from === "discard" ? "pile_empty" : "card_needed");
  if (card && card !== lying) refuse("other_card_there", { card, lying });
  if (from === "discard") state.pile = state.pile.slice(0, -1);
  else if (!parameter(state, "bottom")) refuse("no_bottom");
  else state.bottom = null;
  take(state, seat, [lying]);
  Object.assign(state, { phase: "after_draw", drawn: { from, card: lying } });
}

function meld(state, { by, id, cards, kind }) {
  const seat = acting(state, by);
  give(state, seat, cards);
  const made = newMeld(state, id, by, cards, kind);
  laying(state, seat);
  state.laid.push(made.id);
  noteRun(state, made);
}

function layOff(state, { by, meld: id, cards, end }) {
  const seat = acting(state, by);
  const on = meldOf(state, id);
  const { cards: lying, won } = putOn(state, on, cards, end ?? null);
  give(state, seat, cards);
  on.cards = lying;
  laying(state, seat);
  if (jokersIn(cards) && state.opening) state.opening = state.opening.filter((one) => one !== id);
  take(state, seat, won);
}

function exchange(state, { by, meld: id, cards }) {
  const seat = acting(state, by);
  const on = meldOf(state, id);
  const built = on.kind === "set" ? [...on.cards.filter((one) => one !== JOKER), ...cards] : withCards(on, cards);
  const read = readMeld(built, on.kind, wraps(state));
  const whole = read && (on.kind === "set" ? read.cards.length === Math.min(4, parameter(state, "set_size_max") ?? 4) : read.cards.length === on.cards.length);
  const won = jokersIn(on.cards) - jokersIn(read?.cards ?? []);
  if (!whole || won < 1 || (on.kind === "run" && won !== cards.length) || cards.includes(JOKER)) refuse("no_exchange", { cards, on: on.cards });
  give(state, seat, cards);
  on.cards = read.cards;
  take(state, seat, Array(won).fill(JOKER));
}

function rearrange(state, { by, take: ids, melds, from_hand: added = [] }) {
  const seat = acting(state, by);
  const taken = ids.map((id) => meldOf(state, id));
  const same = (one, other) => [...one].sort().join() === [...other].sort().join();
  if (!same([...taken.flatMap((one) => one.cards), ...added], melds.flatMap((one) => one.cards))) refuse("cards_not_conserved");
  give(state, seat, added);
  state.melds = state.melds.filter((one) => !ids.includes(one.id));
  if (state.opening) state.opening = state.opening.filter((one) => !ids.includes(one));
  for (const one of melds) state.laid.push(newMeld(state, one.id, taken[0].owner, one.cards, one.kind).id);
}

function giveBack(state, { by }) {
  const seat = acting(state, by, false);
  const { from, card } = state.drawn ?? {};
  if (!["discard", "bottom"].includes(from)) refuse("nothing_to_return");
  give(state, seat, [card]);
  if (from === "bottom") state.bottom = card;
  else state.pile = [...state.pile, card];
  Object.assign(state, { phase: "before_draw", drawn: null });
}

function thrown(state, { by, card }) {
  const seat = acting(state, by);
  give(state, seat, [card]);
  settle(state);
  state.pile = [...state.pile, card];
  state.top_by = by;
  seat.thrown = [...seat.thrown, card];
  next(state);
  if (card === JOKER && parameter(state, "joker_discard_bars_closing")) Object.assign(state, { closing_barred: true, barred_by: by });
}

function ended(state, { by }) {
  acting(state, by, false);
  settle(state);
  next(state);
}

function close(state, { by, from_hand: fromHand = false, special }) {
  if (by === null) {
    state.closed = { by, from_hand: false, special: false };
    return;
  }
  seatOf(state, by);
  const alone = !state.melds.some((one) => one.owner !== by);
  const earned = parameter(state, "from_hand_bonus") !== "none" && (alone || parameter(state, "from_hand_bonus") === "always");
  state.closed = { by, from_hand: fromHand, special: special ?? (fromHand && earned) };
}

function left(state, { by, cards }) {
  const seat = seatOf(state, by);
  if (by === ME) state.hand = [...cards];
  else seat.left = [...cards];
  seat.cards = cards.length;
}

/** The hand as told: a whole one before the own draw with a card more than was dealt has drawn already. */
function hand(state, { cards }) {
  const me = seatOf(state, ME);
  if (cards.length > MOST_HAND) refuse("hand_full", { most: MOST_HAND });
  const size = parameter(state, "cards_dealt");
  const mine = state.turn === ME && !me.opened;
  const fromStockUntold = state.drawn?.from === "stock" && state.drawn.card === null;
  if (mine && state.phase === "before_draw" && cards.length === size + 1) {
    if (state.stock_left !== null) state.stock_left -= 1;
    Object.assign(state, { phase: "after_draw", drawn: { from: "stock", card: null } });
  } else if (mine && state.phase === "after_draw" && fromStockUntold && cards.length === size) {
    if (state.stock_left !== null) state.stock_left += 1;
    Object.assign(state, { phase: "before_draw", drawn: null });
  } else if (state.turn === ME && state.drawn?.card && !cards.includes(state.drawn.card)) {
    state.drawn = state.drawn.from === "stock" ? { from: "stock", card: null } : null;
  }
  state.hand = [...cards];
  state.hand_told = true;
  me.cards = cards.length;
}

function bottom(state, { card }) {
  if (!parameter(state, "bottom")) refuse("no_bottom");
  if (card === JOKER) refuse("joker_as_bottom");
  state.bottom = card;
}

// Corrections

/** Sets what round of turns it is: every player's number of turns follows. */
function setRound(state, round) {
  const number = state.players.length;
  const first = state.players.findIndex((one) => one.name === (state.starter ?? ME));
  const order = (name) => (state.players.findIndex((one) => one.name === name) - first + number) % number;
  const [mine, now] = [order(ME), order(state.turn)];
  const cycle = round === null ? null : now > mine ? round - 1 : round;
  for (const one of state.players) one.turns = cycle === null ? null : Math.max(0, order(one.name) <= now ? cycle : cycle - 1);
}

const CORRECTIONS = {
  turn(state, player) {
    const seat = seatOf(state, player);
    if (player === state.turn) return;
    const before = seat.turns;
    const most = Math.max(0, ...state.players.map((one) => one.turns ?? 0));
    begin(state, player);
    if (before !== null) seat.turns = before < most ? before + 1 : Math.max(1, before);
    if (seat.turns > 1 && state.drawn?.from === "none") Object.assign(state, { phase: "before_draw", drawn: null });
  },
  phase(state, phase) {
    if (phase !== state.phase) Object.assign(state, { phase, drawn: null });
  },
  round: setRound,
  stock_left: (state, number) => (state.stock_left = number),
  closing_barred: (state, barred) => Object.assign(state, { closing_barred: barred, barred_by: state.turn }),
  opened(state, told) {
    for (const [name, opened] of Object.entries(typeof told === "boolean" ? { [ME]: told } : told)) seatOf(state, name).opened = opened;
  },
  counts(state, told) {
    for (const [name, cards] of Object.entries(told)) if (name !== ME) seatOf(state, name).cards = cards;
  },
  picked(state, told) {
    for (const [name, cards] of Object.entries(told)) seatOf(state, name).picked = [...cards].sort();
  },
  thrown(state, told) {
    for (const [name, cards] of Object.entries(told)) seatOf(state, name).thrown = [...cards];
  },
  pile(state, cards) {
    state.pile = [...cards];
    if (!cards.length) state.top_by = null;
  },
  top_by(state, player) {
    if (player !== null) seatOf(state, player);
    state.top_by = player;
  },
  bottom: (state, card) => (card === null ? (state.bottom = null) : bottom(state, { card })),
  drawn(state, drawn) {
    Object.assign(state, { drawn: drawn && { from: drawn.from, card: drawn.card ?? null }, phase: drawn ? "after_draw" : state.phase });
    if (drawn?.card && state.turn === ME && !state.hand.includes(drawn.card)) refuse("not_in_hand", { card: drawn.card });
  },
  seen: (state, cards) => (state.seen = [...cards]),
  meld(state, { id, owner, cards, kind, opening_run: opening }) {
    const at = state.melds.findIndex((one) => one.id === id);
    if (!cards.length) {
      state.melds = state.melds.filter((one) => one.id !== id);
      return;
    }
    const old = state.melds[at];
    const whose = owner ?? old?.owner ?? ME;
    seatOf(state, whose).opened = true;
    state.melds = state.melds.filter((one) => one.id !== id);
    const made = newMeld(state, id, whose, cards, kind ?? (readMeld(cards, old?.kind, wraps(state)) ? old?.kind : null));
    made.opening_run = opening === undefined ? (old?.opening_run ?? null) : opening;
    if (old) state.melds = [...state.melds.slice(0, at), made, ...state.melds.slice(at, -1)];
  },
};

function correct(state, { set }) {
  for (const [one, apply] of Object.entries(CORRECTIONS)) if (one in set) under(`/set/${one}`, () => apply(state, set[one]));
}

/** Takes over a whole position; its rule set and opponents are those of the deal from now on. */
function adopt(state, { position }) {
  let told;
  try {
    told = readLine(position);
    if (fact(told.rules, "decks") === undefined) refuse("unknown_rules", { value: told.rules });
  } catch {
    refuse("bad_position", { value: position.slice(0, 40) }, "/position");
  }
  const names = [ME, ...told.opponents.map((one) => one.name)];
  if (new Set(names).size < names.length) refuse("bad_position", { value: position.slice(0, 40) }, "/position");
  const others = told.opponents.length ? [] : state.players.filter((one) => one.name !== ME);
  for (const one of told.table) if (!names.includes(one.owner) && !others.some((other) => other.name === one.owner)) names.push(one.owner);
  const starter = told.starter ? ME : null;
  const players = [...names, ...others.map((one) => one.name)];
  Object.assign(state, begun({ rules: told.rules, overrides: told.overrides, players, starter: null, carried: {} }), { starter });
  const me = seatOf(state, ME);
  Object.assign(state, { hand: told.hand, hand_told: true, pile: told.discard_pile, seen: told.seen, bottom: told.bottom_card ?? null, made: 0 });
  Object.assign(state, { stock_left: told.stock_left === undefined ? null : Number(told.stock_left), closing_barred: Boolean(told.closing_barred), top_by: told.top_discard_by ?? null, turn_begun: 1 });
  me.cards = told.hand.length;
  for (const { name, cards, opened, picked, thrown: away } of told.opponents) {
    Object.assign(seatOf(state, name), { cards: cards ? Number(cards) : null, opened: opened === "yes", picked: [...(picked || [])].sort(), thrown: away || [] });
  }
  for (const one of told.table) {
    const made = newMeld(state, one.id, one.owner, one.cards, one.kind || null);
    made.opening_run = { yes: true, no: false }[one.opening_run] ?? null;
    seatOf(state, one.owner).opened = true;
  }
  if (told.opened) me.opened = told.opened === "yes";
  setRound(state, told.round === undefined ? null : Number(told.round));
  inPhase(state, told);
}

/** The phase as a position tells it, or as its cards do. */
function inPhase(state, told) {
  const size = parameter(state, "cards_dealt");
  const sight = state.pile.length > 0 || state.bottom !== null || state.stock_left !== null;
  const me = seatOf(state, ME);
  if (told.drawn) Object.assign(state, { phase: "after_draw", drawn: { from: told.drawn.from, card: told.drawn.card ?? null } });
  else if (me.turns === 1 && starts(state, ME)) Object.assign(state, { phase: "after_draw", drawn: { from: "none", card: null } });
  else state.phase = told.phase || (!me.opened && told.hand.length === size ? "before_draw" : !me.opened && told.hand.length === size + 1 ? "after_draw" : sight ? "before_draw" : "free");
}

function changeRules(state, { rules, overrides = {} }) {
  if (fact(rules, "decks") === undefined) refuse("unknown_rules", { value: rules }, "/rules");
  Object.assign(state, { rules, overrides });
  const fresh = state.starter !== null && !state.turn_begun;
  if (!fresh) return;
  const mine = state.hand.length;
  for (const one of state.players) one.turns = 0;
  dealt(state);
  begin(state, state.turn);
  if (state.hand_told) seatOf(state, ME).cards = mine;
}

function seats(state, { players, starter = state.starter, carried = state.carried }) {
  checkedSeats({ players, starter, carried });
  const fresh = begun({ rules: state.rules, overrides: state.overrides, players, starter, carried });
  if (!state.turn_begun) {
    const { hand: mine, hand_told: told, bottom: card, seen } = state;
    Object.assign(state, fresh, { bottom: card, seen });
    if (told) hand(state, { cards: mine });
    return;
  }
  for (const one of state.melds) if (!players.includes(one.owner)) refuse("player_has_melds", { player: one.owner });
  state.players = fresh.players.map((one) => state.players.find((old) => old.name === one.name) ?? { ...one, turns: null, cards: null });
  if (!players.includes(state.top_by)) state.top_by = null;
  if (starter !== state.starter) Object.assign(state, { starter });
  if (!players.includes(state.turn)) begin(state, ME);
}

function rename(state, { from, to }) {
  const seat = seatOf(state, from);
  if (from === ME || to === ME || state.players.some((one) => one.name === to)) refuse("same_name", { value: to }, "/to");
  const renamed = (name) => (name === from ? to : name);
  seat.name = to;
  for (const one of state.melds) one.owner = renamed(one.owner);
  for (const one of ["turn", "starter", "top_by", "barred_by"]) state[one] = renamed(state[one]);
  if (state.closed) state.closed.by = renamed(state.closed.by);
  state.carried = Object.fromEntries(Object.entries(state.carried).map(([name, jokers]) => [renamed(name), jokers]));
}

function clear(state) {
  const { rules, overrides, starter, carried, players } = state;
  Object.assign(state, begun({ rules, overrides, starter, carried, players: players.map((one) => one.name) }));
}

const PLAY = { draw, meld, lay_off: layOff, exchange, rearrange, return: giveBack, throw: thrown, end: ended };
const TOLD = { hand, bottom, correct, adopt, rules: changeRules, seats, rename, clear, close, left };

/** Do the cards that are known exceed what the decks hold? */
function checkCopies(state) {
  const places = [state.hand, state.pile, state.seen, state.bottom ? [state.bottom] : [], ...state.melds.map((one) => one.cards)];
  for (const one of state.players) if (one.name !== ME) places.push(one.left ?? one.picked);
  const found = new Map();
  for (const one of places.flat()) found.set(one, (found.get(one) ?? 0) + 1);
  for (const [card, copies] of found) {
    const most = parameter(state, card === JOKER ? "jokers" : "decks");
    if (copies > most) refuse("too_many_copies", { card, copies, most });
  }
}

/** The state after an event. Throws RecordError, and then leaves the state as it is. */
export function after(state, event) {
  const drafted = structuredClone(state);
  const plays = PLAY[event.type];
  if (plays) {
    if (drafted.closed) refuse("closed_already");
    plays(drafted, event);
    drafted.turn_begun += 1;
  } else {
    TOLD[event.type](drafted, event);
  }
  checkCopies(drafted);
  return drafted;
}
