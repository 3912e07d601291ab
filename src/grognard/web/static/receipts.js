// This browser's records of deals: the bytes it has committed to, the steps it saw when it revealed them, and what it
// sent. It keeps them until the deal was checked.

const PREFIX = "grognard.deal.";
const MOST = 60; // tables that wait for bytes of this browser, and as many others; the oldest is forgotten first
const ANSWER = /^(commit|draw|leave)\b/;

const memory = new Map(); // for browsers that store nothing

function read(key) {
  try { return localStorage.getItem(PREFIX + key) ?? memory.get(key); } catch { return memory.get(key); }
}

function write(key, text) {
  memory.set(key, text);
  try { localStorage.setItem(PREFIX + key, text); } catch { /* kept only while the page is open */ }
}

function remove(key) {
  memory.delete(key);
  try { localStorage.removeItem(PREFIX + key); } catch { /* nothing is stored */ }
}

function stored() {
  try { return Object.keys(localStorage); } catch { return []; }
}

// -- own bytes: each has a key of its own, so that two pages of a browser do not conflict ----------------------------

const bytesKey = (table, hash) => `bytes.${table}.${hash}`;

/** Keeps bytes (in digits) under the table and the hash that commits to them. */
export function keepBytes(table, hash, own) {
  write(bytesKey(table, hash), own);
  update(table, { waits: true });
}

/** The bytes behind a commitment of this browser; undefined if another made it. */
export const bytesOf = (table, hash) => read(bytesKey(table, hash));

/** The hashes that commit to this browser's bytes at a table. */
export function hashesAt(table) {
  const keys = [...memory.keys(), ...stored().map((key) => key.replace(PREFIX, ""))];
  const start = bytesKey(table, "");
  return [...new Set(keys)].filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
}

/** Forgets the bytes of a table, which are not needed after a deal was found right. */
export function dropBytes(table) {
  for (const hash of hashesAt(table)) remove(bytesKey(table, hash));
}

// -- what this browser saw and sent -----------------------------------------------------------------------------------

/** The records of tables, oldest first. Earlier versions kept pairs of a table and the steps seen there. */
function records() {
  try {
    return JSON.parse(read("seen") ?? "[]").map((one) =>
      Array.isArray(one) ? { table: one[0], seen: one[1].map((line) => line.trimEnd()), sent: [] } : one);
  } catch { return []; }
}

const recordOf = (table) => records().find((one) => one.table === table) ?? { table, seen: null, sent: [] };

function update(table, change) {
  const rest = records().filter((one) => one.table !== table);
  const now = [...rest, { ...recordOf(table), ...change }];
  const kept = [false, true].flatMap((waits) => now.filter((one) => Boolean(one.waits) === waits).slice(-MOST));
  for (const old of now) if (!kept.includes(old)) dropBytes(old.table);
  write("seen", JSON.stringify(kept));
}

/** Notes a reveal that is about to be sent, as { attempt, seat, hash }, and the steps that this browser sees then. */
export function noteReveal(table, steps, reveal) {
  const others = recordOf(table).sent.filter((one) => one.attempt !== reveal.attempt || one.seat !== reveal.seat);
  update(table, { seen: fixed(steps), sent: [...others, reveal], waits: false });
}

/** Whether this browser has committed or revealed anything at a table. */
export const wasThere = (table) => Boolean(recordOf(table).seen) || hashesAt(table).length > 0;

/** Whether this browser has sent a reveal in an attempt. */
export const revealedIn = (table, attempt) => recordOf(table).sent.some((one) => one.attempt === attempt);

/** Whether steps continue those seen at the latest reveal here. After a reveal, nobody answers in that attempt. */
export function continues(table, steps) {
  const [before, now] = [recordOf(table).seen ?? [], fixed(steps)];
  const next = before.length ? now[before.length] ?? "" : "";
  return before.every((line, index) => line === now[index]) && !ANSWER.test(next);
}

/** The attempt that came to nothing because of a seat whose reveal this browser has sent; 0 if there is none. */
export function denied(table, steps) {
  const { sent } = recordOf(table);
  let attempt = 0;
  for (const { is, seats } of steps) {
    if (is === "promise") attempt += 1;
    if (is === "void" && sent.some((one) => one.attempt === attempt && seats?.includes(one.seat))) return attempt;
  }
  return 0;
}

/** Everything but the reveals, as lines: later steps come after these and change none of them. */
const fixed = (steps) => steps.filter(({ is }) => is !== "reveal").map(({ is, seat, hash, protocol, seats, by }) =>
  [is, seat, hash, protocol === 1 ? "" : protocol, seats, by].map((part) => part ?? "").join(" ").trimEnd());
