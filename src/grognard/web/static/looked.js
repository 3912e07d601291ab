// Tells the server when you have seen the news of a table, so that it sends you no alert about them. A page that is only
// open, in another tab, tells nothing.

import { find, table, tableId } from "./dom.js";

const PAUSE = 1000; // milliseconds between two requests

let unseen = false; // there are news that the server thinks you have not seen
let waits = false; // a request is underway, or was sent a moment ago

/** Notes that news of the table have come. */
export function noteNews() {
  unseen = true;
  tell();
}

/** Tells of news that came while the page was hidden, once you see it. */
export function attendLooks() {
  document.addEventListener("visibilitychange", tell);
}

async function tell() {
  const now = table();
  if (!unseen || waits || document.hidden || !now?.dataset.seat) return;
  [unseen, waits] = [false, true];
  const body = new URLSearchParams({ _csrf_token: find("[name=_csrf_token]", now).value });
  try {
    await fetch(`/tables/${tableId()}/looked`, { method: "POST", body, keepalive: true, headers: { "X-Fragment": "1" } });
  } catch { /* the server may send one alert too many */ }
  setTimeout(() => { waits = false; tell(); }, PAUSE);
}
