// Shows a table: turns the one on the page into the next.

import { countDown, tellLocally } from "./clock.js";
import { all, deciding, find, table, untitle, version } from "./dom.js";
import { comeWhenSeen, end, settle } from "./finale.js";
import { fit } from "./fit.js";
import { noteQuestion } from "./guard.js";
import { placeLesson } from "./lesson.js";
import { forgetLingering, keep, keepOn } from "./lingering.js";
import { morph } from "./morph.js";
import { move, movement, moving } from "./movement.js";
import { wanted, wantedAgain } from "./pace.js";
import { markPlaces } from "./places.js";
import { hintAgain } from "./reading.js";
import { begin } from "./ready.js";
import { script } from "./script.js";
import { settings } from "./settings.js";
import { play } from "./sound.js";
import { numbersBefore } from "./spots.js";
import { curtain, foretell, light, perform } from "./stage.js";
import { markStates } from "./states.js";
import { showTip } from "./tips.js";
import { hideZoom } from "./zoom.js";

/** The version of the table on the page, or on its way there. */
export let shown = version(table());

const ENDING = { won: "won", lost: "lost" };
/** What another person asks you, or your time; empty if nothing. */
const asked = (root) => find("[data-asks]", root)?.dataset.asks ?? "";
const isOver = (root) => "outcome" in root.dataset;

let underway = 0; // tables that may still have something to stage

/** Shows a table. If cards move, `then` is called at the end of the movement. `staged` begins after it, or at once.
    `own`: the table is the answer to your own move. */
export function show(next, then, { own = false, staged = null } = {}) {
  const now = table();
  if (!now) return;
  moving?.skipTransition();
  if (version(next) !== shown) {
    forgetLingering();
    curtain();
  }
  hideZoom();
  untitle(next);
  tellLocally(next);
  if (staged) keep(now, next, staged.acts, (truth) => show(truth, then));
  else if (version(next) === shown) keepOn(now, next);
  const change = changing(now, next, shown, own, staged);
  const of = version(next);
  underway += 1;
  shown = of;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  const moves = still || !("startViewTransition" in document) ? null : movement(now, next);
  if (!moves) {
    change();
    afterPaint(staged, of);
  } else {
    move(now, moves, change, (last) => {
      afterPaint(staged, of);
      if (last) then();
    });
  }
}

/** Begins the staging of a table after its first paint, unless another table has replaced it. */
function afterPaint(staged, of) {
  requestAnimationFrame(() => setTimeout(() => {
    underway -= 1;
    if (of === shown) staged?.begin();
    if (underway === 0) comeWhenSeen();
  }));
}

/** The acts of a step of a replay. At the pace "at once" there are none, unless the reader `asked` for them. */
export function stepStaged(next, asked = false) {
  if (!settings.pace && !asked) return null;
  const [acts, before] = [script(table(), next, false), numbersBefore(next)];
  return { acts, before, begin: () => perform(acts, asked ? wantedAgain(acts) : wanted(acts), before) };
}

let changes = 0; // the number of changes requested
let changed = 0; // the number of the last one made

/** The change from one table to the next, with everything to do before and after it. A movement makes its change a
    little later, and a newer one may have been made by then. */
function changing(now, next, last, own, staged) {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const mine = Boolean(focused && (now.contains(focused) || focused === document.body));
  const wanted = focused?.dataset.action ?? "";
  const handle = focused?.dataset.handle ?? "";
  const before = { deciding: deciding(), asked: asked(now), over: isOver(now) };
  const turn = ++changes;
  const done = begin();
  const change = () => {
    if (turn < changed) return;
    changed = turn;
    const question = find("#prompt", now)?.textContent;
    morph(now, next);
    countDown();
    if (find("#prompt", now)?.textContent !== question) showFromTop(now);
    markStates();
    fit();
    placeLesson();
    showTip();
    if (staged) foretell(staged.acts, staged.before);
    light();
    settle(now);
    if (isOver(now) && !before.over && find("#ending", now)) end(); // a step of the guide has no ending
    else if (mine && isAstray(document.activeElement, wanted)) {
      again(now, wanted, handle)?.focus({ preventScroll: true });
    }
    if (deciding() && shown !== last) lookAtTheChoice(now); // do not scroll a reader of the log away
    noteQuestion(own);
    markPlaces();
    hintAgain();
    title();
    if (isOver(now) && !before.over) play(ENDING[now.dataset.result] ?? "turn");
    else if ((deciding() && !before.deciding) || (asked(now) && !before.asked)) play("turn");
  };
  return () => {
    try { change(); } finally { done(); }
  };
}

/** Shows a new question from its beginning, even if you had scrolled down the last one. */
function showFromTop(now) {
  for (const part of all(".dock, .question", now)) part.scrollTop = 0;
}

/** Is the focus nowhere, on a button that has changed, or on the button that undoes? */
function isAstray(focused, wanted) {
  if (!focused || focused === document.body || focused.matches("[data-undo]")) return true;
  return (focused.dataset.action ?? "") !== wanted;
}

/** Where the focus goes if its element is gone: to the same action, the same card, or the prompt. */
function again(now, action, handle) {
  return (action && find(`[data-action="${CSS.escape(action)}"]`, now)) ||
    (handle && find(`button[data-handle="${CSS.escape(handle)}"]`, now)) || find("#prompt, [autofocus]", now);
}

/** Scrolls the first choice on the table into view if none is visible: a phone shows only part of a table. */
function lookAtTheChoice(now) {
  const choices = all("[data-action]", now).filter((choice) => choice.offsetParent && !choice.closest(".dock"));
  const bottom = find(".dock", now)?.getBoundingClientRect().top ?? innerHeight;
  const inView = choices.some((choice) => {
    const box = choice.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;
    return middle > 0 && middle < Math.min(bottom, innerHeight) && box.right > 0 && box.left < innerWidth;
  });
  if (!inView) choices[0]?.scrollIntoView({ block: "center", inline: "center" });
}

/** Says in the title of the page whose turn it is, for players who are looking at another page. */
export function title() {
  const now = table();
  if (!now?.dataset.title || now.matches(".replay, .puzzle")) return;
  const mine = deciding() ? "Your turn – " : "";
  const state = isOver(now) ? `${now.dataset.headline ?? "Over"} – ` : mine;
  document.title = (asked(now) ? `${asked(now)} – ` : state) + now.dataset.title;
}
