// Log, news and menu on a small screen: a drawer over the table.

import { all, find } from "./dom.js";

const open = () => document.body.classList.contains("log-open");

let opener = null; // the button that has opened it

function setOpen(wanted, by = null) {
  document.body.classList.toggle("log-open", wanted);
  const buttons = [opener, ...all("[data-log]")].filter((button) => button?.checkVisibility());
  opener = by;
  if (!wanted) buttons[0]?.focus({ preventScroll: true });
  else if (by?.dataset.log) unfold(find("#margin > .menu"));
  else find("#margin .log-lines")?.focus({ preventScroll: true });
}

function unfold(menu) {
  menu.open = true;
  find("summary", menu).focus();
}

/** Opens the log, or closes it. */
export const toggleLog = () => setOpen(!open());

/** Listens to the buttons that open the drawer. Escape, a click outside and buttons with data-closes close it. */
export function attendLog() {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-log]");
    if (button) setOpen(!open(), button);
    else if (open() && (target.closest("[data-closes]") || !target.closest("#margin, dialog"))) setOpen(false);
  });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && open()) setOpen(false); });
}
