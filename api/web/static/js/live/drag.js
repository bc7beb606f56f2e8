/* Dragging cards of the hand, by finger, pen or mouse; a long press opens what else can be done. */
import { $ } from "../dom.js";
import { isPicked, pickAt } from "./fingers.js";

const FAR = 9; // px from which a press is a drag
const LONG = 550; // ms from which a press asks for more

/** Lets cards be dragged onto everything that takes them. */
export function setUpDragging(run) {
  let press; // { card, x, y, ghost, timer }
  let swallow = false;

  document.addEventListener("pointerdown", (event) => {
    swallow = false;
    const card = event.target.closest("#cards .card, .meld:not(.new), .who, .place");
    if (!card || event.button || !event.isPrimary) return;
    press = { card, x: event.clientX, y: event.clientY, id: event.pointerId };
    if (event.pointerType !== "mouse") press.timer = setTimeout(async () => {
      const held = press?.card;
      end();
      swallow = true;
      if (held) (await import("./dialogs.js")).openContext(held);
    }, LONG);
  });
  document.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > FAR;
    if (far) clearTimeout(press.timer);
    if (!press.ghost && far && press.card.dataset.act === "card") lift();
    if (press.ghost) {
      press.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
      light(targetAt(event));
    }
  });
  document.addEventListener("pointerup", (event) => {
    if (!press) return;
    const target = press.ghost && targetAt(event);
    swallow = Boolean(press.ghost);
    end();
    if (target) run(target.dataset.act, target.dataset, target);
  });
  document.addEventListener("pointercancel", () => end());
  document.addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  addEventListener("keydown", (event) => event.key === "Escape" && end());

  function lift() {
    const at = Number(press.card.dataset.at);
    const picture = press.card.querySelector("img").cloneNode();
    if (!isPicked(at)) pickAt(at, { only: !severalHeld() });
    press.ghost = Object.assign(document.createElement("div"), { className: "ghost" });
    press.ghost.append(picture);
    document.body.append(press.ghost);
  }
  const severalHeld = () => document.documentElement.dataset.held === "true";
  const targetAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-drop]");
  function light(target) {
    for (const one of document.querySelectorAll(".over")) if (one !== target) one.classList.remove("over");
    target?.classList.add("over");
  }
  function end() {
    clearTimeout(press?.timer);
    press?.ghost?.remove();
    light();
    press = undefined;
  }
  $("#cards").addEventListener("dragstart", (event) => event.preventDefault());
}
