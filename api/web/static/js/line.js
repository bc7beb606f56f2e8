/* Reads a position line (z1~RULES~HAND~…), as every answer of the service carries it. */
import { codeOf } from "./cards.js";

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
    const rest = tag.slice(1);
    const parts = rest.split(".");
    switch (tag[0]) {
      case "r": fields.round = rest; break;
      case "o": fields.opened = yes(rest); break;
      case "s": fields.starter = true; break;
      case "x": fields.closing_barred = true; break;
      case "d": fields.drawn = { from: SOURCES[rest[0]], card: packed(rest.slice(1))[0] }; break;
      case "p": fields.discard_pile = packed(rest); break;
      case "b": [fields.bottom_card] = packed(rest); break;
      case "e": fields.seen = packed(rest); break;
      case "f": fields.phase = PHASES[rest]; break;
      case "l": fields.stock_left = rest; break;
      case "t": fields.top_discard_by = name(rest); break;
      case "q": fields.opponents.push({ name: name(parts[0]), cards: parts[1], opened: yes(parts[2]), picked: packed(parts[3] ?? ""), thrown: packed(parts[4] ?? "") }); break;
      case "m": {
        const flags = parts[3] ?? "";
        fields.table.push({
          id: name(parts[0]),
          owner: name(parts[1]),
          cards: packed(parts[2]),
          kind: flags.includes("s") ? "set" : "",
          opening_run: yes(flags.replace("s", "")),
        });
      }
    }
  }
  return fields;
}
