// The end of a game: a sheet over the field that folds away, with a link and a result to copy.

import { find, table } from "./dom.js";
import { settings } from "./settings.js";
import { completeLinks } from "./share.js";
import { playing } from "./stage.js";
import { markStates } from "./states.js";
import { attendVerdict } from "./verdict.js";

const SOON = 150; // milliseconds

let coming = false; // while the last blow has not been shown yet

const lies = (now) => Boolean(find(".ending:not(.arriving) > .finale[open]", now));

/** Prepares the ending that a table shows: the board under the sheet takes no focus, and links to copy are complete. */
export function settle(now) {
  find(".ending", now)?.classList.toggle("arriving", coming);
  const board = find(".board", now);
  if (board) board.inert = lies(now) && !now.classList.contains("replay");
  markStates();
  completeLinks(now);
  attendVerdict(now);
}

/** Shows the end of a game. If the last blow is staged, the sheet waits until it has been seen. */
export function end() {
  coming = Boolean(settings.pace) && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  settle(table());
  if (!coming) goThere();
}

/** Shows the sheet as soon as nothing is staged any more. */
export function comeWhenSeen() {
  if (coming && playing()) setTimeout(comeWhenSeen, SOON);
  else if (coming) {
    coming = false;
    settle(table());
    goThere();
  }
}

function goThere() {
  scrollTo({ top: 0 });
  find("#ending")?.focus({ preventScroll: true });
}

/** Listens to the sheet being folded away or opened again. */
export function attendEnding() {
  document.addEventListener("toggle", ({ target }) => { if (target.matches?.(".finale")) settle(table()); }, true);
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("[data-again]")) find(".finale[open]")?.removeAttribute("open"); // the field shows it
  });
  settle(table());
}
