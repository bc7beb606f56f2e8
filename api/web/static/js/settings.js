/* The reader's choices: deck, colours of the page, language. They are kept in cookies, so the server draws them. */
import { $$ } from "./dom.js";
import { snapshot } from "./form.js";
import { setUpLook } from "./look.js";
import { readNow } from "./trays.js";

export function setUpSettings() {
  setUpLook();
  for (const link of $$("[data-lang]")) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      await Promise.all($$("#form [data-cards]").map(readNow));
      const address = new URL(location.href);
      address.searchParams.set("lang", link.dataset.lang);
      location.href = address.search;
      sessionStorage.setItem("zolik_draft", JSON.stringify(snapshot()));
    });
  }
}

/** What was in the form before the language was changed; told once. */
export function takeDraft() {
  const draft = sessionStorage.getItem("zolik_draft");
  sessionStorage.removeItem("zolik_draft");
  return draft && JSON.parse(draft);
}
