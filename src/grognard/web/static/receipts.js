// This browser's records of deals: the bytes it has committed itself to, and the steps it saw before it revealed them.

const PREFIX = "grognard.deal.";
const MOST = 60; // deals; the oldest is forgotten first

const memory = new Map(); // for browsers that store nothing

function read(key) {
  try { return localStorage.getItem(PREFIX + key) ?? memory.get(key); } catch { return memory.get(key); }
}

function write(key, text) {
  memory.set(key, text);
  try { localStorage.setItem(PREFIX + key, text); } catch { /* kept only while the page is open */ }
}

/** Keeps bytes (in digits) under the hash that commits to them, so that two pages of a browser do not conflict. */
export const keepBytes = (hash, own) => write(`bytes.${hash}`, own);

/** The bytes behind a commitment of this browser; undefined if another made it. */
export const bytesOf = (hash) => read(`bytes.${hash}`);

/** Notes the steps that are fixed at a table before anything is revealed. */
export function note(table, steps) {
  const known = JSON.parse(read("seen") ?? "[]").filter(([id]) => id !== table);
  write("seen", JSON.stringify([...known, [table, fixed(steps)]].slice(-MOST)));
}

/** The steps this browser saw at a table before anything was revealed; undefined if it was not there. */
export const seen = (table) => JSON.parse(read("seen") ?? "[]").find(([id]) => id === table)?.[1];

/** Forgets bytes that were revealed. */
export function drop(hash) {
  memory.delete(`bytes.${hash}`);
  try { localStorage.removeItem(`${PREFIX}bytes.${hash}`); } catch { /* nothing is stored */ }
}

/** The steps that no later step can change: promises, commitments and draws by the server, of all attempts. */
export const fixed = (steps) =>
  steps.filter(({ is }) => is !== "reveal").map(({ is, seat, hash }) => [is, seat ?? "", hash ?? ""].join(" "));
