// Alerts in this browser: a button subscribes it to push messages, and the list of alerts marks its line.

import { all, find, make } from "./dom.js";
import { begin } from "./ready.js";
import { sha256 } from "./sha256.js";

const WORKER = "/service-worker.js";
const BLOCKED = "This browser blocks notifications from this site. Allow them in its settings for this site, then reload this page.";
const NO_SERVICE = "This browser can't reach a push service. Try another browser, or choose another kind of alert.";
const UNANSWERED = "You closed the question. To get alerts here, try again and allow them.";
const INSTALL = "On an iPhone or iPad, first add Grognard to your home screen: tap Share, then “Add to Home Screen”. Then open this page from there.";
const REFUSED = {
  AbortError: NO_SERVICE,
  NotAllowedError: BLOCKED,
  NotSupportedError: NO_SERVICE,
  SecurityError: "Your browser doesn't trust this address, so it shows no alerts from here.",
  TypeError: "The server does not answer. Try again in a few seconds.",
};

const hasWorkers = isSecureContext && "serviceWorker" in navigator;
const isApp = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

/** Offers alerts on their page. Where Grognard is installed like an app, prepares its page for times without a connection. */
export function attendAlerts() {
  if (hasWorkers && isApp) addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(prepare));
  const form = find("form[data-push]");
  if (!form) return;
  const [button, refusal] = [find("button", form), obstacle()];
  say(form, refusal);
  button.parentElement.hidden = Boolean(refusal);
  button.addEventListener("click", () => subscribe(form, button));
  if (!refusal) markOwn(form);
}

function prepare() {
  navigator.serviceWorker.register(WORKER).catch(() => {}); // without it, the browser shows its own page
}

const say = (form, text) => { find("[role=status]", form).textContent = text; };

/** Why this browser can't show alerts; empty if it can, as far as it says. */
function obstacle() {
  if (!isSecureContext) return "Browsers allow alerts only at addresses with HTTPS. Choose another kind of alert.";
  if (hasWorkers && "PushManager" in window && "Notification" in window) {
    return Notification.permission === "denied" ? BLOCKED : "";
  }
  return navigator.standalone === false ? INSTALL : "This browser can't show alerts. Choose another kind.";
}

async function subscribe(form, button) {
  const end = begin();
  button.disabled = true;
  try {
    const answer = await Notification.requestPermission();
    if (answer !== "granted") throw new Error(answer === "denied" ? BLOCKED : UNANSWERED);
    form.elements.subscription.value = JSON.stringify(await subscribed(await manager(), form.dataset.push));
    form.requestSubmit();
  } catch (error) {
    say(form, REFUSED[error.name] ?? error.message);
    button.disabled = false;
  }
  end();
}

/** Returns the push manager, once the service worker can receive messages. */
async function manager() {
  const registration = await navigator.serviceWorker.register(WORKER);
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  await new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === "activated") resolve();
      else if (worker.state === "redundant") reject(new TypeError("The service worker could not be installed."));
    };
    worker.addEventListener("statechange", look);
    look();
  });
  return registration.pushManager;
}

/** Returns this browser's subscription, and replaces one that was made with another key of the server. */
async function subscribed(pushes, key) {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushes.subscribe(options);
  } catch (error) {
    if (error.name !== "InvalidStateError") throw error;
    await (await pushes.getSubscription())?.unsubscribe();
    return pushes.subscribe(options);
  }
}

/** Marks the line of this browser in the list. When the line is removed, the browser ends its subscription. */
async function markOwn(form) {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  const own = subscription ? hash(subscription.endpoint) : "";
  const line = all("form[data-push-endpoint]").find(({ dataset }) => dataset.pushEndpoint === own);
  if (!line) return;
  find("span", line.closest("li")).append(make("span", { className: "help" }, "This browser"));
  find("button", form).parentElement.hidden = true;
  say(form, "This browser shows your alerts.");
  line.addEventListener("submit", (event) => {
    event.preventDefault();
    const end = begin();
    const send = () => { line.requestSubmit(event.submitter); end(); };
    const later = () => setTimeout(send); // a form can't be sent again while it is being sent
    subscription.unsubscribe().then(later, later);
  }, { once: true });
}

const hash = (text) => [...sha256(new TextEncoder().encode(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
