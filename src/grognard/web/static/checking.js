// The page that checks a deal: this browser recomputes it and compares it with the deal that it saw.

import { checked } from "./deal.js";
import { all, find } from "./dom.js";
import { fixed, seen } from "./receipts.js";

/** Checks the deal of the page and says whether it checks out. */
export async function attendCheck() {
  const place = find("[data-check]");
  if (!place) return;
  const [holds, sentence] = await verdict(place.dataset.check);
  place.dataset.holds = holds ? "yes" : "no";
  place.textContent = sentence;
  for (const without of all("[data-without-script]")) without.hidden = true;
}

async function verdict(address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error("The journal cannot be read.");
    const head = JSON.parse((await answer.text()).split("\n", 1)[0]);
    const { attempts, people, shown } = checked(head);
    const before = seen(head.deal.table);
    if (before && before.join() !== fixed(head.deal.steps).join()) {
      throw new Error("The commitments in the journal differ from the ones this browser saw before the deal.");
    }
    const part = `The seed includes bytes from ${shown.size} of ${people} people, in attempt ${attempts}.`;
    return [true, `The deal checks out: your browser has recomputed it. ${part} ${before
      ? "It matches what this browser saw before the first card." : "This browser was not present for the deal."}`];
  } catch (error) {
    return [false, `This deal does not check out. ${error.message}`];
  }
}
