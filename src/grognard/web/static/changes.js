// Which numbers change with which act.

let known = new Map(); // by the lines of the acts in the log, since I last acted

/** The numbers that have changed, each with the last act that is about its owner: of several one stands in its line. */
export function changesOf(before, now, coming) {
  const found = new Map();
  for (const [key, { value, owner, label, harms }] of now) {
    const from = before.get(key)?.value;
    if (from === undefined || from === value) continue;
    const lost = harms && value > from && coming.findLast((one) => isLoss(one, owner));
    const told = coming.filter((one) => costs(one, owner)); // a headline stands until I act
    const act = lost || told.findLast((one) => one.weight === "headline") || told.at(-1) ||
      coming.findLast((one) => one.against === owner) || coming.findLast((one) => one.by === owner);
    const change = { key, from, to: value, label, worse: (value < from) !== harms, last: act === coming.at(-1), others: [] };
    if (found.has(act)) found.get(act).others.push(change);
    else if (act) found.set(act, change);
  }
  for (const [{ line }, change] of found) if (line) known.set(line, change);
  return found;
}

/** Does a seat lose something of its own here? What counts losses grows with them, not with the attack before or after. */
const isLoss = (act, owner) => act.against === owner && act.by === owner && !act.who;

/** Is this what the number of a seat changed by, rather than what followed from it: that the battle is won? */
const costs = (act, owner) => act.against === owner && Boolean(act.who || act.whom || act.sums || act.by === owner);

/** The changes of acts that are shown again: the numbers fall as they fell. */
export const changesAgain = (coming) => new Map(coming.filter(({ line }) => known.has(line)).map((act) => [act, known.get(act.line)]));

export function forgetChanges() {
  known = new Map();
}
