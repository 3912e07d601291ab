// The pointer on cards: hover and long press to read them, click to play them or to read a rule.

import { ask } from "./dialog.js";
import { find, make } from "./dom.js";
import { sayTooSoon, tooSoonForClicks } from "./guard.js";
import { moving } from "./movement.js";
import { clickPlace } from "./places.js";
import { hint, readCard, readClause } from "./reading.js";
import { begin } from "./ready.js";
import { hideZoom, zoomSoon } from "./zoom.js";

const LONG_PRESS = 400; // milliseconds
const LONG_CLICK = 900; // with a mouse, which can rest on a card to read it: nobody clicks this slowly

/** The card under the mouse. */
export let hovered = null;

let isDown = false; // the pointer's button
let pressing = 0; // the timer of a press that may become long
let longPressed = false;
let restsAt = ""; // where the pointer was last
let cutShort = null; // the movement that a press interrupted

const cardAt = (event) =>
  event.target instanceof Element ? event.target.closest("main#table :is(.card, [data-zoom])") : null;

/** Handles a click anywhere on the page, before the clicked element gets it. */
export function click(event) {
  hideZoom();
  if (longPressed) {
    longPressed = false;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const target = event.target instanceof Element ? event.target : null;
  if (cutShort && event.isTrusted && !target?.closest("button, a, summary, input, select, label, dialog")) {
    passOn(event, cutShort);
    event.stopPropagation();
    return;
  }
  if (target?.closest("#table [name=do]") && tooSoonForClicks()) {
    event.preventDefault();
    event.stopPropagation();
    sayTooSoon();
    return;
  }
  clickPlace(event);
  const link = target?.closest("a[data-clause]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    readClause(link);
  } else if (target?.closest("[data-question]")) {
    event.preventDefault();
    askFirst(target.closest("[data-question]"));
  } else if (target) hint(target.closest("[data-why], .card"));
}

/** Passes a click to the button that is there once the movement has ended: during one, the browser finds no button. */
function passOn({ clientX, clientY }, movement) {
  const there = () => document.elementFromPoint(clientX, clientY)?.closest("#table :is(button, a, summary)");
  const done = begin();
  movement.finished.catch(() => undefined).then(() => there()?.click()).finally(done);
}

/** Asks in a dialog what a fold asks without scripts: in its text and on its button. */
function askFirst(summary) {
  const { question } = summary.dataset;
  const button = find("button", summary.parentElement);
  const text = button.previousElementSibling.textContent;
  const choices = { [button.textContent]: () => button.click() };
  ask(question, [make("h2", {}, question), make("p", {}, text)], choices, "Not yet", button.className);
}

/** Listens to the pointer. */
export function followPointer() {
  document.addEventListener("pointerover", leave);
  document.addEventListener("pointermove", hover, { passive: true });
  document.addEventListener("pointerdown", press);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => { isDown = false; }, true);
  for (const name of ["pointerup", "pointercancel", "scroll"]) {
    document.addEventListener(name, () => clearTimeout(pressing), true);
  }
  document.addEventListener("contextmenu", (event) => {
    if (cardAt(event) && (longPressed || event.pointerType === "touch")) event.preventDefault();
  });
  document.addEventListener("scroll", () => {
    hideZoom();
    if (hovered?.isConnected) zoomSoon(hovered);
  }, { passive: true });
  // While a button is down, a hint that comes or goes would move what you are about to click. The click does it then.
  document.addEventListener("focusin", (event) => { if (!isDown) hint(event.target); });
}

/** Hides the zoom when the pointer leaves its card. */
function leave(event) {
  if (cardAt(event) === hovered) return;
  hovered = null;
  hideZoom();
}

/** Handles a move of the pointer. If only the table changes under a resting pointer, nothing opens. */
function hover(event) {
  const card = cardAt(event);
  const here = `${event.clientX} ${event.clientY}`;
  const rests = here === restsAt;
  restsAt = here;
  if (rests || card === hovered) return;
  hovered = event.pointerType === "mouse" ? card : null;
  hideZoom();
  if (!hovered) return;
  hint(card.matches("[data-why]") ? null : card); // only a click or the focus asks why a card is refused
  zoomSoon(card);
}

function press(event) {
  isDown = true;
  clearTimeout(pressing);
  longPressed = false;
  cutShort = moving;
  cutShort?.skipTransition();
  const card = cardAt(event);
  if (!card) return;
  const long = event.pointerType === "mouse" ? LONG_CLICK : LONG_PRESS;
  pressing = setTimeout(() => { longPressed = true; readCard(card); }, long);
}
