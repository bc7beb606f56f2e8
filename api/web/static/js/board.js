/* The board of all cards: tap them into the tray that is open. */
import { DECK, SUITS, nameOf, suitOf, written } from "./cards.js";
import { $, $$, el, moveOver } from "./dom.js";
import { parameter } from "./form.js";
import { addCard, cardsInUse, cardsOf, onCards, removeCard, setCards } from "./trays.js";
import { t } from "./words.js";

let target;

const cell = (code) =>
  el(
    "button",
    { type: "button", "data-card": code, class: suitOf(code).toLowerCase(), tabindex: code === DECK[0] ? 0 : -1, click: () => tap(code) },
    written(code),
    el("span", { class: "used" }),
  );

const board = el(
  "div",
  { id: "board", role: "group", "aria-label": t("board"), keydown: (event) => moveOver(event, cells(), 13) },
  [...SUITS].map((suit, row) => el("div", { class: "suit" }, DECK.slice(row * 13, row * 13 + 13 + (row === 3)).map(cell))),
  el(
    "div",
    { class: "bar" },
    el("button", { type: "button", click: () => setCards(target, []) }, t("clear")),
    el("button", { type: "button", class: "back", "aria-label": t("take_back"), click: takeBack }, "⌫"),
    el("button", { type: "button", click: close }, t("done")),
  ),
);

function takeBack() {
  const last = cardsOf(target).at(-1);
  if (last) removeCard(target, last);
}

/** Cards of fields outside the form, the card drawn and those that opponents threw lie elsewhere already. */
const counts = (input) => input.closest("#form") && input.id !== "drawn_card" && input.name !== "opponent_thrown";

/** Puts a card into the tray; the board stays under the finger, although the tray above it grows. */
async function tap(code) {
  const { top } = board.getBoundingClientRect();
  if (!counts(target) || free(code) > 0) await addCard(target, code);
  scrollBy(0, board.getBoundingClientRect().top - top);
}

const copies = (code) => (code === "JK" ? parameter("jokers") : parameter("decks"));
const free = (code) => copies(code) - cardsInUse().filter((one) => one === code).length;

const cells = () => $$("[data-card]", board);

/** Shows how many copies of each card are in use. */
export function refreshBoard() {
  if (!target) return;
  const used = cardsInUse();
  for (const button of cells()) {
    const code = button.dataset.card;
    const number = used.filter((one) => one === code).length;
    const all = copies(code);
    button.classList.toggle("some", number > 0);
    button.setAttribute("aria-disabled", number >= all);
    button.setAttribute("aria-label", `${nameOf(code)}${number ? `, ${t("used", { used: number, all })}` : ""}`);
    $(".used", button).replaceChildren(...Array.from({ length: number }, () => el("i")));
  }
}

/** Opens the board under a tray. */
export function openBoard(input) {
  close();
  target = input;
  const tray = input.closest(".tray");
  $(".entry", tray).after(board);
  $(".tap", tray).setAttribute("aria-expanded", "true");
  refreshBoard();
}

function close() {
  if (!target) return;
  const button = $(".tap", target.closest(".tray"));
  button.setAttribute("aria-expanded", "false");
  if (board.contains(document.activeElement)) button.focus();
  board.remove();
  target = undefined;
}

/** The buttons "Tap cards" inside an element open and close the board. */
export function setUpTapping(root) {
  for (const button of $$(".tap", root)) {
    const input = $("[data-cards]", button.closest(".tray"));
    button.addEventListener("click", () => (target === input ? close() : openBoard(input)));
  }
}

onCards(refreshBoard);
