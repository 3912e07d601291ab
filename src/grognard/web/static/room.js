// Makes room next to the field of a table for lists that may be too long.

import { all, find } from "./dom.js";

/** Makes room for the lists of known cards, before the field takes the rest. */
export function makeRoom() {
  for (const list of all("main#table .chips")) fold(list);
}

/** Shows the chips of a list in at most --lines lines. The rest are behind the fold at the end, which counts them. */
function fold(list) {
  const more = list.nextElementSibling;
  for (const chip of list.children) chip.hidden = false;
  more.hidden = true;
  if (!beyond(list).length) return;
  more.hidden = false; // it takes room itself
  const rest = beyond(list);
  find("summary b", more).textContent = `+${rest.length}`;
  for (const chip of rest) chip.hidden = true;
}

/** The chips below the last line, or too wide for their own. */
function beyond(list) {
  const lines = Number(getComputedStyle(list).getPropertyValue("--lines")) || Infinity;
  const right = list.offsetLeft + list.clientWidth;
  const chips = [...list.children];
  const tops = [...new Set(chips.map((chip) => chip.offsetTop))];
  return chips.filter((chip) => tops.indexOf(chip.offsetTop) >= lines || chip.offsetLeft + chip.offsetWidth > right);
}
