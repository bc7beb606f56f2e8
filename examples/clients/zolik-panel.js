/* A hint panel for žolíky games: one script tag, no dependency.
 *
 *   <script src="http://127.0.0.1:8000/clients/zolik-panel.js" data-language="cs"></script>
 *   <script>
 *     zolikPanel.position = () => ({ hand: game.hand, table: game.table });   // asked at every click on "Hint"
 *     document.addEventListener("zolik-hint", (event) => game.highlight(event.detail.highlight));
 *   </script>
 *
 * Attributes of the tag, all optional: data-service (the service's address; by default where this file comes from),
 * data-language (en, cs, sk; by default the page's own, also when that changes), data-call (turn, opening, closing,
 * penalty), data-target (a CSS selector of the element in which the panel is shown; by default a box in the corner of
 * the page), data-key (an API key).
 *
 * A hint is { text, steps, actions, facts, alternatives, highlight, answer }: all sentences, and apart what to do, why,
 * and other turns; highlight is { melds, layoffs, exchanges, discard }, whose cards are as the game has named them: a
 * text, or the object with its own id.
 *
 * Its looks follow CSS variables of the page: --zolik-text, --zolik-muted, --zolik-background, --zolik-border,
 * --zolik-accent, --zolik-accent-text, --zolik-focus, --zolik-radius, --zolik-font, --zolik-width.
 */
(() => {
  "use strict";
  const tag = document.currentScript;
  const options = tag.dataset;
  const service = (options.service || new URL(tag.src).origin).replace(/\/+$/, "");
  const WORDS = {
    en: { hint: "Hint", thinking: "Thinking…", failed: "No hint: {why}", empty: "What shall I do?", facts: "Why", others: "Other turns" },
    cs: { hint: "Poraď", thinking: "Přemýšlím…", failed: "Bez rady: {why}", empty: "Co mám dělat?", facts: "Proč", others: "Jiné tahy" },
    sk: { hint: "Poraď", thinking: "Rozmýšľam…", failed: "Bez rady: {why}", empty: "Čo mám robiť?", facts: "Prečo", others: "Iné ťahy" },
  };

  /** The language told by the tag, else the page's, else the browser's. */
  function languageNow() {
    const told = [options.language, document.documentElement.lang, navigator.language];
    return told.map((one) => (one || "").slice(0, 2).toLowerCase()).find((one) => WORDS[one]) || "en";
  }

  const ACTIONS = new Set(["draw_stock", "draw_discard", "draw_bottom", "lays_nothing", "lays_meld", "lays_off",
    "exchanges_joker", "rearranges", "throws", "throws_drawn", "throws_drawn_or_worse", "returns_card"]);
  const OTHERS = new Set(["another_turn", "another_laying"]);

  const STYLE = `
    :host {
      --text: var(--zolik-text, #1a1a1a); --muted: var(--zolik-muted, #525252); --background: var(--zolik-background, #fff);
      --border: var(--zolik-border, #767676); --accent: var(--zolik-accent, #166534);
      --accent-text: var(--zolik-accent-text, #fff); --focus: var(--zolik-focus, #1d4ed8); --radius: var(--zolik-radius, .5rem);
      display: block; font: var(--zolik-font, 1rem/1.4 system-ui, sans-serif); color: var(--text);
    }
    @media (prefers-color-scheme: dark) {
      :host {
        --text: var(--zolik-text, #eee); --muted: var(--zolik-muted, #b3b3b3); --background: var(--zolik-background, #1e1e1e);
        --focus: var(--zolik-focus, #93c5fd);
      }
    }
    :host([floating]) { position: fixed; right: 1rem; bottom: 1rem; width: min(var(--zolik-width, 22rem), calc(100vw - 2rem)); z-index: 1000; }
    section { background: var(--background); border: 1px solid var(--border); border-radius: var(--radius); padding: .75rem; max-height: 60vh; overflow: auto; }
    button { font: inherit; padding: .4rem .9rem; border: 1px solid var(--accent); border-radius: var(--radius); background: var(--accent); color: var(--accent-text); cursor: pointer; }
    button:focus-visible, summary:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
    button[disabled] { opacity: .7; cursor: progress; }
    h2, summary { font-size: 1em; font-weight: 600; margin: .75rem 0 0; }
    ol, ul { margin: .5rem 0 0; padding-left: 1.4rem; }
    .facts, .others li { color: var(--muted); }
    p { margin: .5rem 0 0; }`;

  class HintPanel extends HTMLElement {
    constructor() {
      super();
      const shadow = this.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      shadow.adoptedStyleSheets = [sheet];
      this.button = element("button", "", { type: "button", part: "button" });
      this.told = element("div", "", { role: "status" });
      const box = element("section", "", { part: "box" });
      box.append(this.button, this.told);
      shadow.append(box);
      this.button.addEventListener("click", () => panel.ask().catch(() => {}));
    }

    connectedCallback() {
      this.speak();
    }

    /** Takes over the language; what has been told in another goes. */
    speak() {
      if (this.lang === languageNow()) return;
      this.lang = languageNow();
      this.button.textContent = this.words.hint;
      this.told.replaceChildren(element("p", this.words.empty));
    }

    get words() {
      return WORDS[this.lang];
    }

    busy(on) {
      this.button.disabled = on;
      if (on) this.told.replaceChildren(element("p", this.words.thinking));
    }

    show(hint) {
      const parts = [];
      if (hint.actions.length) parts.push(list("ol", hint.actions, "actions"));
      if (hint.facts.length) parts.push(element("h2", this.words.facts), list("ul", hint.facts, "facts"));
      if (hint.alternatives.length) {
        const others = element("details", "", { class: "others", part: "others" });
        others.append(element("summary", this.words.others), list("ul", hint.alternatives, "alternatives"));
        parts.push(others);
      }
      this.told.replaceChildren(...parts);
    }

    fail(why) {
      this.told.replaceChildren(element("p", this.words.failed.replace("{why}", why)));
    }
  }

  function list(kind, texts, name) {
    const made = element(kind, "", { class: name, part: name });
    made.append(...texts.map((one) => element("li", one)));
    return made;
  }

  function element(name, text = "", attributes = {}) {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function hintOf(answer) {
    const plan = answer.recommendation || answer;
    const of = (type) => plan.actions.filter((one) => one.type === type);
    const steps = answer.explanation.steps;
    const texts = (wanted) => steps.filter((one) => wanted(one.code)).map((one) => one.text);
    return {
      text: answer.explanation.text,
      steps,
      actions: texts((code) => ACTIONS.has(code)),
      facts: texts((code) => !ACTIONS.has(code) && !OTHERS.has(code)),
      alternatives: plan.closes ? [] : texts((code) => OTHERS.has(code)),
      highlight: {
        melds: of("meld").map((one) => one.cards),
        layoffs: of("layoff").map((one) => ({ meld: one.meld, cards: one.cards })),
        exchanges: of("exchange").map((one) => ({ meld: one.meld, cards: one.cards })),
        discard: plan.discard,
      },
      answer,
    };
  }

  async function fetched(call, position) {
    const headers = { "Content-Type": "application/json" };
    if (options.key) headers.Authorization = `Bearer ${options.key}`;
    const body = JSON.stringify({ language: languageNow(), ...position });
    const response = await fetch(`${service}/v1/${call}`, { method: "POST", headers, body });
    const told = await response.json();
    if (!response.ok) throw new Error(told.detail || told.title || String(response.status));
    return told;
  }

  let asked = 0;
  const view = () => document.querySelector("zolik-hints");
  const panel = {
    /** Gives the position when the player asks; a game sets it. */
    position: null,

    /** Asks about a position (by default the one that `position` gives), shows the hint and gives it back. */
    async ask(position, call = options.call || "turn") {
      const mine = ++asked;
      view()?.speak();
      view()?.busy(true);
      try {
        const given = position || (panel.position && panel.position());
        if (!given) throw new Error("zolikPanel.position is not set");
        const hint = hintOf(await fetched(call, given));
        if (mine === asked) {
          view()?.show(hint);
          document.dispatchEvent(new CustomEvent("zolik-hint", { detail: hint }));
        }
        return hint;
      } catch (error) {
        if (mine === asked) view()?.fail(error.message);
        throw error;
      } finally {
        if (mine === asked) view()?.busy(false);
      }
    },
  };

  function place() {
    const target = options.target && document.querySelector(options.target);
    const made = document.createElement("zolik-hints");
    made.toggleAttribute("floating", !target);
    (target || document.body).append(made);
    new MutationObserver(() => made.speak()).observe(document.documentElement, { attributeFilter: ["lang"] });
  }

  customElements.define("zolik-hints", HintPanel);
  window.zolikPanel = panel;
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", place);
  else place();
})();
