// The field of a table: its units are as large as there is room for all of them.

import { all } from "./dom.js";

// From large cards to small ones, then cards with their figure beside the number, in pixels of width; where even those
// are too many, rows, and stacks of which each card shows its head, in pixels of height.
const STEPS = [
  ...[200, 180, 160, 150, 140, 130, 122, 114, 108].map((unit) => ({ unit, head: 44, as: "large" })),
  ...[100, 94, 88].map((unit) => ({ unit, head: 44, as: "small" })),
  ...[112, 104, 96, 90, 84].map((unit) => ({ unit, head: 44, as: "low" })),
  { unit: 84, head: 44, as: "heads" },
  ...[40, 36, 32].map((head) => ({ unit: 84, head, as: "heads stacked" })),
  ...[28, 26, 24].map((head) => ({ unit: 84, head, as: "heads thin" })),
];

let seen = null;

/** Fits the fields of the table that is shown, and goes on doing so when the window changes. */
export function fit() {
  for (const field of all("main#table [data-fit]")) fitField(field);
  if (seen) return;
  seen = new ResizeObserver(fit);
  seen.observe(document.body);
}

function take(field, { unit, head, as }) {
  field.style.setProperty("--unit", `${unit}px`);
  field.style.setProperty("--head", `${head}px`);
  field.dataset.fit = as;
}

const spills = (field) => field.scrollHeight > field.clientHeight + 1 || field.scrollWidth > field.clientWidth + 1;

/** Takes the first step at which nothing spills; where there is none, what surrounds the field gives way. */
function fitField(field) {
  const { classList } = field.closest("main");
  classList.remove("crowded");
  field.removeAttribute("tabindex");
  if (fits(field)) return;
  classList.add("crowded");
  if (!fits(field)) field.tabIndex = 0; // it scrolls, by keys too
}

/** Finds that step by halves: what spills at one step spills at those before it. */
function fits(field) {
  let [low, high] = [0, STEPS.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    take(field, STEPS[middle]);
    if (spills(field)) low = middle + 1;
    else high = middle;
  }
  take(field, STEPS[low]);
  return !spills(field);
}
