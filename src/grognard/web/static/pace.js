// How long another player's move is shown: it depends on the move. A whole turn takes a few seconds. Waits can be held.

import { settings } from "./settings.js";

const USUAL = 1000; // the pace for which these times are meant, all in milliseconds
const TURN = 3400; // for another player's whole turn; headlines at its end take a little more
const SHARE = 0.4; // of the rest of that time, at most, for one move: nobody knows how many follow
const LINE = { headline: [1000, 30], normal: [650, 12], turn: [500, 8] }; // to notice a line, and to read a letter
const PART = 160; // for each part of a sum, each die
const BIG = 500; // more for a headline with a staging of its own
const HEAVY = { big: 4, headline: 3, roll: 2, normal: 1 }; // a move's share of the time, compared with those that wait
const LEAST = { big: 1600, headline: 800, roll: 200, normal: 60 };
const SPENT = 0.5; // of the least time, once the time for the turn is spent
const MOVEMENT = 320; // until its cards have moved

let spent = 0; // of the turn
const waits = new Set();

/** Are the moves held? */
export let held = false;

const factor = () => settings.pace / USUAL;

/** The time that acts need, to read each and to watch its sum build up. */
export const wanted = (acts) => factor() * reading(acts);

/** The time for acts that you asked to see. They are shown even if you see the moves of others at once. */
export const wantedAgain = (acts) => (factor() || 1) * reading(acts);

/** How long it takes to read acts at the usual pace. */
export const reading = (acts) => acts.reduce((sum, act) => sum + readingTime(act), 0);

function readingTime(act) {
  const [first, letter] = LINE[act.weight] ?? LINE.normal;
  const parts = (act.sums ?? []).reduce((sum, { terms }) => sum + terms.length, 0) + (act.roll?.dice.length ?? 0);
  return first + letter * act.text.length + PART * parts + (act.big ? BIG : 0);
}

/** How long a move is shown: a share of the time left for the turn, by the weight of this move and those behind it. A
    blow that `hurts` the viewer may take all of that time, and stays long enough to read even when none is left. */
export function allot(acts, behind = 0, hurts = false) {
  const heavy = heaviest(acts);
  const left = factor() * TURN - spent;
  const share = (hurts ? 1 : Math.min(SHARE, HEAVY[heavy] / (HEAVY[heavy] + behind))) * left;
  const least = factor() * (hurts ? LEAST.big : LEAST[heavy] * (left > 0 ? 1 : SPENT));
  const given = Math.min(lasting(wanted(acts)), Math.max(share, least));
  spent += given;
  return given;
}

function heaviest(acts) {
  if (acts.some(({ big }) => big)) return "big";
  if (acts.some(({ weight }) => weight === "headline")) return "headline";
  return acts.some(({ roll }) => roll) ? "roll" : "normal";
}

/** How long a move takes if its acts take `time`: its cards have to move first. */
export const lasting = (time) => time + MOVEMENT;

/** The time left for the acts of a move. At a fast pace they do not wait for the cards to move. `twice`: some cards move
    only after the acts. */
export function onStage(given, twice = false) {
  const motion = (twice ? 2 : 1) * MOVEMENT;
  return given > 2 * motion ? given - motion : given;
}

/** Starts the count of a turn: a new turn begins, or you have acted. */
export function turnBegins() {
  spent = 0;
}

/** Calls `then` after this time, not counting time in which the moves are held. Returns a function that cancels it. */
export function after(milliseconds, then) {
  const wait = { left: milliseconds, then, since: 0, timer: 0 };
  waits.add(wait);
  if (!held) run(wait);
  return () => end(wait);
}

function run(wait) {
  wait.since = performance.now();
  wait.timer = setTimeout(() => { end(wait); wait.then(); }, wait.left);
}

function end(wait) {
  clearTimeout(wait.timer);
  waits.delete(wait);
}

/** Pauses the moves of others, or lets them continue. */
export function hold(on) {
  if (held === on) return;
  held = on;
  for (const wait of waits) {
    if (!on) run(wait);
    else {
      clearTimeout(wait.timer);
      wait.left -= performance.now() - wait.since;
    }
  }
}
