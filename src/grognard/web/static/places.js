// Places of the field that can be clicked: a front, a position. Their buttons remain for the keyboard.

import { all, deciding, find, table } from "./dom.js";

const PLACES = ".board [data-key]:not(li)";
const WITH_A_USE = "button, a, summary, details, input, select, label, .choices";

/** The places that belong to exactly one action, each with the button of that action. */
function targets(now) {
  const found = new Map();
  for (const button of all(".action:not(.card .action)", now)) {
    const place = button.closest(PLACES) ?? find(`.board [data-key="${CSS.escape(button.dataset.object)}"]`, now);
    if (place) found.set(place, (found.get(place) ?? new Map()).set(button.dataset.action, button));
  }
  return new Map([...found].filter(([, actions]) => actions.size === 1).map(([place, [[, button]]]) => [place, button]));
}

/** Is this an action that cannot be undone? A click on its place does not play it: only its button does. */
const irrevocable = (button) => Boolean(find(".tells", button));

/** Marks the places that can be clicked now. */
export function markPlaces() {
  const now = table();
  if (!now) return;
  const marked = targets(now);
  for (const place of all(".target", now)) place.classList.remove("target");
  if (!deciding()) return;
  for (const [place, button] of marked) if (!irrevocable(button)) place.classList.add("target");
}

/** Handles a click on the empty ground of a place: presses its button. */
export function clickPlace(event) {
  const target = event.target instanceof Element ? event.target : null;
  const place = target?.closest("main#table .target");
  if (place && !target.closest(WITH_A_USE)) targets(table()).get(place)?.click();
}
