// Your moves: posts the form of the table and shows the answer in its place.

import { table, version } from "./dom.js";
import { noteAnswer } from "./looked.js";
import { forgetTold } from "./reading.js";
import { begin, leave } from "./ready.js";
import { answered, read, say } from "./stream.js";

let busy = -1; // the version of the table whose click is on its way: it takes no second click

export async function submit(event) {
  const form = event.target;
  const button = event.submitter;
  const now = table();
  if (!(form instanceof HTMLFormElement && button instanceof HTMLButtonElement && now?.contains(form))) return;
  event.preventDefault();
  const clicked = version(now);
  if (busy === clicked) return;
  busy = clicked;
  const done = begin();
  forgetTold();
  now.setAttribute("aria-busy", "true");
  try {
    await post(button.getAttribute("formaction") ?? form.getAttribute("action") ?? "", filledIn(form, button));
  } finally {
    if (busy === clicked) busy = -1;
    table()?.removeAttribute("aria-busy");
    done();
  }
}

function filledIn(form, button) {
  const body = new URLSearchParams();
  for (const [key, value] of new FormData(form)) body.append(key, String(value));
  if (button.name) body.append(button.name, button.value);
  return body;
}

async function post(address, body) {
  let answer, text;
  try {
    answer = await fetch(address, { method: "POST", body, headers: { "X-Fragment": "1" } });
    text = await answer.text();
  } catch {
    return say("No connection. Nothing was played. Try again.");
  }
  const next = read(text);
  if (answer.redirected) {
    leave(answer.url);
    location.assign(answer.url);
  } else if (next) {
    noteAnswer(text);
    answered(next);
  } else if (answer.ok) {
    leave();
    location.reload();
  } else say(refusal(text) || `The server could not do that (${answer.status}).`);
}

/** The sentence in a problem document. */
function refusal(text) {
  try { return String(JSON.parse(text).detail ?? ""); } catch { return ""; }
}
