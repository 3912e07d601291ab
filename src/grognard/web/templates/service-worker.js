// Runs in the browser even when no page is open. It shows alerts, and a page of its own when the server can't be reached.
// Everything else goes to the network as if it weren't there. An answer of the server always comes first.

const CACHE = "offline {{ release() }}";
const OFFLINE = "/offline";
const STYLE = "{{ asset("grognard.css") }}"; // of that page

// -- alerts -----------------------------------------------------------------------------------------------------------

self.addEventListener("push", (event) => event.waitUntil(show(alertIn(event.data))));

/** Shows an alert in place of an earlier one with the same tag; silently, if that still shows the same text. */
async function show({ title, text, url, tag }) {
  const icon = "{{ asset("icon-192.png") }}";
  const last = tag ? await self.registration.getNotifications({ tag }) : [];
  const renotify = tag !== "" && !last.some((one) => one.title === title && one.body === text); // it needs a tag
  return self.registration.showNotification(title, { body: text, tag, icon, renotify, data: { url } });
}

/** The alert in a message. A damaged message still shows one: browsers withdraw the permission after silent messages. */
function alertIn(data) {
  let told = null;
  try { told = data.json(); } catch { /* no message, or no JSON */ }
  const text = (name) => (typeof told?.[name] === "string" ? told[name] : "");
  return { title: text("title") || "A game waits for you", text: text("text"), url: own(text("url")), tag: text("tag") };
}

/** An address of this server; its start page instead of any other. */
function own(address) {
  const home = new URL("/", self.location);
  try {
    const url = new URL(address, home);
    return url.origin === home.origin ? url.href : home.href;
  } catch {
    return home.href;
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(own(event.notification.data?.url ?? "")));
});

/** Goes to the page that shows this address, or opens one. */
async function visit(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url.split("#")[0] === url);
  return open ? open.focus() : self.clients.openWindow(url);
}

// -- without a connection ---------------------------------------------------------------------------------------------

self.addEventListener("install", (event) => event.waitUntil(keep()));

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll([OFFLINE, STYLE].map((path) => new Request(path, { credentials: "omit" })));
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => event.waitUntil(tidy()));

async function tidy() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.registration.navigationPreload?.enable(); // a page need not wait until this script runs
}

self.addEventListener("fetch", (event) => {
  const { method, mode, destination, url } = event.request;
  if (method === "GET" && mode === "navigate" && destination === "document") event.respondWith(answered(event, OFFLINE));
  else if (url === new URL(STYLE, self.location).href) event.respondWith(answered(event, STYLE));
});

/** Returns the answer of the network, or the kept file if the network can't be reached. */
async function answered(event, path) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(path, { cacheName: CACHE })) ?? Response.error();
  }
}
