// Hides the results of acts until they are staged: numbers keep their old values, and the log leaves out the lines.

import { all, find, table } from "./dom.js";
import { numberAt } from "./spots.js";

let held = []; // acts still to come, each with its change

/** Holds back the results of these acts until they are staged, and shows those of all others. */
export function holdBack(acts) {
  held = acts;
  markUntold();
}

/** Marks the results that wait. Call it again after the table is redrawn. */
export function markUntold() {
  const now = table();
  if (!now) return;
  for (const told of all(".untold, [data-was]", now)) {
    told.classList.remove("untold");
    delete told.dataset.was;
  }
  for (const { change } of held) {
    for (const { key, from } of change ? [change, ...change.others] : []) {
      const place = numberAt(now, key);
      if (place) find("b", place).dataset.was = String(from).replace("-", "−");
    }
  }
  const lines = all(".log-lines .event", now);
  const first = lines.findIndex(({ dataset }) => held.some(({ act }) => act.line === dataset.key));
  if (first < 0) return;
  const keys = new Set(lines.slice(first).map(({ dataset }) => dataset.key));
  for (const line of all(".margin .event", now)) line.classList.toggle("untold", keys.has(line.dataset.key));
  const [latest, known] = [find(".latest > span", now), lines.slice(0, first).findLast((line) => !line.matches(".bookkeeping"))];
  if (latest) latest.dataset.was = known ? find(".told", known).textContent : "";
}
