// The start page: your games in progress follow the server, and the title counts those in which people wait for you.

import { find, parsed } from "./dom.js";
import { follow, hangUp } from "./events.js";
import { morph } from "./morph.js";

const GAMES = "games"; // in place of a table's id
const COUNT = /^\(\d+\) /;

/** Follows the list of your games, if this page has one. */
export function followGames() {
  if (!find("[data-games]")) return;
  const listen = () => follow(GAMES, ({ html }) => { if (html) draw(html); });
  addEventListener("pagehide", hangUp);
  addEventListener("pageshow", listen);
  listen();
}

function draw(html) {
  const [now, next] = [find("[data-games]"), find("[data-games]", parsed(html))];
  if (!now || !next) return;
  morph(now, next);
  const waiting = Number(next.dataset.waiting);
  document.title = (waiting ? `(${waiting}) ` : "") + document.title.replace(COUNT, "");
}
