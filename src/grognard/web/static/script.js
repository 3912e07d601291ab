// What is to be staged of a table that comes: the lines of its log that are new, as acts.

import { all, find } from "./dom.js";

const MOST = 3; // acts of one move; the rest stays in the news

/** The new lines of the next table, after those of the one on the page; all since my turn, if that told somebody else. */
function freshLines(now, next) {
  const lines = all(".log-lines .event", next);
  const [before, told] = [now, next].map((root) => Number(find(".log-lines", root)?.dataset.told ?? NaN));
  if (next.matches(".replay") || Number.isNaN(before) || now.dataset.seat !== next.dataset.seat) {
    return lines.filter((line) => line.matches(".new"));
  }
  return told > before ? lines.slice(-(told - before)) : [];
}

/** A line as an act, if there is anything of it to be seen. */
function act(line) {
  const told = line.dataset.staged;
  if (!told) return null;
  return { ...JSON.parse(told), text: find(".told", line).textContent, sound: line.dataset.sound ?? "", line: line.dataset.key };
}

const WEIGHTS = { headline: 4, turn: 3 };
const rank = ({ weight, roll, sums }) => (WEIGHTS[weight] ?? 0) + (roll ? 2 : 0) + (sums ? 1 : 0);

/** The weightiest acts of these lines, in the order of the log. */
function weightiest(acts, most = MOST) {
  const best = [...acts.keys()].sort((one, other) => rank(acts[other]) - rank(acts[one]) || other - one).slice(0, most);
  return best.sort((one, other) => one - other).map((index) => acts[index]);
}

/** What is staged when one table follows another: of my own moves only what came of them. */
export function script(now, next, mine) {
  const acts = freshLines(now, next).map(act).filter(Boolean);
  return weightiest(mine ? acts.filter(({ weight, roll }) => weight in WEIGHTS || roll) : acts);
}

/** Do the new lines only add details, such as a pass or the end of a phase? */
export function addsOnlyDetails(now, next) {
  const lines = freshLines(now, next);
  return lines.length > 0 && lines.every((line) => line.closest(".steps"));
}

/** What only sounds: new lines without an act. */
export const sounds = (now, next) => freshLines(now, next).map(({ dataset }) => dataset.sound).filter(Boolean);

/** What stands in the news, to be played again; in a replay, what this step brought. */
export const newsAgain = (root) => weightiest(all(".news .event", root).map(act).filter(Boolean), 5);
