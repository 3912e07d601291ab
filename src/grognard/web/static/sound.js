// Sounds, off by default. They are synthesized here from noise and notes, and each has a caption.

import { settings } from "./settings.js";

/** The caption of each sound. */
export const CAPTIONS = {
  draw: "cards", shot: "volley", charge: "charge", hit: "hit", rout: "retreat", die: "dice",
  turn: "your turn", won: "victory", lost: "defeat",
};

const NOTE = { turn: [587, 784], won: [523, 659, 784, 1047], lost: [440, 370, 311] };
const NOISE = {
  // [start, seconds, filter, frequency, loudness], a burst each
  draw: [[0, 0.09, "highpass", 3000, 0.1], [0.1, 0.09, "highpass", 3400, 0.08]],
  shot: [[0, 0.5, "lowpass", 900, 0.5], [0.05, 0.4, "lowpass", 1400, 0.35], [0.12, 0.5, "lowpass", 700, 0.35], [0.2, 0.35, "lowpass", 1100, 0.2]],
  charge: [0, 0.14, 0.28, 0.42, 0.56, 0.7].map((start, index) => [start, 0.1, "lowpass", index % 2 ? 260 : 190, 0.35 + index * 0.07]),
  hit: [[0, 0.3, "lowpass", 320, 0.7], [0, 0.12, "bandpass", 1800, 0.2]],
  rout: [0, 0.11, 0.22, 0.33, 0.44, 0.55].map((start, index) => [start, 0.1, "lowpass", 300, 0.4 - index * 0.06]),
  die: [0, 0.07, 0.15, 0.26, 0.34].map((start, index) => [start, 0.03, "bandpass", 2200 + 300 * (index % 3), 0.5 - index * 0.07]),
};

let audio = null;
let noise = null;

/** Plays a sound, if sound is on and the browser allows it. */
export function play(name) {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  (NOTE[name] ?? []).forEach((pitch, index) => note(pitch, audio.currentTime + index * 0.13));
  for (const burst of NOISE[name] ?? []) crack(...burst);
}

function note(pitch, at) {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.32);
}

/** Plays a burst of filtered noise that dies away. */
function crack(start, seconds, type, frequency, loudness) {
  const at = audio.currentTime + start;
  const [source, filter, volume] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = noise ??= whiteNoise();
  Object.assign(filter, { type });
  filter.frequency.value = frequency;
  volume.gain.setValueAtTime(loudness * 0.5, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(at, 0, seconds);
}

function whiteNoise() {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
