/* House rules at the table: the panel of `parameters.js` in a dialog, with the rule set above it. */
import { ruleWords } from "../api.js";
import { addStyle, el } from "../dom.js";
import { drawParameters } from "../parameters.js";
import { t } from "../words.js";

/**
 * Opens the panel for a deal record. `onChange` gets `{ rules, overrides }` whenever something is changed that can be
 * played by. Gives the dialog.
 */
export async function openRules(record, onChange) {
  const now = { rules: record.rules, overrides: { ...record.overrides } };
  const [words] = await Promise.all([ruleWords(), addStyle("panel.css")]);
  const place = el("div", { class: "panel" });
  const set = el("select", { id: "rule-set", change: () => (take({ rules: set.value }), draw()) }, Object.entries(words.profiles).map(([id, name]) => el("option", { value: id, selected: id === now.rules }, name)));
  const dialog = el("dialog", { class: "sheet", "aria-labelledby": "rules-title", close: () => dialog.remove(), click: ({ target }) => target === dialog && dialog.close() },
    el("div", { class: "inside" },
      el("header", {}, el("h2", { id: "rules-title" }, words.panel.title), el("button", { type: "button", class: "main", click: () => dialog.close() }, t("done"))),
      el("div", { class: "rule-set" }, el("label", { for: "rule-set" }, words.panel.base), set),
      place));
  const take = (changed) => onChange({ ...Object.assign(now, changed), overrides: { ...now.overrides } });
  const draw = () => drawParameters(place, now, (overrides) => take({ overrides }));
  await draw();
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
