// After the question has changed, what was meant for the last one is not taken for the new one. Whoever wants to see the
// moves of others at once wants no delay either.

import { deciding, find } from "./dom.js";
import { tell } from "./reading.js";
import { settings } from "./settings.js";

const MOMENT = 500; // milliseconds
const moment = () => (settings.pace === 0 ? 0 : MOMENT);

let last = "";
let changed = -Infinity; // when the question became another
let byOthers = -Infinity; // when that came of what somebody else did

/** What is asked of me, but for its numbers; empty while nothing is. */
function question() {
  const parts = ["#table .phase", "#table .prompt"].map((selector) => find(selector)?.textContent ?? "");
  return deciding() ? parts.join().replace(/\d+/g, "") : "";
}

/** The table shows something new; `own`: it is the answer to what I did. */
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

/** Could a click still be meant for the last question? Of what I did myself I know that it leads on. */
export const tooSoonForClicks = () => performance.now() - byOthers < moment();

/** Says why nothing was done. */
export function sayTooSoon() {
  tell("Something happened. Here is your next decision.");
}
