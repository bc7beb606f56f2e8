/* Plays on from an answer: what I did, drew, threw, and what the others did. */
import { ask } from "./ask.js";
import { chips, codeOf, sorted, textsOf, without } from "./cards.js";
import { setUpTapping } from "./board.js";
import { $, bringUp, el, fill, say } from "./dom.js";
import { addMeld, names, opponentNames, opponentRow, readForm, roundNow, snapshot, tableMelds, writeDrawn, writeForm } from "./form.js";
import { codes, ownerName } from "./plan.js";
import { tableAfter, withCards } from "./table.js";
import { cardsOf, readNow, setCards, setUpTrays } from "./trays.js";
import { t } from "./words.js";

const section = document.getElementById("next");
const answer = document.getElementById("answer");
const field = (name) => document.getElementById(name);
const history = [];
let drew = new Set();
let question = "turn";

/** Offers to carry the position on after an answer. */
export function offerNext(what, answer, plan) {
  question = what;
  draw(plan);
}

function draw(plan) {
  section.hidden = false;
  const mine = plan?.actions?.some((one) => ["discard", "return"].includes(one.type));
  const form = editor(!mine && plan?.actions?.[0]?.type === "draw" ? plan.actions[0].from : undefined);
  fill(section,
    el("h2", { id: "next-title" }, t("next_title")),
    el("p", { class: "hint" }, t("next_hint")),
    mine && el("div", { class: "buttons" }, el("button", { type: "button", class: "main", id: "did-it", click: () => play(plan) }, t("did_it"))),
    form,
    history.length > 0 && el("div", {}, el("h3", {}, t("so_far")),
      el("ol", { class: "notes" }, history.map(({ text }) => el("li", {}, text()))),
      el("div", { class: "buttons" }, el("button", { type: "button", click: undo }, t("undo")))),
  );
  setUpTrays(form);
  setUpTapping(form);
}

function editor(drawFrom) {
  const who = el("select", { id: "ev-who" }, el("option", { value: "me" }, t("me")), names().map((one) => el("option", {}, one)));
  const what = el("select", { id: "ev-what" });
  const onto = el("select", { id: "ev-onto" }, tableMelds().map((one) => el("option", { value: one.id }, `${ownerName(one.owner)}: ${textsOf(one.cards)}`)));
  const ontoBox = el("span", {}, el("label", { for: "ev-onto" }, t("onto")), onto);
  const cards = el("input", { id: "ev-cards", "data-cards": true, spellcheck: "false", autocapitalize: "off", maxlength: 500 });
  const tray = el("div", { class: "tray", "data-most": 14 }, el("label", { for: "ev-cards" }, t("which")), el("div", { class: "cards" }),
    el("div", { class: "entry" }, cards, el("button", { type: "button", class: "tap", "aria-expanded": "false", "aria-controls": "board" }, t("tap"))));
  const refresh = () => {
    const me = who.value === "me";
    const kinds = ["drew_stock", "drew_discard", ...(me && field("bottom_card").value ? ["drew_bottom"] : []), "threw", "laid", ...(tableMelds().length ? ["off"] : [])];
    const before = what.value || (me ? `drew_${drawFrom ?? "stock"}` : "threw");
    what.replaceChildren(...kinds.map((one) => el("option", { value: one }, t(`${me ? "my" : "ev"}_${one}`))));
    what.value = kinds.includes(before) ? before : kinds[0];
    shape();
  };
  const shape = () => {
    ontoBox.hidden = what.value !== "off";
    tray.hidden = what.value === "drew_discard" || what.value === "drew_bottom" || (what.value === "drew_stock" && who.value !== "me");
  };
  who.addEventListener("change", () => (what.replaceChildren(), refresh()));
  what.addEventListener("change", shape);
  if (history.length && !drawFrom) who.value = turnOf(history.at(-1));
  refresh();
  return el("form", { id: "event", novalidate: true, submit: (event) => (event.preventDefault(), note(who.value, what.value, cards, onto.value)) },
    el("div", { class: "fields" },
      el("span", {}, el("label", { for: "ev-who" }, t("who")), who),
      el("span", {}, el("label", { for: "ev-what" }, t("what")), what), ontoBox, tray),
    el("p", { class: "error", id: "ev-error", role: "alert", hidden: true }),
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "main" }, t("note"))));
}

/** Whose turn it is after an event: a throw hands it on, in the order of the opponents. */
function turnOf({ who, over }) {
  const order = ["me", ...(opponentNames().length ? opponentNames() : names().slice(0, 1))];
  return over ? order[(order.indexOf(who) + 1) % order.length] : who;
}

function complain(text) {
  const place = $("#ev-error");
  place.textContent = text;
  place.hidden = false;
  field("ev-cards").focus();
}

async function note(who, what, input, onto) {
  await readNow(input);
  if (input.hasAttribute("aria-invalid")) return input.focus();
  const cards = cardsOf(input);
  const before = snapshot();
  const problem = (who === "me" ? mine : theirs)[what](cards, who, onto);
  if (problem) return complain(problem);
  const taken = what === "drew_discard" ? [before.discard_pile.at(-1)] : what === "drew_bottom" ? [before.bottom_card] : cards;
  const told = () => [who === "me" ? t(`my_${what}`) : `${who}: ${t(`ev_${what}`)}`, " ", ...chips(taken, t("joker_object"))];
  remember({ before, who, over: what === "threw", text: told });
  if (who === "me" && what.startsWith("drew")) return ask(question);
  draw();
  return field("ev-cards").focus();
}

function remember(entry) {
  history.push({ ...entry, drew: new Set(drew) });
  say(entry.text().map((one) => one.textContent ?? one).join(""));
}

function undo() {
  const { before, drew: held } = history.pop();
  drew = held;
  writeForm(before);
  draw();
}

const hand = () => cardsOf(field("hand"));
const pile = () => cardsOf(field("discard_pile"));
const setHand = (cards) => setCards(field("hand"), sorted(cards));

function missing(cards) {
  const left = without(cards, hand());
  return cards.length ? left.length && t("not_in_hand", { cards: textsOf(left) }) : t("need_cards");
}

function take(from, card) {
  setHand([...hand(), card]);
  writeDrawn({ from, card });
}

function takeTop() {
  const top = pile().at(-1);
  if (top) setCards(field("discard_pile"), pile().slice(0, -1));
  return top;
}

/** Lays a meld or cards on a meld; gives what is wrong with it. */
function lay(owner, cards) {
  if (cards.length < 3) return t("need_cards");
  addMeld({ owner, cards });
  return undefined;
}

function layOff(cards, id) {
  const meld = tableMelds().find((one) => one.id === id);
  if (!cards.length || !meld) return t("need_cards");
  setCards($("[name=meld_cards]", meld.row), withCards(meld, cards));
  return undefined;
}

function giveUp(cards) {
  setHand(without(hand(), cards));
  const drawn = cardsOf(field("drawn_card"))[0];
  if (drawn && !hand().includes(drawn)) writeDrawn(hand().length ? { from: "stock", card: hand()[0] } : undefined);
  if (field("opened").value === "no") field("opened").value = "yes";
}

const mine = {
  drew_stock: (cards) => (cards.length === 1 ? take("stock", cards[0]) : t("need_cards")),
  drew_discard: () => {
    const top = takeTop();
    return top ? take("discard", top) : t("no_discard_pile");
  },
  drew_bottom: () => take("bottom", cardsOf(field("bottom_card"))[0]),
  threw: (cards) => missing(cards.slice(0, 1)) || endTurn(cards[0], without(hand(), [cards[0]])),
  laid: (cards) => missing(cards) || lay("me", cards) || giveUp(cards),
  off: (cards, who, onto) => missing(cards) || layOff(cards, onto) || giveUp(cards),
};

function endTurn(thrown, left) {
  setHand(left);
  setCards(field("discard_pile"), [...pile(), thrown]);
  writeDrawn(undefined);
  for (const name of ["phase", "stock_left", "top_discard_by"]) field(name).value = "";
  field("round").value = roundNow() + 1;
}

function change(name, by) {
  const cards = $("[name=opponent_cards]", opponentRow(name));
  if (cards.value.trim()) cards.value = Math.max(0, Number(cards.value) + by);
}

function opened(name) {
  const select = $("[name=opponent_opened]", opponentRow(name));
  if (select.value === "no") select.value = "yes";
}

const theirs = {
  drew_stock: (cards, who) => void (change(who, 1), drew.add(who)),
  drew_discard: (cards, who) => (takeTop() ? void (change(who, 1), drew.add(who)) : t("no_discard_pile")),
  threw: (cards, who) => {
    if (cards.length !== 1) return t("need_cards");
    change(who, drew.has(who) ? -1 : 0);
    drew.delete(who);
    setCards(field("discard_pile"), [...pile(), cards[0]]);
    field("top_discard_by").value = who;
    return undefined;
  },
  laid: (cards, who) => lay(who, cards) || void (change(who, -cards.length), opened(who)),
  off: (cards, who, onto) => layOff(cards, onto) || void change(who, -cards.length),
};

/** The taken card goes back to where it lay. */
function putBack(card) {
  const before = snapshot();
  setHand(without(hand(), [card]));
  if (before.drawn?.from === "discard") setCards(field("discard_pile"), [...pile(), card]);
  writeDrawn(undefined);
  remember({ before, who: "me", text: () => [t("my_put_back"), " ", ...chips([card], t("joker_object"))] });
  draw();
  field("ev-cards").focus();
}

/** Carries out a plan that was shown. */
function play(plan) {
  const back = plan.actions.find((one) => one.type === "return");
  if (back) return putBack(codeOf(back.card));
  const before = snapshot();
  readForm();
  const table = tableMelds();
  const after = plan.table_after?.map((one) => ({ ...one, cards: codes(one.cards) })) ?? tableAfter(table, plan, codes);
  const thrown = codeOf(plan.discard);
  const draws = plan.actions.find((one) => one.type === "draw");
  const discards = draws?.from === "discard" ? before.discard_pile.slice(0, -1) : before.discard_pile;
  writeForm({
    ...before,
    hand: sorted(without(codes(plan.left), [thrown])),
    discard_pile: [...discards, thrown],
    bottom_card: draws?.from === "bottom" ? undefined : before.bottom_card,
    drawn: undefined,
    phase: "",
    stock_left: "",
    top_discard_by: "",
    round: String(roundNow() + 1),
    opened: before.opened === "no" && after.some((one) => one.owner === "me") ? "yes" : before.opened,
    table: after.map((one) => ({
      ...one,
      id: one.id.startsWith("new:") ? "" : one.id,
      kind: one.kind === "set" && one.cards.filter((card) => card !== "JK").length === 1 ? "set" : "",
      opening_run: { true: "yes", false: "no" }[one.opening_run] ?? one.opening_run ?? "",
    })),
  });
  remember({ before, who: "me", over: true, text: () => plan.closes ? [t("closed")] : [t("my_threw"), " ", ...chips([thrown], t("joker_object"))] });
  fill(answer, el("h2", { id: "answer-title", class: "verdict good" }, plan.closes ? t("closed") : t("round_n", { n: roundNow() })),
    !plan.closes && el("p", { class: "hint" }, t("turn_over")));
  draw();
  return plan.closes ? (answer.focus({ preventScroll: true }), bringUp(answer)) : field("ev-cards").focus();
}
