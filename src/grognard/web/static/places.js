// Places of the field that can be clicked themselves: a front, a position. The button that says so stays for the keyboard.

import { all, deciding, find, table } from "./dom.js";

const PLACES = ".board [data-key]:not(li)";
const WITH_A_USE = "button, a, summary, details, input, select, label, .choices";

/** The places with the one action that each is about: its button stands there, or names the place. */
function targets(now) {
  const found = new Map();
  for (const button of all(".action:not(.card .action)", now)) {
    const place = button.closest(PLACES) ?? find(`.board [data-key="${CSS.escape(button.dataset.object)}"]`, now);
    if (place) found.set(place, (found.get(place) ?? new Map()).set(button.dataset.action, button));
  }
  return new Map([...found].filter(([, actions]) => actions.size === 1).map(([place, [[, button]]]) => [place, button]));
}

/** What cannot be taken back is not done by a click beside its button. */
const irrevocable = (button) => Boolean(find(".tells", button));

/** Marks what can be clicked now. */
export function markPlaces() {
  const now = table();
  if (!now) return;
  const marked = targets(now);
  for (const place of all(".target", now)) place.classList.remove("target");
  if (!deciding()) return;
  for (const [place, button] of marked) if (!irrevocable(button)) place.classList.add("target");
}

/** A click on the empty ground of a place: presses its button. */
export function clickPlace(event) {
  const target = event.target instanceof Element ? event.target : null;
  const place = target?.closest("main#table .target");
  if (place && !target.closest(WITH_A_USE)) targets(table()).get(place)?.click();
}
