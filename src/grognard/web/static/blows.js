// Losses stay on screen until you have read them and act.

let blows = []; // since you last acted, each with the numbers of yours that it changed

const MOST = 3; // lines that stay on screen

/** Is this a headline about a loss of this seat, or about something done to it? */
export function isCostly(act, seat) {
  if (act.weight !== "headline") return false;
  return act.against === seat || (act.by === seat && !act.who && Boolean(act.whom) && act.against === undefined);
}

/** Notes a staged act if it cost the seat something. An act that only improved the seat's numbers did not. */
export function note(act, change, seat) {
  if (!isCostly(act, seat)) return;
  const mine = (change ? [change, ...change.others] : []).filter(({ key }) => key.endsWith(` ${seat}`));
  const changes = mine.filter(({ worse }) => worse);
  if (changes.length || !mine.length) blows.push({ act, changes });
}

/** The losses to keep on screen: first those that changed one of your numbers, then the latest. */
export function owed() {
  const places = [...blows.keys()].sort((one, other) => blows[other].changes.length - blows[one].changes.length || other - one);
  return places.slice(0, MOST).sort((one, other) => one - other).map((place) => blows[place]);
}

/** Forgets the losses: you have seen them. */
export function forget() {
  blows = [];
}
