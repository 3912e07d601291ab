// Passkeys: the browser makes one or signs in with one, and the form sends its answer.

import { all, find } from "./dom.js";
import { begin } from "./ready.js";

const REFUSED = {
  InvalidStateError: "This device has a passkey for your games already.",
  NotAllowedError: "You canceled, it took too long, or there was no passkey to use. Nothing was done.",
  SecurityError: "Your browser allows no passkeys at this address.",
  TypeError: "The server does not answer. Try again in a few seconds.",
};

/** Shows the buttons for passkeys, if this browser has any. */
export function attendPasskeys() {
  if (!window.PublicKeyCredential) return;
  for (const form of all("form[data-passkey]")) {
    const button = find("button", form);
    find("[role=status]", form).textContent = "";
    button.parentElement.hidden = false;
    button.addEventListener("click", () => ask(form, button));
  }
}

async function ask(form, button) {
  const end = begin();
  button.disabled = true;
  try {
    form.elements.code.value = JSON.stringify(told(await answered(form.dataset)));
    form.requestSubmit();
  } catch (error) {
    find("[role=status]", form).textContent = REFUSED[error.name] ?? error.message;
    button.disabled = false;
  }
  end();
}

/** Returns what the browser answers to a new challenge of the server. */
async function answered({ passkey, options }) {
  const answer = await fetch(options, { headers: { "x-fragment": "1" } });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.detail);
  found.challenge = bytes(found.challenge);
  if (found.user) found.user.id = bytes(found.user.id);
  for (const known of found.excludeCredentials ?? []) known.id = bytes(known.id);
  return navigator.credentials[passkey]({ publicKey: found });
}

/** Returns a passkey's answer as the server reads it. */
function told({ id, rawId, type, response }) {
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const parts = names.filter((name) => response[name]).map((name) => [name, text(response[name])]);
  return { id, rawId: text(rawId), type, response: Object.fromEntries(parts) };
}

const bytes = (base64) => Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
