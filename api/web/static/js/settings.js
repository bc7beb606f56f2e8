/* The reader's choices: deck, colours of the page, language. They are kept in cookies, so the server draws them. */
import { redrawFaces } from "./cards.js";
import { $$, keep } from "./dom.js";
import { snapshot } from "./form.js";
import { readNow } from "./trays.js";

const root = document.documentElement;

export function setUpSettings() {
  const four = document.getElementById("four");
  four.addEventListener("change", () => {
    if (four.checked) root.dataset.faces = "four";
    else delete root.dataset.faces;
    keep("faces", four.checked ? "four" : "two");
    redrawFaces();
  });
  const theme = document.getElementById("theme");
  theme.addEventListener("change", () => {
    if (theme.value) root.dataset.theme = theme.value;
    else delete root.dataset.theme;
    keep("theme", theme.value);
  });
  const key = document.getElementById("key");
  key?.addEventListener("change", () => keep("key", key.value.trim()));
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
