/* Draws the table: opponents with their melds, the middle, the own melds, whose turn it is, and the hand. */
import { codeOf, faceOf, nameOf, sorted, starred, suitOf, textOf } from "../cards.js";
import { $, el } from "../dom.js";
import { ME } from "../record/shape.js";
import { standFor } from "../table.js";
import { count, fact, t } from "../words.js";
import { isPicked, picked, pickedFrom } from "./fingers.js";
import { patch } from "./patch.js";


/** The hand as it is shown. */
export const shownHand = (state) => sorted(state.hand);
export const playerName = (name) => (name === ME ? t("you") : name);

/** A card of a meld; a joker shows the card that it stands for. */
function meldCard(code, as) {
  const text = as?.length === 1 ? textOf(as[0]) : "";
  return el("span", { class: "card" }, faceOf(code, ""), text && el("span", { class: `as ${suitOf(as[0]).toLowerCase()}` }, text));
}

/** A meld as it is read out: joker, stands for 6 of clubs. */
function meldLabel(meld, as) {
  const cards = meld.cards.map((code, at) => (as[at] ? `${nameOf(code)} (${as[at].map(nameOf).join(" / ")})` : nameOf(code)));
  return `${meld.owner === ME ? t("my_meld") : t("meld_of", { owner: meld.owner })}: ${cards.join(", ")}`;
}

/** A meld as a button: what is picked up goes onto it. */
function meldView(meld) {
  const as = standFor(meld);
  const size = meld.cards.length > 8 ? " longest" : meld.cards.length > 5 ? " long" : "";
  return el("button", { type: "button", class: `meld${size}`, "data-act": "meld", "data-id": meld.id, "data-drop": "meld", "data-key": `meld ${meld.id}`, "aria-label": meldLabel(meld, as) },
    meld.cards.map((code, at) => meldCard(code, as[at])));
}

const newMeld = (owner) => el("button", { type: "button", class: "meld new", "data-act": "new_meld", "data-drop": "new_meld", "data-key": `new ${owner}` }, t("new_meld_here"));

function melds(state, owner, cards) {
  const theirs = state.melds.filter((one) => one.owner === owner);
  const laying = state.turn === owner && cards.length > 0;
  return el("div", { class: "melds" }, theirs.map(meldView), laying && newMeld(owner));
}

function player(state, { name, cards, opened }, held) {
  const turn = state.turn === name;
  return el("article", { class: `player${turn ? " turn" : ""}`, "data-key": `player ${name}` },
    el("button", { type: "button", class: "who", "data-act": "player", "data-name": name, "data-key": `who ${name}`, ...(turn && { "aria-current": "true" }) },
      el("b", {}, name), " ",
      cards != null && el("span", { class: "held", title: count("cards", cards) }, el("span", { "aria-hidden": "true" }, cards), el("span", { class: "away" }, count("cards", cards))), " ",
      opened && el("span", { class: "opened" }, t("has_opened"))),
    melds(state, name, held));
}

const back = (label) => el("span", { class: "back", "aria-hidden": "true" }, label);
const place = (act, label, content, extra = {}) =>
  el("button", { type: "button", class: `place ${act}`, "data-act": act, "data-key": act, ...extra }, content, el("span", { class: "label" }, label));

function middle(state) {
  const top = state.pile.at(-1);
  const bottom = fact(state.rules, "bottom", state.overrides);
  return [
    place("stock", t("stock"), back(state.stock_left ?? ""), { "aria-label": state.stock_left == null ? t("stock") : `${t("stock")}, ${count("cards", state.stock_left)}` }),
    bottom && place("bottom", t("bottom"), state.bottom ? faceOf(state.bottom) : el("span", { class: "hole" }, "?")),
    place("pile", t("pile"), top ? faceOf(top) : el("span", { class: "hole" }, "+"), { "data-drop": "pile", "aria-label": top ? `${t("pile")}: ${nameOf(top)}` : t("pile_empty") }),
  ];
}

function handCard(code, at, marks) {
  const on = isPicked(at);
  return el("button", { type: "button", class: `card${on ? " on" : ""}${marks[at] ? ` ${marks[at]}` : ""}`, "data-act": "card", "data-at": at, "data-card": code, "data-key": `hand ${at}`, "aria-pressed": String(on), "aria-label": nameOf(code), tabindex: at ? -1 : 0 }, faceOf(code, ""));
}

/** Marks the places of cards that a plan throws or lays. */
function marked(hand, plan) {
  const marks = [];
  const mark = (cards, name) => {
    for (const code of cards) {
      const at = hand.findIndex((one, place) => one === code && !marks[place]);
      if (at >= 0) marks[at] = name;
    }
  };
  for (const action of plan?.actions ?? []) {
    if (action.type === "discard") mark([codeOf(action.card)], "throws");
    else mark((action.cards ?? action.from_hand ?? []).map(codeOf), "lays");
  }
  return marks;
}

/** The word for what is to be done now. */
export function phaseText(state) {
  if (state.closed) return t("deal_over");
  if (!state.hand.length) return t("phase_deal");
  if (state.turn !== ME) return t("phase_theirs", { name: state.turn });
  return t({ before_draw: "phase_before", after_draw: "phase_after" }[state.phase] ?? "phase_free");
}

/** Who starts the deal that is being entered; told, it is followed from its start. */
function starters(state) {
  const choice = (starter, text) => el("button", { type: "button", class: "seg", "data-act": "starter", "data-name": starter ?? "", "data-key": `starter ${starter}`, "aria-pressed": String(state.starter === starter) }, text);
  return el("div", { class: "now", "data-key": "starters" }, el("p", { id: "starters" }, t("who_starts")),
    el("span", { class: "segs", role: "group", "aria-labelledby": "starters" }, choice(null, t("not_from_start")), state.players.map(({ name }) => choice(name, name === ME ? t("i_start") : name))));
}

const roundButton = (state) => el("button", { type: "button", class: "round", "data-act": "round", "data-key": "round", "aria-label": t("correct_round") + (state.round == null ? "" : `, ${t("round_short", { n: state.round })}`) }, state.round == null ? t("round_unknown") : t("round_short", { n: state.round }));

function phaseRow(state, dealing) {
  const step = (name, now) => el("button", { type: "button", class: "seg", "data-act": "phase", "data-phase": name, "data-key": `phase ${name}`, "aria-pressed": String(now) }, t(`step_${name}`));
  if (dealing) return starters(state);
  return el("div", { class: "now", "data-key": "now" },
    el("p", {}, el("b", {}, phaseText(state))),
    state.turn === ME && !state.closed && state.hand.length > 0 && el("span", { class: "segs", role: "group", "aria-label": t("phase_title") }, step("before_draw", state.phase === "before_draw"), step("after_draw", state.phase === "after_draw")));
}

/** What can be done with the cards that are picked up. */
function bar(state, cards) {
  const button = (act, text, extra = {}) => el("button", { type: "button", "data-act": act, "data-key": `bar ${act}${extra["data-id"] ?? ""}`, ...extra }, text);
  const shown = starred(cards);
  return el("div", { class: "bar", role: "group", "data-key": "bar", "aria-label": t("picked", { cards: shown }) },
    pickedFrom() === "keypad" && el("output", { class: "shown" }, shown),
    cards.length === 1 && button("pile", t("act_throw"), { class: "main" }),
    cards.length > 2 && button("new_meld", t("act_meld"), { class: "main" }),
    state.melds.map((meld) => button("meld", t("act_onto", { meld: starred(meld.cards) }), { "data-id": meld.id })),
    cards.length < 3 && button("new_meld", t("act_meld")),
    button("drop", "✕", { "aria-label": t("put_down") }));
}

/** Draws everything but the advice and the keypad. */
export function draw(state, plan, dealing) {
  const hand = shownHand(state);
  const held = picked(hand);
  patch($("#others"), state.players.filter(({ name }) => name !== ME).map((one) => player(state, one, held)));
  patch($("#middle"), middle(state));
  const me = state.players.find(({ name }) => name === ME);
  const my = state.turn === ME;
  patch($("#mine"), el("article", { class: `player${my ? " turn" : ""}` },
    el("button", { type: "button", class: "who", "data-act": "player", "data-name": ME, "data-key": "who me", ...(my && { "aria-current": "true" }) }, el("b", {}, t("you")), " ", el("span", { class: "held" }, el("span", { "aria-hidden": "true" }, hand.length), el("span", { class: "away" }, count("cards", hand.length))), " ", me?.opened && el("span", { class: "opened" }, t("has_opened"))),
    !state.closed && roundButton(state),
    melds(state, ME, held)));
  patch($("#now"), held.length ? bar(state, held) : phaseRow(state, dealing));
  const marks = my && !held.length ? marked(hand, plan) : [];
  patch($("#cards"), hand.map((code, at) => handCard(code, at, marks)));
  document.documentElement.dataset.held = held.length > 0;
}
