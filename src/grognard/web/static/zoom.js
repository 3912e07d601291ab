// A large card next to the one that the pointer rests on.

import { all, find, make } from "./dom.js";
import { cover } from "./spots.js";

const REST = 300; // milliseconds

export const zoom = make("div", { className: "zoom", hidden: true, ariaHidden: "true" });
let timer = 0;

/** A card to read: only its face. */
export function enlarged(card) {
  const shown = find(".card", card) ?? card;
  const large = make("div", { className: shown.className.replace(/\b(legal|refused|choices)\b/g, "") });
  for (const part of shown.children) if (part.matches("span, picture")) large.append(part.cloneNode(true));
  for (const part of all("[id]", large)) part.removeAttribute("id");
  return large;
}

export function hideZoom() {
  clearTimeout(timer);
  zoom.hidden = true;
  zoom.replaceChildren(); // the next person at this screen must not find it
}

/** Shows the card once the pointer has rested on it. */
export function zoomSoon(card) {
  timer = setTimeout(() => zoomBeside(card), REST);
}

/** Puts it above its card, so that its neighbors stay visible, or next to it, where it hides least of the table. */
function zoomBeside(card) {
  zoom.replaceChildren(enlarged(card));
  zoom.hidden = false;
  const [spot, { width, height }] = [card.getBoundingClientRect(), zoom.getBoundingClientRect()];
  const inside = (at, size, room) => Math.max(8, Math.min(at, room - size - 8));
  const above = spot.top - height - 10;
  const beside = inside(spot.top, height + 4, innerHeight);
  const [left, middle, right] = [spot.left - width - 12, spot.left + (spot.width - width) / 2, spot.right + 12];
  const places = above > 6 ? [[middle, above], [right, above], [left, above]] : [[right, beside], [left, beside]];
  const boxes = places.map(([x, y]) => new DOMRect(inside(x, width, innerWidth), y, width, height));
  const hidden = boxes.map((box) => hides(box, card));
  const best = boxes[hidden.indexOf(Math.min(...hidden))];
  zoom.style.left = `${best.left}px`;
  zoom.style.top = `${best.top}px`;
}

/** How much a box would hide of its card, of the cards on the field, and of the question. */
function hides(box, card) {
  const field = all(".battlefield :is(.card, .number)").filter((one) => !one.contains(card));
  return cover(box, [card, ...field, ...all(".dock")].map((one) => one.getBoundingClientRect()));
}
