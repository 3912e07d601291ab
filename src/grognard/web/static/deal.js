// A deal that nobody can choose: its hashes, its steps, and the check of a journal's deal. See docs/fair-deals.md.

import { hmac, sha256 } from "./sha256.js";

// How the hashes of each protocol begin. In protocol 1, an attempt ended as soon as someone was late.
const DOMAINS = { 1: "grognard/deal/1", 2: "grognard/deal/2" };
export const PROTOCOL = 2; // of new deals
const DIGITS = /^[0-9a-f]{64}$/;

/** Bytes as hexadecimal digits. */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The 32 bytes that 64 hexadecimal digits stand for. */
function unhex(digits, what) {
  must(DIGITS.test(digits), `${what} is not a number of 64 hexadecimal digits.`);
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

function must(holds, sentence) {
  if (!holds) throw new Error(sentence);
}

// -- hashes -----------------------------------------------------------------------------------------------------------

/** Fields as bytes, each after its length, so that no other fields give the same bytes. */
function packed(...fields) {
  const encoder = new TextEncoder();
  const parts = fields.map((field) => (field instanceof Uint8Array ? field : encoder.encode(String(field))));
  return Uint8Array.from(parts.flatMap((part) => [...encoder.encode(`${part.length}:`), ...part, 0x2c]));
}

const hash = (...fields) => hex(sha256(packed(...fields)));

/** The hash with which a seat commits itself to bytes (in digits) in an attempt. It includes the promise before it. */
export const committed = (table, { number, promise, protocol }, seat, own) =>
  hash(`${DOMAINS[protocol]}/seat`, table, number, seat, promise, unhex(own, "What a seat reveals"));

function seed(head, { number, protocol, shown }, secret) {
  const options = Object.entries({ ...head.options, ...head.numbers }).sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, value]) => [key, `${typeof value === "number" ? "i" : "s"}${value}`]);
  const own = head.seats.map((_who, seat) => (shown.has(seat) ? unhex(shown.get(seat), "") : new Uint8Array()));
  const text = packed(`${DOMAINS[protocol]}/seed`, head.deal.table, number, head.game, head.rules, head.chance,
    packed(...options), ...own);
  return BigInt(`0x${hex(hmac(secret, text))}`);
}

// -- steps in their order ---------------------------------------------------------------------------------------------

/** The seats of people that have neither committed nor let the server draw. */
export const open = ({ said }, people) => people.filter((seat) => !said.has(seat));

/** The seats that have committed but not revealed. */
export const missing = ({ said, shown }) =>
  [...said.keys()].filter((seat) => said.get(seat) && !shown.has(seat)).sort((one, other) => one - other);

const isWhole = (attempt, people) => !attempt.over && !open(attempt, people).length && !missing(attempt).length;

/** The attempts in the steps; `people` are the seats of people. Throws an error that says which step is wrong. */
export function attempts(table, steps, people) {
  const found = [];
  for (const step of steps) {
    const last = found.at(-1);
    const where = `${step.is}${step.seat === undefined ? "" : ` of seat ${step.seat + 1}`}, attempt ${found.length}`;
    if (step.is === "promise") found.push(begun(found, step, people, where));
    else {
      must(last && !last.over, `A deal must begin with the server's promise (${where}).`);
      must(KINDS[last.protocol].includes(step.is), `Protocol ${last.protocol} has no such step (${where}).`);
      must(["again", "void"].includes(step.is) || people.includes(step.seat), `The seat is not a person's (${where}).`);
      TAKE[step.is]({ found, last, step, people, table, where });
    }
  }
  return found;
}

const KINDS = {
  1: ["commit", "draw", "reveal", "again"],
  2: ["commit", "draw", "reveal", "leave", "void", "calloff"],
};

const TAKE = {
  again({ last, people, where }) {
    must(!open(last, people).length && missing(last).length, `The table started over but nobody was late (${where}).`);
    last.over = true;
  },
  void({ last, step, people, where }) {
    const late = missing(last);
    must(people.includes(step.by) && !open(last, people).length, `An attempt became void too early (${where}).`);
    must(late.length && same(step.seats, late.includes(step.by) ? [step.by] : late),
      `An attempt became void because of a seat that was not missing (${where}).`);
    [last.over, last.void] = [true, step];
  },
  leave({ last, step, people, where }) {
    must(open(last, people).length, `A seat was given up after all had committed (${where}).`);
    must(last.said.delete(step.seat), `A seat was given up before it had answered (${where}).`);
  },
  calloff({ last }) {
    [last.over, last.calledOff] = [true, true];
  },
  reveal({ table, last, step, people, where }) {
    must(!open(last, people).length, `A seat revealed before all had committed (${where}).`);
    must(missing(last).includes(step.seat), `A seat revealed twice, or had not committed (${where}).`);
    must(committed(table, last, step.seat, step.bytes) === last.said.get(step.seat).hash,
      `The seat revealed bytes that do not match its commitment (${where}).`);
    last.shown.set(step.seat, step.bytes);
  },
  draw({ last, step, where }) {
    must(!last.shown.size && !last.said.has(step.seat), `A seat answered twice, or too late (${where}).`);
    last.said.set(step.seat, null);
  },
  commit(given) {
    const { found, last, step, people, where } = given;
    TAKE.draw(given);
    unhex(step.hash, "A commitment");
    must(!open(last, people).some((other) => failed(found, other) < failed(found, step.seat)),
      `A seat that failed earlier must commit last (${where}).`);
    last.said.set(step.seat, step);
  },
};

const same = (seats, others) => Array.isArray(seats) && seats.join() === others.join();

/** The last attempt that came to nothing because of a seat; 0 if there is none. */
const failed = (found, seat) => found.findLast((attempt) => attempt.void?.seats.includes(seat))?.number ?? 0;

/** Whether there are no more attempts: a seat has failed twice, or its person deleted their data. */
function isCalledOff(found) {
  const failures = found.flatMap((attempt) => attempt.void?.seats ?? []);
  return new Set(failures).size < failures.length || found.some(({ calledOff }) => calledOff);
}

/** A new attempt. A server that was upgraded begins again, under the new protocol, with a table it had not dealt. */
function begun(found, { hash: promise, protocol = 1 }, people, where) {
  const last = found.at(-1);
  unhex(promise, "A promise");
  must(Object.hasOwn(DOMAINS, protocol), `This page does not know protocol ${protocol} of deals (${where}).`);
  if (last) {
    const upgraded = last.protocol < protocol && !isWhole(last, people);
    must((last.over || upgraded) && last.protocol <= protocol, `The server made a second promise (${where}).`);
    must(!isCalledOff(found), `The table was called off (${where}).`);
    last.over = true;
  }
  return { number: found.length + 1, promise, protocol, said: new Map(), shown: new Map(), over: false, void: null };
}

// -- journals ---------------------------------------------------------------------------------------------------------

/** Checks the deal in a journal's header: its attempts, and who took part. Throws an error that says what is wrong. */
export function checked(head) {
  const deal = head.deal;
  must(deal, "The game was set up with fixed cards, so nobody took part in a deal.");
  const people = head.seats.flatMap((who, seat) => (who === "human" ? [seat] : []));
  const found = attempts(deal.table, deal.steps, people);
  const last = found.at(-1);
  must(last && isWhole(last, people), "The deal was never finished.");
  must(deal.secrets.length === found.length, "The server has not revealed a secret for every attempt.");
  const secrets = deal.secrets.map((secret, index) => unhex(secret, `Secret ${index + 1} of the server`));
  for (const { number, promise, protocol } of found) {
    must(hash(`${DOMAINS[protocol]}/promise`, deal.table, number, secrets[number - 1]) === promise,
      `The server's secret does not match its promise in attempt ${number}.`);
  }
  must(seed(head, last, secrets.at(-1)) === BigInt(head.seed), "The seed does not match the result of the deal.");
  const voids = found.filter((attempt) => attempt.void).map(({ number, void: { seats } }) => ({ number, seats }));
  return { attempts: found.length, people: people.length, shown: last.shown, voids };
}
