// A replay: arrow keys, a button that plays it, and a link to each moment. Without scripts, the page has plain links.

import { ask } from "./dialog.js";
import { find, make, parsed, table } from "./dom.js";
import { morph } from "./morph.js";
import { begin, leave } from "./ready.js";
import { set, settings } from "./settings.js";
import { show, stepStaged } from "./show.js";
import { acting } from "./stage.js";
import { typed } from "./typed.js";

const PACES = { 500: "½ s each", 1000: "1 s each", 2000: "2 s each" };
const GLANCE = 100; // milliseconds
const LOOK = 700; // to see the table before a moment
const STEPS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

let busy = false;
let timer = 0; // runs while the replay plays

const play = make("button", { type: "button", onclick: () => (timer ? pause() : goOn()) }, "Watch");
const copy = make("button", { type: "button", onclick: copyLink }, "Copy link");
const pace = make("select", { ariaLabel: "Pace of the replay" });
const tools = make("p", { id: "replay-tools", className: "buttons" }, pace, copy);

const bar = () => find(".replay-bar");
const steps = () => find(".replay-bar [data-steps]"); // a puzzle has a bar but no steps
const linkTo = (where) => find(`.replay-bar a[data-to="${where}"]`);

/** Adds the script's buttons to a replay. */
export function attendReplay() {
  if (!bar()) return;
  document.addEventListener("click", ({ target }) => { if (!target.closest?.(".replay-more")) close(); });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && close()) find(".replay-more > summary").focus(); });
  if (!steps()) return;
  for (const [value, text] of Object.entries(PACES)) {
    pace.append(new Option(text, value, false, Number(value) === settings.pace));
  }
  pace.addEventListener("change", () => set("pace", Number(pace.value)));
  addButtons();
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest(".replay-bar a[data-to]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    go(link);
  });
}

/** Closes the "More" menu if it is open. Returns whether it was. */
function close() {
  const more = find(".replay-more[open]");
  more?.removeAttribute("open");
  return Boolean(more);
}

function addButtons() {
  steps()?.append(play);
  find("[data-more]", bar())?.prepend(tools);
}

/** Handles a key if it is one of the replay's. Returns whether it was. */
export function replayKey(event) {
  const link = steps() && linkTo(STEPS[event.key]);
  if (link) {
    event.preventDefault();
    pause();
    go(link);
  } else if (steps() && typed(event) === " " && settings.keys && !document.activeElement?.matches("button, a, summary")) {
    event.preventDefault();
    play.click();
  } else return false;
  return true;
}

/** Is this page the last step before a moment that should be played? */
export const leadsUp = () => Boolean(bar()) && new URLSearchParams(location.search).has("play");

/** Plays the next step once this one has been seen, whatever the pace: the reader asked for it. */
export function playMoment() {
  timer = setTimeout(() => whenSeen(() => {
    timer = 0;
    const link = linkTo("on");
    if (link) go(link, true);
  }), LOOK);
}

/** Calls `then` once the staging has ended. */
function whenSeen(then) {
  if (acting()) timer = setTimeout(() => whenSeen(then), GLANCE);
  else then();
}

/** Shows the moment that a link leads to in place, or as a page if that fails. */
async function go(link, asked = false) {
  if (busy) return;
  busy = true;
  const done = begin();
  try {
    const answer = await fetch(link.href);
    const page = parsed(await answer.text());
    const [next, above] = [find("main#table", page), find(".replay-bar", page)];
    if (!answer.ok || !next || !above) throw new Error("no replay");
    history.replaceState(null, "", link.href);
    const to = link.dataset.to;
    const focused = bar().contains(document.activeElement) && document.activeElement === link;
    morph(bar(), above);
    addButtons();
    if (focused) (linkTo(to) ?? play).focus();
    show(next, () => undefined, { own: true, staged: stepStaged(next, asked) });
  } catch {
    leave(link.href);
    location.assign(link.href);
  }
  busy = false;
  done();
}

function goOn() {
  play.textContent = "Pause";
  const step = async () => {
    const link = linkTo("on");
    if (!link) return pause();
    await go(link);
    if (timer) timer = setTimeout(() => whenSeen(step), Number(pace.value));
  };
  timer = setTimeout(step, 0);
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  play.textContent = "Watch";
}

async function copyLink() {
  const address = new URL(location.href);
  address.searchParams.set("step", table()?.dataset.version ?? "");
  try {
    await navigator.clipboard.writeText(address.href);
    copy.textContent = "Copied";
    setTimeout(() => { copy.textContent = "Copy link"; }, 2000);
  } catch { // only secure pages may copy
    const field = make("input", { readOnly: true, value: address.href, ariaLabel: "Link to this moment" });
    ask("Link to this moment", [field]);
    field.select();
  }
}
