/* The reader's deck, colours of the page and key. They are kept in cookies, so the server draws them. */
import { redrawFaces } from "./cards.js";
import { $, keep } from "./dom.js";

const root = document.documentElement;

/** Hears the fields whose ids begin so. */
export function setUpLook(name = "") {
  $(`#${name}four`).addEventListener("change", ({ target }) => {
    if (target.checked) root.dataset.faces = "four";
    else delete root.dataset.faces;
    keep("faces", target.checked ? "four" : "two");
    redrawFaces();
  });
  $(`#${name}theme`).addEventListener("change", ({ target }) => {
    if (target.value) root.dataset.theme = target.value;
    else delete root.dataset.theme;
    keep("theme", target.value);
  });
  $(`#${name}key`)?.addEventListener("change", ({ target }) => keep("key", target.value.trim()));
}
