// Matches changed numbers to the acts that changed them.

let known = new Map(); // by the log lines of the acts, since you last acted

/** The changed numbers, by the last act about their owner. If an act changed several, one of them holds the others. */
export function changesOf(before, now, coming) {
  const found = new Map();
  for (const [key, { value, owner, label, harms }] of now) {
    const from = before.get(key)?.value;
    if (from === undefined || from === value) continue;
    const lost = harms && value > from && coming.findLast((one) => isLoss(one, owner));
    const told = coming.filter((one) => costs(one, owner)); // a headline stays until you act
    const act = lost || told.findLast((one) => one.weight === "headline") || told.at(-1) ||
      coming.findLast((one) => one.against === owner) || coming.findLast((one) => one.by === owner);
    const change = { key, from, to: value, label, worse: (value < from) !== harms, last: act === coming.at(-1), others: [] };
    if (found.has(act)) found.get(act).others.push(change);
    else if (act) found.set(act, change);
  }
  for (const [{ line }, change] of found) if (line) known.set(line, change);
  return found;
}

/** Does a seat lose something in this act? A count of losses changes with it, not with the attack that led to it. */
const isLoss = (act, owner) => act.against === owner && act.by === owner && !act.who;

/** Did this act change the number of a seat, rather than follow from the change (as a won battle does)? */
const costs = (act, owner) => act.against === owner && Boolean(act.who || act.whom || act.sums || act.by === owner);

/** The changes of acts that are shown again. */
export const changesAgain = (coming) => new Map(coming.filter(({ line }) => known.has(line)).map((act) => [act, known.get(act.line)]));

export function forgetChanges() {
  known = new Map();
}
