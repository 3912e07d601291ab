// Cards that change their place are seen to move, from and to hidden places too.

import { all } from "./dom.js";

const PATIENCE = 150; // milliseconds

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

/** Waits, but not for long, until the pictures of cards that have just come are there: a card moves with its face. */
function pictures(root) {
  const coming = all(".card img, .top-card img", root).filter((picture) => !picture.complete);
  if (!coming.length) return null;
  const loaded = Promise.allSettled(coming.map((picture) => picture.decode()));
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** Makes the change that turns `now` into `next`, seen as a movement; `then` is called at its end. */
export function move(now, next, change, then) {
  const { give, clear } = naming();
  const [old, coming] = [survey(now), survey(next)];
  const left = [...old.cards.keys()].filter((key) => !coming.cards.has(key));
  const came = [...coming.cards.keys()].filter((key) => !old.cards.has(key));
  const sources = surplus(old, coming);
  const sinks = surplus(coming, old).length;
  for (const [key, card] of old.cards) give(card, nameOf(key));
  came.forEach((key, index) => give(sources[index], nameOf(key)));
  sources.slice(came.length).forEach((back, index) => give(back, `back-${index}`));
  const hidden = sources.length - Math.min(came.length, sources.length);
  const mine = document.startViewTransition(async () => {
    clear();
    change();
    await pictures(now);
    const after = survey(now);
    for (const [key, card] of after.cards) give(card, nameOf(key));
    const ends = surplus(after, old);
    left.slice(0, sinks).forEach((key, index) => give(ends[index], nameOf(key)));
    ends.slice(left.length, left.length + hidden).forEach((back, index) => give(back, `back-${index}`));
  });
  moving = mine;
  mine.ready.catch(() => undefined); // skipped
  mine.finished.catch(() => undefined).then(() => {
    clear();
    if (moving !== mine) return; // another has taken its place
    moving = null;
    then();
  });
}
