/* Asks the service, keeps the question in the address, and shows the answer or the problem. */
import { call } from "./api.js";
import { $, $$, bringUp, el, say } from "./dom.js";
import { clearErrors, showError, showProblem } from "./errors.js";
import { readForm, tableMelds, writeForm } from "./form.js";
import { readLine } from "./line.js";
import { remember } from "./recent.js";
import { takeDraft } from "./settings.js";
import { cardsOf, onCards, readAll } from "./trays.js";
import { t } from "./words.js";

const ALTERNATIVES = { opening: 4, penalty: 4, turn: 4 };
const EXAMPLE = "7♦ 8♦ 9♦ 10♦ K♥ K♠ K♦ Q♣ A♣ JK 2♣ 5♥ 5♠ 9♣";
const section = document.getElementById("answer");
const hand = document.getElementById("hand");
const objective = document.getElementById("objective");
let latest = 0;

/** Asks what the form holds. */
export async function ask(what, { fromAddress = false } = {}) {
  const turn = (latest += 1);
  clearErrors();
  const { body, places } = readForm();
  const reading = readAll();
  if (!body.hand) return showProblems([{ text: t("no_hand"), field: (showError(hand, t("no_hand")), hand) }]);
  for (const button of $$(".asks button")) {
    if (button.value === what) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  section.setAttribute("aria-busy", "true");
  say(t("asking"));
  const wanted = what in ALTERNATIVES ? { alternatives: ALTERNATIVES[what] } : {};
  if (what === "turn") wanted.objective = objective.value;
  try {
    const answer = await call(`/v1/${what}`, { ...body, ...wanted, notation: "unicode" });
    await reading;
    if (turn === latest) await show(what, answer, { fromAddress });
  } catch (problem) {
    if (!(problem.detail || problem.errors)) throw problem;
    if (turn === latest) showProblems(showProblem(problem, places), problem.heading);
  } finally {
    if (turn === latest) section.removeAttribute("aria-busy");
  }
}

async function show(what, answer, { fromAddress = false, focus = true } = {}) {
  const ranked = what === "turn" && objective.selectedIndex > 0 ? objective.value : undefined;
  const address = `?view=form&position=${answer.position}&ask=${what}${ranked ? `&objective=${ranked}` : ""}`;
  document.getElementById("position").value = answer.position;
  if (!fromAddress && location.search !== address) history.pushState(null, "", address);
  remember(answer.position, what, ranked);
  const table = tableMelds();
  const { renderAnswer } = await import("./answer.js");
  await renderAnswer(section, what, answer, table, async (plan) => (await import("./quick.js")).offerNext(what, answer, plan));
  say(document.getElementById("answer-title").textContent);
  if (focus) section.focus({ preventScroll: true });
  bringUp(section);
}

function showProblems(found, heading = t("cannot_ask")) {
  section.replaceChildren(
    el("h2", { id: "answer-title" }, heading),
    el("div", { role: "alert" }, el("ul", { class: "problems" }, found.map(({ text, field }) =>
      el("li", {}, `${text} `, ...(field ? [el("button", { type: "button", class: "plain", click: () => field.focus() }, t("fix"))] : []))))),
  );
  document.getElementById("next").hidden = true;
  (found.find((one) => one.field)?.field ?? section).focus();
}

/** Fills the form from a position line, and asks. */
export async function loadPosition(line, what, { ranked, ...options } = {}) {
  objective.value = ranked ?? objective.options[0].value;
  try {
    const { position } = await call("/v1/check", { position: line, melds: [] });
    writeForm(readLine(position));
  } catch (problem) {
    const field = document.getElementById(problem.code === "key_needed" ? "key" : "position");
    document.getElementById("position").value = line;
    return showProblems((problem.errors ?? [problem]).map((one) => (showError(field, one.detail), { text: one.detail, field })));
  }
  return what && ask(what, options);
}

async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = t("copied");
  } catch {
    button.textContent = t("copy_failed");
  }
  say(button.textContent);
  setTimeout(() => (button.textContent = before), 2500);
}

export const copyLink = ({ target }) => copy(location.href, target);

function followAddress() {
  const asked = new URLSearchParams(location.search);
  if (asked.get("position")) loadPosition(asked.get("position"), asked.get("ask") ?? undefined, { fromAddress: true, ranked: asked.get("objective") ?? undefined });
}

export function setUpAsking() {
  onCards(() => cardsOf(hand).length && import("./answer.js"));
  const form = document.getElementById("form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(event.submitter?.value || "opening");
  });
  hand.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    ask($(".asks [aria-current]")?.value ?? "opening");
  });
  const position = document.getElementById("position");
  const load = () => position.value.trim() && loadPosition(position.value.trim(), $(".asks [aria-current]")?.value);
  document.getElementById("load-position").addEventListener("click", load);
  position.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), load()));
  document.getElementById("copy-position").addEventListener("click", async ({ target }) => {
    const { body } = readForm();
    const line = body.hand ? (await call("/v1/check", { ...body, melds: [] }).catch(() => ({}))).position : "";
    position.value = line || position.value;
    copy(position.value, target);
  });
  document.getElementById("try-example")?.addEventListener("click", () => {
    hand.value = EXAMPLE;
    hand.dispatchEvent(new Event("input"));
    ask("opening");
  });
  addEventListener("popstate", followAddress);
  const draft = takeDraft();
  if (draft) writeForm(draft);
  const given = document.getElementById("given");
  if (given) {
    const { ask: what, answer } = JSON.parse(given.textContent);
    writeForm(readLine(answer.position));
    if (answer.objective) objective.value = answer.objective;
    show(what, answer, { fromAddress: true, focus: false });
  }
}
