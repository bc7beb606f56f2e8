/* The public API, as any other program would call it. */
import { codeOf } from "./cards.js";
import { kept as keptInCookie } from "./dom.js";
import { readLine } from "./line.js";
import { language, t } from "./words.js";

/** Calls the service; gives the answer, or throws its problem (RFC 9457). */
export async function call(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: body ? "POST" : "GET",
      headers: { ...ownKey(), ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify({ ...body, language }),
    });
  } catch {
    dispatchEvent(new Event("zolik-unreachable"));
    throw { heading: t("unreachable"), detail: t("failed") };
  }
  const answer = await response.json().catch(() => ({ detail: t("failed") }));
  if (!response.ok) throw refused(answer);
  return answer;
}

/** The reader's key, if he has one; its UTF-8 bytes, as headers hold no other letters. */
function ownKey() {
  const key = keptInCookie("key");
  return key ? { "X-API-Key": String.fromCharCode(...new TextEncoder().encode(key)) } : {};
}

/** Refusals that are no fault of a field are told in the page's language; a missing key has its field. */
function refused(problem) {
  if (!REFUSALS.includes(problem.code)) return problem;
  const detail = t(problem.code);
  return { ...problem, detail, errors: problem.code === "key_needed" ? [{ pointer: "/key", detail }] : undefined };
}

const REFUSALS = ["key_needed", "too_many_requests", "overloaded", "not_in_time"];
const CANONICAL = /^(?:(?:10|[2-9AJQK])[♠♥♦♣SHDC]|JK)$/i;
const ROOMY = { base: "zoliky-online", decks: 3, jokers: 8 };

/** The cards of a text in any notation, in the order written; throws the problem of an unreadable one. */
export async function readCards(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (words.every((one) => CANONICAL.test(one))) return words.map(codeOf);
  const body = { rules: ROOMY, hand: ["2C"], discard_pile: text, melds: [] };
  return readLine((await call("/v1/check", body)).position).discard_pile;
}

const kept = new Map();
const once = (path) => kept.get(path) ?? kept.set(path, call(path).catch((problem) => (kept.delete(path), Promise.reject(problem)))).get(path);

/** A profile: every parameter with its value, allowed values and source. */
export const profile = (id) => once(`/v1/rules/${id}`);

/** What parameters and clauses mean, in the page's language. */
export const ruleWords = () => once(`/words/rules.json?lang=${language}`);
