// The clocks of live games. Between two messages from the server, the time of the seat that decides is counted down here.

import { all, find } from "./dom.js";

const STEP = 250; // milliseconds between two updates
const LOW = 60; // seconds

let ahead = null; // house time minus the page's own time, in seconds, once it is known

const own = () => performance.now() / 1000;

/** Takes over the server's house time. */
export function setHouseTime(seconds) {
  ahead = seconds - own();
  countDown();
}

/** Starts the clocks. If a clock was running, the page came with the house time. */
export function attendClocks() {
  const sent = find("meta[name=house-time]");
  if (sent) setHouseTime(Number(sent.content));
  setInterval(countDown, STEP);
}

/** Writes the time that is left. A table that has just come says it only roughly. */
export function countDown() {
  if (ahead === null) return;
  for (const time of all("#table .seat-time[data-up-at]")) {
    const left = Math.max(0, Math.ceil(Number(time.dataset.upAt) - own() - ahead));
    const text = told(left);
    if (time.textContent !== text) time.textContent = text;
    time.classList.toggle("low", left <= LOW);
  }
}

/** A time such as "12:05". The server writes those that stand still in the same way. */
function told(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
