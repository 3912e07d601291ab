// Shows cards moving from place to place, from and to hidden places too.

import { all, make } from "./dom.js";
import { plate } from "./spots.js";

/** The movement in progress, if any: a view transition. */
export let moving = null;

const names = new Map();

/** The name of a card in transitions. It stays the same as long as the page is open. */
function nameOf(handle) {
  if (!names.has(handle)) names.set(handle, `card-${names.size}`);
  return names.get(handle);
}

/** The elements of all cards and zones, and the number of cards in each zone. */
function survey(root) {
  const cards = new Map(all("[data-handle]", root).map((card) => [card.dataset.handle, card]));
  const zones = new Map(all("[data-zone]", root).map((zone) => [zone.dataset.zone, zone]));
  const counts = new Map([...zones].map(([key, zone]) => [key, Number(zone.dataset.count)]));
  return { cards, zones, counts };
}

/** The backs that leave (or join) a zone between two surveys: the last ones drawn. */
function surplus(more, fewer) {
  return [...more.zones].flatMap(([key, zone]) => {
    const change = more.counts.get(key) - (fewer.counts.get(key) ?? 0);
    return change > 0 ? all("[data-back]", zone).slice(-change) : [];
  });
}

/** Makes proxies for backs out of sight (as hands are on a phone), at the plate of their seat. */
function proxyBacks() {
  const made = [];
  return {
    at(root, back) {
      if (back.checkVisibility({ visibilityProperty: true })) return back;
      const owner = /\bowner-(\d+)/.exec(back.closest("[data-zone]").className)?.[1];
      const box = owner === undefined ? null : plate(root, owner)?.getBoundingClientRect();
      if (!box) return null;
      const one = make("span", { className: "proxy-back", ariaHidden: "true" });
      Object.assign(one.style, { left: `${box.left + box.width / 2 - 12}px`, top: `${box.top + box.height / 2 - 16}px` });
      document.body.append(one);
      made.push(one);
      return one;
    },
    clear() {
      for (const one of made.splice(0)) one.remove();
    },
  };
}

/** Gives elements a name in a transition, and clears the names again. */
function naming() {
  const named = [];
  return {
    give(element, name) {
      if (!element) return;
      element.style.setProperty("view-transition-name", name);
      named.push(element);
    },
    clear() {
      for (const element of named.splice(0)) {
        element.style.removeProperty("view-transition-name");
        if (!element.getAttribute("style")) element.removeAttribute("style");
      }
    },
  };
}

/** The place of a card: the keys of all the elements around it. */
function place(card) {
  const keys = [];
  for (let around = card.parentElement; around; around = around.parentElement) {
    const { key } = around.dataset;
    if (key && key !== card.dataset.handle) keys.push(key);
  }
  return keys.join();
}

/** The cards that move when `now` turns into `next`; null if none do. */
export function movement(now, next) {
  const [old, coming] = [survey(now), survey(next)];
  const left = [...old.cards.keys()].filter((key) => !coming.cards.has(key));
  const came = [...coming.cards.keys()].filter((key) => !old.cards.has(key));
  const moved = [...old.cards.keys()].filter((key) => {
    const card = coming.cards.get(key);
    return card && place(card) !== place(old.cards.get(key));
  });
  const sources = surplus(old, coming);
  const sinks = surplus(coming, old).length;
  const still = [left, came, moved, sources].every((ones) => !ones.length) && !sinks;
  return still ? null : { old, left, came, moved, sources, sinks };
}

/** Makes a change and shows its movement. Then calls `then` with whether this is still the latest movement. Elements
    that stay get no picture: on a full table that would take longer than all the rest. */
export function move(now, { old, left, came, moved, sources, sinks }, change, then) {
  const { give, clear } = naming();
  const proxies = proxyBacks();
  for (const key of [...left, ...moved]) give(old.cards.get(key), nameOf(key));
  came.forEach((key, index) => give(sources[index] && proxies.at(now, sources[index]), nameOf(key)));
  sources.slice(came.length).forEach((back, index) => give(proxies.at(now, back), `back-${index}`));
  const hidden = sources.length - Math.min(came.length, sources.length);
  const mine = document.startViewTransition(() => {
    clear();
    proxies.clear();
    change();
    const after = survey(now);
    for (const key of [...came, ...moved]) give(after.cards.get(key), nameOf(key));
    const ends = surplus(after, old);
    left.slice(0, sinks).forEach((key, index) => give(ends[index] && proxies.at(now, ends[index]), nameOf(key)));
    ends.slice(left.length, left.length + hidden).forEach((back, index) => give(proxies.at(now, back), `back-${index}`));
  });
  moving = mine;
  mine.ready.catch(() => undefined); // skipped
  mine.finished.catch(() => undefined).then(() => {
    clear();
    proxies.clear();
    const last = moving === mine;
    if (last) moving = null;
    then(last);
  });
}
