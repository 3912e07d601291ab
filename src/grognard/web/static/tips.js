// Tips in a first game: one that fits the moment, next to the thing it is about, and none twice.

import { all, find, table, version } from "./dom.js";
import { keepPlacing, put, seen } from "./lesson.js";

const KEPT = "grognard.tips";
const FREE = ".board [data-action], .dock, .margin"; // what no tip covers

const given = read(); // the keys of all tips that have been shown in this browser
let shown = ""; // the key of the tip on the page
let last = -1; // the version of the table when the last tip came or went: the next one waits for another

function read() {
  try { return new Set(JSON.parse(localStorage.getItem(KEPT) ?? "[]")); } catch { return new Set(); }
}

function remember(key) {
  given.add(key);
  try { localStorage.setItem(KEPT, JSON.stringify([...given])); } catch { /* private windows may refuse */ }
}

/** Shows tips from now on, until the page is left. */
export function attendTips() {
  if (!find(".tips")) return;
  document.addEventListener("click", dismissTip);
  keepPlacing(showTip);
}

/** Shows the tip that fits: the one on the page if it still does, or else a new one. */
export function showTip() {
  const tips = all("main#table .tip");
  const now = version(table());
  if (!tips.some((tip) => tip.dataset.tip === shown)) {
    const next = now === last ? null : tips.find((tip) => !given.has(tip.dataset.tip));
    if (shown || next) last = now;
    shown = next?.dataset.tip ?? "";
    if (next) remember(shown);
  }
  for (const tip of tips) {
    tip.hidden = tip.dataset.tip !== shown;
    if (!tip.hidden) place(tip);
  }
}

/** Puts a tip next to its thing, or into the dock if there is no room. */
function place(tip) {
  tip.dataset.side = "";
  if (getComputedStyle(tip).position !== "fixed") return;
  const about = tip.dataset.at ? seen(tip.dataset.at)[0] : null;
  const free = all(FREE, table()).filter((one) => one.checkVisibility?.() !== false);
  if (!about || put(tip, about, free)) tip.dataset.side = "dock";
}

function dismissTip({ target }) {
  if (!(target instanceof Element) || !target.closest("[data-tip-done]")) return;
  last = version(table());
  target.closest(".tip").hidden = true;
  shown = "";
  find("#prompt")?.focus({ preventScroll: true });
}
