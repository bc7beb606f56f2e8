/* The keyboard: arrows move over hand and keypad, letters play the card in the hand that has the focus. */
import { $$ } from "../dom.js";
import { moveKey } from "./keypad.js";

/** Hears keys. In the hand: space picks up, T throws, M lays a meld, O asks for more, S and P draw, A follows the advice. */
export function setUpKeys(run) {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (target.closest("dialog")) return undefined;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !target.matches("input")) {
      const act = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
      if (act) return (event.preventDefault(), run(act));
      return undefined;
    }
    if (key === "Escape") return run("drop");
    if (target.closest("#keypad")) return moveKey(event);
    if (target.closest("#cards, #now")) return inHand(event);
    return undefined;
  });

  async function inHand(event) {
    const cards = $$("#cards .card");
    const at = cards.indexOf(event.target);
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: cards.length - 1 - at, ArrowDown: rowLength(cards), ArrowUp: -rowLength(cards) }[event.key];
    if (at >= 0 && step !== undefined) {
      event.preventDefault();
      const next = cards[Math.max(0, Math.min(cards.length - 1, at + step))];
      for (const one of cards) one.tabIndex = one === next ? 0 : -1;
      return next.focus();
    }
    const act = { t: "pile", m: "new_meld", s: "stock", p: "take", a: "do_it", o: "context" }[event.key.toLowerCase()];
    if (!act || event.altKey || event.repeat) return undefined;
    event.preventDefault();
    if (act === "context") return event.target.closest(".card") && (await import("./dialogs.js")).openContext(event.target);
    if (act === "take") return (await run("drop"), run("pile"));
    if (act === "pile" && document.documentElement.dataset.held !== "true" && at >= 0) await run("card", { at });
    return run(act);
  }
}

function rowLength(cards) {
  const top = cards[0]?.offsetTop;
  return Math.max(1, cards.filter((one) => one.offsetTop === top).length);
}
