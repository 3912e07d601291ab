// Settings at the top of the page: how fast moves are shown, sound, keys.

import { ask } from "./dialog.js";
import { find, make, table } from "./dom.js";
import { help } from "./keys.js";
import { set, settings, visit, visited } from "./settings.js";
import { play, setSound } from "./sound.js";
import { pump } from "./stream.js";

const PACES = { 0: "at once", 500: "quick pace", 1000: "usual pace", 2000: "slow pace" };
const CAPTIONED = { silent: "while effects are off", always: "always", never: "never" };
const PATIENCE = 10_000; // milliseconds that the question about sound stays
const SYMBOLS = new URL("symbols.svg", import.meta.url).pathname;

export function addTools() {
  const place = find("[data-tools]");
  if (!place) return;
  if (table()) { // for small screens, where log and menu are in a drawer
    const log = make("button", { type: "button", className: "log-link" }, "Log");
    log.dataset.log = "";
    const menu = make("button", { type: "button", className: "icon menu-link", ariaLabel: "Menu", title: "Menu" }, icon("menu"));
    menu.dataset.log = "menu";
    place.append(log, menu);
  }
  if (table()?.dataset.stream) place.append(make("label", {}, make("span", {}, "Moves"), paceChoice()), speaker());
  const properties = { type: "button", className: "icon keys", ariaLabel: "Keys", title: "Keys", onclick: help };
  place.append(make("button", properties, "?"));
}

function paceChoice() {
  const choice = make("select");
  for (const [value, text] of Object.entries(PACES)) {
    choice.append(new Option(text, value, false, Number(value) === settings.pace));
  }
  choice.addEventListener("change", () => { set("pace", Number(choice.value)); pump(); });
  return choice;
}

/** Asks once, at the first table, whether to turn on sound. No answer for a while means "not in this visit". */
export function askForSound() {
  const place = find("[data-tools]");
  if (settings.heard || visited("sound-asked") || !place || !table()?.dataset.stream) return;
  const [on, off] = ["On", "Off"].map((text) => make("button", { type: "button" }, text));
  const question = make("div", { className: "sound-question", role: "group", ariaLabel: "Sound" },
    make("span", {}, "Sound?"), on, off);
  document.body.append(question);
  const listening = new AbortController();
  const close = () => { listening.abort(); question.remove(); };
  const waiting = setTimeout(() => { visit("sound-asked"); close(); }, PATIENCE);
  document.addEventListener("click", ({ target }) => { // any other click means "off"
    clearTimeout(waiting);
    close();
    changeSound("sound", on.contains(target));
  }, { capture: true, signal: listening.signal });
}

function speaker() {
  const button = make("button", { type: "button", className: "icon speaker", onclick: soundSettings });
  button.ariaHasPopup = "dialog";
  showSound(button);
  return button;
}

/** Shows on the speaker whether anything can be heard. */
function showSound(button) {
  const heard = (settings.sound || settings.music) && settings.volume > 0;
  button.ariaLabel = button.title = heard ? "Sound" : "Sound (muted)";
  button.replaceChildren(icon(heard ? "sound" : "mute"));
}

/** Changes a setting of sound. A short call lets you hear it. */
function changeSound(name, value) {
  setSound(name, value);
  showSound(find(".speaker"));
  if (name === "sound" || name === "volume") play("turn");
}

/** Opens the settings of sound. */
function soundSettings() {
  const box = (name, text) => {
    const ticked = make("input", { type: "checkbox", checked: settings[name] });
    ticked.addEventListener("change", () => changeSound(name, ticked.checked));
    return make("label", {}, ticked, text);
  };
  const volume = make("input", { type: "range", min: 0, max: 100, step: 5, value: settings.volume });
  volume.addEventListener("change", () => changeSound("volume", Number(volume.value)));
  const captions = make("select");
  for (const [value, text] of Object.entries(CAPTIONED)) {
    captions.append(new Option(text, value, false, value === settings.captions));
  }
  captions.addEventListener("change", () => changeSound("captions", captions.value));
  ask("Sound", [
    make("h2", {}, "Sound"), box("sound", "Effects"), box("music", "Music"),
    make("div", { className: "sound-settings" },
      make("label", {}, make("span", {}, "Volume"), volume), make("label", {}, make("span", {}, "Captions"), captions)),
  ]);
}

function icon(name) {
  const [svg, use] = ["svg", "use"].map((part) => document.createElementNS("http://www.w3.org/2000/svg", part));
  use.setAttribute("href", `${SYMBOLS}#${name}`);
  svg.setAttribute("class", "symbol");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}
