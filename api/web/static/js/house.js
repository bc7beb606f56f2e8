/* House rules: how many parameters are changed; their fields come when they are unfolded. */
import { refreshBoard } from "./board.js";
import { overrides, refreshNeeds } from "./form.js";
import { count } from "./words.js";

const house = document.getElementById("house");
const rules = document.getElementById("rules");

/** Keeps the changed parameters. */
export function keepOverrides(changed) {
  document.getElementById("overrides").value = Object.keys(changed).length ? JSON.stringify(changed) : "";
  refresh();
}

function refresh() {
  const number = Object.keys(overrides()).length;
  document.getElementById("house-count").textContent = number ? `(${count("changes", number)})` : "";
  refreshNeeds();
  refreshBoard();
}

const draw = async () => (await import("./parameters.js")).drawParameters();

export function setUpHouse() {
  house.hidden = false;
  house.addEventListener("toggle", () => house.open && draw());
  rules.addEventListener("change", () => {
    refresh();
    if (house.open) draw();
  });
  refresh();
}
