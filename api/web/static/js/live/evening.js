/* The evening: the sheet of scores, the next deal, other evenings, links and files. */
import { call, readCards } from "../api.js";
import { $, el, fill } from "../dom.js";
import { gamesOf, nextDeal, playersOf, scoreRequest, totalsOf, withPoints, withScore } from "../record/evening.js";
import { ME } from "../record/shape.js";
import { dealLink, dealOfLink, positionLink, share } from "../record/share.js";
import { language } from "../words.js";
import { advice } from "./advice.js";
import { begin, note, record, request, state } from "./deal.js";
import { carriedTold, eveningWords, say } from "./evening-words.js";
import { session } from "./kept.js";
import { askDeal } from "./new-deal.js";
import { playerName as called } from "./view.js";

const dialog = $("#ask");
const plain = (number) => String(number).replace("-", "−");
const day = (time) => (time ? new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time)) : "");

/** Opens the evening. */
export async function openEvening(message = "") {
  await eveningWords();
  const kept = await session();
  await kept.settled();
  const others = (await kept.list()).filter((one) => one.id !== kept.evening.id);
  const button = (key, act, values) => el("button", { type: "button", click: act }, say(key, values));
  const file = el("input", { type: "file", accept: ".json,application/json", hidden: true, id: "evening-file", change: () => opened(kept, file) });
  fill(dialog,
    el("h2", { id: "ask-title" }, say("title")),
    el("p", { role: "status", class: "hint" }, message),
    sheet(kept.evening),
    scoring(kept),
    el("div", { class: "list" },
      next(kept, button),
      state().hand.length > 0 && button("share_position", () => shared(line().then(positionLink), say("copied_position"))),
      button("share_deal", () => shared(dealLink(record()), say("copied"))),
      button("save_file", async () => saved(await kept.exported())),
      button("open_file", () => file.click()), file,
      button("new_evening", async () => {
        const { rules, overrides, players } = kept.evening;
        go(await kept.newEvening({ rules, overrides, players, starter: ME }));
      })),
    others.length > 0 && el("details", {}, el("summary", {}, say("others")), el("ul", { class: "list" }, others.map((one) => other(kept, one)))),
    el("button", { type: "button", class: "plain", click: () => dialog.close() }, say("back")));
  if (!dialog.open) dialog.showModal();
}

/** Shows the deal that the address holds; it is kept when something is done in it. */
export async function openLink() {
  try {
    const linked = await dealOfLink(location.hash);
    const kept = await session();
    kept.apart(linked);
    begin(linked);
  } catch (error) {
    if (error.name !== "RecordError") throw error;
    await eveningWords();
    await openEvening(say("bad_link"));
  }
  window.history.replaceState(null, "", location.pathname);
}

function go({ record: kept, undone }) {
  dialog.close();
  begin(kept, undone);
}

/** Penalty points deal by deal, with the sums of each game. */
function sheet(evening) {
  const players = playersOf(evening);
  const row = (head, points, tag = "td") => el("tr", {}, el("th", { scope: "row" }, head), players.map((one) => el(tag, {}, points?.[one] == null ? "–" : plain(points[one]))));
  const games = gamesOf(evening).filter((deals) => deals.some((one) => one.score));
  if (!games.length) return el("p", { class: "hint" }, say("no_scores"));
  let number = 0;
  return games.map((deals) => {
    const ended = deals.at(-1).score?.game_ends;
    const totals = totalsOf(deals, players);
    const least = Math.min(...Object.values(totals));
    const first = players.filter((one) => totals[one] === least).map(called).join(", ");
    return [el("div", { class: "sheet" }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("deal")), players.map((one) => el("th", { scope: "col" }, called(one))))),
      el("tbody", {}, deals.map((one) => row(String((number += 1)), one.score?.points))),
      el("tfoot", {}, row(say("total"), totals)))), ended && el("p", {}, say("game_over", { names: first }))];
  });
}

/** The score of a deal that has ended: cards left are asked for, and the service counts; or the players count. */
function scoring(kept) {
  const here = kept.evening.deals.find((one) => one.id === kept.deal);
  const asked = here && !here.score && scoreRequest(kept.evening, kept.deal, record());
  if (!asked) return null;
  const wrong = el("p", { class: "error", role: "alert" });
  const missing = asked.missing.filter((one) => one !== state().closed.by);
  const cards = missing.map((one, at) => [el("label", { for: `left-${at}` }, say("left_of", { name: called(one) })), el("input", { id: `left-${at}`, autocomplete: "off", spellcheck: "false" })]);
  const points = state().players.map(({ name }, at) => [el("label", { for: `points-${at}` }, say("points_of", { name: called(name) })), el("input", { id: `points-${at}`, type: "number", inputmode: "numeric", step: 1 })]);
  const counted = async () => {
    try {
      const told = await Promise.all(cards.map(([, field]) => readCards(field.value)));
      const refused = note(...missing.map((by, at) => ({ type: "left", by, cards: told[at] })));
      if (refused) return fill(wrong, say("cannot_be"));
      const { body } = scoreRequest(kept.evening, kept.deal, record());
      await kept.setEvening(withScore(kept.evening, kept.deal, await call("/v1/score", body)));
      return openEvening();
    } catch (problem) {
      const errors = (problem.errors ?? []).map((one) => one.detail).join(" ");
      return fill(wrong, [problem.heading, errors || problem.detail].filter(Boolean).join(" "));
    }
  };
  const told = async () => {
    const numbers = points.map(([, field]) => Number(field.value || 0));
    if (!numbers.every(Number.isInteger)) return fill(wrong, say("cannot_be"));
    await kept.setEvening(withPoints(kept.evening, kept.deal, Object.fromEntries(state().players.map(({ name }, at) => [name, numbers[at]])), { closer: state().closed.by }));
    return openEvening();
  };
  return el("div", { class: "list" }, el("h3", {}, say("score_it")), cards, wrong,
    el("button", { type: "button", class: "main", click: counted }, say("count_it")),
    el("details", {}, el("summary", {}, say("by_hand")), el("div", { class: "list" }, points, el("button", { type: "button", click: told }, say("write")))));
}

function next(kept, button) {
  const { starter, carried, players } = nextDeal(kept.evening);
  return [button(starter && starter !== ME ? "next_deal" : "next_deal_mine", askDeal, { name: starter }), carriedTold(carried, players)];
}

function other(kept, one) {
  const text = `${day(one.changed)} · ${one.players.map(called).join(", ")}`;
  const change = async (removed) => {
    await kept.remove(one.id, removed);
    openEvening();
  };
  return el("li", {}, el("p", {}, text), one.removed
    ? el("button", { type: "button", click: () => change(false) }, say("bring_back"))
    : [el("button", { type: "button", click: async () => go(await kept.open(one.id)) }, say("open")), " ", el("button", { type: "button", click: () => change(true) }, say("remove"))]);
}

/** The position in one line, as the service tells it: in the answer on the screen, or asked for. */
const line = async () => advice()?.answer.position ?? (await call("/v1/penalty", request())).position;

/** Hands an address (its promise) to the share sheet or copies it, and says what came of it. */
async function shared(link, copied) {
  const told = await link.then((url) => share({ title: say("title"), url })).catch(() => "failed");
  return openEvening(told === "copied" ? copied : told === "failed" ? say("not_shared") : "");
}

function saved(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = el("a", { href: url, download: `zoliky-${new Date().toISOString().slice(0, 10)}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function opened(kept, file) {
  try {
    go(await kept.open(await kept.imported(await file.files[0].text())));
  } catch (error) {
    if (error.name !== "RecordError") throw error;
    openEvening(say(error.path ? "damaged" : "not_read", { path: error.path }));
  }
}
