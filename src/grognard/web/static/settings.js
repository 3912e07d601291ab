// What a person has set in this browser. Where nothing can be kept, it lasts as long as the page.

function kept(name, fallback) {
  try { return localStorage.getItem(`grognard.${name}`) ?? fallback; } catch { return fallback; }
}

export const settings = {
  pace: Number(kept("pace", "1000")), // milliseconds for which a move of another is shown
  sound: kept("sound", "off") === "on",
  heard: kept("sound", "") !== "", // whether sound is wanted was asked
  keys: kept("keys", "on") === "on", // those of a single letter, digit or space
  clauses: kept("clauses", "off") === "on", // the numbers of rules always, instead of a mark
};

/** Shows the numbers of rules, or the mark that stands for them. */
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
