/* Starts the page: makes the form alive, asks, and follows the address. */
import { setUpAsking } from "./ask.js";
import { openBoard, setUpTapping } from "./board.js";
import { $, $$ } from "./dom.js";
import { setUpForm } from "./form.js";
import { setUpHouse } from "./house.js";
import { setUpRecent } from "./recent.js";
import { setUpSettings } from "./settings.js";
import { setUpTrays } from "./trays.js";

document.documentElement.classList.add("scripted");
for (const one of $$("[data-js]")) if (!one.closest("section[hidden]") && !["next", "recent", "house"].includes(one.id)) one.hidden = false;
setUpForm();
const alone = $$("#form > section .tray, #table-part > .tray, #table-part > div > .tray, #drawn .tray");
for (const tray of alone) {
  setUpTrays(tray);
  setUpTapping(tray);
}
setUpHouse();
setUpSettings();
setUpRecent();
openBoard($("#hand"));
setUpAsking();
