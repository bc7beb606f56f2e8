/* A new deal: who plays, and who starts. The one dialog for it, of the table and of the evening. */
import { $, el, fill } from "../dom.js";
import { nextDeal } from "../record/evening.js";
import { ME } from "../record/shape.js";
import { t } from "../words.js";
import { begin, parameter, record, state } from "./deal.js";
import { offer } from "./dialogs.js";
import { carriedTold, eveningWords } from "./evening-words.js";
import { session } from "./kept.js";
import { startOver } from "./moves.js";

/** Asks who plays and who starts; what follows from the evening is filled in, and jokers that were carried are told. */
export async function askDeal() {
  const kept = await session();
  await Promise.all([kept.settled(), eveningWords()]);
  const now = state();
  const following = nextDeal(kept.evening);
  let names = now.players.filter((one) => one.name !== ME).map((one) => one.name);
  let starter = following.starter ?? ME;
  const place = el("div", { class: "deal" });
  const called = (at, name) => {
    if (starter === names[at]) starter = name;
    names[at] = name;
    show();
  };
  const number = (count) => el("button", { type: "button", "aria-pressed": String(names.length === count), click: () => {
    names = Array.from({ length: count }, (_, at) => names[at] ?? `${t("opponent")} ${at + 1}`);
    if (starter !== ME && !names.includes(starter)) starter = ME;
    show();
    place.querySelectorAll(".numbers button")[count - 1].focus();
  } }, count);
  function show() {
    const most = Math.max(2, parameter("players_max") ?? 6);
    const others = names.map((name, at) => el("input", { value: name, maxlength: 64, "aria-label": `${t("opponent")} ${at + 1}`, autocomplete: "off", change: ({ target }) => called(at, target.value.trim() || name) }));
    const starts = (name) => el("option", { value: name, ...(name === starter && { selected: true }) }, name === ME ? t("i_start") : name);
    fill(place, el("p", { id: "how-many" }, t("how_many_others")),
      el("div", { class: "numbers", role: "group", "aria-labelledby": "how-many" }, Array.from({ length: most - 1 }, (_, at) => number(at + 1))),
      el("div", { class: "list" }, others),
      el("label", { for: "starter" }, t("who_starts")), el("select", { id: "starter", change: ({ target }) => (starter = target.value) }, [ME, ...names].map(starts)),
      carriedTold(following.carried, [ME, ...names]));
  }
  show();
  offer(t("new_deal"), [[t("begin_deal"), async () => {
    const { rules, overrides } = record();
    const told = { rules: now.rules ?? rules, overrides: now.overrides ?? overrides, players: [ME, ...new Set(names)], starter };
    startOver();
    const { record: begun, undone } = await kept.nextDeal(told);
    begin(begun, undone);
  }]], place);
  $("#ask").scrollTop = 0;
}
