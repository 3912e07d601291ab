// Log, news and menu on a small screen: a drawer over the table.

import { all, find } from "./dom.js";

const open = () => document.body.classList.contains("log-open");

function setOpen(wanted) {
  document.body.classList.toggle("log-open", wanted);
  if (wanted) find("#margin .log-lines")?.focus({ preventScroll: true });
  else all("[data-log]").find((button) => button.checkVisibility())?.focus({ preventScroll: true });
}

/** Opens the log, or closes it. */
export const toggleLog = () => setOpen(!open());

/** Listens to the buttons that open the drawer. Escape and a click outside close it. */
export function attendLog() {
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-log]")) toggleLog();
    else if (open() && !target.closest("#margin, dialog")) setOpen(false);
  });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && open()) setOpen(false); });
}
