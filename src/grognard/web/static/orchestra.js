// The orchestra plays scores. Pages load it, its instruments and its scores only once sound is on.

import { ceiling } from "./instruments.js";
import { read, schedule } from "./scores.js";

const SOON = 0.02; // seconds from a call until its first note
const MUSIC = 0.5; // the loudness of music, as a share of that of effects
const AHEAD = 1.5; // seconds of music scheduled in advance; all notes of a march at once would be too much work
const OFTEN = 500; // milliseconds until more is scheduled

const scores = new Map(); // the tunes of each file that was loaded
let stage = null; // for effects: a context and what its notes go into
let band = null; // for music, while it plays
let wanted = ""; // the period whose music should play

/** The tunes of a file. */
function tunes(file) {
  if (!scores.has(file)) scores.set(file, fetched(file).catch((error) => { scores.delete(file); throw error; }));
  return scores.get(file);
}

async function fetched(file) {
  const answer = await fetch(new URL(file, import.meta.url));
  if (!answer.ok) throw new Error(`${file} does not load`);
  return read(await answer.text(), file);
}

/** A chain from notes to loudspeakers, in any context: the node that notes go into, and the volume. */
export function chain(context) {
  const [{ before, after }, volume] = [ceiling(context), context.createGain()];
  after.connect(volume).connect(context.destination);
  return { context, into: before, volume };
}

/** Plays the effect of this name, if the period has one. */
export async function effect(period, name, loudness) {
  stage ??= chain(new AudioContext());
  const tune = (await tunes(`effects-${period}.abc`)).find(({ title }) => title === name);
  stage.volume.gain.value = loudness;
  stage.context.resume(); // phones suspend it while the page is out of view
  if (tune) schedule(stage.context, tune, stage.context.currentTime + SOON, stage.into);
}

/** Plays the music of a period, or continues it. Without a period, stops the music at once. */
export async function music(period, loudness) {
  if (period !== wanted) hush();
  wanted = period;
  const all = period ? await tunes(`march-${period}.abc`) : [];
  if (!all.length || wanted !== period) return; // it may have been stopped while its score came
  if (!band) {
    band = { ...chain(new AudioContext()), all, number: 0, at: SOON, from: 0, timer: 0 };
    follow(band);
  }
  band.volume.gain.value = loudness * MUSIC;
}

/** Schedules the next notes, again and again. After the last tune comes the first. */
function follow(playing) {
  const { context, into, all } = playing;
  const now = context.currentTime;
  playing.at = Math.max(playing.at, now - playing.from); // after a delay the music waits, so that no notes are crowded
  for (let done = false; !done;) {
    const tune = all[playing.number];
    const to = Math.min(tune.seconds, now + AHEAD - playing.at);
    schedule(context, tune, playing.at, into, playing.from, to);
    playing.from = to;
    done = to < tune.seconds;
    if (!done) Object.assign(playing, { number: (playing.number + 1) % all.length, at: playing.at + to, from: 0 });
  }
  playing.timer = setTimeout(() => follow(playing), OFTEN);
}

function hush() {
  if (!band) return;
  clearTimeout(band.timer);
  band.context.close();
  band = null;
}
