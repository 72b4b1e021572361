// Clocks: minutes per side and an increment in seconds per move. They run after the first move, at
// the end of the line only. A side without time loses. In a game on two devices the server counts,
// and the page only shows.

/** @import { Times } from "./types.js" */

import { field, h } from "./dom.js";
import { runOut } from "./play.js";
import { hear, state } from "./state.js";

/** Clock of the game on the board. @type {Times | null} */
let clock = null;
/** Clock of the next game. @type {Times | null} */
let next = null;
/** Whether the server counts the time of the game on the board. */
let isCounted = false;
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
 * Returns the fields of a clock: their box, and a function that reads them. Without minutes, there
 * is no clock.
 * @param {string} prefix of their ids
 * @param {boolean} [isSame] whether they begin with the clock of the game on the board
 */
export function clockFields(prefix, isSame = false) {
  /** @param {string} name @param {number} value */
  const amount = (name, value) =>
    h("input", {
      id: `${prefix}-${name}`,
      type: "number",
      min: 0,
      max: 600,
      step: "any",
      placeholder: "none",
      value: value || "",
    });
  const { full, more } = (isSame && clock) || { full: 0, more: 0 };
  const [minutes, seconds] = [amount("minutes", full / 60_000), amount("seconds", more / 1_000)];
  const box = h(
    "div",
    { class: "grid" },
    field("Minutes on the clock", minutes),
    field("Seconds more a move", seconds),
  );
  /** @returns {Times | null} */
  const read = () => {
    const full = Math.round(Number(minutes.value) * 60_000);
    const more = Math.round(Math.max(0, Number(seconds.value)) * 1_000);
    return full > 0 ? { full, more, left: [full, full] } : null;
  };
  return { box, read };
}

/**
 * Sets the clocks of the next game.
 * @param {Times | null} times
 */
export function chooseClock(times) {
  next = times;
}

/** Returns whether the game on the board has a clock. */
export const isTimed = () => clock !== null;

/** Gives the next game the initial clocks of this one. */
export function sameClock() {
  next = clock && { ...clock, left: [clock.full, clock.full] };
}

/** Returns the clocks now, for a server that has forgotten the game. */
export function times() {
  tick();
  const { full, more, left } = clock ?? next ?? {};
  return left && { full, more, left: left.map(Math.round) };
}

/**
 * Shows the clocks of a game on two devices.
 * @param {Times} counted by the server
 */
export function showCounted(counted) {
  clock = { ...counted, left: [...counted.left] };
  isCounted = true;
  running = counted.running ?? null;
  since = performance.now();
  draw();
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
  if (clock && running !== null && (isCounted || (!state.held && !state.line))) {
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
  if (isCounted) return;
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
    [clock, next, running, seen, isCounted] = [next, null, null, state.view.ply, false];
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
