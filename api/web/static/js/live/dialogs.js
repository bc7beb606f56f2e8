/* Dialogs: what a long press or a right click offers, corrections, the menu, a new deal. */
import { $ } from "../dom.js";

/** The menu. */
export const openMenu = () => $("#menu").showModal();
