// Looks at the table on the page as it stands in the window: what is hidden, cut off, covered or too small to touch.
// An expression, given to `page.evaluate`; it answers with one row [kind, pixels, selector] for each thing found.
async ({ lists, target, strip }) => {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve)); // what watches sizes has done its work at the end of the frame
  const found = [];
  const table = document.querySelector("main#table");
  const all = (selector, root = table) => [...root.querySelectorAll(selector)];
  const shows = (one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const report = (kind, pixels, one) => found.push([kind, Math.round(pixels), one ? named(one) : ""]);

  /** A selector that tells a reader which thing is meant, without what differs from card to card. */
  function named(one) {
    const place = one.closest("[data-zone]")?.dataset.zone ?? one.closest("[data-key]")?.dataset.key ?? "";
    const classes = [...one.classList].filter((name) => !/^(word-|type-)/.test(name)).join(".");
    const itself = `${one.tagName.toLowerCase()}${classes && "."}${classes}${one.id && "#"}${one.id}`;
    const within = classes || one.id || !one.parentElement ? "" : `${named(one.parentElement)} > `;
    return `${within || place && `[${place}] `}${itself}`;
  }

  // -- the page itself: nothing scrolls but what is a list ----------------------------------------------------------

  const root = document.documentElement;
  const over = Math.max(root.scrollHeight - innerHeight, root.scrollWidth - innerWidth);
  if (over > 0) report("page scrolls", over);

  const scrolls = (one) => {
    const style = getComputedStyle(one);
    const down = /auto|scroll/.test(style.overflowY) ? one.scrollHeight - one.clientHeight : 0;
    const across = /auto|scroll/.test(style.overflowX) ? one.scrollWidth - one.clientWidth : 0;
    return Math.max(down, across);
  };
  for (const one of [table, ...all("*")]) {
    if (!shows(one) || one.matches(lists) || scrolls(one) <= 1) continue;
    report("box scrolls", scrolls(one), one);
  }

  // -- how much of a thing can be seen and touched ------------------------------------------------------------------

  /** Scrolls the lists that a thing lies in so that it shows; what puts them back. */
  function unrolled(one) {
    const before = [];
    for (let list = one.parentElement?.closest(lists); list; list = list.parentElement?.closest(lists)) {
      if (scrolls(list) <= 0) continue;
      before.push([list, list.scrollLeft, list.scrollTop]);
      const box = one.getBoundingClientRect();
      const window = list.getBoundingClientRect();
      const past = (low, high, from, to) => (high > to ? Math.min(high - to, low - from) : low < from ? low - from : 0);
      list.scrollBy({
        left: past(box.left, box.right, window.left, window.left + list.clientWidth),
        top: past(box.top, box.bottom, window.top, window.top + list.clientHeight),
        behavior: "instant",
      });
    }
    return () => before.forEach(([list, left, top]) => list.scrollTo({ left, top, behavior: "instant" }));
  }

  const hits = (one, x, y) => {
    const top = document.elementFromPoint(x, y);
    return Boolean(top && (one === top || one.contains(top) || top.closest("label")?.control === one));
  };

  const STEP = 2;

  /** The longest run of places at which something holds. */
  function longest(from, to, holds) {
    let most = 0;
    let begun = null;
    for (let at = from; at <= to; at += STEP) {
      if (!holds(at)) begun = null;
      else most = Math.max(most, at - (begun ??= at) + STEP);
    }
    return most;
  }

  /** How far something holds from a place on to both sides, up to what a finger needs. */
  function around(from, holds) {
    let [low, high] = [from, from];
    while (high - low < target && holds(low - 1)) low -= 1;
    while (high - low < target && holds(high + 1)) high += 1;
    return high - low + 1;
  }

  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const points = (box, edge) => [
    middle(box), [box.left + edge, box.top + edge], [box.right - edge, box.top + edge],
    [box.left + edge, box.bottom - edge], [box.right - edge, box.bottom - edge],
  ];
  const EDGE = 6; // of a box, where its corners may be round

  /** Can a thing be seen anywhere? */
  const seen = (one) => points(one.getBoundingClientRect(), EDGE).some(([x, y]) => hits(one, x, y));

  /** How wide and high a thing is where it can be touched; what reaches beyond its box counts if it answers for it. */
  function touchable(one) {
    const box = one.getBoundingClientRect();
    const [x, y] = middle(box);
    const whole = points(box, Math.min(EDGE, box.width / 4, box.height / 4)).every((at) => hits(one, ...at));
    if (whole) {
      return {
        width: box.width >= target ? box.width : around(x, (at) => hits(one, at, y)),
        height: box.height >= target ? box.height : around(y, (at) => hits(one, x, at)),
      };
    }
    const strips = bare(one, box);
    const free = strips.find((part) => points(part, 3).every((at) => hits(one, ...at)));
    if (free) return { width: free.right - free.left, height: free.bottom - free.top };
    let best = { width: 0, height: 0 };
    for (const part of [0.5, 0.15, 0.85]) {
      const row = box.top + box.height * part;
      const width = longest(box.left + 1, box.right - 1, (at) => hits(one, at, row));
      if (width > best.width) best = { ...best, width };
      const column = box.left + box.width * part;
      const height = longest(box.top + 1, box.bottom - 1, (at) => hits(one, column, at));
      if (height > best.height) best = { ...best, height };
    }
    return best;
  }

  /** Where the other cards of a list lie. */
  function neighbours(one) {
    const item = one.closest("li") ?? one;
    const others = [...item.parentElement?.children ?? []].filter((other) => other !== item);
    const cards = others.map((other) => (other.matches(".card") ? other : other.querySelector(".card")));
    return cards.flatMap((card) => card?.getBoundingClientRect() ?? []);
  }

  /** The parts of a card that its neighbours in a fan leave bare, the largest first. */
  function bare(one, { left, right, top, bottom }) {
    const room = (part) => Math.min(part.right - part.left, part.bottom - part.top);
    return neighbours(one).flatMap((next) => [
      { left, right: next.left, top, bottom }, { left: next.right, right, top, bottom },
      { left, right, top, bottom: next.top }, { left, right, top: next.bottom, bottom },
    ]).filter((part) => room(part) > 4).sort((a, b) => room(b) - room(a));
  }

  /** Where each word of a text stands. */
  const words = (one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const ranges = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const word of text.data.matchAll(/[^\s\u00ad\u200b\u2013-]+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        ranges.push(range);
      }
    }
    return ranges;
  };

  /** The boxes of a word without that of the soft hyphen at which the one before it was parted. */
  const unhyphened = ({ startContainer, startOffset }, boxes) =>
    boxes.slice(boxes.length > 1 && startContainer.data[startOffset - 1] === "\u00ad" ? 1 : 0);

  /** By how much a thing lies beyond the window. */
  function beyond(one) {
    const box = one.getBoundingClientRect();
    return Math.max(-box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight, 0);
  }

  /** Does a card lie among others that may cover a part of it? */
  function fanned(one) {
    const box = one.getBoundingClientRect();
    return neighbours(one).some((next) => next.left < box.right - 1 && next.right > box.left + 1 &&
      next.top < box.bottom - 1 && next.bottom > box.top + 1);
  }

  function touch(one, kind) {
    const { width, height } = touchable(one);
    const [least, most] = [Math.min(width, height), Math.max(width, height)];
    if (most === 0) return "covered";
    if (least + 1 < (fanned(one) ? strip : target) || most + 1 < target) report(kind, least, one);
    return "";
  }

  // -- every legal choice, and the question -------------------------------------------------------------------------

  const choices = Map.groupBy(all("[data-action]"), (one) => one.dataset.action);
  const looked = new Set();
  for (const same of choices.values()) {
    const there = same.filter(shows);
    there.forEach((one) => looked.add(one));
    if (there.length === 0) {
      report("choice hidden", 0, same[0]);
      continue;
    }
    const wrong = there.map((one) => {
      const back = unrolled(one);
      const before = found.length;
      const outside = beyond(one);
      const covered = touch(one, "choice small");
      back();
      const small = found.splice(before);
      if (covered && outside > 1) return [2, ["choice outside", Math.round(outside), named(one)]];
      if (covered) return [2, ["choice covered", 0, named(one)]];
      if (outside > 1) return [1, ["choice cut off", Math.round(outside), named(one)]];
      return [small.length ? 1 : 0, small[0]];
    });
    const [bad, row] = wrong.reduce((least, next) => (next[0] < least[0] ? next : least));
    if (bad) found.push(row);
  }

  const prompt = table.querySelector("#prompt");
  if (prompt && shows(prompt)) {
    const back = unrolled(prompt);
    if (beyond(prompt) > 1) report("prompt outside", beyond(prompt), prompt);
    else if (prompt.scrollHeight > prompt.clientHeight + 2 && getComputedStyle(prompt).overflowY !== "visible") {
      report("prompt cut off", prompt.scrollHeight - prompt.clientHeight, prompt);
    } else if (words(prompt).some((word) => !hits(prompt, ...middle(word.getBoundingClientRect())))) {
      report("prompt covered", 0, prompt);
    }
    back();
  } else if (choices.size) report("prompt hidden", 0, prompt);

  // -- all other cards and numbers: to be seen at once, but for what lies in a list -----------------------------------

  // The sheet of the end lies over the field until it is put away: then only what is on it must be seen.
  const sheet = table.querySelector(".ending:not(.arriving) > .finale[open]") ?? table;
  const clip = (one) => one.closest(lists) && scrolls(one.closest(lists)) > 0;
  for (const one of all(".card, .number, .seat", sheet)) {
    if (looked.has(one) || !shows(one) || one.closest("dialog, .zoom, [hidden]") || clip(one)) continue;
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    if (beyond(one) > 1) report(one.matches(".card") ? "card outside" : "number outside", beyond(one), one);
    else if (!seen(one)) report(one.matches(".card") ? "card covered" : "number covered", 0, one);
  }

  // -- names ----------------------------------------------------------------------------------------------------------

  for (const one of all(".card", sheet)) {
    const names = all(".card-name, .brief", one);
    if (shows(one) && names.length && !names.some(shows) && !one.closest("dialog, .zoom")) report("name hidden", 0, one);
  }
  for (const one of all(".card :is(.card-name, .brief)", sheet)) {
    const card = one.closest(".card");
    if (!shows(one) || card.closest("dialog, .zoom, [hidden]")) continue;
    const style = getComputedStyle(one);
    const wide = one.scrollWidth - one.clientWidth;
    const high = one.scrollHeight - one.clientHeight;
    if (style.display !== "inline" && wide > 1) report("name cut off", wide, one);
    else if (style.display !== "inline" && style.overflowY !== "visible" && high > 2) report("name cut off", high, one);
    const frame = card.getBoundingClientRect();
    const boxes = words(one).map((range) => unhyphened(range, [...range.getClientRects()]));
    if (boxes.some((parts) => new Set(parts.map((part) => Math.round(part.top))).size > 1)) {
      report("name broken", 0, one);
    }
    const past = Math.max(0, ...boxes.flat().map((box) =>
      Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom)));
    if (past > 1) report("name beyond card", past, one);
    const first = boxes[0]?.[0];
    if (!first || clip(card) || beyond(card) > 1) continue;
    const top = document.elementFromPoint(first.left + 2, middle(first)[1]);
    if (top && !card.contains(top) && !top.closest(".card, [data-key] > .card") && !top.closest("li:has(.card)")) {
      report("name covered", 0, top);
    }
  }

  // -- no flag, tag or sum covers the text of a card ---------------------------------------------------------

  const TEXTS = ".card-name, .brief, .card-line, .card-number";
  const TAGS = ".flag, .does, .sum, .tells, .rating, .in-vain, .markers";
  /** The place of a word's letters. Its box also has the room above and below them. */
  const letters = ({ left, right, top, bottom }, size) => {
    const middle = (top + bottom) / 2;
    return { left, right, top: middle - size * 0.4, bottom: middle + size * 0.35 };
  };
  const across = (one, other) => Math.min(
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  );
  /** The part of a tag that the box around it does not cut off. */
  const drawn = (tag) => {
    const [box, around] = [tag.getBoundingClientRect(), tag.parentElement];
    if (getComputedStyle(around).overflowY === "visible") return box;
    const { left, right, top, bottom } = around.getBoundingClientRect();
    return { left: Math.max(box.left, left), right: Math.min(box.right, right), top: Math.max(box.top, top), bottom: Math.min(box.bottom, bottom) };
  };
  for (const card of all(".card", sheet)) {
    if (!shows(card) || card.closest("dialog, .zoom, [hidden]")) continue;
    const own = (selector) => all(selector, card).filter((one) => one.closest(".card") === card && shows(one) && !one.closest(".hidden"));
    const tags = own(TAGS);
    if (!tags.length) continue;
    for (const text of own(TEXTS)) {
      const frame = text.getBoundingClientRect();
      const read = words(text).filter(({ startContainer }) => !startContainer.parentElement.closest(".hidden"));
      const ink = read.flatMap((range) => [...range.getClientRects()]).filter((box) => across(box, frame) > 0)
        .map((box) => letters(box, Number.parseFloat(getComputedStyle(text).fontSize)));
      for (const tag of tags) {
        if (tag.contains(text) || text.contains(tag)) continue;
        const over = Math.max(0, ...ink.map((box) => across(box, drawn(tag))));
        if (over > 1) report("text covered", over, tag);
      }
    }
  }

  // What is remembered has to be read whole, or stands behind a fold.
  for (const one of all(".chip", sheet)) {
    if (!shows(one)) continue;
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const ends = [[left + 3, (top + bottom) / 2], [right - 3, (top + bottom) / 2]];
    if (!ends.every(([x, y]) => hits(one, x, y))) report("name cut off", 0, one);
  }

  // -- what can be touched, but for the choices and for links within a sentence --------------------------------------

  const inSentence = (one) => one.matches("a, button, summary") && getComputedStyle(one).display === "inline";
  for (const one of document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select, textarea")) {
    if (looked.has(one) || !shows(one) || inSentence(one) || one.closest("dialog, .zoom")) continue;
    const label = one.matches("input") ? one.closest("label") ?? one : one;
    const box = label.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.width >= target - 0.5 && box.height >= target - 0.5 && !fanned(one)) continue;
    const back = unrolled(label);
    if (beyond(label) <= 1) {
      const before = found.length;
      if (touch(label, "target small") === "covered") found.length = before; // shown elsewhere, or on purpose
    }
    back();
  }

  const hand = Math.max(0, ...all(".zone-hand.near").map((zone) => Number(zone.dataset.count)));
  return { found, choices: choices.size, hand };
}
