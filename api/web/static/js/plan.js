/* A plan as cards: what is laid, what is thrown, what stays, and the numbered steps that light up their cards. */
import { codeOf, faceOf, nameOf, sorted, suitOf, textOf, withChips, without } from "./cards.js";
import { $$, el } from "./dom.js";
import { tableAfter } from "./table.js";
import { count, t } from "./words.js";

export const codes = (cards) => cards.map(codeOf);

function cardItem(code, standsFor) {
  const as = standsFor?.split("|").map(codeOf);
  const alt = as ? `${nameOf(code)}, ${t("stands_for", { card: as.map(nameOf).join(" / ") })}` : nameOf(code);
  return el("li", { class: "card", "data-card": code }, faceOf(code, alt),
    as && el("span", { class: `as ${suitOf(as[0]).toLowerCase()}`, "aria-hidden": "true" }, as.length > 1 ? as.map(textOf).join("/") : textOf(as[0])));
}

/** Cards side by side, without a meaning in their order. */
export const cardList = (cards, extra = "") => el("ul", { class: `fan ${extra}` }, cards.map((code) => cardItem(code)));

/** A meld as a fan, with what it is and its points. */
export function meldFigure(meld, owner) {
  const cards = codes(meld.cards);
  const told = [meld.kind && t(`kind_${meld.pure ? "pure" : meld.kind}`), meld.points != null && count("points", meld.points)].filter(Boolean).join(" · ");
  return el("div", { class: `meld ${cards.length > 9 ? "longest" : cards.length > 6 ? "long" : ""}`, "data-zone": meld.id },
    el("ul", { class: "fan" }, cards.map((code, at) => cardItem(code, meld.stands_for?.[at]))),
    el("p", {}, owner && el("span", { class: "owner" }, told ? `${owner} · ` : owner), told));
}

export const ownerName = (owner) => (owner === "me" ? t("my_meld") : t("meld_of", { owner }));

/** What a plan looks like. */
export function planView(plan, table) {
  const after = plan.table_after?.map((one) => ({ ...one, cards: codes(one.cards) })) ?? tableAfter(table, plan, codes);
  const laid = after.filter((one) => one.fate === "new");
  for (const [at, one] of laid.entries()) if (one.points == null) Object.assign(one, plan.melds[at] ?? {}, { cards: one.cards });
  const touched = after.filter((one) => !["new", "kept"].includes(one.fate));
  const left = sorted(codes(plan.left ?? []));
  const thrown = plan.discard && codeOf(plan.discard);
  const stays = thrown ? without(left, [thrown]) : left;
  const points = plan.penalty ?? plan.penalty_left;
  if (plan.actions.length === 1 && plan.actions[0].type === "draw" && !plan.actions[0].card) return [];
  const only = plan.actions.length === 1 && ["draw", "return"].includes(plan.actions[0].type);
  const scene = el("div", { class: "scene" },
    laid.length > 0 && [el("h3", {}, t("lay")), el("div", { class: "melds" }, laid.map((one) => meldFigure(one)))],
    touched.length > 0 && [el("h3", {}, t("on_table")), el("div", { class: "melds" }, touched.map((one) => meldFigure(one, ownerName(one.owner))))],
    !only && el("div", { class: "side" },
      thrown && el("div", { "data-zone": "discard" }, el("h3", {}, t("throw")), cardList([thrown], "thrown")),
      stays.length > 0 && el("div", {},
        el("h3", {}, plan.closes ? t("kept") : `${t("stays")}${points == null ? "" : ` · ${count("points", points)}`}`), cardList(stays, "loose"))));
  return [scene, el("h3", {}, t("steps")), steps(plan, scene), el("p", { class: "hint" }, t("steps_hint"))];
}

function steps(plan, scene) {
  let made = 0;
  const items = plan.actions.map((action, at) => {
    const zones = action.type === "meld" ? [`new:${made++}`] : action.type === "rearrange" ? action.melds.map(() => `new:${made++}`) : [action.meld ?? "discard"];
    return el("li", {}, el("button", { type: "button", class: "step", "aria-pressed": "false", click: ({ currentTarget }) => light(currentTarget, action, zones, scene) }, el("span", {}, withChips(plan.action_texts[at]))));
  });
  return el("ol", { class: "steps" }, items);
}

/** Lights up the cards that a step touches, or puts the light out again. */
function light(button, action, zones, scene) {
  const on = button.getAttribute("aria-pressed") !== "true";
  for (const one of $$(".step", button.closest("ol"))) one.setAttribute("aria-pressed", one === button && on);
  for (const one of $$(".lit-card", scene)) one.classList.remove("lit-card");
  scene.classList.toggle("lit", on);
  if (!on) return;
  const wanted = action.card ? [codeOf(action.card)] : codes(action.cards ?? action.melds?.flatMap((one) => one.cards) ?? []);
  for (const zone of $$("[data-zone]", scene).filter((one) => zones.includes(one.dataset.zone))) {
    for (const card of $$(".card", zone)) {
      const at = wanted.indexOf(card.dataset.card);
      if (at < 0) continue;
      wanted.splice(at, 1);
      card.classList.add("lit-card");
    }
  }
}
