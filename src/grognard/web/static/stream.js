// The moves of others: tables that arrive as events, shown one by one.

import { forget, isCostly } from "./blows.js";
import { setHouseTime } from "./clock.js";
import { find, make, parsed, table, tableId, version } from "./dom.js";
import { follow } from "./events.js";
import { versionIn } from "./feed.js";
import { lingering } from "./lingering.js";
import { noteNews } from "./looked.js";
import { moving } from "./movement.js";
import { after, allot, held, hold, lasting, onStage, turnBegins, wanted } from "./pace.js";
import { begin } from "./ready.js";
import { addsOnlyDetails, script, sounds } from "./script.js";
import { settings } from "./settings.js";
import { show, shown } from "./show.js";
import { play } from "./sound.js";
import { numbers } from "./spots.js";
import { actOver, curtain, further, perform, playing, stand } from "./stage.js";

const OWN = 0.6; // the time of your own moves, as a share of the time of others' moves

let queue = []; // the tables still to show: their versions, and functions that return them
let resting = null; // ends the time in which the last table is shown
let waited = null; // ends the wait for the answer to a click that is in the queue

const keyed = (key) => make("kbd", { ariaHidden: "true" }, key);
const status = make("span", { role: "status" });
const pause = make("button", { type: "button", onclick: () => holdOn() });
const stepping = make("button", { type: "button", onclick: () => step() }, "Step", keyed("N"));
const skip = make("button", { type: "button", hidden: true, onclick: () => skipAhead() });
/** The bar that shows the state of the connection and the number of moves that wait, and that can pause them. */
export const flow = make("div", { className: "flow", hidden: true }, status, pause, stepping, skip);

export function say(text) {
  status.textContent = text;
  count();
}

function count() {
  const ahead = queue.filter((waiting) => waiting.version !== shown).length;
  skip.hidden = ahead === 0;
  skip.replaceChildren(`Skip ${ahead} ${ahead === 1 ? "move" : "moves"}`, keyed("S"));
  pause.replaceChildren(held ? "Continue" : "Pause", keyed("P"));
  pause.hidden = skip.hidden && !held;
  stepping.hidden = pause.hidden;
  flow.hidden = pause.hidden && !status.textContent;
  if (queue.some(({ own }) => own)) return;
  waited?.();
  waited = null;
}

export const read = (html) => find("main#table", parsed(html));

function arrive(html) {
  const next = { version: versionIn(html), table: () => read(html) }; // only the newest may be shown
  const newest = queue.at(-1)?.version ?? shown;
  if (next.version < newest) return;
  noteNews(tableId(), html);
  if (next.version === newest && queue.length) queue.pop();
  queue.push(next);
  if (document.hidden) pump();
  else requestAnimationFrame(() => setTimeout(pump)); // your own move is painted first
}

/** Shows the table that answers a click, before any that wait. */
export function answered(next) {
  hold(false);
  queue = queue.filter((waiting) => waiting.version > version(next));
  if (version(next) > shown) present(next, true);
  else if (version(next) === shown) {
    queue.unshift({ version: shown, table: () => next, own: true });
    waited ??= begin();
  }
  say("");
  pump();
}

/** Shows the next table in the queue once the last one has been shown long enough; while paused, only on request (`one`). */
export function pump(one = false) {
  const again = (waiting) => waiting.version === shown; // a redrawing has to wait for the movement
  if (moving && queue.length && again(queue[queue.length - 1])) return;
  if (document.hidden || settings.pace === 0) return skipAhead();
  while (queue.length && !(again(queue[0]) ? moving : resting || held && !one)) {
    const next = queue.shift();
    if (again(next)) show(next.table(), pump, { own: true }); // nothing has happened: it shows a half-made choice
    else present(next.table(), false);
  }
  count();
}

/** Shows a new table and stages the events, except at the pace "at once". */
function present(next, mine) {
  const now = table();
  if (mine) actOver();
  const acts = settings.pace ? script(now, next, mine) : [];
  const heard = acts.length ? [] : sounds(now, next);
  const before = numbers(now);
  const theirs = turnOf(next) !== `seat-${next.dataset.seat}`;
  if ((mine && !theirs) || turnOf(now) !== turnOf(next)) turnBegins();
  const given = addsOnlyDetails(now, next) ? 0 : timeFor(acts, mine, theirs, next.dataset.seat);
  rest(given);
  const begin = () => {
    if (heard.length) play(heard[0]);
    perform(acts, queue.length || mine ? onStage(given, lingering()) : wanted(acts), before, () => { if (!queue.length) stand(); });
  };
  show(next, pump, { own: mine, staged: { acts, before, begin } });
}

/** How long a move is shown. */
function timeFor(acts, mine, theirs, seat) {
  const headline = acts.some(({ weight }) => weight === "headline");
  if (mine && (headline || !theirs)) return lasting((headline ? 1 : OWN) * wanted(acts));
  const hurts = seat !== "" && acts.some((act) => isCostly(act, Number(seat)));
  return allot(acts, queue.length, hurts);
}

/** The seat whose turn it is. */
const turnOf = (root) => find(".seat.active", root)?.className.match(/\bseat-\d+/)?.[0];

function rest(milliseconds) {
  resting?.();
  resting = after(milliseconds, () => { resting = null; pump(); });
}

/** Shows the newest table at once. */
export function skipAhead() {
  const newest = queue.pop();
  queue = [];
  forget();
  hold(false);
  resting?.();
  resting = null;
  if (newest) show(newest.table(), pump);
  else curtain();
  count();
}

/** Pauses the moves of others, or continues them. */
export function holdOn() {
  if (!held && !queue.length && !playing()) return;
  hold(!held);
  pump();
}

/** Shows the next act, or the next move. */
export function step() {
  if (further()) return;
  forget();
  curtain();
  resting?.();
  resting = null;
  pump(true);
}

/** Ends the staging and continues: you have seen it. */
export function dismiss() {
  if (!playing()) return;
  forget();
  curtain();
  if (held) return;
  resting?.();
  resting = null;
  pump();
}

/** Handles a message from the server. */
function hear({ state, html, houseTime }) {
  if (houseTime !== undefined) setHouseTime(houseTime);
  if (state) say(state === "lost" ? "Connection lost. Trying again …" : "");
  if (html) arrive(html);
}

export function listen() {
  const id = tableId();
  if (id) follow(id, hear);
}
