/* What taps mean: cards that are picked up move to the pile, onto a meld or into a new one; the service judges my moves. */
import { call } from "../api.js";
import { without } from "../cards.js";
import { say } from "../dom.js";
import { ME } from "../record/shape.js";
import { standFor } from "../table.js";
import { t } from "../words.js";
import { eventsOf, note, parameter, record, state, turnWith } from "./deal.js";
import { dropAll, dropLast, pickAt, pickCard, picked, refresh } from "./fingers.js";
import { closeKeypad, keypadFor, openKeypad } from "./keypad.js";
import { refuse } from "./refusal.js";
import { shownHand } from "./view.js";

let dismissed; // the number of events when the keypad was closed by hand: it does not come back by itself
let finished = false; // the hand was said to be whole, although it is short of a dealt one

/** How many cards a hand has before its draw; a starter who does not draw has one more. */
export const dealtTo = () => parameter("cards_dealt");

const played = () => record().events.some(({ type, by }) => type === "adopt" || by === ME);

/** Whether the hand is still being entered. */
export const dealing = (now = state()) => !finished && !now.closed && !played() && now.hand.length < dealtTo() + (now.starter === ME && parameter("starter_extra") ? 1 : 0);
const card = () => picked(shownHand(state()));
const drawsFirst = (now) => now.phase === "before_draw";

/** Opens the keypad for what can only come now, or closes it. */
export function expectCards() {
  const now = state();
  if (dealing(now)) return openKeypad({ name: "hand", title: t("enter_hand", { n: now.hand.length, all: dealtTo() }), take: takeHand, back: backHand, optional: now.hand.length > 0 });
  if (["bottom", "top", "swap"].includes(keypadFor())) return undefined;
  if (now.closed) return closeKeypad();
  if (now.turn !== ME) return openKeypad({ name: `theirs ${now.turn}`, title: t("enter_theirs", { name: now.turn }), take: (codes) => codes.forEach(pickCard), back: dropLast });
  if (drawsFirst(now) && (keypadFor() === "drawn" || (!now.pile.length && now.hand.length && dismissed !== record().events.length))) return askDrawn();
  return closeKeypad();
}

const askDrawn = () => openKeypad({ name: "drawn", title: t("enter_drawn"), take: ([code]) => tell({ type: "draw", by: ME, from: "stock", card: code }), optional: true });

const takeHand = (codes) => tell({ type: "hand", cards: [...state().hand, ...codes] });

function backHand() {
  const now = state();
  if (now.hand.length) tell({ type: "hand", cards: now.hand.slice(0, -1) });
}

/** Notes events and puts the cards down; tells of what is refused. */
export function tell(...events) {
  const wrong = note(...events);
  if (wrong) refuse({ text: t(`record_${wrong.code}`, wrong.values) });
  else dropAll();
  return !wrong;
}

/** Whether the service takes what I do, told in one of several ways; what it refuses is shown, and can be done all the same. */
async function judged(events, then) {
  let refused;
  for (const event of events) {
    const asked = turnWith(event);
    let answer;
    try {
      answer = await call("/v1/check", { ...asked.body, actions: asked.actions, notation: "unicode" });
    } catch (problem) {
      if (problem.heading) return then(event, {}); // out of reach: what was played is kept, unjudged
      refused = { problems: (problem.errors ?? [problem]).map((one) => ({ text: one.detail })) };
      continue;
    }
    if (answer.legal) return then(event, answer);
    refused = answer;
  }
  return refuse({ problems: refused.problems, anyway: () => then(events.at(-1), {}) });
}

/** I must have drawn before I play; one tap says that I have. */
function hasDrawn(now, again) {
  if (now.turn !== ME || !drawsFirst(now) || !now.hand.length) return true;
  refuse({ text: t("draw_first"), button: t("have_drawn"), anyway: () => tell({ type: "correct", set: { phase: "after_draw" } }) && again() });
  return false;
}

function throwCard(cards) {
  const now = state();
  const [code] = cards;
  if (cards.length !== 1) return refuse({ text: t("one_card") });
  if (now.turn !== ME) return tell({ type: "throw", by: now.turn, card: code });
  if (!hasDrawn(now, () => throwCard(cards))) return undefined;
  return judged([{ type: "throw", by: ME, card: code }], (event, { closes, from_hand }) => {
    const done = tell(event, ...(closes ? [{ type: "close", by: ME, from_hand: Boolean(from_hand) }] : []));
    if (done) say(t(closes ? "closed" : "thrown_now"));
  });
}

function layMeld(cards) {
  const now = state();
  if (cards.length < 3) return refuse({ text: t("three_cards") });
  if (now.turn !== ME) return tell({ type: "meld", by: now.turn, cards });
  if (!hasDrawn(now, () => layMeld(cards))) return undefined;
  return judged([{ type: "meld", by: ME, cards }], (event) => tell(event));
}

/** Whether cards are what the jokers of a meld stand for. */
function frees(meld, cards) {
  const wanted = standFor(meld).filter(Boolean);
  return wanted.length > 0 && !cards.includes("JK") && (wanted[0].length === 1 ? cards.every((one) => wanted.some(([code]) => code === one)) : !without(wanted[0], cards).length);
}

function putOnto(id, cards) {
  const now = state();
  const meld = now.melds.find((one) => one.id === id);
  const layOff = { type: "lay_off", by: now.turn, meld: id, cards };
  const ways = frees(meld, cards) ? [{ type: "exchange", by: now.turn, meld: id, cards }, layOff] : [layOff];
  if (now.turn !== ME) return tell(ways[0]);
  if (!hasDrawn(now, () => putOnto(id, cards))) return undefined;
  return judged(ways, (event) => tell(event));
}

function drawFrom(from) {
  const now = state();
  if (now.turn === ME && from === "stock") return askDrawn();
  const top = from === "discard" ? now.pile.at(-1) : now.bottom;
  return tell({ type: "draw", by: now.turn, from, ...(top && { card: top }) });
}

/** Opens the keypad for one card that is told of. */
export const askFor = (name, title, take) => {
  openKeypad({ name, title, optional: true, take: ([code]) => (closeKeypad(), take(code)) });
  refresh();
};

/** Everything that can be done to the table, by the name of the act. */
export const ACTS = {
  card: ({ at }) => pickAt(Number(at)),
  drop: () => dropAll(),
  pile: () => {
    const now = state();
    if (card().length) return throwCard(card());
    if (!now.pile.length) return askFor("top", t("enter_top"), (code) => tell({ type: "correct", set: { pile: [code] } }));
    return drawFrom("discard");
  },
  stock: () => drawFrom("stock"),
  bottom: () => (state().bottom ? drawFrom("bottom") : askFor("bottom", t("enter_bottom"), (code) => tell({ type: "bottom", card: code }))),
  meld: ({ id }) => (card().length ? putOnto(id, card()) : undefined),
  new_meld: () => layMeld(card()),
  player: ({ name }) => state().turn !== name && tell({ type: "correct", set: { turn: name } }),
  starter: ({ name }) => tell({ type: "seats", players: state().players.map((one) => one.name), starter: name || null }),
  phase: ({ phase }) => state().phase !== phase && tell({ type: "correct", set: { phase } }),
  keypad_close: () => {
    if (keypadFor() === "hand") {
      finished = true;
      if (state().turn === ME) tell({ type: "correct", set: { phase: "free" } });
    }
    dismissed = record().events.length;
    closeKeypad();
  },
};

/** Follows a plan that is on the screen; a card drawn from the stock is asked for first. */
export function follow(plan) {
  const [first] = plan.actions;
  if (first.type === "draw" && first.from === "stock" && !first.card) return (askDrawn(), refresh());
  return tell(...eventsOf(plan));
}

/** A new deal begins: its hand is still to come. */
export const startOver = () => (finished = false);
