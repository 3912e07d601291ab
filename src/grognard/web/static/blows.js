// What has cost me something is not over in a flash: it stands when I am asked again, until I act.

let blows = []; // since I last acted, each with the numbers of mine that it has changed

const MOST = 3; // lines that stand

/** Is this a headline about a loss of this seat, or about something done to it? */
export function isCostly(act, seat) {
  if (act.weight !== "headline") return false;
  return act.against === seat || (act.by === seat && !act.who && Boolean(act.whom) && act.against === undefined);
}

/** Notes an act that has been staged, if it has cost the seat something: where its numbers are only the better for it, it
    has not. */
export function note(act, change, seat) {
  if (!isCostly(act, seat)) return;
  const mine = (change ? [change, ...change.others] : []).filter(({ key }) => key.endsWith(` ${seat}`));
  const changes = mine.filter(({ worse }) => worse);
  if (changes.length || !mine.length) blows.push({ act, changes });
}

/** Those that stand: first those that have changed a number of mine, then the last. */
export function owed() {
  const places = [...blows.keys()].sort((one, other) => blows[other].changes.length - blows[one].changes.length || other - one);
  return places.slice(0, MOST).sort((one, other) => one - other).map((place) => blows[place]);
}

/** I have seen them. */
export function forget() {
  blows = [];
}
