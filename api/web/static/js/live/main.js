/* Starts the live table: brings back what was kept, draws after each change, and hears taps, keys and drags. */
import { $, $$ } from "../dom.js";
import { t } from "../words.js";
import { advice, askAnew, onAdvice } from "./advice.js";
import { begin, canRedo, canUndo, deal, onChange, redo, state, undo } from "./deal.js";
import { setUpDragging } from "./drag.js";
import { dropAll, onPicked } from "./fingers.js";
import { setUpKeys } from "./keys.js";
import { askedPosition, bringBack, keep } from "./kept.js";
import { closeKeypad, drawKeypad, foldTyping, keypadFor, takeBack, takeTyped, tapKey } from "./keypad.js";
import { ACTS, dealing, expectCards, follow, tell } from "./moves.js";
import { forgive } from "./refusal.js";
import { draw } from "./view.js";

let lay; // called when the deal lies on the table
const onTable = new Promise((resolve) => (lay = resolve)); // who taps earlier waits for it

function redraw() {
  const now = state();
  draw(now, advice()?.plan, dealing());
  drawKeypad(now);
  $("#undo").disabled = !canUndo();
  $("#redo").disabled = !canRedo();
}

function changed(history) {
  keep(history);
  forgive();
  dropAll();
  if (keypadFor() === "drawn") closeKeypad();
  expectCards();
  askAnew({ dealing: dealing() });
  redraw();
}

const OWN = {
  do_it: () => advice() && follow(advice().plan),
  undo,
  redo,
  ask_again: () => askAnew(),
  key: (_, button) => tapKey(button),
  typing: () => {
    const open = foldTyping();
    redraw();
    if (open) $("#typed").focus();
  },
  key_back: () => takeBack(),
  evening: async () => {
    $("#menu").close();
    return (await import("./evening.js")).openEvening();
  },
  details: async () => (await import("./details.js")).toggleDetails(),
  round: async () => (await import("./dialogs.js")).askRound(),
  new_deal: async () => (await import("./new-deal.js")).askDeal(),
  player: async ({ name }) => (state().turn === name || state().closed ? (await import("./dialogs.js")).askPlayer(name) : ACTS.player({ name })),
  house: async () => {
    $("#menu").close();
    return (await import("./rules.js")).openRules(state(), (changed) => tell({ type: "rules", ...changed }));
  },
  menu: async () => (await import("./dialogs.js")).openMenu(),
};

/** Does what a button stands for. */
async function run(act, told = {}, button = undefined) {
  await onTable;
  if (act !== "drop" && act !== "card") forgive();
  await (OWN[act] ?? ACTS[act])(told, button);
  if (act !== "meld" || told) settle();
}

function settle() {
  expectCards();
  redraw();
}

function setUpTaps() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button && !event.defaultPrevented) run(button.dataset.act, button.dataset, button);
  });
  document.addEventListener("submit", async (event) => {
    if (event.target.id !== "typing") return;
    event.preventDefault();
    await onTable;
    await takeTyped();
    redraw();
  });
  document.addEventListener("contextmenu", async (event) => {
    const target = event.target.closest("#cards .card, .meld, .who, .place");
    if (!target) return;
    event.preventDefault();
    (await import("./dialogs.js")).openContext(target);
  });
  for (const [id, act] of [["undo", "undo"], ["redo", "redo"], ["open-menu", "menu"]]) document.getElementById(id).dataset.act = act;
}

async function start() {
  setUpTaps();
  setUpKeys(run);
  setUpDragging(run);
  onPicked(redraw);
  onAdvice(() => draw(state(), advice()?.plan, dealing()));
  onChange(changed);
  const asked = askedPosition();
  const kept = asked ? undefined : await bringBack();
  if (kept) begin(kept.record, kept.undone);
  else deal({ players: ["me", `${t("opponent")} 1`] });
  lay();
  if (asked) tell({ type: "adopt", position: asked });
  if (matchMedia("(min-width: 60rem)").matches) (await import("./details.js")).toggleDetails(true);
  for (const one of $$("dialog .close")) one.addEventListener("click", () => one.closest("dialog").close());
  if (location.hash.startsWith("#deal=")) await (await import("./evening.js")).openLink();
  document.documentElement.classList.add("ready");
  (await import("../record/offline.js")).setUpOffline(() => $('#advice [data-act="ask_again"]') && askAnew());
}

start();
