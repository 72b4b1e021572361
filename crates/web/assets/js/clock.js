// Clocks: minutes per side and an increment in seconds per move. They run after the first move, at
// the end of the line only. A side without time loses.

import { h } from "./dom.js";
import { runOut } from "./play.js";
import { hear, state } from "./state.js";

/**
 * @typedef {object} Clock
 * @property {number} more increment per move in milliseconds
 * @property {[number, number]} left remaining milliseconds of each side
 * @property {number} full initial milliseconds
 */

/** Clock of the game on the board. @type {Clock | null} */
let clock = null;
/** Clock of the next game. @type {Clock | null} */
let next = null;
/** Side whose clock runs. @type {number | null} */
let running = null;
/** Time of the last tick. */
let since = 0;
/** Last observed ply. */
let seen = 0;

/** Elements of the clocks. */
const faces = [0, 1].map((side) =>
  h("span", { class: "clock", id: `clock-${side}`, role: "timer", hidden: true }),
);

/** @param {number} side */
export const clockFace = (side) => faces[side];

/**
 * Sets the clocks of the next game; zero minutes for none.
 * @param {number} minutes
 * @param {number} seconds for every move
 */
export function chooseClock(minutes, seconds) {
  const left = Math.round(minutes * 60_000);
  next = left > 0 ? { more: Math.max(0, seconds) * 1_000, left: [left, left], full: left } : null;
}

/** Gives the next game the initial clocks of this one. */
export function sameClock() {
  next = clock && { ...clock, left: [clock.full, clock.full] };
}

/** @param {number} ms */
function written(ms) {
  const tenths = Math.max(0, Math.ceil(ms / 100));
  const minutes = Math.floor(tenths / 600);
  const rest = tenths % 600;
  const seconds = String(Math.floor(rest / 10)).padStart(2, "0");
  // The last seconds have tenths.
  return minutes || tenths >= 100 ? `${minutes}:${seconds}` : `0:${seconds}.${rest % 10}`;
}

function draw() {
  faces.forEach((face, side) => {
    face.hidden = !clock;
    if (!clock) return;
    const text = written(clock.left[side]);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("running", running === side);
    face.classList.toggle("low", clock.left[side] < 20_000);
  });
}

/** Subtracts the elapsed time. */
function tick() {
  const now = performance.now();
  if (clock && running !== null && !state.held && !state.line) {
    clock.left[running] -= now - since;
    if (clock.left[running] <= 0) {
      const side = running;
      clock.left[side] = 0;
      running = null;
      runOut(side);
    }
  }
  since = now;
  draw();
}

/** @param {unknown} how */
function changed(how) {
  tick();
  const { view, locked } = state;
  if (!clock || locked) {
    running = null;
    draw();
    return;
  }
  const isNew = view.ply === seen + 1 && how === "move" && running !== null;
  if (isNew) clock.left[view.moves[view.ply - 1].side] += clock.more;
  seen = view.ply;
  const runs = view.ply > 0 && view.ply === view.moves.length && !view.outcome;
  running = runs ? view.turn : null;
  draw();
}

/** Initialises the module. */
export function start() {
  try {
    // A reload takes no time from the clock.
    const kept = sessionStorage.getItem("clock");
    sessionStorage.removeItem("clock");
    next = kept ? JSON.parse(kept) : null;
  } catch {
    // Without storage, a reload has no clock.
  }
  hear("game", () => {
    [clock, next, running, seen] = [next, null, null, state.view.ply];
    draw();
  });
  hear("view", changed);
  setInterval(tick, 100);
  addEventListener("pagehide", () => {
    tick();
    try {
      if (clock) sessionStorage.setItem("clock", JSON.stringify(clock));
    } catch {
      // As above.
    }
  });
}
