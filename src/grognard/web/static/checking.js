// The page that checks a deal: this browser computes it anew, and compares it with what it saw when it was dealt.

import { checked } from "./deal.js";
import { all, find } from "./dom.js";
import { fixed, seen } from "./receipts.js";

/** Checks the deal that the page tells of, and says what came of it. */
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
      throw new Error("The journal tells of other commitments than this browser saw before the deal.");
    }
    const part = `Bytes of ${shown.size} of ${people} people are in the seed, at attempt ${attempts}.`;
    return [true, `The deal checks out: your browser has recomputed it. ${part} ${before
      ? "It is what this browser saw before the first card." : "This browser was not there when it was dealt."}`];
  } catch (error) {
    return [false, `This deal does not hold. ${error.message}`];
  }
}
