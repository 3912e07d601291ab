// The computer's verdict on a finished game. It arrives in the ending while the ending is on screen.

import { find, parsed, table } from "./dom.js";
import { morph } from "./morph.js";

const EVERY = 1500; // milliseconds
const PATIENCE = 20; // failures in a row until it asks no more
const PLACE = "[data-verdict]";

let known = null; // the last answer, which a newly drawn table does not have
let asking = false;
let failures = 0;

/** Puts the last answer into a table that is about to be shown, and keeps asking until there is a verdict. */
export function attendVerdict(now) {
  const place = find(PLACE, now);
  if (place && known?.dataset.verdict === place.dataset.verdict) place.replaceWith(known.cloneNode(true));
  if (find(`${PLACE}[data-waits]`, now) && !asking) ask();
}

async function ask() {
  asking = true;
  do {
    await new Promise((resolve) => setTimeout(resolve, EVERY));
    const place = find(`.ending:not(.arriving) ${PLACE}[data-waits]`, table());
    if (place && !document.hidden) await update(place);
  } while (find(`${PLACE}[data-waits]`, table()));
  asking = false;
}

async function update(place) {
  try {
    const answer = await fetch(place.dataset.verdict);
    failures = answer.ok ? 0 : failures + 1;
    if ([403, 404].includes(answer.status) || failures >= PATIENCE) place.removeAttribute("data-waits");
    if (!answer.ok) return;
    known = find(PLACE, parsed(await answer.text()));
    morph(place, known.cloneNode(true));
  } catch { /* the server is away; it keeps its results */ }
}
