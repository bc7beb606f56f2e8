/* A client of the žolíky service for JavaScript games: one file, no dependency; in browsers and in Node 18 and later.
 *
 *   import { Zolik } from "./zolik-client.js";
 *
 *   const zolik = new Zolik("http://127.0.0.1:8000");
 *   const answer = await zolik.turn({ hand: ["7D", "8D", "9D", "KS", "KH", "KD", "2C"], language: "cs" });
 *   console.log(answer.explanation.text);
 *
 * Fields are those of the service's documentation (its page /docs). A problem is thrown as ZolikProblem.
 */

const JSON_TYPE = "application/json";
const LINES_TYPE = "application/x-ndjson";

/** What the service answers in place of an answer: status, code, detail, and errors with their pointers. */
export class ZolikProblem extends Error {
  constructor(problem, retryAfter = null) {
    const errors = problem.errors ?? [];
    const places = errors.map((one) => `${one.pointer}: ${one.detail}`).join("; ");
    super(`${problem.status} ${problem.code}: ${places || problem.detail}`);
    this.name = "ZolikProblem";
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** A service at an address. `retries` is how often a busy service (429, 503) is asked again, after it has told how
 * long to wait. */
export class Zolik {
  constructor(address, { key = "", timeout = 30_000, retries = 3 } = {}) {
    this.address = address.replace(/\/+$/, "");
    this.timeout = timeout;
    this.retries = retries;
    this.headers = key ? { Authorization: `Bearer ${key}` } : {};
  }

  /** The best first opening. */
  opening(position) {
    return this.ask("opening", position);
  }

  /** Can the hand be closed this turn, and from hand? */
  closing(position) {
    return this.ask("closing", position);
  }

  /** The least penalty after this turn. */
  penalty(position) {
    return this.ask("penalty", position);
  }

  /** The whole turn: what to draw, lay and throw, and why. */
  turn(position) {
    return this.ask("turn", position);
  }

  /** How far the hand is from opening and closing, and which cards help. */
  outlook(position) {
    return this.ask("outlook", position);
  }

  /** Are these melds or actions legal? */
  check(position) {
    return this.ask("check", position);
  }

  /** What a deal that has ended costs each player. */
  score(deal) {
    return this.ask("score", deal);
  }

  /** One rule set with every parameter, or all of them. */
  async rules(ruleSet = "") {
    return (await this.#open(ruleSet ? `/v1/rules/${ruleSet}` : "/v1/rules")).json();
  }

  /** The answer of a call. Throws ZolikProblem, and TypeError if the service cannot be reached. */
  async ask(call, body) {
    return (await this.#open(`/v1/${call}`, JSON.stringify(body))).json();
  }

  /** Up to 1000 calls at once, each { call: "opening", … }; each result is an answer, or a problem with its status. */
  async batch(requests) {
    return (await (await this.#open("/v1/batch", JSON.stringify({ requests }))).json()).results;
  }

  /** The same, each result as soon as it is known: for await (const result of zolik.stream(requests)) … */
  async *stream(requests) {
    const body = requests.map((one) => `${JSON.stringify(one)}\n`).join("");
    const response = await this.#open("/v1/batch", body, LINES_TYPE);
    const decoder = new TextDecoder();
    let rest = "";
    for await (const piece of pieces(response.body)) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop();
      for (const line of lines) yield JSON.parse(line);
    }
  }

  async #open(path, body, type = JSON_TYPE) {
    const method = body === undefined ? "GET" : "POST";
    const headers = body === undefined ? this.headers : { ...this.headers, "Content-Type": type };
    for (let left = this.retries; ; left -= 1) {
      const signal = AbortSignal.timeout(this.timeout);
      const response = await fetch(this.address + path, { method, headers, body, signal });
      if (response.ok) return response;
      const problem = await problemOf(response);
      if (![429, 503].includes(problem.status) || left <= 0 || problem.retryAfter === null) throw problem;
      await new Promise((resolve) => setTimeout(resolve, problem.retryAfter * 1000));
    }
  }
}

async function problemOf(response) {
  const wait = response.headers.get("Retry-After");
  const told = await response.json().catch(() => null);
  const plain = { status: response.status, code: "unknown", detail: response.statusText };
  return new ZolikProblem(told ?? plain, wait !== null && /^\d+$/.test(wait) ? Number(wait) : null);
}

async function* pieces(stream) {
  const reader = stream.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}
