// @ts-check
/**
 * Grognard in the browser. Every page works without this module; with it the table changes in place, cards are seen
 * to move, the moves of others come one by one, and there are keys. It knows no game: all it reads are data attributes.
 */

const PACES = { 0: "at once", 500: "½ s each", 1000: "1 s each", 2000: "2 s each" };
const HOVER = 300;
const LONG_PRESS = 400;

/** @type {(selector: string, root?: ParentNode) => HTMLElement | null} */
const find = (selector, root = document) => root.querySelector(selector);
/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
const all = (selector, root = document) => [...root.querySelectorAll(/** @type {"div"} */ (selector))];
const table = () => find("main#table");
const deciding = () => Boolean(table()?.classList.contains("deciding"));

/**
 * An element with properties and children.
 * @param {string} name @param {Record<string, any>} [properties] @param {...(Node | string)} children
 */
function make(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Settings of this browser; where it keeps nothing they last as long as the page. */
const settings = {
  /** @param {string} key @param {string} fallback */
  get(key, fallback) {
    try { return localStorage.getItem(`grognard.${key}`) ?? fallback; } catch { return fallback; }
  },
  /** @param {string} key @param {string} value */
  set(key, value) {
    try { localStorage.setItem(`grognard.${key}`, value); } catch { /* private windows may refuse */ }
  },
};
let pace = Number(settings.get("pace", "1000"));
let sound = settings.get("sound", "off") === "on";
let letters = settings.get("keys", "on") === "on";

// -- changing the page in place -------------------------------------------------------------------------------------

/** @param {Node | null} node */
const keyOf = (node) => (node instanceof HTMLElement ? node.id || node.dataset.key || "" : "");

/**
 * Makes `from` equal to `to` and keeps what it can: focus, open folds, scroll positions, live regions.
 * @param {Node} from @param {Node} to
 */
function morph(from, to) {
  if (from.isEqualNode(to)) return;
  if (!(from instanceof Element && to instanceof Element)) {
    if (from.nodeType === to.nodeType) from.nodeValue = to.nodeValue;
    else from.parentNode?.replaceChild(to, from);
    return;
  }
  if (from.nodeName !== to.nodeName) return from.replaceWith(to);
  const folds = from.nodeName === "DETAILS";
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !(folds && name === "open")) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  const coming = new Set([...to.children].map(keyOf));
  /** @type {Map<string, Element>} */
  const here = new Map();
  for (const child of [...from.children]) {
    const key = keyOf(child);
    if (key && !coming.has(key)) child.remove();
    else if (key) here.set(key, child);
  }
  let next = from.firstChild;
  for (const child of [...to.childNodes]) {
    const key = keyOf(child);
    const match = key ? here.get(key) : next && !keyOf(next) && next.nodeName === child.nodeName ? next : undefined;
    if (match && match === next) next = next.nextSibling;
    else from.insertBefore(match ?? child, next);
    if (match) morph(match, child);
  }
  while (next) {
    const after = next.nextSibling;
    next.remove();
    next = after;
  }
}

/** @type {Map<string, string>} */
const names = new Map();
/** @param {string} handle */
const nameOf = (handle) => names.get(handle) ?? names.set(handle, `card-${names.size}`).get(handle) ?? "";

/**
 * Where every card lies, and for zones with cards seen from behind how many there are.
 * @param {Element} root
 */
function survey(root) {
  /** @type {Map<string, HTMLElement>} */
  const cards = new Map();
  for (const card of all("[data-handle]", root)) cards.set(card.dataset.handle ?? "", card);
  const zones = new Map(all("[data-zone]", root).map((zone) => [zone.dataset.zone ?? "", zone]));
  const counts = new Map([...zones].map(([key, zone]) => [key, Number(zone.dataset.count)]));
  return { cards, zones, counts };
}

/**
 * Backs that leave (or join) a zone between two surveys: the first are as many as are drawn.
 * @param {ReturnType<typeof survey>} more @param {ReturnType<typeof survey>} fewer
 */
function surplus(more, fewer) {
  return [...more.zones].flatMap(([key, zone]) => {
    const change = (more.counts.get(key) ?? 0) - (fewer.counts.get(key) ?? 0);
    return change > 0 ? all("[data-back]", zone).slice(-change) : [];
  });
}

/** @type {{ skipTransition(): void, finished: Promise<void>, ready: Promise<void> } | null} */
let moving = null;

/**
 * Shows a table. Cards that change their place are seen to move, from and to hidden places too.
 * @param {HTMLElement} next
 */
function show(next) {
  const now = table();
  if (!now) return;
  moving?.skipTransition();
  hideZoom();
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const mine = Boolean(focused && (now.contains(focused) || focused === document.body));
  const wanted = focused?.dataset.action ?? "";
  const handle = focused?.dataset.handle ?? "";
  const before = { deciding: deciding(), over: "outcome" in now.dataset, version: shown };
  for (const card of all(".card[title]", next)) card.removeAttribute("title"); // the hint and the zoom say it better
  const change = () => {
    morph(now, next);
    const lost = mine && (!document.activeElement || document.activeElement === document.body);
    const again = (wanted && find(`[data-action="${CSS.escape(wanted)}"]`, now)) ||
      (handle && find(`button[data-handle="${CSS.escape(handle)}"]`, now)) || find("#prompt, [autofocus]", now);
    const ended = "outcome" in now.dataset && !before.over;
    if (ended) {
      find("#ending", now)?.focus();
      scrollTo({ top: 0 });
    } else if (lost) again?.focus({ preventScroll: true });
    if (deciding() && shown !== before.version) lookAtTheChoice(now); // who reads the log is left there
    hint(document.activeElement);
    title();
    if (deciding() && !before.deciding) beep();
  };
  shown = version(next);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  if (still || !("startViewTransition" in document)) change();
  else move(now, next, change);
}

/**
 * Brings what may be chosen on the table into view, if all of it lies elsewhere: a phone shows but a part of a table.
 * @param {HTMLElement} now
 */
function lookAtTheChoice(now) {
  const choices = all("[data-action]", now).filter((choice) => choice.offsetParent && !choice.closest(".dock"));
  const bottom = find(".dock", now)?.getBoundingClientRect().top ?? innerHeight;
  const inView = choices.some((choice) => {
    const box = choice.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;
    return middle > 0 && middle < Math.min(bottom, innerHeight);
  });
  if (!inView) choices[0]?.scrollIntoView({ block: "center" });
}

/**
 * @param {HTMLElement} now @param {HTMLElement} next @param {() => void} change
 */
function move(now, next, change) {
  /** @type {HTMLElement[]} */
  const named = [];
  /** @param {HTMLElement | undefined} element @param {string} name */
  const give = (element, name) => {
    if (!element) return;
    element.style.setProperty("view-transition-name", name);
    named.push(element);
  };
  const clear = () => named.splice(0).forEach((element) => {
    element.style.removeProperty("view-transition-name");
    if (!element.getAttribute("style")) element.removeAttribute("style");
  });
  const [old, coming] = [survey(now), survey(next)];
  const left = [...old.cards.keys()].filter((key) => !coming.cards.has(key));
  const came = [...coming.cards.keys()].filter((key) => !old.cards.has(key));
  const sources = surplus(old, coming);
  const sinks = surplus(coming, old).length;
  for (const [key, card] of old.cards) give(card, nameOf(key));
  came.forEach((key, index) => give(sources[index], nameOf(key)));
  sources.slice(came.length).forEach((back, index) => give(back, `back-${index}`));
  const hidden = sources.length - Math.min(came.length, sources.length);
  moving = /** @type {any} */ (document).startViewTransition(() => {
    clear();
    change();
    const after = survey(now);
    for (const [key, card] of after.cards) give(card, nameOf(key));
    const ends = surplus(after, old);
    left.slice(0, sinks).forEach((key, index) => give(ends[index], nameOf(key)));
    ends.slice(left.length, left.length + hidden).forEach((back, index) => give(back, `back-${index}`));
  });
  const mine = moving;
  mine?.ready.catch(() => undefined);
  mine?.finished.catch(() => undefined).then(() => {
    clear();
    if (moving !== mine) return;
    moving = null;
    pump();
  });
}

/** @param {string} html */
const read = (html) => find("main#table", new DOMParser().parseFromString(html, "text/html"));

function title() {
  const now = table();
  if (!now?.dataset.title || now.classList.contains("replay")) return;
  const state = "outcome" in now.dataset ? "Over – " : deciding() ? "Your turn – " : "";
  document.title = state + now.dataset.title;
}

// -- what others do: events, one by one -----------------------------------------------------------------------------

/** @type {HTMLElement[]} */
let queue = [];
let shown = 0; // the version of the table on the page, or on its way there
let timer = 0;
const status = make("span", { role: "status" });
const skip = make("button", { type: "button", hidden: true, onclick: () => skipAhead() });
const flow = make("div", { className: "flow", hidden: true }, status, skip);

/** @param {string} [text] */
function say(text) {
  if (text !== undefined) status.textContent = text;
  const ahead = queue.filter((waiting) => version(waiting) !== shown).length;
  skip.hidden = ahead === 0;
  skip.textContent = ahead === 1 ? "Skip 1 move (S)" : `Skip ${ahead} moves (S)`;
  flow.hidden = skip.hidden && !status.textContent;
}

/** @param {HTMLElement | null} root */
const version = (root) => Number(root?.dataset.version ?? 0);

/** @param {string} html */
function arrive(html) {
  const next = read(html);
  const last = queue.at(-1);
  if (!next || version(next) < (last ? version(last) : shown)) return;
  if (last && version(last) === version(next)) queue.pop();
  queue.push(next);
  pump();
}

/** Shows the next table of the queue as soon as the last one was seen for long enough. */
function pump() {
  const again = (/** @type {HTMLElement} */ waiting) => version(waiting) === shown; // it has to wait for the movement
  if (moving && queue.length && again(queue[queue.length - 1])) return;
  if (document.hidden || pace === 0) return skipAhead();
  while (queue.length && !(again(queue[0]) ? moving : timer)) {
    const next = /** @type {HTMLElement} */ (queue.shift());
    if (!again(next)) rest();
    show(next);
  }
  say();
}

function rest() {
  clearTimeout(timer);
  timer = setTimeout(() => { timer = 0; pump(); }, pace);
}

function skipAhead() {
  const newest = queue.pop();
  queue = [];
  clearTimeout(timer);
  timer = 0;
  if (newest) show(newest);
  say();
}

/** @type {EventSource | null} */
let stream = null;
function listen() {
  const address = table()?.dataset.stream;
  if (!address || stream) return;
  stream = new EventSource(address);
  stream.addEventListener("table", (event) => arrive(event.data));
  stream.addEventListener("open", () => say(""));
  stream.addEventListener("error", () => {
    say("Connection lost, trying again …");
    if (stream?.readyState === EventSource.CLOSED) {
      stream = null;
      setTimeout(listen, 5000);
    }
  });
}

// -- what I do: posts -----------------------------------------------------------------------------------------------

/** The version of the table that a click is on its way from: it takes no second one. */
let busy = -1;
/** @param {SubmitEvent} event */
async function submit(event) {
  const form = event.target;
  const button = event.submitter;
  const now = table();
  if (!(form instanceof HTMLFormElement && button instanceof HTMLButtonElement && now?.contains(form))) return;
  event.preventDefault();
  const clicked = version(now);
  if (busy === clicked) return;
  busy = clicked;
  now.setAttribute("aria-busy", "true");
  const body = new URLSearchParams();
  for (const [key, value] of new FormData(form)) body.append(key, String(value));
  if (button.name) body.append(button.name, button.value);
  const address = button.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  try {
    const answer = await fetch(address, { method: "POST", body, headers: { "X-Fragment": "1" } });
    const text = await answer.text();
    const next = read(text);
    if (answer.redirected) location.assign(answer.url);
    else if (next) {
      queue = queue.filter((waiting) => version(waiting) > version(next));
      if (version(next) > shown) {
        show(next);
        rest();
      } else if (version(next) === shown) queue.unshift(next);
      say("");
      pump();
    } else if (answer.ok) location.reload();
    else say(refusal(text) || `The server could not do that (${answer.status}).`);
  } catch {
    say("No connection: nothing was done. Try again.");
  }
  if (busy === clicked) busy = -1;
  table()?.removeAttribute("aria-busy");
}

/** The sentence of a problem document. @param {string} text */
function refusal(text) {
  try { return String(JSON.parse(text).detail ?? ""); } catch { return ""; }
}

// -- reading: hint, zoom, clauses, dialogs --------------------------------------------------------------------------

/** Says in the prompt's place what the card does, or why it cannot. @param {Element | null} element */
function hint(element) {
  const place = find("[data-hint]");
  if (!place || place.contains(element)) return;
  const asked = element instanceof HTMLElement && element.dataset.handle + (element.dataset.why ?? "") + element.ariaLabel;
  if (place.dataset.of === String(asked) && place.textContent) return;
  place.dataset.of = String(asked);
  place.classList.remove("why");
  place.replaceChildren();
  if (!(element instanceof HTMLElement)) return;
  if (element.dataset.why) {
    place.classList.add("why");
    place.append(`${element.querySelector(".card-name")?.textContent ?? ""}: `.replace(/^: /, ""), element.dataset.why, " ");
    const clause = element.dataset.whyClause;
    if (clause) place.append(clauseLink(clause));
  } else if (element.matches(".card.legal")) place.append(element.getAttribute("aria-label") ?? "");
}

/** @param {string} clause */
function clauseLink(clause) {
  const link = make("a", { className: "clause-link", href: `/games/${table()?.dataset.game}/rules#${clause}` }, clause);
  link.dataset.clause = clause;
  return link;
}

/** A card to read: the face alone. @param {HTMLElement} card */
function enlarged(card) {
  const shown = find(".card", card) ?? card;
  const large = make("div", { className: shown.className.replace(/\b(legal|refused|choices)\b/g, "") });
  for (const part of shown.children) if (part instanceof HTMLSpanElement) large.append(part.cloneNode(true));
  for (const part of all("[id]", large)) part.removeAttribute("id");
  return large;
}

const zoom = make("div", { className: "zoom", hidden: true, ariaHidden: "true" });
let zoomTimer = 0;
function hideZoom() {
  clearTimeout(zoomTimer);
  zoom.hidden = true;
  zoom.replaceChildren(); // on one screen the next person must not find it
}

/** @param {HTMLElement} card */
function zoomBeside(card) {
  zoom.replaceChildren(enlarged(card));
  zoom.hidden = false;
  const [spot, size] = [card.getBoundingClientRect(), zoom.getBoundingClientRect()];
  const above = spot.top > size.height + 16; // so that its neighbours stay in sight
  const right = spot.right + 12 + size.width < innerWidth;
  const left = above ? spot.left + (spot.width - size.width) / 2 : right ? spot.right + 12 : spot.left - size.width - 12;
  zoom.style.left = `${Math.max(8, Math.min(left, innerWidth - size.width - 8))}px`;
  zoom.style.top = `${above ? spot.top - size.height - 10 : Math.max(8, Math.min(spot.top, innerHeight - size.height - 12))}px`;
}

const sheet = /** @type {HTMLDialogElement} */ (make("dialog", { className: "sheet" }));
sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
sheet.addEventListener("close", () => {
  if (sheet.open) return;
  sheet.replaceChildren();
  sheet.ariaLabel = "";
});

/**
 * Opens the one dialog with this content and these choices; the last closes it and does nothing.
 * @param {string} label @param {Node[]} content @param {Record<string, () => void>} [choices] @param {string} [close]
 */
function open(label, content, choices = {}, close = "Close") {
  hideZoom();
  const done = make("button", { type: "button", onclick: () => sheet.close() }, close);
  const buttons = Object.entries(choices).map(([text, act]) =>
    make("button", { type: "button", className: "primary", onclick: () => { sheet.close(); act(); } }, text));
  sheet.ariaLabel = label;
  sheet.replaceChildren(...content, make("div", { className: "actions" }, ...buttons, done));
  if (!sheet.open) sheet.showModal();
  done.focus();
}

/** The card in a dialog, with what can be done with it. @param {HTMLElement} card */
function zoomAlone(card) {
  const content = [enlarged(card)];
  if (card.dataset.why) content.push(make("p", { className: "notice" }, card.dataset.why, " ", clauseLink(card.dataset.whyClause ?? "")));
  const label = card.matches(".legal") ? card.getAttribute("aria-label") ?? "Play" : "";
  open(find(".card-name", card)?.textContent ?? "Card", content, label ? { [label]: () => card.click() } : {});
}

/** @type {Map<string, string>} */
const clauses = new Map();
/** @param {HTMLAnchorElement} link */
async function clause(link) {
  const address = link.href.replace("#", "/");
  try {
    if (!clauses.has(address)) {
      const answer = await fetch(address, { headers: { "X-Fragment": "1" } });
      if (answer.ok) clauses.set(address, await answer.text());
    }
    const text = new DOMParser().parseFromString(clauses.get(address) ?? "", "text/html").querySelector("article");
    if (text) return open(link.dataset.clause ?? "", [text, make("p", {}, make("a", { href: link.href }, "The whole handbook"))]);
  } catch { /* then as a page */ }
  location.assign(link.href);
}

function help() {
  const keys = {
    "Arrows, Tab": "from card to card", Enter: "play the card, press the button", Space: "pass, when you are asked to answer",
    "1 to 9": "the buttons below, in order", U: "step back", Z: "read the card large (or rest the pointer on it, or press it long)",
    H: "what would the computer do?", S: "skip to the newest move", "?": "this page", Esc: "close",
  };
  const list = make("dl", { className: "keys" });
  for (const [key, does] of Object.entries(keys)) list.append(make("dt", {}, make("kbd", {}, key)), make("dd", {}, does));
  const box = make("input", { type: "checkbox", checked: letters });
  box.addEventListener("change", () => {
    letters = /** @type {HTMLInputElement} */ (box).checked;
    settings.set("keys", letters ? "on" : "off");
  });
  open("Keys", [make("h2", {}, "Keys"), list, make("label", {}, box, "Keys of a single letter, digit or space")]);
}

// -- sound ----------------------------------------------------------------------------------------------------------

/** @type {AudioContext | null} */
let audio = null;
/** Two soft notes, if sound was asked for and the browser lets us. */
function beep() {
  if (!sound || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const start = audio.currentTime;
  [587, 784].forEach((pitch, index) => {
    const context = /** @type {AudioContext} */ (audio);
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const at = start + index * 0.13;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.32);
  });
}

// -- keys and pointer -----------------------------------------------------------------------------------------------

/** @param {Element | null} element @param {KeyboardEvent} event */
function go(element, event) {
  const spots = all(".card, .dock button, .ending .actions > *", table() ?? undefined).filter((spot) => spot.offsetParent);
  const from = element?.closest(".card, button")?.getBoundingClientRect();
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  let best = from ? null : spots.find((spot) => spot.matches(".legal")) ?? spots.find((spot) => spot.matches(".action"));
  let nearest = Infinity;
  for (const spot of from ? spots : []) {
    const to = spot.getBoundingClientRect();
    const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
    const [along, across] = dx ? [x * dx, Math.abs(y)] : [y * dy, Math.abs(x)];
    const distance = along + across * (dx ? 8 : 2);
    if (along > 8 && (!dx || across < 60) && distance < nearest) [best, nearest] = [spot, distance];
  }
  if (!best) return;
  if (best.tabIndex < 0) best.tabIndex = -1;
  best.focus({ focusVisible: true });
  best.scrollIntoView({ block: "nearest" });
  event.preventDefault();
}

/** @type {HTMLElement | null} */
let hovered = null;
/** @param {KeyboardEvent} event */
function key(event) {
  const focused = document.activeElement;
  const now = table();
  if (!now || sheet.open || event.ctrlKey || event.altKey || event.metaKey || event.repeat && event.key === " ") return;
  if (focused?.matches("input, select, textarea, [contenteditable]")) return;
  hideZoom();
  const free = !focused || focused === document.body || focused.matches("main, #prompt, #ending, .card, .dock button");
  const card = /** @type {HTMLElement | null} */ (focused?.closest(".card, [data-zoom]")) ?? hovered;
  /** @param {string} selector */
  const press = (selector) => { find(selector, now)?.click(); event.preventDefault(); };
  if (event.key.startsWith("Arrow")) {
    if (free && !event.shiftKey) go(focused, event);
  } else if (event.key === "Enter" && focused instanceof HTMLDivElement && card) zoomAlone(card);
  else if (!letters) return;
  else if (event.key === " ") { if (find("[data-pass]", now) && (!focused || !focused.matches("button, a, summary"))) press("[data-pass]"); }
  else if (event.key === "?") help();
  else if (event.key === "z" && card) zoomAlone(card);
  else if (event.key === "u") press("[data-undo]");
  else if (event.key === "h") press("[data-hint-ask], [data-hint-stop]");
  else if (event.key === "s") skipAhead();
  else if (/^[1-9]$/.test(event.key)) all(".dock .actions .action", now)[Number(event.key) - 1]?.click();
}

/** @param {Event} event */
const cardAt = (event) => event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("main#table :is(.card, [data-zoom])")) : null;
let pressed = 0;
let longPressed = false;

/** @param {MouseEvent} event */
function click(event) {
  hideZoom();
  if (longPressed) {
    longPressed = false;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest("a[data-clause]");
  if (link instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    clause(link);
  } else if (target?.closest("[data-resign]")) {
    event.preventDefault();
    const button = find(".resign button");
    const text = button?.previousElementSibling?.textContent ?? "";
    open("Resign", [make("h2", {}, "Resign?"), make("p", {}, text)], { "Yes, resign": () => button?.click() }, "Play on");
  } else if (target) hint(target.closest("[data-why], .card"));
}

function gestures() {
  document.addEventListener("pointerover", (event) => {
    const card = cardAt(event);
    if (card === hovered) return;
    hovered = event.pointerType === "mouse" ? card : null;
    hideZoom();
    if (!card || !hovered) return;
    hint(card);
    zoomTimer = setTimeout(() => zoomBeside(card), HOVER);
  });
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(pressed);
    longPressed = false;
    const card = cardAt(event);
    if (!card || event.pointerType === "mouse") return;
    pressed = setTimeout(() => { longPressed = true; zoomAlone(card); }, LONG_PRESS);
  });
  for (const name of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(name, () => clearTimeout(pressed), true);
  document.addEventListener("contextmenu", (event) => {
    if (cardAt(event) && (longPressed || /** @type {PointerEvent} */ (event).pointerType === "touch")) event.preventDefault();
  });
  document.addEventListener("scroll", () => {
    hideZoom();
    const card = hovered;
    if (card?.isConnected) zoomTimer = setTimeout(() => zoomBeside(card), HOVER);
  }, { passive: true });
  document.addEventListener("focusin", (event) => hint(/** @type {Element} */ (event.target)));
}

// -- start ----------------------------------------------------------------------------------------------------------

/** @param {string} name */
function icon(name) {
  const [svg, use] = ["svg", "use"].map((part) => document.createElementNS("http://www.w3.org/2000/svg", part));
  use.setAttribute("href", `/static/symbols.svg#${name}`);
  svg.setAttribute("class", "symbol");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

function tools() {
  const place = find("[data-tools]");
  const live = table()?.dataset.stream;
  if (!place) return;
  const choice = /** @type {HTMLSelectElement} */ (make("select"));
  for (const [value, text] of Object.entries(PACES)) choice.append(new Option(text, value, false, Number(value) === pace));
  choice.addEventListener("change", () => { pace = Number(choice.value); settings.set("pace", choice.value); pump(); });
  const speaker = make("button", { type: "button", className: "icon" });
  const tell = () => {
    speaker.ariaLabel = speaker.title = "Sound";
    speaker.ariaPressed = String(sound);
    speaker.replaceChildren(icon(sound ? "sound" : "mute"));
  };
  speaker.addEventListener("click", () => { sound = !sound; settings.set("sound", sound ? "on" : "off"); tell(); beep(); });
  tell();
  const question = make("button", { type: "button", className: "icon keys", ariaLabel: "Keys", title: "Keys", onclick: help }, "?");
  if (live) place.append(make("label", {}, make("span", {}, "Moves"), choice), speaker);
  place.append(question);
}

/** A page about work that goes on: it is loaded anew, in place, until the work is done. */
async function attend() {
  while (find("[data-working]")) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (document.hidden) continue;
    try {
      const answer = await fetch(location.href);
      const next = find("#content", new DOMParser().parseFromString(await answer.text(), "text/html"));
      const now = find("#content");
      if (answer.ok && next && now) morph(now, next);
    } catch { /* the server is away; it keeps what it has found */ }
  }
}

document.body.append(sheet);
attend();
document.addEventListener("click", click, true);
if (table()) {
  document.body.append(flow, zoom);
  for (const card of all(".card[title]")) card.removeAttribute("title");
  document.addEventListener("submit", submit);
  document.addEventListener("keydown", key);
  document.addEventListener("visibilitychange", () => { if (document.hidden) pump(); });
  addEventListener("pagehide", () => { stream?.close(); stream = null; });
  addEventListener("pageshow", listen);
  gestures();
  shown = version(table());
  tools();
  title();
}
