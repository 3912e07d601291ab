// Sound: what you asked to hear, and its captions. Effects and music are off by default, and no browser plays anything
// before you have touched the page. The orchestra loads when it is first needed.

import { table } from "./dom.js";
import { set, settings } from "./settings.js";

/** The caption of each sound. Draws are routine: they have neither a sound nor a caption. */
const CAPTIONS = { shot: "volley", charge: "charge", hit: "hit", rout: "retreat" };

let orchestra = null;

function load() {
  orchestra ??= import("./orchestra.js").catch((error) => { orchestra = null; throw error; });
  return orchestra;
}

const allowed = () => settings.volume > 0 && Boolean(navigator.userActivation?.hasBeenActive);
const period = () => table()?.dataset.period ?? "";
const loudness = () => (settings.volume / 100) ** 2; // as ears hear it

/** The caption of a sound, if you want captions now. */
export function caption(sound) {
  const heard = settings.sound && settings.volume > 0;
  const wanted = settings.captions === "always" || (settings.captions === "silent" && !heard);
  return wanted ? CAPTIONS[sound] ?? "" : "";
}

/** Plays an effect, if effects are on and the browser allows it. */
export function play(name) {
  if (name && settings.sound && allowed() && period()) perform(({ effect }) => effect(period(), name, loudness()));
}

/** Changes a setting of sound, and starts or stops the music accordingly. */
export function setSound(name, value) {
  set(name, value);
  keepMusic();
}

/** Music plays at a table while its page is in view. */
export function attendMusic() {
  for (const event of ["click", "keyup", "visibilitychange"]) document.addEventListener(event, keepMusic);
  addEventListener("pagehide", () => keepMusic({ type: "pagehide" }));
}

/** Starts or stops the music, as it should be now. */
function keepMusic(event) {
  const wanted = settings.music && allowed() && !document.hidden && event?.type !== "pagehide";
  if (wanted || orchestra) perform(({ music }) => music(wanted ? period() : "", loudness()));
}

/** Has the orchestra do something. A page plays on without sound if it does not load. */
function perform(act) {
  load().then(act).catch((error) => console.info(`No sound: ${error.message}`));
}
