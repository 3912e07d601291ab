// A large card next to the one that the pointer rests on.

import { all, find, make } from "./dom.js";

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

function zoomBeside(card) {
  zoom.replaceChildren(enlarged(card));
  zoom.hidden = false;
  const [spot, size] = [card.getBoundingClientRect(), zoom.getBoundingClientRect()];
  const above = spot.top > size.height + 16; // so that its neighbors stay visible
  const right = spot.right + 12 + size.width < innerWidth;
  const beside = right ? spot.right + 12 : spot.left - size.width - 12;
  const left = above ? spot.left + (spot.width - size.width) / 2 : beside;
  const top = above ? spot.top - size.height - 10 : Math.max(8, Math.min(spot.top, innerHeight - size.height - 12));
  zoom.style.left = `${Math.max(8, Math.min(left, innerWidth - size.width - 8))}px`;
  zoom.style.top = `${top}px`;
}
