// The score graph of the game: the first side's share by ply.

/** @import { Point, Review } from "./types.js" */

import { h, s } from "./dom.js";
import { MARKS } from "./movelist.js";
import { nameOf } from "./review.js";

const WIDTH = 600;
const HEIGHT = 130;

/**
 * @param {HTMLElement} box
 * @param {Point[]} points by ply; some may be unknown
 * @param {number} ply the current one
 * @param {(ply: number) => unknown} go
 * @param {Review | null} review
 */
export function drawGraph(box, points, ply, go, review) {
  const known = points.filter(Boolean);
  if (known.length < 2) {
    box.replaceChildren();
    return;
  }
  const last = points.length - 1;
  /** @param {number} at */
  const x = (at) => 6 + (at / Math.max(1, last)) * (WIDTH - 12);
  /** @param {number} share */
  const y = (share) => 6 + (1 - share) * (HEIGHT - 12);
  const way = known
    .map((point) => `${x(point.ply).toFixed(1)} ${y(point.share).toFixed(1)}`)
    .join(" L");
  const svg = s("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "graph",
    role: "img",
    "aria-label": `Score after each of ${last} moves`,
  });
  const exactFrom = review?.exact_from ?? last;
  if (exactFrom < last) {
    const from = x(exactFrom);
    svg.append(
      s(
        "rect",
        { class: "exact", x: from, y: HEIGHT - 5, width: x(last) - from, height: 5 },
        s("title", { text: "Exact values" }),
      ),
    );
  }
  svg.append(
    s("path", {
      class: "area",
      d: `M${x(known[0].ply)} ${y(0)} L${way} L${x(known[known.length - 1].ply)} ${y(0)} Z`,
    }),
    s("line", { class: "even", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }),
    s("path", { class: "curve", d: `M${way}` }),
    s("line", { class: "now", x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }),
  );
  for (const point of known) {
    const dot = point.grade
      ? marker(point.grade, x(point.ply), y(point.share))
      : s("circle", { cx: x(point.ply), cy: y(point.share), r: 7, class: "spot" });
    const exact = point.exact ? " (exact)" : "";
    const grade = point.grade ? `, ${point.grade}; better ${point.better}` : "";
    dot.append(s("title", { text: `${nameOf(point.ply)}: ${point.text}${exact}${grade}` }));
    dot.addEventListener("click", () => go(point.ply));
    svg.append(dot);
  }
  (review?.turning ?? []).forEach((ply, index) => {
    if (!points[ply]) return;
    const isHigh = points[ply].share > 0.5;
    svg.append(
      s("text", {
        class: "turning",
        x: Math.max(12, Math.min(WIDTH - 12, x(ply))),
        y: isHigh ? HEIGHT - 12 : 20,
        "text-anchor": "middle",
        text: String(index + 1),
      }),
    );
  });
  const mistakes = known.filter((point) => point.grade);
  const links = mistakes.map((point) =>
    h("button", {
      type: "button",
      class: `move ${point.grade}`,
      title: `${point.grade}; better ${point.better}`,
      text: `${nameOf(point.ply)} ${MARKS[point.grade ?? ""]}`,
      onclick: () => go(point.ply),
    }),
  );
  const list = h("p", { id: "mistakes" }, "Mistakes: ", links.length ? links : "none so far");
  box.replaceChildren(svg, list);
}

/**
 * Draws the shape of a grade: a ring, a triangle or a square.
 * @param {string} grade
 * @param {number} cx
 * @param {number} cy
 */
function marker(grade, cx, cy) {
  if (grade === "blunder") {
    return s("rect", { x: cx - 6, y: cy - 6, width: 12, height: 12, class: "grade blunder" });
  }
  if (grade === "mistake") {
    return s("path", { d: `M${cx} ${cy - 7} l7 13 h-14 z`, class: "grade mistake" });
  }
  return s("circle", { cx, cy, r: 5.5, class: "grade inaccuracy" });
}
