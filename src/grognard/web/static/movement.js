// Cards that change their place are seen to move, from and to hidden places too.

import { all } from "./dom.js";

/** The movement that is under way, if any: a view transition. */
export let moving = null;

const names = new Map();

/** A name for a card in transitions, the same for as long as the page lives. */
function nameOf(handle) {
  if (!names.has(handle)) names.set(handle, `card-${names.size}`);
  return names.get(handle);
}

/** Where every card lies, and for zones with cards seen from behind how many there are. */
function survey(root) {
  const cards = new Map(all("[data-handle]", root).map((card) => [card.dataset.handle, card]));
  const zones = new Map(all("[data-zone]", root).map((zone) => [zone.dataset.zone, zone]));
  const counts = new Map([...zones].map(([key, zone]) => [key, Number(zone.dataset.count)]));
  return { cards, zones, counts };
}

/** Backs that leave (or join) a zone between two surveys: the last of those that are drawn. */
function surplus(more, fewer) {
  return [...more.zones].flatMap(([key, zone]) => {
    const change = more.counts.get(key) - (fewer.counts.get(key) ?? 0);
    return change > 0 ? all("[data-back]", zone).slice(-change) : [];
  });
}

/** The elements that bear a name in the transition under way. */
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

/** What a card lies in: the keys of all that surrounds it, but for its own. */
function place(card) {
  const keys = [];
  for (let around = card.parentElement; around; around = around.parentElement) {
    const { key } = around.dataset;
    if (key && key !== card.dataset.handle) keys.push(key);
  }
  return keys.join();
}

/** What goes elsewhere when `now` turns into `next`; null if nothing does. */
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

/** Makes the change in which a movement is seen; `then` is called at its end, and told whether no other has taken its
    place. Of what stays, no picture is taken: on a full table that lasts longer than all the rest. */
export function move(now, { old, left, came, moved, sources, sinks }, change, then) {
  const { give, clear } = naming();
  for (const key of [...left, ...moved]) give(old.cards.get(key), nameOf(key));
  came.forEach((key, index) => give(sources[index], nameOf(key)));
  sources.slice(came.length).forEach((back, index) => give(back, `back-${index}`));
  const hidden = sources.length - Math.min(came.length, sources.length);
  const mine = document.startViewTransition(() => {
    clear();
    change();
    const after = survey(now);
    for (const key of [...came, ...moved]) give(after.cards.get(key), nameOf(key));
    const ends = surplus(after, old);
    left.slice(0, sinks).forEach((key, index) => give(ends[index], nameOf(key)));
    ends.slice(left.length, left.length + hidden).forEach((back, index) => give(back, `back-${index}`));
  });
  moving = mine;
  mine.ready.catch(() => undefined); // skipped
  mine.finished.catch(() => undefined).then(() => {
    clear();
    const last = moving === mine;
    if (last) moving = null;
    then(last);
  });
}
