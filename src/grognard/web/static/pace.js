// How long a move of another is shown: by what is in it, and all of his turn in a few seconds. Waits can be held.

import { settings } from "./settings.js";

const USUAL = 1000; // the pace for which these times are meant, all in milliseconds
const TURN = 6000; // for all that another does in his turn
const SHARE = 0.45; // of what is left of it, at most, for one move: nobody knows how many follow
const LINE = { headline: [1000, 30], normal: [650, 12] }; // to notice a line, and to read a letter of it
const PART = 160; // for each part of a sum, each die
const QUIET = 220; // for a move without a line to stage
const LEAST = { headline: 900, roll: 500, normal: 150 };

let spent = 0; // of the turn
const waits = new Set();

/** Are the moves held? */
export let held = false;

/** The time that acts want: each is read, and its sum is built up. */
export function wanted(acts) {
  return factor() * (acts.length ? acts.reduce((sum, act) => sum + readingTime(act), 0) : QUIET);
}

const factor = () => settings.pace / USUAL;

function readingTime(act) {
  const [first, letter] = LINE[act.weight] ?? LINE.normal;
  const parts = (act.sums ?? []).reduce((sum, { terms }) => sum + terms.length, 0) + (act.roll?.dice.length ?? 0);
  return first + letter * act.text.length + PART * parts;
}

/** The time that is given to the acts of a move: less and less, the more another has done in his turn. */
export function allot(acts) {
  const heavy = acts.some((act) => act.weight === "headline") ? "headline" : acts.some((act) => act.roll) ? "roll" : "normal";
  const given = Math.min(wanted(acts), Math.max(SHARE * (factor() * TURN - spent), factor() * LEAST[heavy]));
  spent += given;
  return given;
}

/** Another turn begins, or I have acted. */
export function turnBegins() {
  spent = 0;
}

/** Calls when so much time has passed in which the moves were not held; gives a way to call it off. */
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

/** Holds the moves where they are, or lets them go on. */
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

/** Ends all waits at once. */
export function hurry() {
  for (const wait of [...waits]) {
    end(wait);
    wait.then();
  }
}
