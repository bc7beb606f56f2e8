/* Why something was not done, where the hand is: the reason, what would be right, and a way to do it all the same. */
import { withChips } from "../cards.js";
import { $, el, fill } from "../dom.js";
import { t } from "../words.js";

/** Shows a refusal: `text`, or the `problems` of the service; `anyway` does it all the same. */
export function refuse({ text, problems = [], anyway, button = t("anyway") }) {
  const place = $("#refusal");
  const told = text ? [[text]] : problems.map((one) => withChips(one.text));
  place.hidden = false;
  fill(place,
    el("div", {}, told.map((one) => el("p", {}, one))),
    el("div", { class: "buttons" },
      anyway && el("button", { type: "button", click: () => (forgive(), anyway()) }, button),
      el("button", { type: "button", class: "main", click: forgive }, t("understood"))));
}

/** Takes the refusal away. */
export function forgive() {
  const place = $("#refusal");
  if (place.hidden) return;
  if (place.contains(document.activeElement)) $("#cards button")?.focus({ preventScroll: true });
  place.hidden = true;
  place.replaceChildren();
}
