// The page that checks a deal: this browser recomputes it and compares it with its own records.

import { checked } from "./deal.js";
import { all, find } from "./dom.js";
import { continues, denied, dropBytes, revealedIn, wasThere } from "./receipts.js";

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
    const found = checked(head);
    const present = compared(head.deal, found.attempts);
    dropBytes(head.deal.table);
    const sentences = [part(found), ...found.voids.map(cameToNothing), present];
    return [true, `The deal checks out: your browser has recomputed it. ${sentences.join(" ")}`];
  } catch (error) {
    return [false, `This deal does not check out. ${error.message}`];
  }
}

/** Compares the steps in a journal with this browser's records. Throws an error that says how they differ. */
function compared({ table, steps }, last) {
  if (!continues(table, steps)) {
    throw new Error("The steps in the journal differ from the ones this browser saw before the deal.");
  }
  const attempt = denied(table, steps);
  if (attempt) throw new Error(`The journal says that you sent nothing in attempt ${attempt}, but this browser did.`);
  if (!wasThere(table)) return "This browser was not present for the deal.";
  if (revealedIn(table, last)) return "It matches what this browser saw before the first card.";
  return `This browser did not reveal in attempt ${last}, which dealt the cards. If you did not do so on another device, `
    + "someone else did it in your name.";
}

const part = ({ attempts, people, shown }) =>
  `The seed includes bytes from ${shown.size} of ${people} people, in attempt ${attempts}.`;

const cameToNothing = ({ number, seats }) =>
  `Deal ${number} failed because of seat ${seats.map((seat) => seat + 1).join(" and ")}.`;
