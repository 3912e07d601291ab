// The banner over the field: what happened, the dice and their target, and the sum part by part, with a huge total.

import { make } from "./dom.js";

const SYMBOLS = new URL("symbols.svg", import.meta.url).pathname;
const SVG = "http://www.w3.org/2000/svg";
const MARKS = { met: "M4 13l5 5L20 6", missed: "M6 6l12 12M18 6L6 18" };
const LONG = 80; // letters; longer sentences are set smaller
const MINUS = "\u2212";

/** An SVG element with attributes. */
export function draw(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export const signed = (value) => (value < 0 ? `${MINUS}${-value}` : `+${value}`);
const plain = (value) => (value < 0 ? `${MINUS}${-value}` : String(value));

/** A property of an object's own: a card may be called “constructor”. */
const own = (object = {}, key) => (Object.hasOwn(object, key) ? object[key] : undefined);

/** The face of a card of an act; undefined if it has no picture. */
export const faceOf = (act, name) => own(act.faces, name);

/** The banner of an act. `absent`: its cards that are out of sight; `change`: a number that it changed. */
export function banner(act, game, absent, change, caption) {
  const sums = act.sums ?? [];
  const inSums = new Set(sums.flatMap(({ terms }) => terms.map(([label]) => label)));
  const shown = absent.filter((name) => faceOf(act, name) && !inSums.has(called(act, name)));
  const cards = shown.map((name) => card(act, game, name));
  const parts = [make("p", { className: act.roll ? "banner-line come" : "banner-line" }, act.text)];
  if (caption) parts[0].append(make("i", { className: "banner-caption" }, ` ♪ ${caption}`));
  if (cards.length && !act.big) parts.push(make("div", { className: "banner-cards" }, ...cards));
  if (act.roll) parts.push(roll(act, sums[0]));
  else if (sums.length) parts.push(...reckonings(act, game, sums));
  if (change && (!sums.length || change.last)) parts.push(changed(change, !sums.length));
  const element = make("div", { className: `banner by-${act.by} ${act.weight}` }, ...parts);
  if (act.text.length > LONG) element.classList.add("long");
  if (sums.length > 1) element.classList.add("versus");
  return element;
}

/** The banner of your losses, line by line, each with the number that remains. */
export function standing(blows) {
  const lines = blows.flatMap(({ act, changes }) => [
    make("p", { className: `banner-line by-${act.by}` }, act.text), ...changes.map((change) => changed(change, false)),
  ]);
  return make("div", { className: "banner stands" }, ...lines);
}

/** The picture of a card of an act. */
export function pictureOf(act, game, name) {
  const address = (palette) => new URL(`games/${game}/faces/${faceOf(act, name)}.${palette}.svg`, import.meta.url).pathname;
  return make("picture", {},
    make("source", { media: "(prefers-color-scheme: dark)", srcset: address("dark") }),
    make("img", { src: address("light"), alt: "", decoding: "sync" }));
}

function card(act, game, name, value = "") {
  const number = value === "" ? [] : [make("b", {}, plain(value))];
  return make("span", { className: "banner-card come" }, ...number, pictureOf(act, game, name), make("span", {}, called(act, name)));
}

/** What people call a card: in a variant, it may have another name. */
const called = (act, name) => own(act.names, name) ?? name;

function reckonings(act, game, sums) {
  return sums.map(({ label, terms, total, text, unit }) => {
    const several = terms.length > 1 || sums.length > 1;
    const parts = several ? terms.map((term) => part(act, game, term)) : [];
    const name = sums.length > 1 ? [make("p", { className: "banner-of" }, label)] : [];
    const does = unit || (text === String(total) ? "" : text);
    return make("div", { className: "banner-sum" }, ...name, make("div", { className: "banner-parts" }, ...parts), totalOf(total, does));
  });
}

function part(act, game, [label, value]) {
  if (faceOf(act, label)) return card(act, game, label, value);
  return make("span", { className: "banner-part come" }, make("b", {}, signed(value)), ` ${label}`);
}

function totalOf(total, does) {
  return make("p", { className: "banner-total come" }, make("b", {}, plain(total)), ...(does ? [make("span", {}, does)] : []));
}

/** The dice of a roll after the previous ones, each hit or missed if they are judged one by one; then the modifiers. */
function roll(act, sum) {
  const { dice, target, good = [], before = [] } = act.roll;
  const one = good.length === 1 && dice.length > 1; // one verdict for all dice
  const lain = before.length === dice.length ? before.map((die) => dieOf(die, "before")) : before.map((fell) => make("b", { className: "before" }, String(fell)));
  const row = make("div", { className: "banner-dice" }, ...lain);
  if (lain.length) row.append(make("span", { className: "then" }, "\u2192"));
  dice.forEach((die, index) => row.append(dieOf(die, "come", one ? undefined : good[index])));
  for (const [label, value] of sum?.terms ?? []) row.append(make("span", { className: "banner-part come" }, make("b", {}, signed(value)), ` ${label}`));
  const total = sum && (sum.terms.length || dice.length > 1) ? [make("b", {}, `= ${plain(sum.total)}`)] : [];
  const verdict = one ? [mark(good[0])] : [];
  const result = make("p", { className: "banner-total come" }, ...total, ...verdict);
  if (total.length || verdict.length) row.append(result);
  const needed = target ? [make("p", { className: "banner-target" }, `Needed: ${target}`)] : [];
  return make("div", { className: "banner-roll" }, ...needed, row);
}

function dieOf(face, kind, good) {
  const verdict = good === undefined ? "" : good ? " met" : " missed";
  const drawn = draw("svg", { class: "symbol" }, draw("use", { href: `${SYMBOLS}#die-${face}` }));
  return make("span", { className: `die ${kind}${verdict}` }, drawn, ...(good === undefined ? [] : [mark(good)]));
}

const mark = (good) => draw("svg", { class: `mark ${good ? "met" : "missed"}`, viewBox: "0 0 24 24" }, draw("path", { d: MARKS[good ? "met" : "missed"] }));

function changed({ from, to, label, worse }, huge) {
  const by = huge ? [make("b", {}, signed(to - from))] : [];
  const stand = make("span", {}, make("s", {}, plain(from)), " \u2192 ", make("strong", {}, plain(to)), ` ${label}`);
  return make("p", { className: `banner-total banner-change come${worse ? " worse" : ""}` }, ...by, stand);
}
