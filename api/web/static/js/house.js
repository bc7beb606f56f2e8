/* House rules in the form: how many parameters are changed; the panel comes when they are unfolded. */
import { refreshBoard } from "./board.js";
import { showProblem } from "./errors.js";
import { overrides, refreshNeeds } from "./form.js";
import { count } from "./words.js";

const house = document.getElementById("house");
const rules = document.getElementById("rules");

function keepOverrides(changed) {
  document.getElementById("overrides").value = Object.keys(changed).length ? JSON.stringify(changed) : "";
  refresh();
}

function refresh() {
  const number = Object.keys(overrides()).length;
  document.getElementById("house-count").textContent = number ? `(${count("changes", number)})` : "";
  refreshNeeds();
  refreshBoard();
}

async function draw() {
  const { drawParameters } = await import("./parameters.js");
  const place = document.getElementById("house-fields");
  await drawParameters(place, { rules: rules.value, overrides: overrides() }, keepOverrides, { eager: true }).catch(showProblem);
}

export function setUpHouse() {
  house.hidden = false;
  house.addEventListener("toggle", () => house.open && draw());
  rules.addEventListener("change", () => {
    refresh();
    if (house.open) draw();
  });
  refresh();
}
