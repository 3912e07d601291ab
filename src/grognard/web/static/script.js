// The script of a new table: the new lines of its log, as acts to stage.

import { all, find } from "./dom.js";

const MOST = 3; // acts of one move; the rest is only in the news

/** The new log lines of the next table; all lines since your turn, if the page showed another seat. */
function freshLines(now, next) {
  const lines = all(".log-lines .event", next);
  const [before, told] = [now, next].map((root) => Number(find(".log-lines", root)?.dataset.told ?? NaN));
  if (next.matches(".replay") || Number.isNaN(before) || now.dataset.seat !== next.dataset.seat) {
    return lines.filter((line) => line.matches(".new"));
  }
  return told > before ? lines.slice(-(told - before)) : [];
}

/** Is this line no more than cards drawn? Their motion and the log show that. */
const isRoutine = (line) => line.dataset.sound === "draw" && !line.matches(".headline");

/** A line as an act, if it has anything to stage. */
function act(line) {
  const told = line.dataset.staged;
  if (!told || isRoutine(line)) return null;
  return { ...JSON.parse(told), text: find(".told", line).textContent, sound: line.dataset.sound ?? "", line: line.dataset.key };
}

const WEIGHTS = { headline: 4, turn: 3 };
const rank = ({ weight, big, roll, sums }) => (WEIGHTS[weight] ?? 0) + (big ? 3 : 0) + (roll ? 2 : 0) + (sums ? 1 : 0);

/** The weightiest acts of these lines, in the order of the log. */
function weightiest(acts, most = MOST) {
  const best = [...acts.keys()].sort((one, other) => rank(acts[other]) - rank(acts[one]) || other - one).slice(0, most);
  return best.sort((one, other) => one - other).map((index) => acts[index]);
}

/** The acts to stage when one table follows another. Of your own moves, only their results. */
export function script(now, next, mine) {
  const acts = freshLines(now, next).map(act).filter(Boolean);
  return weightiest(mine ? acts.filter(({ weight, roll }) => weight in WEIGHTS || roll) : acts);
}

/** Do the new lines only add details, such as a pass or the end of a phase? */
export function addsOnlyDetails(now, next) {
  const lines = freshLines(now, next);
  return lines.length > 0 && lines.every((line) => line.closest(".steps"));
}

/** The sounds of the new lines. */
export const sounds = (now, next) => freshLines(now, next).map(({ dataset }) => dataset.sound).filter(Boolean);

/** The acts in the news, to play them again; in a replay, the acts of this step. */
export const newsAgain = (root) => weightiest(all(".news .event", root).map(act).filter(Boolean), 5);
