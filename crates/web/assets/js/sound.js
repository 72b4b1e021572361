// Sounds, off by default and synthesised without files.

import { setting } from "./settings.js";
import { hear, state } from "./state.js";

/** @type {AudioContext | null} */
let audio = null;

/**
 * Plays a tone that fades out.
 * @param {number} hertz
 * @param {number} seconds
 * @param {number} [after] delay in seconds
 */
function tone(hertz, seconds, after = 0) {
  audio ??= new AudioContext();
  const begin = audio.currentTime + after;
  const volume = audio.createGain();
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0.2, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(begin);
  source.stop(begin + seconds);
}

/** @param {unknown} how */
function play(how) {
  if (how !== "move" || setting("sound") === "off") return;
  const { view } = state;
  const takes = view.scene.steps.some((step) => step.kind === "vanish" || step.kind === "gather");
  tone(takes ? 160 : 320, takes ? 0.25 : 0.09);
  if (!view.outcome) return;
  tone(392, 0.3, 0.25);
  tone(523, 0.5, 0.45);
}

/** Initialises the module. */
export function start() {
  hear("setting", (name) => name === "sound" && setting("sound") === "on" && tone(320, 0.09));
  hear("view", play);
}
