// Grognard in the browser. Every page works without scripts; with them the table changes in place, cards are seen to
// move, the moves of others come one by one, and there are keys. They know no game: all they read are data attributes.

import { sheet } from "./dialog.js";
import { table, untitle } from "./dom.js";
import { attendLog } from "./drawer.js";
import { hangUp } from "./events.js";
import { fit } from "./fit.js";
import { noteQuestion } from "./guard.js";
import { key } from "./keys.js";
import { markPlaces } from "./places.js";
import { click, followPointer } from "./pointer.js";
import { submit } from "./posts.js";
import { attendReplay } from "./replay.js";
import { title } from "./show.js";
import { flow, listen, pump } from "./stream.js";
import { addTools } from "./tools.js";
import { attend } from "./work.js";
import { zoom } from "./zoom.js";

document.body.append(sheet);
attend();
document.addEventListener("click", click, true);
if (table()) {
  document.body.append(flow, zoom);
  untitle(document);
  document.addEventListener("submit", submit);
  document.addEventListener("keydown", key);
  document.addEventListener("visibilitychange", () => { if (document.hidden) pump(); });
  addEventListener("pagehide", hangUp);
  addEventListener("pageshow", listen);
  followPointer();
  attendLog();
  fit();
  noteQuestion(true);
  markPlaces();
  attendReplay();
  addTools();
  title();
}
