/* A hint panel for žolíky games: one script tag, no dependency.
 *
 *   <script src="http://127.0.0.1:8000/clients/zolik-panel.js" data-language="cs"></script>
 *   <script>
 *     zolikPanel.position = () => ({ hand: game.hand, table: game.table });   // asked at every click on "Hint"
 *     document.addEventListener("zolik-hint", (event) => game.highlight(event.detail.highlight));
 *   </script>
 *
 * Attributes of the tag, all optional: data-service (the service's address; by default where this file comes from),
 * data-language (en, cs, sk), data-call (turn, opening, closing, penalty), data-target (a CSS selector of the element
 * in which the panel is shown; by default a box in the corner of the page), data-key (an API key).
 *
 * A hint is { text, steps, highlight, answer }; highlight is { melds, layoffs, exchanges, discard }, whose cards are
 * as the game has named them: a text, or the object with its own id.
 */
(() => {
  "use strict";
  const tag = document.currentScript;
  const options = tag.dataset;
  const service = (options.service || new URL(tag.src).origin).replace(/\/+$/, "");
  const WORDS = {
    en: { hint: "Hint", thinking: "Thinking…", failed: "No hint: {why}", empty: "What shall I do?", close: "Close" },
    cs: { hint: "Poraď", thinking: "Přemýšlím…", failed: "Bez rady: {why}", empty: "Co mám dělat?", close: "Zavřít" },
    sk: { hint: "Poraď", thinking: "Rozmýšľam…", failed: "Bez rady: {why}", empty: "Čo mám robiť?", close: "Zavrieť" },
  };
  const language = WORDS[options.language] ? options.language : "en";
  const words = WORDS[language];

  const STYLE = `
    :host { display: block; font: 1rem/1.4 system-ui, sans-serif; color: #1a1a1a; }
    :host([floating]) { position: fixed; right: 1rem; bottom: 1rem; width: min(22rem, calc(100vw - 2rem)); z-index: 1000; }
    section { background: #fff; border: 1px solid #767676; border-radius: .5rem; padding: .75rem; max-height: 60vh; overflow: auto; }
    button { font: inherit; padding: .4rem .9rem; border: 1px solid #14532d; border-radius: .4rem; background: #166534; color: #fff; cursor: pointer; }
    button:focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px; }
    button[disabled] { background: #525252; border-color: #525252; cursor: progress; }
    ol { margin: .5rem 0 0; padding-left: 1.4rem; }
    p { margin: .5rem 0 0; }
    @media (prefers-color-scheme: dark) { :host { color: #eee; } section { background: #1e1e1e; } }`;

  class HintPanel extends HTMLElement {
    constructor() {
      super();
      const shadow = this.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      shadow.adoptedStyleSheets = [sheet];
      this.button = element("button", words.hint, { type: "button" });
      this.told = element("div", "", { role: "status", lang: language });
      this.told.append(element("p", words.empty));
      const box = element("section");
      box.append(this.button, this.told);
      shadow.append(box);
      this.button.addEventListener("click", () => panel.ask().catch(() => {}));
    }

    busy(on) {
      this.button.disabled = on;
      if (on) this.told.replaceChildren(element("p", words.thinking));
    }

    show(hint) {
      const list = element("ol");
      list.append(...hint.steps.map((one) => element("li", one.text)));
      this.told.replaceChildren(list);
    }

    fail(why) {
      this.told.replaceChildren(element("p", words.failed.replace("{why}", why)));
    }
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
    return {
      text: answer.explanation.text,
      steps: answer.explanation.steps,
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
    const body = JSON.stringify({ language, ...position });
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
  }

  customElements.define("zolik-hints", HintPanel);
  window.zolikPanel = panel;
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", place);
  else place();
})();
