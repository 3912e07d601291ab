// Says on <html> what the page shows. Style rules ask for it there: with rules like body:has(.latest), Chromium would compute
// the style of the whole page again at each change of any part.

import { find } from "./dom.js";

const STATES = {
  "at-table": "main.table",
  "with-bar": ".replay-bar ~ main.table",
  "others-decide": ".table:not(.deciding) .dock",
  "finale-open": ".table .ending:not(.arriving) > .finale[open]",
  "end-coming": ".table .ending.arriving",
  "more-open": ".replay-more[open]",
  "sound-asked": "body > .sound-question",
  "arrow-shown": ".stage > .arrow",
};

/** Says what the page shows now. */
export function markStates() {
  for (const [name, selector] of Object.entries(STATES)) {
    document.documentElement.classList.toggle(name, find(selector) !== null);
  }
}

/** Says it again when the page gains or loses a part, something comes on the stage, or a fold opens or closes. A change
    of the table marks the states itself, before it is painted. */
export function keepMarking(stage) {
  const parts = new MutationObserver(markStates);
  parts.observe(document.body, { childList: true });
  parts.observe(stage, { childList: true });
  document.addEventListener("toggle", markStates, true);
  markStates();
}
