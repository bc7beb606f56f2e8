/* Reads a position line (z1~RULES~HAND~…), as every answer of the service carries it. */
import { codeOf } from "./cards.js";
import { fieldsOf } from "./words.js";

const SOURCES = { s: "stock", d: "discard", b: "bottom", n: "none" };
const PHASES = { b: "before_draw", a: "after_draw", f: "free" };
const packed = (text) => (text.match(/../g) ?? []).map(codeOf);
const name = (text) => decodeURIComponent(text.replace(/_(..)/g, "%$1"));
const yes = (text) => ({ 1: "yes", 0: "no", y: "yes", n: "no" })[text] ?? "";

function value(text) {
  if (text === "t" || text === "f") return text === "t";
  if (text === "null") return null;
  if (/^\d+-\d+-\d+$/.test(text)) return text.split("-").map(Number);
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** What a part of the line tells, by the kind of its field. */
function told(kind, text) {
  switch (kind) {
    case "mark": return true;
    case "flag": return yes(text);
    case "cards": return packed(text);
    case "card": return packed(text)[0];
    case "name": return name(text);
    case "phase": return PHASES[text];
    case "drawn": return { from: SOURCES[text[0]], card: packed(text.slice(1))[0] };
    case "opponents": {
      const parts = text.split(".");
      return Object.fromEntries(fieldsOf("opponent").map((one, at) => [one.name, told(one.kind, parts[at] ?? "")]));
    }
    case "table": {
      const [id, owner, cards, flags = ""] = text.split(".");
      return { id: name(id), owner: name(owner), cards: packed(cards), kind: flags.includes("s") ? "set" : "", opening_run: yes(flags.replace("s", "")) };
    }
    default: return text;
  }
}

/** The fields of a position; names as in the form. */
export function readLine(line) {
  const [, rules, hand, ...tags] = line.trim().split("~");
  const [base, ...changed] = rules.split(".");
  const fields = { rules: base, overrides: {}, hand: packed(hand), table: [], opponents: [], discard_pile: [], seen: [] };
  for (const one of changed) {
    const dash = one.indexOf("-");
    fields.overrides[one.slice(0, dash)] = value(one.slice(dash + 1));
  }
  for (const tag of tags) {
    const one = fieldsOf("position").find((known) => known.tag === tag[0]);
    if (!one) continue;
    const said = told(one.kind, tag.slice(1));
    if (one.kind === "table" || one.kind === "opponents") fields[one.name].push(said);
    else fields[one.name] = said;
  }
  return fields;
}
