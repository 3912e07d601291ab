// The settings in this browser. If the browser stores nothing, they last as long as the page.

function kept(name, fallback) {
  try { return localStorage.getItem(`grognard.${name}`) ?? fallback; } catch { return fallback; }
}

export const settings = {
  pace: Number(kept("pace", "1000")), // milliseconds that another player's move is shown
  sound: kept("sound", "off") === "on", // effects
  music: kept("music", "off") === "on",
  volume: Number(kept("volume", "70")), // percent
  captions: kept("captions", "silent"), // of sounds: when they are "silent", "always" or "never"
  heard: kept("sound", "") !== "", // have you been asked about sound?
  keys: kept("keys", "on") === "on", // keys of a single letter, digit or space
  clauses: kept("clauses", "off") === "on", // always show the numbers of rules, instead of a mark
};

/** Shows the numbers of rules, or the mark in their place. */
export function showClauses() {
  document.documentElement.toggleAttribute("data-clauses", settings.clauses);
}

export function set(name, value) {
  settings[name] = value;
  if (name === "sound") settings.heard = true;
  if (name === "clauses") showClauses();
  const text = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
  try { localStorage.setItem(`grognard.${name}`, text); } catch { /* private windows may refuse */ }
}

/** Notes something until the tab is closed. */
export function visit(name) {
  try { sessionStorage.setItem(`grognard.${name}`, "yes"); } catch { /* private windows may refuse */ }
}

/** Has it been noted? */
export function visited(name) {
  try { return sessionStorage.getItem(`grognard.${name}`) !== null; } catch { return false; }
}
