// Sounds, off by default and synthesised without files.

import { $ } from "./dom.js";
import { hear, state } from "./state.js";

/** @type {AudioContext | null} */
let audio = null;
let on = false;

/**
 * Plays a tone that fades out.
 * @param {number} hertz
 * @param {number} seconds
 * @param {number} [after] delay in seconds
 */
function tone(hertz, seconds, after = 0) {
  if (!audio) return;
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
  if (!on || how !== "move") return;
  const { view } = state;
  const takes = view.scene.steps.some((step) => step.kind === "vanish" || step.kind === "gather");
  tone(takes ? 160 : 320, takes ? 0.25 : 0.09);
  if (!view.outcome) return;
  tone(392, 0.3, 0.25);
  tone(523, 0.5, 0.45);
}

/** @param {boolean} wanted */
function turn(wanted) {
  on = wanted;
  $("sound").setAttribute("aria-checked", String(on));
  if (on) audio ??= new AudioContext();
  try {
    localStorage.setItem("sound", on ? "on" : "off");
  } catch {
    // Without storage, it is off at the next visit.
  }
}

/** Initialises the module. */
export function start() {
  $("sound").addEventListener("click", () => {
    turn(!on);
    if (on) tone(320, 0.09);
  });
  hear("view", play);
  try {
    if (localStorage.getItem("sound") === "on") turn(true);
  } catch {
    // It stays off.
  }
}
