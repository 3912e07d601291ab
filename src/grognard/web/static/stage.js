// Stages events where they happen: cards step forward, an arrow leads to their target, and one line says what happened.

import { banner, draw, signed, standing } from "./banner.js";
import { darkOver, enlarge, shakeOn, still } from "./big.js";
import { forget, note, owed } from "./blows.js";
import { changesAgain, changesOf, forgetChanges } from "./changes.js";
import { all, deciding, make, table } from "./dom.js";
import { release } from "./lingering.js";
import { after, reading } from "./pace.js";
import { caption, play } from "./sound.js";
import { bounds, cover, numberAt, numbers, plate, room, spot } from "./spots.js";
import { holdBack, markUntold } from "./untold.js";

const GAP = 8; // pixels between an arrow and its target
const GLANCE = 450; // milliseconds, too short to read a line: then only the cards and the arrow are shown

/** The layer over the table. It takes no clicks, and screen readers read the log instead. */
export const stage = make("div", { className: "stage", ariaHidden: "true" });

let acts = []; // still to come
let shown = null; // the act on the stage
let callOff = null; // ends the time of the act
let falling = 0; // the timer of its dice, whose result waits
let lit = []; // highlighted cards and places
let finished = null;
let winds = false; // do the results wait for their acts? (Not when they are shown again.)

/** Does the staging still have time to run? */
export const acting = () => Boolean(callOff);

/** Is anything on the stage, or about to be? */
export const playing = () => Boolean(callOff) || stage.childElementCount > 0;

/** Holds back the results of these acts, which are about to be played on the table just drawn. */
export function foretell(coming, before) {
  if (document.hidden) return;
  const changes = changesOf(before, numbers(table()), coming);
  holdBack(coming.map((act) => ({ act, change: changes.get(act) })));
}

/** Plays acts in this much time altogether. `before`: the numbers before the acts. */
export function perform(coming, milliseconds, before = null, then = null) {
  strike();
  const now = table();
  if (!now || !coming.length || document.hidden) {
    release();
    return then?.();
  }
  finished = then;
  const changes = before ? changesOf(before, numbers(now), coming) : changesAgain(coming);
  const whole = reading(coming);
  acts = coming.map((act) => ({ act, change: changes.get(act), time: milliseconds * (reading([act]) / whole) }));
  winds = Boolean(before);
  next();
}

/** Forgets earlier acts, since you have acted. */
export function actOver() {
  forget();
  forgetChanges();
}

/** Shows your losses when you are asked, until you act. */
export function stand() {
  const [now, blows] = [table(), owed()];
  if (!blows.length || playing() || !deciding() || "outcome" in now.dataset) return;
  const made = standing(blows);
  stage.append(made);
  put(made, now, [[1, []]]);
}

/** Removes the losses: you have seen them. */
export function seen() {
  const stood = stage.querySelector(".stands");
  if (stood) forget();
  stood?.remove();
}

/** Ends the staging: the cards of a blow that has been shown leave the field. */
export function curtain() {
  strike();
  release();
}

/** Clears the stage. */
function strike() {
  acts = [];
  holdBack([]);
  clear();
  const then = finished;
  finished = null;
  then?.();
}

function clear() {
  callOff?.();
  callOff = null;
  clearTimeout(falling);
  shown = null;
  still();
  light();
  stage.replaceChildren();
}

/** Plays the next act. After the last one the staging ends; with reduced motion it stays until something else comes. */
function next() {
  const coming = acts.shift();
  if (!coming) {
    callOff = null;
    release();
    if (stage.childElementCount && matchMedia("(prefers-reduced-motion: reduce)").matches && !owed().length) return;
    return curtain();
  }
  clear();
  const later = acts;
  const rolls = winds && coming.act.roll && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (winds) holdBack(rolls ? [{ act: coming.act }, ...later] : later);
  const built = enact(coming);
  if (rolls) falling = setTimeout(() => holdBack(later), built); // the log shows a roll once its dice have landed
  callOff = after(coming.time, next);
}

/** Skips to the next act of this move. Returns whether there is one. */
export function further() {
  if (!acts.length) return false;
  callOff?.();
  next();
  return true;
}

/** Shows an act. Returns the milliseconds until all its parts are there. */
function enact({ act, change, time }) {
  const now = table();
  shown = { act, change };
  if (winds && now.dataset.seat) note(act, change, Number(now.dataset.seat));
  const { who, whom } = light();
  const absent = [...act.who ?? [], ...act.whom ?? []].filter((name) => !spot(now, name));
  const [from, to] = ends(now, act, who, whom);
  const arrows = to ? from.filter((box) => !cover(box, [to])) : [];
  for (const box of arrows) stage.append(arrow(box, to, act.by));
  for (const one of change ? [change, ...change.others] : []) fall(now, one);
  play(act.roll ? "die" : act.sound);
  if (time < GLANCE && act.weight !== "headline" && !act.roll) return 0;
  const made = banner(act, now.dataset.game, absent, change, caption(act.sound));
  if (act.big) {
    enlarge(made, act, now);
    stage.append(darkOver(now));
    shakeOn(now);
  }
  stage.append(made);
  put(made, now, [[6, boxesOf([...who, ...whom, ...all(".lingers", now)])], [1, arrows.map((box) => bounds([box, to]))]]);
  return buildUp(made, time);
}

/** Puts a banner where it covers as little as possible of the choices, the cards, and its own subject. */
function put(made, now, about) {
  place(made, room(now), [
    ...about,
    [3, boxesOf(all(".zone-hand.near, .board .action, .zone-picked, .zone-search, .finale[open]", now))],
    [1, boxesOf(all(".board .card", now))],
  ]);
}

/** Highlights the cards of the act on the stage, and no others. Call it again after the table is redrawn. */
export function light() {
  for (const element of lit.splice(0)) element.classList.remove("acts", "suffers");
  markUntold(); // before the first act too: the table is redrawn when anyone comes or goes
  if (!shown) return {};
  const now = table();
  shakeOn(now);
  const { act, change } = shown;
  const found = (names) => (names ?? []).map((name) => spot(now, name)).filter(Boolean);
  const [who, whom] = [found(act.who), found(act.whom)];
  const number = change ? [numberAt(now, change.key)].filter(Boolean) : [];
  const hurt = change?.worse ? number : [];
  for (const element of [...who, ...number]) element.classList.add(hurt.includes(element) ? "suffers" : "acts");
  const friendly = act.who && act.against === act.by;
  for (const element of whom) if (!element.contains(who[0] ?? null)) element.classList.add(friendly ? "acts" : "suffers");
  lit = [...who, ...whom, ...number];
  return { who, whom };
}

const boxesOf = (elements) => elements.map((element) => element.getBoundingClientRect());

/** The boxes around cards, one for each place with some of them. */
function together(cards) {
  const places = new Set(cards.map((card) => card.closest("[data-zone]")));
  return [...places].map((place) => bounds(boxesOf(cards.filter((card) => card.closest("[data-zone]") === place))));
}

/** Where the arrows begin and end. A hostile act without a card comes from its seat, and one without a target card goes
    to the other seat. A roll has not hit anyone yet. */
function ends(now, act, who, whom) {
  const seat = (number) => plate(now, number)?.getBoundingClientRect() ?? null;
  const hostile = act.against !== undefined && act.against !== act.by;
  const toSeat = hostile && !act.whom && !act.roll ? seat(act.against) : null;
  const fromSeat = hostile && act.weight === "headline" && !act.who ? seat(act.by) : null;
  return [who.length ? together(who) : [fromSeat].filter(Boolean), bounds(boxesOf(whom)) ?? toSeat];
}

function arrow(from, to, seat) {
  const [start, end] = [edge(from, to), edge(to, from)];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const far = Math.hypot(dx, dy) || 1;
  const bend = Math.min(60, far / 5);
  const [mx, my] = [start.x + dx / 2 - (dy / far) * bend, start.y + dy / 2 + (dx / far) * bend];
  const path = `M${start.x},${start.y}Q${mx},${my} ${end.x},${end.y}`;
  const angle = (Math.atan2(end.y - my, end.x - mx) * 180) / Math.PI;
  const head = draw("path", { class: "head", d: "M4,0L-18,-12L-13,0L-18,12Z", transform: `translate(${end.x} ${end.y}) rotate(${angle})` });
  return draw("svg", { class: `arrow by-${seat}` },
    draw("path", { class: "casing", d: path, pathLength: 1 }), draw("path", { class: "shaft", d: path, pathLength: 1 }), head);
}

/** The point on the edge of a box toward another box. */
function edge(box, other) {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const [dx, dy] = [other.left + other.width / 2 - x, other.top + other.height / 2 - y];
  const part = Math.min((box.width / 2 + GAP) / (Math.abs(dx) || 1e-6), (box.height / 2 + GAP) / (Math.abs(dy) || 1e-6), 0.5);
  return { x: x + dx * part, y: y + dy * part };
}

/** Puts the banner where the field has room, near the middle and off the boxes to avoid; heavier ones count more. */
function place(element, field, avoided) {
  const wide = element.matches(".big");
  if (wide) element.style.width = `${field.width}px`;
  else element.style.maxWidth = `${Math.max(240, Math.min(field.width - 16, 880))}px`;
  if (element.offsetHeight > field.height) element.classList.add("tight"); // a low field: the total next to its parts
  let best = bestPlace(element, field, avoided);
  for (const form of wide || !cover(best.box, avoided[0][1]) ? [] : ["narrow", "tight"]) { // next to its subject, or above
    if (element.classList.contains(form)) continue;
    element.classList.add(form);
    const other = bestPlace(element, field, avoided);
    if (other.cost < best.cost && element.offsetHeight <= field.height) best = other; // not over what surrounds the field
    else element.classList.remove(form);
  }
  const { box } = best;
  element.style.left = `${wide ? field.left : Math.max(4, Math.min(box.left, innerWidth - box.width - 4))}px`;
  element.style.top = `${Math.max(4, box.top)}px`;
}

/** The place for a banner of this size that costs least. */
function bestPlace(element, field, avoided) {
  const { offsetWidth: width, offsetHeight: height } = element;
  const middle = field.top + (field.height - height) / 2;
  const low = field.bottom - height - 8;
  const high = Math.min(field.top + 8, low); // a tall banner must not cover the numbers and the hand below
  let best = { box: null, cost: Infinity };
  for (let row = 0; row <= 8; row += 1) {
    const top = high + ((low - high) * row) / 8;
    for (const column of [1, 0, 2]) {
      const left = field.left + 8 + (Math.max(0, field.width - width - 16) * column) / 2;
      const box = new DOMRect(left, top, width, height);
      const covers = avoided.reduce((sum, [weight, boxes]) => sum + weight * cover(box, boxes), 0);
      const cost = covers + 40 * Math.abs(top - middle) + (column === 1 ? 0 : 4000);
      if (cost < best.cost) best = { box, cost };
    }
  }
  return best;
}

/** Shows the parts one after the other, all in the first half of the time. Returns when the last one begins. */
function buildUp(element, time) {
  const isLine = (part) => Number(part.matches(".banner-line")); // it names the result of a roll, so it comes last
  const parts = all(".come", element).sort((one, other) => isLine(one) - isLine(other));
  const step = Math.min(220, time / 2 / (parts.length || 1));
  parts.forEach((part, index) => { part.style.animationDelay = `${Math.round(120 + step * index)}ms`; });
  return 120 + step * Math.max(0, parts.length - 1);
}

/** Lets the old number fall (or rise) off its place, with the difference next to it. */
function fall(now, { key, from, to, worse }) {
  const number = numberAt(now, key);
  const box = number?.getBoundingClientRect();
  if (!box) return;
  const how = `${to < from ? "falls" : "rises"}${worse ? " worse" : ""}`;
  const old = make("b", { className: `number-was ${how}` }, String(from));
  const by = make("b", { className: `number-by ${how}` }, signed(to - from));
  for (const [made, left] of [[old, box.left + 12], [by, Math.min(box.right - 8, innerWidth - 60)]]) {
    made.style.left = `${left}px`;
    made.style.top = `${box.top + 4}px`;
    stage.append(made);
  }
}

// After these, arrows would point to the wrong places.
addEventListener("resize", () => { if (playing()) curtain(); });
addEventListener("scroll", () => stage.querySelector(".arrow")?.remove(), true);
