// Times. Between two messages from the server, the clock of a live game is counted down here. Moments are said in the
// reader's own time zone.

import { all, find } from "./dom.js";

const STEP = 250; // milliseconds between two updates
const LOW = 60; // seconds
const A_WEEK = 6 * 86_400_000; // milliseconds until a weekday may be the wrong one

let ahead = null; // house time minus the page's own time, in seconds, once it is known
let timer = 0; // runs only while there is a clock to count down

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
}

/** Writes the time that is left. A table that has just come says it only roughly. */
export function countDown() {
  const running = ahead === null ? [] : all("#table .seat-time[data-up-at]");
  for (const time of running) {
    const left = Math.max(0, Math.ceil(Number(time.dataset.upAt) - own() - ahead));
    const text = told(left);
    if (time.textContent !== text) time.textContent = text;
    time.classList.toggle("low", left <= LOW);
  }
  if (running.length) timer ||= setInterval(countDown, STEP);
  else timer = clearInterval(timer);
}

/** A time such as "12:05". The server writes those that stand still in the same way. */
function told(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Says the moments of a page in the reader's own time zone, as in "Wednesday 14:20". The server says them in UTC. */
export function tellLocally(root) {
  for (const time of all("time[data-local]", root)) {
    const at = new Date(time.dateTime);
    const say = (parts) => at.toLocaleString("en-GB", parts);
    const day = say({ day: "numeric", month: "long" });
    const clock = say({ hour: "2-digit", minute: "2-digit" });
    const near = Math.abs(at - Date.now()) < A_WEEK;
    time.textContent = time.dataset.local === "day" ? day : near ? `${say({ weekday: "long" })} ${clock}` : `${day}, ${clock}`;
  }
}
