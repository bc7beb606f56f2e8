/* Dialogs: what a long press or a right click offers, corrections, the menu. */
import { nameOf, starred, textsOf, without } from "../cards.js";
import { $, el, fill } from "../dom.js";
import { setUpLook } from "../look.js";
import { ME } from "../record/shape.js";
import { t } from "../words.js";
import { state } from "./deal.js";
import { pickAt, picked } from "./fingers.js";
import { ACTS, askFor, tell } from "./moves.js";
import { playerName, shownHand } from "./view.js";

const dialog = $("#ask");

/** Opens the dialog with a title and what can be chosen; `[text, function]` each. */
export function offer(title, choices, ...more) {
  const button = ([text, act]) => el("button", { type: "button", click: () => (dialog.close(), act()) }, text);
  fill(dialog, el("h2", { id: "ask-title" }, title), more, el("div", { class: "list" }, choices.filter(Boolean).map(button)),
    el("button", { type: "button", class: "plain", click: () => dialog.close() }, t("cancel")));
  if (!dialog.open) dialog.showModal();
}

/** What can be done with what was pressed long. */
export function openContext(target) {
  const { act, at, id, name } = target.dataset;
  if (act === "card") return cardContext(Number(at));
  if (act === "meld") return meldContext(id);
  if (act === "player") return askPlayer(name);
  if (act === "stock") return askNumber(t("stock"), t("cards_in_stock"), state().stock_left ?? "", 120, (number) => tell({ type: "correct", set: { stock_left: number } }));
  if (act === "bottom" && state().bottom) return offer(t("bottom"), [[t("draw_it"), () => ACTS.bottom()], [t("correct_card"), () => askFor("bottom", t("enter_bottom"), (code) => tell({ type: "correct", set: { bottom: code } }))]]);
  return act === "pile" ? pileContext() : undefined;
}

function cardContext(at) {
  const hand = shownHand(state());
  const code = hand[at];
  if (!picked(hand).includes(code)) pickAt(at, { only: true });
  const cards = picked(hand);
  const replace = (other) => tell({ type: "hand", cards: [...without(state().hand, [code]), ...other] });
  offer(cards.map(nameOf).join(", "), [
    cards.length === 1 && [t("act_throw"), () => ACTS.pile()],
    cards.length > 2 && [t("act_meld"), () => ACTS.new_meld()],
    ...state().melds.map((meld) => [t("act_onto", { meld: `${starred(meld.cards)} (${playerName(meld.owner)})` }), () => ACTS.meld({ id: meld.id })]),
    [t("correct_card"), () => askFor("swap", t("enter_swap"), (other) => replace([other]))],
    [t("not_mine", { card: starred([code]) }), () => replace([])],
  ]);
}

function meldContext(id) {
  const meld = state().melds.find((one) => one.id === id);
  const set = (changed) => tell({ type: "correct", set: { meld: { id, ...changed } } });
  const field = el("input", { id: "meld-cards", value: textsOf(meld.cards), autocomplete: "off", spellcheck: "false" });
  offer(`${starred(meld.cards)} (${playerName(meld.owner)})`, [
    [t("save_cards"), async () => {
      const { readCards } = await import("../api.js");
      const cards = await readCards(field.value).catch(() => undefined);
      if (cards) set({ cards });
    }],
    ...state().players.filter((one) => one.name !== meld.owner).map((one) => [t("meld_is_of", { name: playerName(one.name) }), () => set({ owner: one.name, cards: meld.cards })]),
    [t("meld_gone"), () => set({ cards: [] })],
  ], el("label", { for: "meld-cards" }, t("meld_cards")), field);
}

function pileContext() {
  const { pile } = state();
  offer(t("pile"), [
    pile.length > 0 && [t("draw_it"), () => ACTS.pile()],
    [t("correct_card"), () => askFor("top", t("enter_top"), (code) => tell({ type: "correct", set: { pile: [...pile.slice(0, -1), code] } }))],
    pile.length > 0 && [t("pile_gone"), () => tell({ type: "correct", set: { pile: [] } })],
  ], pile.length > 1 && el("p", { class: "hint" }, starred(pile.slice(-12))));
}

/** Asks for a number between 0 and the most. */
function askNumber(title, label, value, most, then, ...more) {
  const field = el("input", { id: "number", type: "number", inputmode: "numeric", min: 0, max: most, value });
  const take = () => field.value !== "" && Number(field.value) >= 0 && Number(field.value) <= most && then(Number(field.value));
  offer(title, [[t("save"), take]], el("label", { for: "number" }, label), field, more);
}

/** What is known of a player, to be put right. */
export function askPlayer(name) {
  const now = state();
  const seat = now.players.find((one) => one.name === name);
  const opened = [t(seat.opened ? "not_opened_yet" : "opened_already"), () => tell({ type: "correct", set: { opened: { [name]: !seat.opened } } })];
  const closes = !now.closed && [name === ME ? t("i_closed") : t("they_closed", { name }), () => tell({ type: "close", by: name })];
  const turn = now.turn !== name && !now.closed && [name === ME ? t("my_turn") : t("their_turn", { name }), () => ACTS.player({ name })];
  if (name === ME) return offer(t("you"), [turn, opened, closes]);
  const title = el("input", { id: "player-name", value: name, maxlength: 64, autocomplete: "off" });
  const held = el("input", { id: "held", type: "number", inputmode: "numeric", min: 0, max: 30, value: seat.cards ?? "" });
  const save = () => {
    const events = [];
    const called = title.value.trim();
    if (held.value !== "" && Number(held.value) !== seat.cards) events.push({ type: "correct", set: { counts: { [name]: Number(held.value) } } });
    if (called && called !== name) events.push({ type: "rename", from: name, to: called });
    if (events.length) tell(...events);
  };
  return offer(name, [[t("save"), save], turn, opened, closes], el("div", { class: "grid" },
    el("label", { for: "player-name" }, t("name")), title, el("label", { for: "held" }, t("cards_held")), held));
}

/** The round, to be put right. */
export function askRound() {
  const { round } = state();
  const set = (number) => () => tell({ type: "correct", set: { round: number } });
  offer(t("correct_round"), [
    ...[1, 2, 3, 4].map((one) => one !== round && [t("round_short", { n: one }), set(one)]),
    round > 3 && [t("round_short", { n: round + 1 }), set(round + 1)],
    round !== null && [t("round_not_known"), set(null)],
  ]);
}

/** The menu, with what it holds set up once. */
export function openMenu() {
  const menu = $("#menu");
  if (!menu.dataset.ready) setUpMenu(menu);
  menu.showModal();
}

function setUpMenu(menu) {
  menu.dataset.ready = "yes";
  const entry = (text, act) => el("button", { type: "button", click: () => (menu.close(), act()) }, text);
  fill($("#menu-actions"), el("div", { class: "list" }, entry(t("new_deal"), async () => (await import("./new-deal.js")).askDeal())));
  setUpLook("live-");
}
