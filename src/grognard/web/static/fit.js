// Fits the field of a table: its units are as large as possible while all of them fit.

import { all } from "./dom.js";
import { makeRoom } from "./room.js";

// From large cards to small ones, then cards with their figure next to the number, by their width. If even those do not
// fit, rows, and then stacks in which each card shows only its head, by its height. All in sixteenths of a rem, which are
// pixels unless the window is large or the text is.
const STEPS = [
  ...[200, 180, 160, 150, 140, 130, 122, 114, 108].map((unit) => ({ unit, head: 44, as: "large" })),
  ...[100, 94, 88].map((unit) => ({ unit, head: 44, as: "small" })),
  ...[112, 104, 96, 90, 84].map((unit) => ({ unit, head: 44, as: "low" })),
  { unit: 84, head: 44, as: "heads" },
  ...[40, 36, 32].map((head) => ({ unit: 84, head, as: "heads stacked" })),
  ...[28, 26, 24].map((head) => ({ unit: 84, head, as: "heads thin" })),
];

// A field whose sides fold (data-folds). The sides that the question does not concern show low cards with their names,
// and then only their edges. The others show small cards, and then low ones. In the end all show edges that overlap.
const FOLDING = [
  ...STEPS.slice(0, STEPS.findIndex(({ as }) => as === "heads")),
  ...[84, 78].map((unit) => ({ unit, head: 44, as: "folded named" })),
  ...[84, 78, 70].map((unit) => ({ unit, head: 44, as: "folded" })),
  ...[84, 80].map((unit) => ({ unit, head: 44, as: "named" })),
  ...[52, 48, 44].map((unit) => ({ unit, head: 44, as: "edges" })),
  ...[36, 32, 28, 24].map((head) => ({ unit: 44, head, as: "edges stacked" })),
];

const stepsOf = (field) => ("folds" in field.dataset ? FOLDING : STEPS);
const LITTLE = 3; // steps
const TIGHT = 44; // a head lower than this is always worth growing
let taken = new WeakMap(); // for each field, its last step, the turn it took it, and the room and the cards it had then

let windowSize = "";

/** Fits the fields of the table on the page. */
export function fit() {
  makeRoom();
  for (const field of all("main#table [data-fit]")) fitField(field);
}

/** Fits the fields before the page is first painted, and each time the window changes. */
export function keepFitting() {
  new ResizeObserver(() => {
    if (windowSize !== `${innerWidth},${innerHeight}`) taken = new WeakMap(); // the window has changed
    windowSize = `${innerWidth},${innerHeight}`;
    fit();
  }).observe(document.body);
  document.addEventListener("toggle", ({ target }) => { if (target.closest("[data-fit]")) fit(); }, true);
}

function take(field, { unit, head, as }) {
  field.style.setProperty("--unit", `${unit / 16}rem`);
  field.style.setProperty("--head", `${head / 16}rem`);
  field.dataset.fit = as;
}

const spills = (field) => field.scrollHeight > field.clientHeight + 1 || field.scrollWidth > field.clientWidth + 1;

/** What a field's step depends on: its room, the number of its cards, and which of its parts are open. */
const room = (field) => `${field.clientWidth},${field.clientHeight},`;
const measure = (field) => [room(field), all("[data-handle], .flag", field).length,
  ...all(".asked, [open]", field).map(({ dataset }) => dataset.key)].join();

/** Takes the first step at which nothing overflows. If there is none, the parts around the field shrink. Each try costs
    a layout of the page, so a table like the last one keeps its step. */
function fitField(field) {
  // Close folds that a narrow window opened and that a wide one does not show.
  for (const fold of all("details[open]", field)) fold.open = fold.checkVisibility();
  const last = taken.get(field);
  const { classList } = document.body;
  const wasCrowded = classList.contains("crowded");
  if (last && (last.measure === measure(field) || mayNotGrow(field, last)) && !spills(field)) return;
  classList.remove("crowded");
  if (wasCrowded) take(field, stepsOf(field).at(-1));
  const crowded = wasCrowded ? spills(field) : !fits(field, last);
  classList.toggle("crowded", crowded);
  const spilling = (crowded || wasCrowded) && !fits(field, last);
  if (spilling) field.tabIndex = 0; // so that keys can scroll it too
  else field.removeAttribute("tabindex");
  Object.assign(taken.get(field), { measure: measure(field), room: room(field) });
}

/** In a field of the same size, cards grow only at the beginning of a turn, and only if they grow a lot. */
const mayNotGrow = (field, last) => last?.room === room(field) && last.turn === field.closest("main").dataset.turn;

/** Finds that step, starting from the last one. If one step overflows, so do all before it. */
function fits(field, last) {
  const steps = stepsOf(field);
  const end = steps.length - 1;
  let [low, high, stride] = [0, end, 1];
  let at = Math.min(last?.step ?? end >> 1, end - 1);
  while (low < high) {
    take(field, steps[at]);
    if (spills(field)) low = at + 1;
    else high = at;
    at = high === at ? high - stride : low + stride - 1;
    if (at < low || at >= high) at = (low + high) >> 1;
    stride *= 2;
  }
  const { turn } = field.closest("main").dataset;
  const little = last?.room === room(field) && steps[last.step].head >= TIGHT && low > last.step - LITTLE;
  const calm = mayNotGrow(field, last) || little;
  if (calm && low < last.step) low = last.step;
  taken.set(field, { step: low, turn, room: room(field) });
  take(field, steps[low]);
  return low < end || !spills(field);
}
