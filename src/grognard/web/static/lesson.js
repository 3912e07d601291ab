// A step of the guide: puts its words next to the thing they are about, on a screen that has room for a bubble.

import { all, find, table } from "./dom.js";

const GAP = 16; // pixels from the bubble to the thing: the length of its tip
const FAR = 76; // the same past a row of plates, where that leaves them free
const EDGE = 8; // pixels between the bubble and the edge of the window
const MOST_COVERED = 1 / 3; // of a bubble's area: the part that may cover cards and the like
const CARDS = ".board .card, .board .number, .board .seat, .dock button, .dock .prompt, .log li, header.site";

/** Places the words now, and each time the window or the layout changes. */
export function attendLesson() {
  if (!find(".lesson")) return;
  keepPlacing(placeLesson);
  if (document.activeElement === document.body) find(".lesson [data-next]")?.focus({ preventScroll: true });
}

/** Places something now, and each time the window or the layout changes. */
export function keepPlacing(place) {
  new ResizeObserver(place).observe(document.body);
  document.addEventListener("scroll", place, true);
  document.addEventListener("toggle", place, true);
  document.fonts?.ready.then(place);
  place();
}

let scrolledFor = ""; // the bite whose thing has been scrolled into view

/** Points at the thing that the words are about, and keeps clear of it and of what the reader shall click. */
export function placeLesson() {
  const lesson = find("main#table .lesson");
  if (!lesson) return;
  const wanted = seen(".wanted");
  const about = lesson.dataset.at ? seen(lesson.dataset.at) : wanted;
  for (const old of all(".pointed", table())) if (old !== about[0] || wanted.length) old.classList.remove("pointed");
  if (!wanted.length) about[0]?.classList.add("pointed");
  scrollTo(wanted[0] ?? about[0], lesson);
  if (lesson.scrollHeight > lesson.clientHeight) lesson.tabIndex = 0; // the arrow keys scroll it
  else lesson.removeAttribute("tabindex");
  if (getComputedStyle(lesson).position !== "fixed") return;
  put(lesson, about[0] ?? wanted[0], wanted);
}

/** The visible elements of the table that fit, those on the field before those in the dock. */
export function seen(selector) {
  const found = all(selector, table()).filter((one) => !one.closest(".lesson, .tip") && one.checkVisibility?.() !== false);
  return found.sort((one, other) => Boolean(one.closest(".dock")) - Boolean(other.closest(".dock")));
}

/** Scrolls a thing into view, once for each bite: the reader may scroll away. */
function scrollTo(thing, lesson) {
  const bite = `${lesson.dataset.lesson}/${find("main#table input[name=at]")?.value}`;
  if (!thing || bite === scrolledFor) return;
  scrolledFor = bite;
  thing.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The part of an element that no neighbor covers: a card in a full hand shows its left edge. */
function boxOf(element) {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const cell = element.closest(".zone-hand li")?.getBoundingClientRect();
  return { left, top, right: cell ? Math.max(Math.min(right, cell.right), left + 20) : right, bottom };
}

const shared = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
const within = (value, low, high) => Math.max(low, Math.min(value, high));

/** Puts a bubble where it covers least, best nothing of what must stay free. Returns whether it covers too much. */
export function put(lesson, thing, free) {
  lesson.dataset.side = thing ? "" : "none"; // on the log it is narrower
  const [width, height] = [lesson.offsetWidth, lesson.offsetHeight];
  const room = { right: innerWidth - width - EDGE, bottom: innerHeight - height - EDGE };
  const target = thing && boxOf(thing);
  const keep = [target, ...free.map(boxOf)].filter(Boolean);
  const others = all(CARDS, table()).map((one) => one.getBoundingClientRect());
  let best = { cost: Infinity };
  const roof = Math.max(0, find("header.site")?.getBoundingClientRect().bottom ?? 0) + EDGE;
  for (const [side, left, top] of target ? spots(target, width, height) : adrift()) {
    const [x, y] = [within(left, EDGE, room.right), within(top, roof, room.bottom)];
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    const covers = others.reduce((sum, other) => sum + shared(box, other), 0);
    const lost = keep.reduce((sum, one) => sum + shared(box, one), 0);
    const cost = covers + 1000 * lost + Math.hypot(x - left, y - top);
    if (cost < best.cost) best = { cost, crowded: lost > 0 || covers > MOST_COVERED * width * height, side, x, y };
  }
  const { crowded, side, x, y } = best;
  lesson.dataset.side = side;
  lesson.style.left = `${x}px`;
  lesson.style.top = `${y}px`;
  if (!target) return crowded;
  const middle = [(target.left + target.right) / 2 - x, (target.top + target.bottom) / 2 - y];
  const tip = {
    left: [0, within(middle[1], 20, height - 20)], right: [width - 3, within(middle[1], 20, height - 20)],
    top: [within(middle[0], 20, width - 20), 0], bottom: [within(middle[0], 20, width - 20), height - 3],
  }[side];
  lesson.style.setProperty("--x", `${tip[0]}px`);
  lesson.style.setProperty("--y", `${tip[1]}px`);
  return crowded;
}

/** The place of a bubble that is about nothing in particular: on the log. */
function adrift() {
  return [["none", innerWidth, (find(".margin", table())?.getBoundingClientRect().top ?? 0) + 48]];
}

/** The places around a thing: on each side of it, in line with its middle or with one of its ends. */
function* spots({ left, top, right, bottom }, width, height) {
  const across = [(left + right - width) / 2, left - 30, right + 30 - width, left + 40 - width, right - 40];
  const along = [(top + bottom - height) / 2, top - 30, bottom + 30 - height];
  for (const gap of [GAP, FAR]) {
    for (const x of across) {
      yield ["bottom", x, top - gap - height];
      yield ["top", x, bottom + gap];
    }
  }
  for (const y of along) {
    yield ["left", right + GAP, y];
    yield ["right", left - GAP - width, y];
  }
}
