// The page before the first card. It takes its part in the deal automatically: it commits to bytes, and reveals them
// once everyone has committed. When the cards are dealt, it goes to the table.

import { committed, hex, lastAttempt } from "./deal.js";
import { find, parsed } from "./dom.js";
import { Feed } from "./feed.js";
import { morph } from "./morph.js";
import { leave } from "./ready.js";
import { bytesOf, drop, keepBytes, note } from "./receipts.js";

const EVERY = 4000; // milliseconds between two checks, if the server sends nothing: somebody may be late

let busy = false;
let again = false;

/** Takes part for the seats of this browser, on a page that waits for a deal. */
export function attendDeal() {
  const base = find("[data-deal]")?.dataset.deal;
  if (!base) return;
  const id = base.split("/")[2];
  const look = () => takePart(id, base);
  const feed = new Feed((_id, html) => { draw(html); look(); }, () => {});
  feed.add(id);
  addEventListener("pagehide", () => feed.drop(id));
  setInterval(look, EVERY);
  look();
}

function draw(html) {
  const [now, next] = [find("#dealing"), find("#dealing", parsed(html))];
  if (now && next) morph(now, next);
}

/** Takes part in the deal, one call at a time. A call during another one runs after it. */
async function takePart(id, base) {
  again = busy;
  if (busy) return;
  busy = true;
  try {
    if (await settled(id)) {
      leave();
      return location.replace(base);
    }
  } catch { /* the server is away, or somebody was quicker: try again later */ }
  busy = false;
  if (again) takePart(id, base);
}

/** Does this page's part in the deal. Returns whether the table is dealt. */
async function settled(id) {
  let state = await ask(id);
  for (let step; (step = next(state)); ) state = await ask(id, ...step);
  if (state.waits_for) return false;
  for (const { is, hash } of state.steps) if (is === "commit") drop(hash); // the bytes are public now
  return true;
}

async function ask(id, what = "", body = null) {
  const address = `/api/v1/tables/${id}/deal${what}`;
  const how = body && { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const answer = await fetch(address, how ?? {});
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** The next thing that a seat of this browser has to do, if any. */
function next({ table, steps, waits_for: waits, yours }) {
  const { number, steps: last } = lastAttempt(steps);
  const did = (seat, ...kinds) => last.find((step) => step.seat === seat && kinds.includes(step.is));
  if (waits === "answers") {
    const seat = yours.find((one) => !did(one, "commit", "draw"));
    if (seat !== undefined) return ["/commit", { seat, hash: fresh(table, number, seat, last[0].hash) }];
  } else if (waits === "reveals") {
    for (const seat of yours.filter((one) => did(one, "commit") && !did(one, "reveal"))) {
      const { hash } = did(seat, "commit");
      const own = bytesOf(hash);
      // Reveal only bytes that fit the table and its promise. Another device reveals the bytes that it keeps.
      if (!own || committed(table, number, seat, last[0].hash, own) !== hash) continue;
      note(table, steps);
      return ["/reveal", { seat, bytes: own }];
    }
  }
  return null;
}

/** A commitment to new bytes, which stay in this browser. */
function fresh(table, attempt, seat, promise) {
  const own = hex(crypto.getRandomValues(new Uint8Array(32)));
  const hash = committed(table, attempt, seat, promise, own);
  keepBytes(hash, own);
  return hash;
}
