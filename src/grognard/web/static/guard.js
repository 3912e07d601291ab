// Just after the question has changed, ignores clicks and keys meant for the last one. There is no such delay for
// readers who have chosen to see moves at once.

import { deciding, find } from "./dom.js";
import { tell } from "./reading.js";
import { settings } from "./settings.js";

const MOMENT = 500; // milliseconds
const moment = () => (settings.pace === 0 ? 0 : MOMENT);

let last = "";
let changed = -Infinity; // when the question last changed
let byOthers = -Infinity; // when somebody else's move last changed it

/** The question you are asked, without its numbers; empty while there is none. */
function question() {
  const parts = ["#table .phase", "#table .prompt"].map((selector) => find(selector)?.textContent ?? "");
  return deciding() ? parts.join().replace(/\d+/g, "") : "";
}

/** Notes the question of a new table. `own`: the table is the answer to your own move. */
export function noteQuestion(own) {
  const now = question();
  if (!now || now === last) return;
  if (last) {
    changed = performance.now();
    if (!own) byOthers = changed;
  }
  last = now;
}

/** Could a key still be meant for the last question? */
export const tooSoonForKeys = () => performance.now() - changed < moment();

/** Could a click still be meant for the last question? You expect the question to change after your own move. */
export const tooSoonForClicks = () => performance.now() - byOthers < moment();

/** Says why the click or key did nothing. */
export function sayTooSoon() {
  tell("Something happened. Here is your next decision.");
}
