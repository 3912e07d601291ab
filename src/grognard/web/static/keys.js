// Keys: arrows move from card to card, and single keys do frequent things.

import { ask, sheet } from "./dialog.js";
import { all, find, make, table } from "./dom.js";
import { toggleLog } from "./drawer.js";
import { sayTooSoon, tooSoonForKeys } from "./guard.js";
import { hovered } from "./pointer.js";
import { readCard, tell } from "./reading.js";
import { replayKey } from "./replay.js";
import { set, settings } from "./settings.js";
import { seen } from "./stage.js";
import { dismiss, holdOn, skipAhead, step } from "./stream.js";
import { typed } from "./typed.js";
import { hideZoom } from "./zoom.js";

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = {
  "Arrows, Tab": "from card to card",
  Enter: "play the card, press the button",
  Space: "pass, when you are asked to answer",
  "1 to 9": "the first to the ninth button",
  U: "undo",
  Z: "read the card large (or rest the pointer on it, or press and hold it)",
  H: "a hint, if hints are available",
  P: "pause the moves of others, or continue",
  N: "while paused: the next move",
  S: "skip to the newest move",
  "← →, Home, End": "in a replay: back, next, first, last; Space plays it",
  L: "open the log if it is folded away",
  "?": "this list",
  Esc: "close; skip the current move",
};

/** Shows the list of keys, with a switch for single-character keys. */
export function help() {
  const list = make("dl", { className: "keys" });
  for (const [key, does] of Object.entries(KEYS)) {
    list.append(make("dt", {}, make("kbd", {}, key)), make("dd", {}, does));
  }
  const box = make("input", { type: "checkbox", checked: settings.keys });
  box.addEventListener("change", () => set("keys", box.checked));
  const rules = make("a", { href: table()?.dataset.rules }, "The rules of this game");
  const letters = make("label", {}, box, "Use single letters, digits and Space as keys");
  const numbers = make("input", { type: "checkbox", checked: settings.clauses });
  numbers.addEventListener("change", () => set("clauses", numbers.checked));
  const cited = make("label", {}, numbers, "Show rule numbers");
  ask("Keys", [make("h2", {}, "Keys"), list, letters, cited, make("p", {}, rules)]);
}

export function key(event) {
  const focused = document.activeElement;
  const now = table();
  const sign = typed(event);
  if (!now || sheet.open || event.ctrlKey || event.altKey || event.metaKey || event.repeat && sign === " ") return;
  if (focused?.matches("input, select, textarea, [contenteditable]")) return;
  hideZoom();
  if (!["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) seen();
  if (replayKey(event)) return;
  const card = focused?.closest(".card, [data-zoom]") ?? hovered;
  const plays = /^[1-9 ]$/.test(sign) ? settings.keys : event.key === "Enter" && focused?.matches("#table [name=do]");
  if (plays && tooSoonForKeys()) {
    event.preventDefault();
    sayTooSoon();
    return;
  }
  if (event.key.startsWith("Arrow")) {
    const free = "body, main, #prompt, #ending, .card, .dock button";
    if ((!focused || focused.matches(free)) && !event.shiftKey) go(focused, event);
  } else if (event.key === "Enter" && focused instanceof HTMLDivElement && card) readCard(card);
  else if (event.key === "Escape") dismiss();
  else if (settings.keys) single(event, sign, now, focused, card);
}

/** Handles a single-character key. */
function single(event, sign, now, focused, card) {
  const press = (selector) => { find(selector, now)?.click(); event.preventDefault(); };
  if (sign === " ") {
    if (find("[data-pass]", now) && !focused?.matches("button, a, summary")) press("[data-pass]");
  } else if (sign === "?") help();
  else if (sign === "z" && card) readCard(card);
  else if (sign === "u") stepBack(now, press);
  else if (sign === "h") press("[data-hint-ask], [data-hint-stop], [data-hint-show]");
  else if (sign === "p") holdOn();
  else if (sign === "n") step();
  else if (sign === "s") skipAhead();
  else if (sign === "l") toggleLog();
  else if (/^[1-9]$/.test(sign)) all(".dock .actions .action", now)[Number(sign) - 1]?.click();
}

/** Undoes your last choice, or says why you can't. */
function stepBack(now, press) {
  if (find("[data-undo]", now)) press("[data-undo]");
  else tell(find(".dock", now)?.dataset.undoWhy);
}

/** Moves the focus in the direction of an arrow; without a focus, to the first card or button that can be played. */
function go(element, event) {
  const spots = all(".card, .board .action, .dock button, .ending .actions > *", table()).filter((spot) => spot.offsetParent);
  const from = element?.closest(".card, button")?.getBoundingClientRect();
  const best = from
    ? nearest(spots, from, DIRECTIONS[event.key])
    : spots.find((spot) => spot.matches(".wanted")) ?? spots.find((spot) => spot.matches(".legal")) ?? spots.find((spot) => spot.matches(".action"));
  if (!best) return;
  if (best.tabIndex < 0) best.tabIndex = -1;
  best.focus({ focusVisible: true });
  best.scrollIntoView({ block: "nearest" });
  event.preventDefault();
}

/** The nearest spot in a direction, straight ahead first; left and right only within the row. */
function nearest(spots, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const to = spot.getBoundingClientRect();
    const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
    const [along, across] = dx ? [x * dx, Math.abs(y)] : [y * dy, Math.abs(x)];
    const distance = along + across * (dx ? 8 : 2);
    if (along > 8 && (!dx || across < 60) && distance < least) [best, least] = [spot, distance];
  }
  return best;
}
