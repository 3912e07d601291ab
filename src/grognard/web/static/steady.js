// Boxes that keep the height they needed before, so that the next question does not move the field and the buttons.

import { all } from "./dom.js";

// Which boxes keep their height, up to this share of the window's. There is more room next to the field than below it.
const DESK = matchMedia("(min-width: 60.01rem)");
const kept = () => ({ ".dock": DESK.matches ? .42 : .23, ".zone-hand.near": .25 });
const held = new Map(); // the most each kind of box needed
let size = ""; // the window size at that time

/** Gives every box the height that it needed before in a window of this size. */
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

/** Shrinks the boxes to the height they need now, for a field that needs room. Returns whether that freed any. */
export function release() {
  const boxes = Object.keys(kept()).flatMap((kind) => all(`main#table ${kind}`));
  const before = boxes.map((box) => box.offsetHeight);
  held.clear();
  for (const box of boxes) box.style.minHeight = "";
  return boxes.some((box, place) => box.offsetHeight < before[place]);
}
