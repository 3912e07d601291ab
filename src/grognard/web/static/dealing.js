// The pages before the first card: the waiting table and its invitation. They take part in the deal automatically: they
// commit to bytes, and reveal them once everyone has committed. When the cards are dealt, they go to the table.

import { attempts, committed, hex, missing, open, PROTOCOL } from "./deal.js";
import { all, find, parsed } from "./dom.js";
import { Feed } from "./feed.js";
import { noteNews } from "./looked.js";
import { morph } from "./morph.js";
import { leave } from "./ready.js";
import { bytesOf, continues, denied, hashesAt, keepBytes, noteReveal } from "./receipts.js";

const EVERY = 4000; // milliseconds between two checks while the page is visible, if the server sends nothing

let busy = false;
let again = false;
let known = null; // the deal as the server showed it last

/** Takes part for the seats of this browser, on a page that waits for a deal. */
export function attendDeal() {
  const base = find("[data-deal]")?.dataset.deal;
  if (!base) return;
  const id = base.split("/")[2];
  const look = () => takePart(id, base);
  const lookIfVisible = () => { if (!document.hidden) look(); };
  const feed = new Feed((_id, html) => { draw(html); noteNews(id, html); look(); }, () => {});
  feed.add(id);
  addEventListener("pagehide", () => feed.drop(id));
  addEventListener("pageshow", ({ persisted }) => { if (persisted) feed.add(id); });
  document.addEventListener("visibilitychange", lookIfVisible);
  setInterval(lookIfVisible, EVERY);
  look();
}

/** Shows the deal as it is now. An invitation has no place for it. */
function draw(html) {
  const [now, next] = [find("#dealing"), find("#dealing", parsed(html))];
  if (now && next) morph(now, next);
  warn();
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
  await ask(id);
  for (let step; (step = next(known)); ) await ask(id, ...step);
  return !known.waits_for;
}

async function ask(id, what = "", body = null) {
  const address = `/api/v1/tables/${id}/deal${what}`;
  const how = body && { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const answer = await fetch(address, how ?? {});
  if (!answer.ok) throw new Error(String(answer.status));
  known = await answer.json();
  warn();
}

// -- what this page does ----------------------------------------------------------------------------------------------

/** The attempt that this page takes part in; null if there is none, or if the server breaks the rules of a deal. */
function current(state) {
  if (!state.waits_for || faultOf(state)) return null;
  const last = attempts(state.table, state.steps, state.people).at(-1);
  return last?.protocol === PROTOCOL && !last.over ? last : null;
}

/** What the server shows that cannot be, as a sentence; empty if it is in order. */
function faultOf({ table, steps, people, waits_for: waits }) {
  if (!waits) return ""; // the cards are dealt, and after the game the check reads the journal
  try {
    attempts(table, steps, people);
  } catch (error) {
    return error.message;
  }
  return continues(table, steps) ? "" : "The server now shows other steps than when this browser revealed its bytes.";
}

/** The next thing that a seat of this browser has to do, if any. */
function next(state) {
  const last = current(state);
  if (!last) return null;
  const seat = state.may_commit.find((one) => !last.said.has(one));
  if (seat === undefined) return nextReveal(state, last);
  return ["/commit", { seat, hash: commitment(state.table, last, seat) }];
}

/** Reveals only once this page itself sees that everyone has answered. Another device reveals the bytes it keeps. */
function nextReveal({ table, steps, people, yours }, last) {
  if (open(last, people).length) return null;
  for (const seat of missing(last).filter((one) => yours.includes(one))) {
    const own = ownBytes(table, last, seat);
    if (!own) continue;
    noteReveal(table, steps, { attempt: last.number, seat, hash: last.said.get(seat).hash });
    return ["/reveal", { seat, bytes: own }];
  }
  return null;
}

/** The bytes of this browser that a seat has committed to in an attempt; null if it has none. */
function ownBytes(table, attempt, seat) {
  const { hash } = attempt.said.get(seat);
  return isOwn(table, attempt, seat, hash) ? bytesOf(table, hash) : null;
}

/** Whether this browser keeps the bytes behind a hash, and they fit the table, attempt, seat and promise. */
function isOwn(table, attempt, seat, hash) {
  const own = bytesOf(table, hash);
  return Boolean(own) && committed(table, attempt, seat, own) === hash;
}

/** A commitment of a seat to bytes that stay in this browser: always the same ones for an attempt and its promise. */
function commitment(table, attempt, seat) {
  const before = hashesAt(table).find((hash) => isOwn(table, attempt, seat, hash));
  if (before) return before;
  const own = hex(crypto.getRandomValues(new Uint8Array(32)));
  const hash = committed(table, attempt, seat, own);
  keepBytes(table, hash, own);
  return hash;
}

// -- what this page says ----------------------------------------------------------------------------------------------

/** Offers to say that bytes are lost, and says what the server gets wrong. */
function warn() {
  if (!known) return;
  for (const form of all("[data-lost]")) form.hidden = !isLost(known, Number(form.dataset.lost));
  const place = find("[data-denied]");
  if (!place) return;
  const sentence = complaint(known);
  if (place.textContent !== sentence) place.textContent = sentence; // a screen reader reads each change
  place.hidden = !sentence;
}

/** Whether everyone waits for bytes of this seat that this browser does not have. Another device may have them. */
function isLost(state, seat) {
  const last = current(state);
  return Boolean(last) && state.yours.includes(seat) && !open(last, state.people).length
    && missing(last).includes(seat) && !last.said.get(seat).typed && !ownBytes(state.table, last, seat);
}

function complaint(state) {
  const attempt = denied(state.table, state.steps);
  if (attempt) return `The server says that you sent nothing in attempt ${attempt}, but this browser did.`;
  const fault = faultOf(state);
  return fault && `Your browser takes no part in this deal. ${fault}`;
}
