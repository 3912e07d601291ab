// Boxes that keep the height they needed lately, so that the next question does not move the field and the buttons.

import { all } from "./dom.js";

// What keeps its height, and at most so much of the window's: beside the field there is more room than below it.
const DESK = matchMedia("(min-width: 60.01rem)");
const kept = () => ({ ".dock": DESK.matches ? .42 : .23, ".zone-hand.near": .25 });
const held = new Map(); // by box, the most it needed
let size = ""; // of the window it was needed in

/** Gives every box the room that it needed before, in a window of this size. */
export function hold() {
  const now = `${innerWidth}x${innerHeight}`;
  if (now !== size) held.clear();
  size = now;
  const most = kept();
  const boxes = Object.keys(most).flatMap((kind) => all(`main#table ${kind}`).map((box) => [kind, box]));
  for (const [, box] of boxes) box.style.minHeight = "";
  const needed = boxes.map(([, box]) => box.offsetHeight);
  boxes.forEach(([kind, box], place) => {
    const height = Math.max(held.get(kind) ?? 0, Math.min(needed[place], most[kind] * innerHeight));
    held.set(kind, height);
    box.style.minHeight = `${height}px`;
  });
}

/** The field needs the room: boxes take what they need now. Was there any to be had? */
export function release() {
  const boxes = Object.keys(kept()).flatMap((kind) => all(`main#table ${kind}`));
  const before = boxes.map((box) => box.offsetHeight);
  held.clear();
  for (const box of boxes) box.style.minHeight = "";
  return boxes.some((box, place) => box.offsetHeight < before[place]);
}
