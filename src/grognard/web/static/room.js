// What lies beside the field of a table and may be more than there is room for.

import { all, find } from "./dom.js";

/** Makes room for all that is remembered, before the field takes the rest. */
export function makeRoom() {
  for (const list of all("main#table .chips")) fold(list);
}

/** Chips stand in so many lines (--lines); those beyond are behind the fold at the end, which says how many. */
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

/** The chips that lie below the last line, or reach out of theirs. */
function beyond(list) {
  const lines = Number(getComputedStyle(list).getPropertyValue("--lines")) || Infinity;
  const right = list.offsetLeft + list.clientWidth;
  const chips = [...list.children];
  const tops = [...new Set(chips.map((chip) => chip.offsetTop))];
  return chips.filter((chip) => tops.indexOf(chip.offsetTop) >= lines || chip.offsetLeft + chip.offsetWidth > right);
}
