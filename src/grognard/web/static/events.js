// The server's events of a table, from a worker shared by all pages of this browser or from the page's own connection.

import { Feed } from "./feed.js";

let end = null; // ends the connection, while there is one

/** Brings messages: the table as `html`, the connection's `state`, "open" or "lost", and the server's house time. */
export function follow(id, hear) {
  if (end) return;
  try { end = share(id, hear); } catch { end = listenAlone(id, hear); } // on phones there may be no such workers
}

export function hangUp() {
  end?.();
  end = null;
}

function share(id, hear) {
  const { port } = new SharedWorker(new URL("worker.js", import.meta.url), { type: "module" });
  port.addEventListener("message", ({ data }) => (data.here ? port.postMessage({ here: true }) : hear(data)));
  port.start();
  const come = () => port.postMessage({ listen: id });
  come();
  // The worker drops a page that was frozen, so the page asks again.
  return seeing(() => { if (!document.hidden) come(); }, () => { port.postMessage({}); port.close(); });
}

/** Listens on the page's own connection. A hidden page drops it: a browser allows six connections in all. */
function listenAlone(id, hear) {
  const feed = new Feed((_id, html) => hear({ html }), (state) => hear({ state }), (houseTime) => hear({ houseTime }));
  const keep = () => (document.hidden ? feed.drop(id) : feed.add(id));
  keep();
  return seeing(keep, () => feed.drop(id));
}

/** Calls `look` each time the page becomes visible or hidden. Returns a function that stops this and calls `leave`. */
function seeing(look, leave) {
  document.addEventListener("visibilitychange", look);
  return () => { document.removeEventListener("visibilitychange", look); leave(); };
}
