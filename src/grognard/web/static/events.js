// What the server tells of a table: by a worker that all pages of this browser share, or by the page's own connection.

import { Feed } from "./feed.js";

let end = null; // leaves, while there is something to leave

/** Brings messages: the table as `html`, and the connection's `state`, "open" or "lost". */
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
  // The worker has given up a page that was frozen.
  return seeing(() => { if (!document.hidden) come(); }, () => { port.postMessage({}); port.close(); });
}

/** A hidden page does without: those of a browser may have six connections together. */
function listenAlone(id, hear) {
  const feed = new Feed((_id, html) => hear({ html }), (state) => hear({ state }));
  const keep = () => (document.hidden ? feed.drop(id) : feed.add(id));
  keep();
  return seeing(keep, () => feed.drop(id));
}

/** Looks whenever the page comes into sight or leaves it. Ends with `leave`. */
function seeing(look, leave) {
  document.addEventListener("visibilitychange", look);
  return () => { document.removeEventListener("visibilitychange", look); leave(); };
}
