// Grognard in the browser. Every page works without scripts. With them, the table changes in place, cards move visibly,
// the moves of others come one by one, and there are keys. The scripts know no game: they read only data attributes.

import { attendAlerts } from "./alerts.js";
import { attendCheck } from "./checking.js";
import { attendDeal } from "./dealing.js";
import { attendClocks, tellLocally } from "./clock.js";
import { sheet } from "./dialog.js";
import { table, untitle } from "./dom.js";
import { attendLog, toggleLog } from "./drawer.js";
import { hangUp } from "./events.js";
import { attendEnding } from "./finale.js";
import { keepFitting } from "./fit.js";
import { followGames } from "./games.js";
import { noteQuestion } from "./guard.js";
import { key } from "./keys.js";
import { attendLesson } from "./lesson.js";
import { attendLooks } from "./looked.js";
import { wantedAgain } from "./pace.js";
import { attendPasskeys } from "./passkeys.js";
import { markPlaces } from "./places.js";
import { click, followPointer } from "./pointer.js";
import { submit } from "./posts.js";
import { tellOfReading } from "./reading.js";
import { ready } from "./ready.js";
import { attendReplay, leadsUp, playMoment } from "./replay.js";
import { newsAgain } from "./script.js";
import { attendSeats } from "./seats.js";
import { settings, showClauses } from "./settings.js";
import { attendShare } from "./share.js";
import { title } from "./show.js";
import { attendMusic } from "./sound.js";
import { numbersBefore } from "./spots.js";
import { perform, stage } from "./stage.js";
import { keepMarking } from "./states.js";
import { dismiss, flow, listen, pump } from "./stream.js";
import { addTools, askForSound } from "./tools.js";
import { attendTips } from "./tips.js";
import { attend } from "./work.js";
import { zoom } from "./zoom.js";

document.body.append(sheet);
showClauses();
tellLocally(document);
attend();
attendDeal();
attendLooks();
attendCheck();
attendSeats();
attendShare();
attendPasskeys();
attendAlerts();
followGames();
document.addEventListener("click", click, true);
if (table()) {
  document.body.append(stage, flow, zoom);
  keepMarking(stage);
  untitle(document);
  document.addEventListener("submit", submit);
  document.addEventListener("keydown", key);
  document.addEventListener("visibilitychange", () => { if (document.hidden) pump(); });
  addEventListener("pagehide", hangUp);
  addEventListener("pageshow", listen);
  followPointer();
  attendClocks();
  attendEnding();
  attendLog();
  keepFitting();
  attendLesson();
  attendTips();
  noteQuestion(true);
  markPlaces();
  attendReplay();
  document.addEventListener("click", again);
  document.addEventListener("toggle", bringUp, true);
  addTools();
  attendMusic();
  tellOfReading();
  askForSound();
  title();
  if (table().matches(".replay") && (settings.pace || leadsUp())) showNews();
  if (leadsUp()) playMoment();
}
ready();

/** Replays everything since your last turn; in a replay, the events of this step. */
function showNews() {
  const acts = newsAgain(table());
  perform(acts, wantedAgain(acts), table().matches(".replay") ? numbersBefore(table()) : null);
}

/** Any click ends the staging. One button starts it again. */
function again({ target }) {
  if (!(target instanceof Element) || target.closest(".flow")) return;
  if (target.closest("[data-again]")) {
    if (document.body.classList.contains("log-open")) toggleLog();
    showNews();
  } else dismiss();
}

/** Scrolls a fold into view when it is opened. */
function bringUp({ target }) {
  if (target.matches?.("main details[open]")) target.scrollIntoView({ block: "nearest" });
}
