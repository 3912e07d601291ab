// Pages that wait for work in progress, or for somebody to come.

import { tellLocally } from "./clock.js";
import { all, find, parsed } from "./dom.js";
import { morph } from "./morph.js";
import { leave } from "./ready.js";
import { showButtons } from "./share.js";

const EVERY = 1000; // milliseconds, unless the page says otherwise
const TOO_OFTEN = 429;

/** Is it worth asking again? Any other refusal is shown and ends the wait. */
const mayChange = ({ status }) => status >= 500 || status === TOO_OFTEN;

/**
 * Reloads the page in place until it has nothing to wait for, then goes where the server sends it. A page with forms
 * names the parts that change.
 */
export async function attend() {
  for (let waits; (waits = find("[data-working]"));) {
    await new Promise((resolve) => setTimeout(resolve, Number(waits.dataset.working) || EVERY));
    if (document.hidden) continue;
    try {
      const answer = await fetch(location.href);
      if (answer.ok && answer.redirected) {
        leave(answer.url);
        return location.replace(answer.url);
      }
      const next = parsed(await answer.text());
      if (mayChange(answer)) continue;
      showButtons(next);
      tellLocally(next);
      for (const now of all(answer.ok ? (waits.dataset.parts ?? "#content") : "#content")) {
        const then = find(`#${now.id}`, next);
        if (then) morph(now, then);
      }
    } catch { /* the server is away; it keeps its results */ }
  }
}
