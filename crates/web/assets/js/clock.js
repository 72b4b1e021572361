// Clocks: so many minutes for each side, and some seconds more for every move. They run from the
// first move on, at the end of the line alone, and who has no time left has lost.

import { h } from "./dom.js";
import { runOut } from "./play.js";
import { hear, state } from "./state.js";

/**
 * @typedef {object} Clock
 * @property {number} more milliseconds for every move
 * @property {[number, number]} left milliseconds of each side
 * @property {number} full milliseconds at the beginning
 */

/** The clock of the game on the board. @type {Clock | null} */
let clock = null;
/** That of the game that is about to begin. @type {Clock | null} */
let next = null;
/** The side whose clock runs. @type {number | null} */
let running = null;
/** When it was looked at last. */
let since = 0;
/** The ply that was seen last. */
let seen = 0;

/** Where the times stand. */
const faces = [0, 1].map((side) =>
  h("span", { class: "clock", id: `clock-${side}`, role: "timer", hidden: true }),
);

/** @param {number} side */
export const clockFace = (side) => faces[side];

/**
 * The next game has these clocks; none without minutes.
 * @param {number} minutes
 * @param {number} seconds for every move
 */
export function chooseClock(minutes, seconds) {
  const left = Math.round(minutes * 60_000);
  next = left > 0 ? { more: Math.max(0, seconds) * 1_000, left: [left, left], full: left } : null;
}

/** The next game has the clocks of this one, wound up again. */
export function sameClock() {
  next = clock && { ...clock, left: [clock.full, clock.full] };
}

/** @param {number} ms */
function written(ms) {
  const tenths = Math.max(0, Math.ceil(ms / 100));
  const minutes = Math.floor(tenths / 600);
  const rest = tenths % 600;
  const seconds = String(Math.floor(rest / 10)).padStart(2, "0");
  // The last seconds are counted more finely.
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

/** Takes off what has gone by. */
function tick() {
  const now = performance.now();
  if (clock && running !== null) {
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
  const { view, locked, held, line } = state;
  if (!clock || locked) {
    running = null;
    draw();
    return;
  }
  const isNew = view.ply === seen + 1 && how === "move" && running !== null;
  if (isNew) clock.left[view.moves[view.ply - 1].side] += clock.more;
  seen = view.ply;
  const runs = view.ply > 0 && view.ply === view.moves.length && !view.outcome && !held && !line;
  running = runs ? view.turn : null;
  draw();
}

/** Puts it on the page. */
export function start() {
  try {
    // A reload takes no time.
    const kept = sessionStorage.getItem("clock");
    sessionStorage.removeItem("clock");
    next = kept ? JSON.parse(kept) : null;
  } catch {
    // Without storage a reload has no clock.
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
