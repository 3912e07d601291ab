// A worker shared by all pages of a browser, which would otherwise use up its six connections to a server.

import { Feed } from "./feed.js";

const ROUND = 20000; // milliseconds between two checks that a page is still there
const SILENT = 3; // rounds without an answer after which it is dropped: a crashed page cannot say goodbye

const pages = new Map(); // by port, the table each page shows
let state = "";

const feed = new Feed(
  (id, html) => { for (const [port, page] of pages) if (page.table === id) port.postMessage({ html }); },
  (now) => {
    state = now;
    for (const port of pages.keys()) port.postMessage({ state });
  },
  (houseTime) => { for (const port of pages.keys()) port.postMessage({ houseTime }); },
);

function listen(port, table) {
  pages.set(port, { table, silent: 0 });
  port.postMessage({ state, html: feed.add(table) });
}

function leave(port) {
  const table = pages.get(port)?.table;
  pages.delete(port);
  if (table && ![...pages.values()].some((page) => page.table === table)) feed.drop(table);
}

function hear(port, { listen: table, here }) {
  if (table) listen(port, table);
  else if (!here) leave(port);
  else if (pages.has(port)) pages.get(port).silent = 0;
}

addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data }) => hear(port, data));
  port.start();
});

setInterval(() => {
  for (const [port, page] of pages) {
    if (page.silent++ < SILENT) port.postMessage({ here: "?" });
    else leave(port);
  }
}, ROUND);
