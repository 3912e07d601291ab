// What this browser keeps of deals: the bytes it has committed itself to, and what it saw before it revealed them.

const PREFIX = "grognard.deal.";
const MOST = 60; // deals; the oldest is forgotten first

const memory = new Map(); // where the browser keeps nothing

function read(key) {
  try { return localStorage.getItem(PREFIX + key) ?? memory.get(key); } catch { return memory.get(key); }
}

function write(key, text) {
  memory.set(key, text);
  try { localStorage.setItem(PREFIX + key, text); } catch { /* it lasts as long as the page */ }
}

/** Keeps bytes (in digits) under the hash that commits to them: two pages of a browser do not get in each other's way. */
export const keepBytes = (hash, own) => write(`bytes.${hash}`, own);

/** The bytes behind a commitment of this browser's; nothing if it is another's. */
export const bytesOf = (hash) => read(`bytes.${hash}`);

/** Notes what is fixed at a table before anything is revealed; the bytes are public soon, and need not be kept. */
export function note(table, steps) {
  const known = JSON.parse(read("seen") ?? "[]").filter(([id]) => id !== table);
  write("seen", JSON.stringify([...known, [table, fixed(steps)]].slice(-MOST)));
}

/** What this browser saw at a table before anything was revealed; nothing if it was not there. */
export const seen = (table) => JSON.parse(read("seen") ?? "[]").find(([id]) => id === table)?.[1];

/** Forgets bytes that were revealed. */
export function drop(hash) {
  memory.delete(`bytes.${hash}`);
  try { localStorage.removeItem(`${PREFIX}bytes.${hash}`); } catch { /* there is nothing */ }
}

/** What no step that follows can change: promises, commitments and who left it to the server, of all attempts. */
export const fixed = (steps) =>
  steps.filter(({ is }) => is !== "reveal").map(({ is, seat, hash }) => [is, seat ?? "", hash ?? ""].join(" "));
