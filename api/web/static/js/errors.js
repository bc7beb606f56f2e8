/* Problems stand at the field that they concern, found by the pointer of the service. */
import { $, $$, el } from "./dom.js";

const FIELDS = "input:not([type=hidden]), select, textarea";
let number = 0;

/** Marks a field as wrong, with the sentence that says why. */
export function showError(field, text) {
  clearError(field);
  const id = `wrong-${(number += 1)}`;
  field.setAttribute("aria-invalid", "true");
  field.dataset.description = field.getAttribute("aria-describedby") ?? "";
  field.setAttribute("aria-describedby", `${field.dataset.description} ${id}`.trim());
  const told = el("p", { class: "error", id, "data-for": field.id }, text);
  const entry = field.closest(".entry");
  if (entry) entry.after(told);
  else field.closest(".row, .parameter, .opponent-row, fieldset, details, form").append(told);
  for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
}

export function clearError(field) {
  if (!field.hasAttribute("aria-invalid")) return;
  field.removeAttribute("aria-invalid");
  const before = (field.dataset.description ?? field.getAttribute("aria-describedby") ?? "").split(" ");
  const kept = before.filter((id) => id && !id.startsWith("error-"));
  if (kept.length) field.setAttribute("aria-describedby", kept.join(" "));
  else field.removeAttribute("aria-describedby");
  $(`.error[data-for="${field.id}"]`)?.remove();
  $(".error:not([data-for])", field.closest(".tray, .row, .opponent-row") ?? field.parentElement)?.remove();
}

export function clearErrors() {
  for (const field of $$("[aria-invalid]")) clearError(field);
  for (const one of $$("#form .error")) one.remove();
}

/** The field that a pointer means: the one whose own pointer is the longest beginning of it. */
export function fieldAt(pointer, places = {}) {
  for (let rest = pointer; rest; rest = rest.slice(0, rest.lastIndexOf("/"))) {
    const found = places[rest] ?? $(`[data-pointer="${CSS.escape(rest)}"]`);
    if (found) return found.matches(FIELDS) ? found : ($(FIELDS, found) ?? found);
  }
  return undefined;
}

/** Shows the errors of a problem at their fields; gives `[{text, field}]` for the summary. */
export function showProblem(problem, places) {
  const errors = problem.errors ?? [{ pointer: "", detail: problem.detail ?? problem.title }];
  const found = errors.map((one) => ({ text: one.detail, field: fieldAt(one.pointer, places) }));
  const texts = new Map();
  for (const { text, field } of found) if (field) texts.set(field, [...(texts.get(field) ?? []), text]);
  for (const [field, several] of texts) showError(field, several.join(" "));
  return found;
}
