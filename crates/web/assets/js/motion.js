// Animates a move: slides, turns, beams, seeds. The new scene is drawn at the end, so the animation
// need not be exact.

/**
 * @import { At, BeamStep, AppearStep, FlashStep, GatherStep, SlideStep, SowStep, Step, TurnStep,
 *   VanishStep } from "./types.js"
 */

import { current } from "./board.js";
import { s, wait } from "./dom.js";
import { pace } from "./settings.js";
import { drawPiece } from "./shapes.js";

let run = 0;

/** Stops all animations. */
export function cancel() {
  run++;
}

/**
 * @param {string} id
 * @returns {SVGElement | null}
 */
const pieceOn = (id) =>
  current().layers.pieces.querySelector(`.piece[data-on="${CSS.escape(id)}"]`);

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} ms
 */
const move = (element, frames, ms) =>
  element
    .animate(frames, { duration: ms * pace(), easing: "ease-in-out", fill: "forwards" })
    .finished.catch(() => {});

/** @param {At} point */
const at = (point) => ({ transform: `translate(${point[0]}px, ${point[1]}px)` });

/** @param {number} degrees */
const rotated = (degrees) => ({ transform: `rotate(${degrees}deg)` });

/**
 * @param {string[]} nodes
 * @returns {SVGElement[]}
 */
const piecesOn = (nodes) => nodes.map(pieceOn).filter((piece) => piece !== null);

/** @param {SlideStep} step */
async function slide({ ways }) {
  const { nodeOf } = current();
  const pieces = ways.map(([from]) => pieceOn(from));
  const slides = ways.map(([from, to], index) => {
    const piece = pieces[index];
    return piece && move(piece, [at(nodeOf(from).at), at(nodeOf(to).at)], 260);
  });
  await Promise.all(slides);
  ways.forEach(([, to], index) => pieces[index]?.setAttribute("data-on", to));
}

/** @param {TurnStep} step */
async function turn({ on, by }) {
  /** @type {SVGElement | null | undefined} */
  const inner = pieceOn(on)?.querySelector(".turn");
  if (!inner) return;
  const now = Number(/-?\d+/.exec(inner.style.transform)?.[0] ?? 0);
  await move(inner, [rotated(now), rotated(now + by)], 240);
}

/**
 * @param {BeamStep} step
 * @param {() => boolean} alive
 */
async function beam({ points, side, end }, alive) {
  const { layers } = current();
  layers.lines.replaceChildren();
  for (let index = 1; index < points.length && alive(); index++) {
    const [[x1, y1], [x2, y2]] = [points[index - 1], points[index]];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const name = `over beam live side-${side}`;
    const segment = s("line", { class: name, x1, y1, x2, y2, "stroke-dasharray": length });
    layers.motion.append(segment);
    const frames = [{ strokeDashoffset: length }, { strokeDashoffset: 0 }];
    await move(segment, frames, 60 + length * 0.5);
  }
  if (!end || !alive()) {
    await wait(160 * pace());
    return;
  }
  const [cx, cy] = points[points.length - 1];
  const burst = s("circle", { class: end[1] ? "burst" : "absorbed", cx, cy, r: 8 });
  layers.motion.append(burst);
  const frames = [
    { r: "8px", opacity: 1 },
    { r: "34px", opacity: 0.1 },
  ];
  await move(burst, frames, 320);
  burst.remove();
}

/** @param {FlashStep} step */
async function flash({ nodes }) {
  const frames = [1, 0.15, 1, 0.15, 1].map((opacity) => ({ opacity }));
  await Promise.all(piecesOn(nodes).map((piece) => move(piece, frames, 520)));
}

/** @param {VanishStep} step */
async function vanish({ nodes }) {
  const gone = piecesOn(nodes).map(async (piece) => {
    await move(piece, [{ opacity: 1 }, { opacity: 0 }], 200);
    piece.remove();
  });
  await Promise.all(gone);
}

/** @param {AppearStep} step */
async function appear({ piece }) {
  const { layers, nodeOf, angle } = current();
  const drawn = drawPiece(piece, nodeOf(piece.on), angle);
  layers.pieces.append(drawn);
  await move(drawn, [{ opacity: 0 }, { opacity: 1 }], 160);
}

/**
 * Animates a sown seed.
 * @param {At} from
 * @param {At} to
 * @param {number} r
 * @param {number} ms
 */
async function fly(from, to, r, ms) {
  const seed = s("circle", { class: "seed flying", r });
  current().layers.motion.append(seed);
  await move(seed, [at(from), at(to)], ms);
  seed.remove();
}

/**
 * @param {SowStep} step
 * @param {() => boolean} alive
 */
async function sow({ from, drops }, alive) {
  const { nodeOf } = current();
  recount(from, 0);
  const each = Math.max(60, Math.min(180, 1500 / drops.length));
  let place = nodeOf(from).at;
  for (const [to, count] of drops) {
    if (!alive()) return;
    await fly(place, nodeOf(to).at, 8, each);
    // The board may show another position by now.
    if (!alive()) return;
    recount(to, count);
    place = nodeOf(to).at;
  }
}

/**
 * @param {GatherStep} step
 * @param {() => boolean} alive
 */
async function gather({ from, to, count }, alive) {
  const { nodeOf } = current();
  await wait(120 * pace());
  if (!alive()) return;
  const seeds = from.map((id) => {
    recount(id, 0);
    return fly(nodeOf(id).at, nodeOf(to).at, 11, 380);
  });
  await Promise.all(seeds);
  if (alive()) recount(to, count);
}

/**
 * Changes the displayed number of seeds.
 * @param {string} id
 * @param {number} count
 */
function recount(id, count) {
  const { nodeOf, angle } = current();
  const old = pieceOn(id);
  if (!old) return;
  const side = old.classList.contains("side-1") ? 1 : 0;
  const piece = { on: id, shape: "seeds", side, turn: 0, count };
  old.replaceWith(drawPiece(piece, nodeOf(id), angle));
}

/**
 * @param {Step} step
 * @param {() => boolean} alive
 */
function show(step, alive) {
  switch (step.kind) {
    case "slide":
      return slide(step);
    case "turn":
      return turn(step);
    case "beam":
      return beam(step, alive);
    case "flash":
      return flash(step);
    case "vanish":
      return vanish(step);
    case "appear":
      return appear(step);
    case "sow":
      return sow(step, alive);
    case "gather":
      return gather(step, alive);
  }
}

/**
 * Animates the steps of a move in sequence, until another animation begins.
 * @param {Step[]} steps
 */
export async function animate(steps) {
  const mine = ++run;
  const alive = () => mine === run;
  current().layers.found.replaceChildren();
  current().layers.hints.replaceChildren();
  for (const step of steps) {
    if (!alive()) return;
    await show(step, alive);
  }
}
