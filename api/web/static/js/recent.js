/* The last hands: kept in this browser, never sent anywhere. */
import { loadPosition } from "./ask.js";
import { chips, sorted } from "./cards.js";
import { el } from "./dom.js";
import { readLine } from "./line.js";
import { t } from "./words.js";

const KEY = "zolik_recent";
const MOST = 12;
const section = document.getElementById("recent");

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

function store(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // a browser that keeps nothing: the list is just not there
  }
  draw(list);
}

/** Remembers a question. */
export function remember(line, ask, ranked) {
  store([{ line, ask, ranked }, ...stored().filter((one) => one.line !== line)].slice(0, MOST));
}

function draw(list) {
  section.hidden = !list.length;
  section.replaceChildren(
    el("h2", { id: "recent-title" }, t("recent_title")),
    el("p", { class: "hint" }, t("recent_hint")),
    el("ul", {}, list.map(({ line, ask, ranked }) => el("li", {}, el("button", { type: "button", class: "hand", click: () => loadPosition(line, ask, { ranked }) }, `${t(`ask_${ask}`)} `, chips(sorted(readLine(line).hand)))))),
    el("div", { class: "buttons" }, el("button", { type: "button", click: () => store([]) }, t("forget"))),
  );
}

export function setUpRecent() {
  draw(stored());
}
