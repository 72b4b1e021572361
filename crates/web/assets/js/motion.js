// Shows how a move went: slides, turns, beams, seeds. At its end the new scene is drawn, so nothing here has to be exact.

import { s } from "./dom.js";
import { current } from "./board.js";
import { drawPiece } from "./shapes.js";

let run = 0;

// Whatever is on its way stops where it is.
export function cancel() {
  run++;
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const pieceOn = (id) =>
  current().layers.pieces.querySelector(`.piece[data-on="${CSS.escape(id)}"]`);
const move = (element, frames, ms) =>
  element
    .animate(frames, { duration: ms, easing: "ease-in-out", fill: "forwards" })
    .finished.catch(() => {});
const at = (point) => `translate(${point[0]}px, ${point[1]}px)`;

const STEPS = {
  async slide({ ways }) {
    const { nodeOf } = current();
    const pieces = ways.map(([from]) => pieceOn(from));
    await Promise.all(
      ways.map(
        ([from, to], index) =>
          pieces[index] &&
          move(
            pieces[index],
            [{ transform: at(nodeOf(from).at) }, { transform: at(nodeOf(to).at) }],
            260,
          ),
      ),
    );
    ways.forEach(([, to], index) => pieces[index]?.setAttribute("data-on", to));
  },

  async turn({ on, by }) {
    const inner = pieceOn(on)?.querySelector(".turn");
    if (!inner) return;
    const now = Number(/-?\d+/.exec(inner.style.transform)?.[0] ?? 0);
    await move(
      inner,
      [{ transform: `rotate(${now}deg)` }, { transform: `rotate(${now + by}deg)` }],
      240,
    );
  },

  async beam({ points, side, end }, alive) {
    const { layers } = current();
    layers.lines.replaceChildren();
    for (let index = 1; index < points.length && alive(); index++) {
      const [[x, y], [u, v]] = [points[index - 1], points[index]];
      const length = Math.hypot(u - x, v - y);
      const segment = s("line", {
        class: `over beam live side-${side}`,
        x1: x,
        y1: y,
        x2: u,
        y2: v,
        "stroke-dasharray": length,
      });
      layers.motion.append(segment);
      await move(
        segment,
        [{ strokeDashoffset: length }, { strokeDashoffset: 0 }],
        60 + length * 0.5,
      );
    }
    if (end && alive()) {
      const [x, y] = points[points.length - 1];
      const burst = s("circle", { class: end[1] ? "burst" : "absorbed", cx: x, cy: y, r: 8 });
      layers.motion.append(burst);
      await move(
        burst,
        [
          { r: "8px", opacity: 1 },
          { r: "34px", opacity: 0.1 },
        ],
        320,
      );
      burst.remove();
    } else await wait(160);
  },

  async flash({ nodes }) {
    const lit = nodes.map(pieceOn).filter(Boolean);
    await Promise.all(
      lit.map((piece) =>
        move(
          piece,
          [{ opacity: 1 }, { opacity: 0.15 }, { opacity: 1 }, { opacity: 0.15 }, { opacity: 1 }],
          520,
        ),
      ),
    );
  },

  async vanish({ nodes }) {
    await Promise.all(
      nodes
        .map(pieceOn)
        .filter(Boolean)
        .map((piece) =>
          move(piece, [{ opacity: 1 }, { opacity: 0 }], 200).then(() => piece.remove()),
        ),
    );
  },

  async appear({ piece }) {
    const { layers, nodeOf } = current();
    const drawn = drawPiece(piece, nodeOf(piece.on), false);
    layers.pieces.append(drawn);
    await move(drawn, [{ opacity: 0 }, { opacity: 1 }], 160);
  },

  async sow({ from, drops }, alive) {
    const { layers, nodeOf } = current();
    recount(from, 0);
    const pace = Math.max(60, Math.min(180, 1500 / drops.length));
    let place = nodeOf(from).at;
    for (const [to, count] of drops) {
      if (!alive()) return;
      const seed = s("circle", { class: "seed flying", r: 8 });
      layers.motion.append(seed);
      await move(seed, [{ transform: at(place) }, { transform: at(nodeOf(to).at) }], pace);
      seed.remove();
      recount(to, count);
      place = nodeOf(to).at;
    }
  },

  async gather({ from, to, count }) {
    const { layers, nodeOf } = current();
    await wait(120);
    const seeds = from.map((id) => {
      recount(id, 0);
      const seed = s("circle", { class: "seed flying", r: 11 });
      layers.motion.append(seed);
      return move(
        seed,
        [{ transform: at(nodeOf(id).at) }, { transform: at(nodeOf(to).at) }],
        380,
      ).then(() => seed.remove());
    });
    await Promise.all(seeds);
    recount(to, count);
  },
};

function recount(id, count) {
  const { nodeOf } = current();
  const old = pieceOn(id);
  if (!old) return;
  const turned = current().svg.classList.contains("turned");
  const side = old.classList.contains("side-1") ? 1 : 0;
  old.replaceWith(drawPiece({ on: id, shape: "seeds", side, turn: 0, count }, nodeOf(id), turned));
}

export async function animate(steps) {
  const mine = ++run;
  const alive = () => mine === run;
  current().layers.found.replaceChildren();
  current().layers.hints.replaceChildren();
  for (const step of steps) {
    if (!alive()) return;
    await STEPS[step.kind]?.(step, alive);
  }
}
