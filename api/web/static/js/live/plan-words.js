/* A plan in one breath: take 5♥, lay 7♦ 8♦ 9♦, put 4♣ on Eva’s 5♣ 6♣ 7♣, throw K♦. */
import { chip, chips, codeOf, starred } from "../cards.js";
import { phrase, t } from "../words.js";

const codes = (cards) => cards.map(codeOf);

/** A meld by its cards and its owner. */
function meldName(id, melds) {
  const found = melds.find((one) => one.id === id);
  if (!found) return [t("new_meld")];
  const cards = chips(codes(found.cards), "★");
  return phrase(found.owner === "me" ? "now_my_meld" : "now_their_meld", { owner: found.owner, cards });
}

/** A meld by its cards and its owner, as text. */
export function meldText({ owner, cards }) {
  return t(owner === "me" ? "now_my_meld" : "now_their_meld", { owner, cards: starred(cards) });
}

function list(melds) {
  return melds.flatMap((one, at) => [at ? (at === melds.length - 1 ? ` ${t("and")} ` : ", ") : "", ...one]);
}

/** The parts of the sentence, one for each kind of thing to do. */
function parts({ actions, why = [] }, melds) {
  const told = [];
  const laid = actions.filter(({ type }) => type === "meld").map(({ cards }) => chips(codes(cards), "★"));
  let lays = false;
  for (const action of actions) {
    const card = action.card && chip(codeOf(action.card), t("joker_object"));
    const cards = action.cards && chips(codes(action.cards), t("joker_object"));
    switch (action.type) {
      case "draw":
        told.push(phrase(`now_draw_${action.from}`, { card }));
        break;
      case "meld":
        if (!lays) told.push(phrase("now_lay", { melds: list(laid) }));
        lays = true;
        break;
      case "rearrange":
        told.push([t("now_rearrange")]);
        break;
      case "discard":
        if (why.some(({ code }) => code === "expected_wait")) told.push([t("turn_waits")]);
        told.push(phrase(action.closes ? "now_close" : "now_throw", { card }));
        break;
      case "return":
        told.push(phrase("do_return", { card }));
        break;
      default:
        told.push(phrase(`now_${action.type}`, { cards, meld: meldName(action.meld, melds) }));
    }
  }
  return told;
}

/** A plan as one sentence of texts and chips. */
export function sentenceOf(plan, melds) {
  const said = parts(plan, melds).flatMap((one, at) => [at ? ", " : "", ...one]).flat(9).filter((one) => one !== "" && one != null);
  if (typeof said[0] === "string") said[0] = said[0][0].toUpperCase() + said[0].slice(1);
  return [...said, "."];
}
