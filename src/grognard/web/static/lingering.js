// Keeps an attack on the field until its blow is shown. The new table is there at once, with its question and its hand;
// only the cards that have left a place on the field stay in it, as pictures that cannot be played.

import { all, find, make } from "./dom.js";

const FIELD = ".battlefield [data-zone]:not(.pile, .fan)";
const PLACES = `${FIELD}:not(.zone-picked, .zone-search)`;
const HOMES = ":scope > :is(ul, ol), :scope > .cards";
const NO_PICTURE = "button, form, input, a, .action, .does, .tells, .sum, .hopeless, .rating, .in-vain";
const KEPT_CLASSES = /^(card|type-\S+|word-\S+|face-\S+)$/;

let kept = null; // the true table, and how to show it

/** Does the field show cards that have left it? */
export const lingering = () => Boolean(kept);

/** Is this act one that a field waits for: a blow, a loss, a roll? */
const isBlow = ({ weight, roll }) => weight === "headline" || Boolean(roll);

/** Lets the cards that leave the field in these acts stay on the next table. `redraw` shows the table without them. */
export function keep(now, next, acts, redraw) {
  const follows = Number(next.dataset.ply) > Number(now.dataset.ply) && next.dataset.seat === now.dataset.seat;
  if (follows && acts.some(isBlow) && !document.hidden) stay(now, next, ".card:not(.lingers *)", redraw);
}

/** Lets the cards stay on the same table, which is drawn again because of something else. */
export function keepOn(now, next) {
  if (kept) stay(now, next, ".lingers .card", kept.redraw);
}

/** Lets the cards go, since the blow has been shown. */
export function release() {
  const { truth, redraw } = kept ?? {};
  kept = null;
  redraw?.(truth);
}

/** Forgets the cards, since another table comes. They leave the field from where they are. */
export function forgetLingering() {
  kept = null;
}

/** Puts those cards that leave the field and fit the selector on the next table. */
function stay(now, next, cards, redraw) {
  const [truth, there] = [next.cloneNode(true), onField(next)];
  for (const zone of all(PLACES, now)) {
    const gone = all("[data-handle]", zone).filter((card) => card.matches(cards) && !there.has(card.dataset.handle));
    if (!gone.length) continue;
    for (const { dataset } of gone) hideElsewhere(dataset.handle, next);
    const items = new Set(gone.map((card) => card.closest("li")));
    const place = same(zone, next);
    if (place) fill(zone, place, items);
    else replant(zone, next);
  }
  kept = find(".lingers", next) ? { truth, redraw } : null;
  if (kept) lower(now, next);
}

/** Keeps piles as low as they were, so that the cards can be seen to go there. */
function lower(now, next) {
  for (const pile of all(".pile[data-zone]", next)) {
    const was = same(pile, now);
    if (was && Number(was.dataset.count) < Number(pile.dataset.count) && !find("[data-action]", pile)) pile.replaceWith(was.cloneNode(true));
  }
}

const same = ({ dataset }, next) => find(`[data-zone="${CSS.escape(dataset.zone)}"]`, next);

/** The handles of the cards on the field. */
const onField = (root) => new Set(all(`${FIELD} [data-handle]`, root).map(({ dataset }) => dataset.handle));

/** A card that is in its new place already cannot be seen there yet. */
function hideElsewhere(handle, next) {
  const card = find(`[data-handle="${CSS.escape(handle)}"]`, next);
  card?.classList.add("awaited");
  card?.removeAttribute("data-handle");
}

/** Adds the cards that leave a place to the cards left in it, where they were. */
function fill(zone, there, gone) {
  const list = find(HOMES, zone);
  if (!list) return;
  const onTable = find(HOMES, there) ?? emptyHome(list, there);
  const known = new Map([...onTable.children].map((item) => [item.dataset.key, item]));
  let before = null;
  for (const item of list.children) {
    const here = known.get(item.dataset.key) ?? (gone.has(item) ? picture(item) : null);
    if (!here) continue;
    if (here.parentElement !== onTable) before ? before.after(here) : onTable.prepend(here);
    before = here;
  }
  there.classList.remove("empty");
  const count = find("h2 > .count", there);
  if (count) count.textContent = String(all(":scope > li", onTable).length);
}

/** A list for cards in a place that has become empty. */
function emptyHome(list, there) {
  const made = list.cloneNode(false);
  const hint = find(":scope > .empty-hint", there);
  if (hint) hint.replaceWith(made);
  else there.append(made);
  return made;
}

/** A selector of the same part of another table: a key may stand for a part of each place, like its sides. */
function pathTo(part) {
  const keys = [];
  for (let at = part; at; at = at.parentElement?.closest("[data-key]")) keys.unshift(`[data-key="${CSS.escape(at.dataset.key)}"]`);
  return keys.join(" ");
}

/** Puts a whole place back that is gone from the field. */
function replant(zone, next) {
  const around = zone.parentElement;
  const there = around.dataset.key && find(pathTo(around), next);
  if (!there) return;
  const made = zone.cloneNode(true);
  for (const one of all("[id]", made)) one.removeAttribute("id");
  for (const list of all(HOMES, made)) list.replaceChildren(...[...list.children].map(picture));
  const after = [...around.children].slice([...around.children].indexOf(zone) + 1);
  for (const one of there.children) if (one.matches(".zone.empty")) one.classList.add("replaced");
  const keys = new Map([...there.children].map((one) => [one.dataset.key, one]));
  there.insertBefore(made, after.map(({ dataset }) => dataset.key && keys.get(dataset.key)).find(Boolean) ?? null);
}

/** The picture of a card and of the cards under it, at their size, without a use. */
function picture(item) {
  const made = item.cloneNode(true);
  made.classList.add("lingers");
  made.ariaHidden = "true";
  for (const card of all(".card", made)) {
    const classes = [...card.classList].filter((name) => KEPT_CLASSES.test(name));
    const flat = make("div", { className: classes.join(" ") }, ...card.childNodes);
    if (card.dataset.handle) flat.dataset.handle = card.dataset.handle;
    for (const one of all(NO_PICTURE, flat)) one.remove();
    for (const one of all("[id]", flat)) one.removeAttribute("id");
    card.replaceWith(flat);
  }
  return made;
}
