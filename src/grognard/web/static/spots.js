// Finds the things named in the log on the page: cards by their handles, places by their names.

import { all, find } from "./dom.js";

const quoted = (text) => `"${CSS.escape(text)}"`;

/** The element of a card or a place; null if it is out of sight. */
export function spot(root, name) {
  const found = find(`[data-handle=${quoted(name)}]`, root) ??
    all("[data-zone]", root).find((zone) => zone.dataset.label === name) ??
    find(`.board [data-key=${quoted(name)}]`, root);
  return found && inSight(found) ? found : null;
}

/** The plate of a seat. */
export function plate(root, seat) {
  return all(`.seat-${seat}`, root).find(inSight) ?? null;
}

function inSight(element) {
  const { width, height, top, bottom, left, right } = element.getBoundingClientRect();
  return width > 0 && height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
}

/** The part of the screen that the field has to itself, without the question and the margin. */
export function room(root) {
  const field = find(".battlefield", root);
  const parts = field ? [field] : all(".board, .board > *", root);
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const whole = bounds(boxes.filter(({ width, height }) => width && height)) ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const dock = find(".dock", root)?.getBoundingClientRect();
  const over = dock && dock.height && dock.left < whole.right - 40 && dock.right > whole.left + 40 && dock.top > whole.top;
  const bottom = Math.min(whole.bottom, innerHeight, over ? dock.top : Infinity);
  const [top, left, right] = [Math.max(whole.top, 0), Math.max(whole.left, 0), Math.min(whole.right, innerWidth)];
  return new DOMRect(left, top, right - left, Math.max(bottom - top, 0));
}

/** The smallest box around boxes. */
export function bounds(boxes) {
  if (!boxes.length) return null;
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
  return new DOMRect(left, top, right - left, bottom - top);
}

/** How much of other boxes a box covers, in square pixels. */
export function cover(box, others) {
  return others.reduce((sum, other) => {
    const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    return sum + Math.max(0, across) * Math.max(0, down);
  }, 0);
}

/** The numbers of seats, by key and owner. A number that `harms` is worse the higher it is. */
export function numbers(root) {
  const found = new Map();
  for (const element of all(".number", root)) {
    const owner = /\bowner-(\d+)/.exec(element.className)?.[1];
    const key = /\bnumber-(\S+)/.exec(element.className)?.[1];
    const value = Number.parseInt(find("b", element)?.textContent ?? "", 10);
    if (!owner || !key || Number.isNaN(value)) continue;
    found.set(`${key} ${owner}`, { owner: Number(owner), value, label: element.dataset.label, harms: element.matches(".harms") });
  }
  return found;
}

/** The numbers before this step of a replay. The page itself may have shown any other step before. */
export const numbersBefore = (root) => new Map(
  Object.entries(JSON.parse(root.dataset.before ?? "{}")).map(([key, value]) => [key, { value }]),
);

/** The element of a number of a seat. */
export function numberAt(root, key) {
  const [name, owner] = key.split(" ");
  return all(`.number-${CSS.escape(name)}.owner-${owner}`, root).find(inSight) ?? null;
}
