// What others do: tables that arrive as events, shown one by one.

import { find, make, parsed, table, version } from "./dom.js";
import { follow } from "./events.js";
import { moving } from "./movement.js";
import { settings } from "./settings.js";
import { show, shown } from "./show.js";

let queue = []; // of tables that are still to be shown
let timer = 0; // runs while the last one is looked at

const status = make("span", { role: "status" });
const skip = make("button", { type: "button", hidden: true, onclick: () => skipAhead() });
/** Says how the connection stands and how many moves wait. */
export const flow = make("div", { className: "flow", hidden: true }, status, skip);

export function say(text) {
  status.textContent = text;
  count();
}

function count() {
  const ahead = queue.filter((waiting) => version(waiting) !== shown).length;
  skip.hidden = ahead === 0;
  skip.textContent = ahead === 1 ? "Skip 1 move (S)" : `Skip ${ahead} moves (S)`;
  flow.hidden = skip.hidden && !status.textContent;
}

export const read = (html) => find("main#table", parsed(html));

function arrive(html) {
  const next = read(html);
  const last = queue.at(-1);
  if (!next || version(next) < (last ? version(last) : shown)) return;
  if (last && version(last) === version(next)) queue.pop();
  queue.push(next);
  pump();
}

/** Shows the table that answers a click, before any that wait. */
export function answered(next) {
  queue = queue.filter((waiting) => version(waiting) > version(next));
  if (version(next) > shown) {
    show(next, pump, true);
    rest();
  } else if (version(next) === shown) queue.unshift(next);
  say("");
  pump();
}

/** Shows the next table of the queue as soon as the last one was seen for long enough. */
export function pump() {
  const again = (waiting) => version(waiting) === shown; // it has to wait for the movement
  if (moving && queue.length && again(queue[queue.length - 1])) return;
  if (document.hidden || settings.pace === 0) return skipAhead();
  while (queue.length && !(again(queue[0]) ? moving : timer)) {
    const next = queue.shift();
    const own = again(next); // nothing has happened: it shows a choice that is half made
    if (!own) rest();
    show(next, pump, own);
  }
  count();
}

function rest() {
  clearTimeout(timer);
  timer = setTimeout(() => { timer = 0; pump(); }, settings.pace);
}

/** Shows the newest table at once. */
export function skipAhead() {
  const newest = queue.pop();
  queue = [];
  clearTimeout(timer);
  timer = 0;
  if (newest) show(newest, pump);
  count();
}

/** What the server tells of the table. */
function hear({ state, html }) {
  if (state) say(state === "lost" ? "Connection lost, trying again …" : "");
  if (html) arrive(html);
}

export function listen() {
  const address = table()?.dataset.stream;
  if (address) follow(new URL(address, location).searchParams.get("table"), hear);
}
