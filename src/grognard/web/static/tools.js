// Settings at the top of the page: how fast moves are shown, sound, keys.

import { find, make, table } from "./dom.js";
import { help } from "./keys.js";
import { set, settings } from "./settings.js";
import { play } from "./sound.js";
import { pump } from "./stream.js";

const PACES = { 0: "at once", 500: "quick pace", 1000: "usual pace", 2000: "slow pace" };
const SYMBOLS = new URL("symbols.svg", import.meta.url).pathname;

export function addTools() {
  const place = find("[data-tools]");
  if (!place) return;
  if (table()) { // for small screens on which the line that opens the log has no room
    const log = make("button", { type: "button", className: "log-link" }, "Log");
    log.dataset.log = "";
    place.append(log);
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

/** Asks once, at the first table, whether to turn on sound. */
export function askForSound() {
  const place = find("[data-tools]");
  if (settings.heard || !place || !table()?.dataset.stream) return;
  const answer = (text, on) => make("button", { type: "button", onclick: () => on && find(".speaker", place).click() }, text);
  const question = make("div", { className: "sound-question", role: "group", ariaLabel: "Sound" },
    make("span", {}, "Sound?"), answer("On", true), answer("Off", false));
  document.body.append(question);
  document.addEventListener("click", () => { // any other click means "not now"
    question.remove();
    set("sound", settings.sound);
  }, { once: true });
}

function speaker() {
  const button = make("button", { type: "button", className: "icon speaker", ariaLabel: "Sound", title: "Sound" });
  const tell = () => {
    button.ariaPressed = String(settings.sound);
    button.replaceChildren(icon(settings.sound ? "sound" : "mute"));
  };
  button.addEventListener("click", () => { set("sound", !settings.sound); tell(); play("turn"); });
  tell();
  return button;
}

function icon(name) {
  const [svg, use] = ["svg", "use"].map((part) => document.createElementNS("http://www.w3.org/2000/svg", part));
  use.setAttribute("href", `${SYMBOLS}#${name}`);
  svg.setAttribute("class", "symbol");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}
