/* The shape of a deal record: which events there are, what each holds, and whether a document keeps to it. */
import { codeOf } from "../cards.js";
import { refuse, under } from "./error.js";

export const FORMAT = "zolik-deal";
export const VERSION = 1;
export const ME = "me";
const MOST_NAME = 64;
const MOST_EVENTS = 5_000;
const MOST_CARDS = 200;
const MOST_LINE = 100_000;

const kindOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
const wrong = (wanted, value) => refuse("wrong_type", { wanted, found: kindOf(value) });

// Kinds of fields: each takes a value and gives it as it is kept, or refuses it.

const text = (most, least = 1) => (value) => {
  if (typeof value !== "string") wrong("string", value);
  if (value.length < least || value.length > most) refuse("bad_length", { value: value.slice(0, 40), most });
  return value;
};
const name = (value) => {
  const told = text(MOST_NAME)(value);
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(told) || !told.trim()) refuse("bad_name", { value: told });
  return told;
};
const choice = (...values) => (value) => (values.includes(value) ? value : refuse("bad_choice", { value: String(value).slice(0, 40), known: values.join(", ") }));
const flag = (value) => (typeof value === "boolean" ? value : wrong("boolean", value));
const whole = (least, most) => (value) => {
  if (!Number.isInteger(value)) wrong("integer", value);
  return value >= least && value <= most ? value : refuse("out_of_range", { value, least, most });
};
const card = (value) => {
  if (typeof value !== "string") wrong("string", value);
  return codeOf(value) ?? refuse("bad_card", { value: value.slice(0, 40) });
};
const maybe = (kind) => (value) => (value === null ? null : kind(value));
const list = (kind, least = 0, most = MOST_CARDS) => (value) => {
  if (!Array.isArray(value)) wrong("array", value);
  if (value.length < least || value.length > most) refuse("bad_length", { value: value.length, most });
  return value.map((one, at) => under(`/${at}`, () => kind(one)));
};
const cards = (least = 0) => list(card, least);
const record = (fields) => (value) => {
  if (kindOf(value) !== "object") wrong("object", value);
  return checked(value, fields);
};
/** An object from names to values. */
const byName = (key, kind) => (value) => {
  if (kindOf(value) !== "object") wrong("object", value);
  return Object.fromEntries(Object.entries(value).map(([one, told]) => under(`/${one}`, () => [key(one), kind(told)])));
};
const either = (first, second, isSecond) => (value) => (isSecond(value) ? second : first)(value);

/** A rule set's own value of a parameter. */
const parameter = (value) => {
  const plain = ["string", "number", "boolean", "null"].includes(kindOf(value)) || (Array.isArray(value) && value.length < 10 && value.every(Number.isInteger));
  return plain ? value : wrong("string", value);
};

const need = (kind) => Object.assign((value) => kind(value), { needed: true });
const MELD_KIND = maybe(choice("run", "set"));
const OVERRIDES = byName(text(64), parameter);
const BY = need(name);
const BUILT = record({ id: text(MOST_NAME), cards: need(cards(1)), kind: MELD_KIND });
const SET = record({
  phase: choice("before_draw", "after_draw", "free"),
  turn: name,
  round: maybe(whole(1, 999)),
  stock_left: maybe(whole(0, 1000)),
  closing_barred: flag,
  opened: either(flag, byName(name, flag), (value) => typeof value !== "boolean"),
  counts: byName(name, maybe(whole(0, 30))),
  picked: byName(name, cards()),
  thrown: byName(name, cards()),
  pile: cards(),
  top_by: maybe(name),
  bottom: maybe(card),
  drawn: maybe(record({ from: need(choice("stock", "discard", "bottom", "none")), card: maybe(card) })),
  seen: cards(),
  meld: record({ id: need(text(MOST_NAME)), owner: name, cards: need(cards()), kind: MELD_KIND, opening_run: maybe(flag) }),
});

/** Every type of event with its fields. */
export const EVENTS = {
  hand: { cards: need(cards()) },
  bottom: { card: need(card) },
  draw: { by: BY, from: need(choice("stock", "discard", "bottom")), card },
  meld: { by: BY, id: text(MOST_NAME), cards: need(cards(3)), kind: MELD_KIND },
  lay_off: { by: BY, meld: need(text(MOST_NAME)), cards: need(cards(1)), end: maybe(choice("low", "high")) },
  exchange: { by: BY, meld: need(text(MOST_NAME)), cards: need(cards(1)) },
  rearrange: { by: BY, take: need(list(text(MOST_NAME), 1, 60)), melds: need(list(BUILT, 1, 60)), from_hand: cards() },
  return: { by: BY },
  throw: { by: BY, card: need(card) },
  end: { by: BY },
  close: { by: need(maybe(name)), from_hand: flag, special: flag },
  left: { by: BY, cards: need(cards()) },
  correct: { set: need(SET) },
  adopt: { position: need(text(MOST_LINE)) },
  rules: { rules: need(text(64)), overrides: OVERRIDES },
  seats: { players: need(list(name, 1, 9)), starter: maybe(name), carried: byName(name, whole(0, 8)) },
  rename: { from: need(name), to: need(name) },
  clear: {},
};

const HEAD = {
  format: need(choice(FORMAT)),
  version: need(whole(1, VERSION)),
  rules: need(text(64)),
  overrides: OVERRIDES,
  players: need(list(name, 1, 9)),
  starter: maybe(name),
  carried: byName(name, whole(0, 8)),
  started: text(40),
  events: need(list((value) => value, 0, MOST_EVENTS)),
};

function checked(value, fields, path = "") {
  for (const one of Object.keys(value)) if (!Object.hasOwn(fields, one)) refuse("unknown_field", { value: one.slice(0, 40) }, `${path}/${one}`);
  const kept = {};
  for (const [one, kind] of Object.entries(fields)) {
    const told = value[one];
    if (told === undefined && kind.needed) refuse("missing_field", { value: one }, `${path}/${one}`);
    if (told !== undefined) kept[one] = under(`/${one}`, () => kind(told));
  }
  return kept;
}

/** A value that nobody can change, all the way down. */
export function frozen(value) {
  if (value && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** An event as it is kept: its cards as codes, its fields in their order. Throws RecordError. */
export function checkedEvent(event) {
  if (kindOf(event) !== "object") wrong("object", event);
  const { type, ...told } = event;
  if (!Object.hasOwn(EVENTS, type)) refuse("unknown_event", { value: String(type).slice(0, 40) }, "/type");
  if (type === "exchange" && told.card !== undefined && told.cards === undefined) {
    told.cards = [told.card]; // the short form: one card for one joker
    delete told.card;
    delete told.joker;
  }
  return frozen({ type, ...checked(told, EVENTS[type]) });
}

/** The head of a document (all but its events), checked. Throws RecordError. */
export function checkedHead(value) {
  if (kindOf(value) !== "object") wrong("object", value);
  if (value.format !== FORMAT) refuse("other_format", { value: String(value.format).slice(0, 40), wanted: FORMAT }, "/format");
  if (Number.isInteger(value.version) && value.version > VERSION) refuse("newer_version", { value: value.version, known: VERSION }, "/version");
  const { events, ...head } = checked(value, HEAD);
  return { ...checkedSeats(head), events };
}

/** Players with each name once and the user among them; a starter, and who carries jokers, is one of them. */
export function checkedSeats(head) {
  const { players, starter = null, carried = {} } = head;
  players.forEach((one, at) => players.indexOf(one) < at && refuse("same_name", { value: one }, `/players/${at}`));
  if (!players.includes(ME)) refuse("without_me", {}, "/players");
  if (starter !== null && !players.includes(starter)) refuse("unknown_player", { player: starter }, "/starter");
  for (const one of Object.keys(carried)) if (!players.includes(one)) refuse("unknown_player", { player: one }, `/carried/${one}`);
  return { ...head, starter, overrides: head.overrides ?? {}, carried };
}
