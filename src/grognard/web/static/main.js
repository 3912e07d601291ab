// Grognard in the browser. Every page works without scripts; with them the table changes in place, cards are seen to
// move, the moves of others come one by one, and there are keys. They know no game: all they read are data attributes.

import { attendCheck } from "./checking.js";
import { attendDeal } from "./dealing.js";
import { sheet } from "./dialog.js";
import { table, untitle } from "./dom.js";
import { attendLog, toggleLog } from "./drawer.js";
import { hangUp } from "./events.js";
import { attendEnding } from "./finale.js";
import { keepFitting } from "./fit.js";
import { noteQuestion } from "./guard.js";
import { key } from "./keys.js";
import { attendLesson } from "./lesson.js";
import { wantedAgain } from "./pace.js";
import { markPlaces } from "./places.js";
import { click, followPointer } from "./pointer.js";
import { submit } from "./posts.js";
import { tellOfReading } from "./reading.js";
import { ready } from "./ready.js";
import { attendReplay, leadsUp, playMoment } from "./replay.js";
import { newsAgain } from "./script.js";
import { settings, showClauses } from "./settings.js";
import { title } from "./show.js";
import { numbersBefore } from "./spots.js";
import { perform, stage } from "./stage.js";
import { dismiss, flow, listen, pump } from "./stream.js";
import { addTools, askForSound } from "./tools.js";
import { attend } from "./work.js";
import { zoom } from "./zoom.js";

document.body.append(sheet);
showClauses();
attend();
attendDeal();
attendCheck();
document.addEventListener("click", click, true);
if (table()) {
  document.body.append(stage, flow, zoom);
  untitle(document);
  document.addEventListener("submit", submit);
  document.addEventListener("keydown", key);
  document.addEventListener("visibilitychange", () => { if (document.hidden) pump(); });
  addEventListener("pagehide", hangUp);
  addEventListener("pageshow", listen);
  followPointer();
  attendEnding();
  attendLog();
  attendLesson();
  keepFitting();
  noteQuestion(true);
  markPlaces();
  attendReplay();
  document.addEventListener("click", again);
  document.addEventListener("toggle", bringUp, true);
  addTools();
  tellOfReading();
  askForSound();
  title();
  if (table().matches(".replay") && (settings.pace || leadsUp())) showNews();
  if (leadsUp()) playMoment();
}
ready();

/** Plays what happened since my last turn again; in a replay, what this step brought. */
function showNews() {
  const acts = newsAgain(table());
  perform(acts, wantedAgain(acts), table().matches(".replay") ? numbersBefore(table()) : null);
}

/** A click ends what is staged, wherever it goes; one button stages it again. */
function again({ target }) {
  if (!(target instanceof Element) || target.closest(".flow")) return;
  if (target.closest("[data-again]")) {
    if (document.body.classList.contains("log-open")) toggleLog();
    showNews();
  } else dismiss();
}

/** What is unfolded in a list that scrolls comes into sight. */
function bringUp({ target }) {
  if (target.matches?.("main details[open]")) target.scrollIntoView({ block: "nearest" });
}
