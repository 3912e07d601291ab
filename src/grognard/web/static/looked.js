// Tells the server when you have seen the news of a table, so that it sends you no alert about them. A page that is only
// open, in another tab, sends nothing.

import { find } from "./dom.js";

const PAUSE = 1000; // milliseconds between two requests
// Only where you sit with other people: against the computer there are no alerts.
const TOKEN = "#table[data-with-people] [name=_csrf_token], [data-deal] [name=_csrf_token]";

let token = ""; // read once: a past move, shown while later ones wait, has none
let last = ""; // the table as the server sent it last
let unseen = ""; // the table with news that the server thinks you have not seen
let waits = false; // a request is underway, or was sent a moment ago

/** Notes that the server has sent a table. If it has changed in any way, that is news: a question, for example, comes
    without a new version. */
export function noteNews(id, html) {
  if (html === last) return;
  last = html;
  unseen = id;
  tell();
}

/** Notes the answer to your own click. The same text comes from the stream too, and is no news. */
export function noteAnswer(html) {
  last = html;
}

/** Prepares a page to report news, including those that came while it was hidden, once you see them. */
export function attendLooks() {
  token = find(TOKEN)?.value ?? "";
  document.addEventListener("visibilitychange", tell);
}

async function tell() {
  const id = unseen;
  if (!id || waits || document.hidden || !token) return;
  [unseen, waits] = ["", true];
  const body = new URLSearchParams({ _csrf_token: token });
  try {
    await fetch(`/tables/${id}/looked`, { method: "POST", body, keepalive: true, headers: { "X-Fragment": "1" } });
  } catch { /* the server may send one alert too many */ }
  setTimeout(() => { waits = false; tell(); }, PAUSE);
}
