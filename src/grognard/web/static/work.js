// Pages about work that goes on.

import { find, parsed } from "./dom.js";
import { morph } from "./morph.js";

const EVERY = 1000; // milliseconds

/** Loads the page anew, in place, until the work is done. */
export async function attend() {
  while (find("[data-working]")) {
    await new Promise((resolve) => setTimeout(resolve, EVERY));
    if (document.hidden) continue;
    try {
      const answer = await fetch(location.href);
      const next = find("#content", parsed(await answer.text()));
      const now = find("#content");
      if (answer.ok && next && now) morph(now, next);
    } catch { /* the server is away; it keeps what it has found */ }
  }
}
