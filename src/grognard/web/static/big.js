// The staging of what decides a game: a band across the whole field, with the word for it and a picture, under which the
// field shakes and darkens. Without motion, the band and the dark edge of the field remain.

import { find, make } from "./dom.js";
import { draw, faceOf, pictureOf } from "./banner.js";
import { room } from "./spots.js";

const MOST = 3; // pictures
const RESULTS = { won: "Victory", lost: "Defeat" };

/** Makes the banner of an act the band across the field. */
export function enlarge(banner, act, now) {
  const [kind] = act.big;
  banner.classList.add("big", `big-${kind}`);
  const faces = [...act.whom ?? [], ...act.who ?? []].filter((name) => faceOf(act, name)).slice(0, MOST);
  const pictures = faces.map((name) => make("span", { className: "big-picture" }, pictureOf(act, now.dataset.game, name)));
  const shown = pictures.length ? pictures : flags(act, now);
  banner.prepend(make("div", { className: "big-head" }, ...shown.slice(0, 1), make("p", { className: "big-word" }, wordOf(act, now)), ...shown.slice(1)));
}

function wordOf({ big: [kind, word], against }, now) {
  if (kind === "end") return RESULTS[now.dataset.result] ?? word;
  if (kind !== "position") return word;
  return `${word} ${String(against) === now.dataset.seat ? "lost" : "taken"}`;
}

/** Two flags: the winner's goes up, the loser's falls. Nothing if neither side wins, or who looks on is no side. */
function flags({ big: [kind], by, against }, now) {
  const seat = Number(now.dataset.seat);
  const won = { won: seat, lost: seat + 1 }[now.dataset.result];
  if (kind === "end" && (won === undefined || now.dataset.seat === "")) return [];
  const loser = kind === "end" ? won + 1 : against ?? by;
  const winner = kind === "end" ? won : loser === by ? loser + 1 : by;
  return [flag("rises-up", winner), flag("falls-down", loser)];
}

function flag(how, seat) {
  return draw("svg", { class: `big-flag ${how} by-${seat % 2}`, viewBox: "0 0 60 72" },
    draw("path", { class: "pole", d: "M10 70V4" }),
    draw("path", { class: "cloth", d: "M11 6c14-6 22 7 45 0v28c-23 7-31-6-45 0z" }));
}

/** Shakes the field while the dark is over it. Call it again after the table is redrawn. */
export function shakeOn(now) {
  if (find(".stage .dark")) find(".battlefield", now)?.classList.add("shaken");
}

/** Returns the dark that falls over the field. */
export function darkOver(now) {
  const dark = make("div", { className: "dark" });
  const { left, top, width, height } = room(now);
  Object.assign(dark.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  return dark;
}

/** Ends the shaking. */
export function still() {
  find(".battlefield.shaken")?.classList.remove("shaken");
}
