// Plots the nodes of several searches by depth, on a logarithmic axis.

import { h, number, s } from "./dom.js";

/** @typedef {{ agent: string, depths: [number, number][] }} Curve */

const WIDTH = 600;
const HEIGHT = 300;
/** Space for the numbers of the axes. */
const EDGE = { left: 52, right: 16, top: 12, bottom: 40 };
/** Number of styles by colour, dashes and marks; further curves repeat them. */
const LOOKS = 10;

/**
 * @param {string} mark
 * @param {number} x
 * @param {number} y
 */
function dot(mark, x, y) {
  const marks = [
    `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z`,
    `M${x - 4} ${y - 4}h8v8h-8z`,
    `M${x} ${y - 5}l5 9h-10z`,
    `M${x} ${y - 5}l5 5-5 5-5-5z`,
    `M${x} ${y + 5}l5-9h-10z`,
  ];
  return s("path", { class: "dot", d: marks[Number(mark) % marks.length] });
}

/**
 * @param {Curve[]} curves
 * @returns {Element[]}
 */
export function drawPlot(curves) {
  const known = curves.filter(({ depths }) => depths.length > 0);
  if (!known.length) return [];
  const deepest = Math.max(...known.flatMap(({ depths }) => depths.map(([depth]) => depth)));
  const most = Math.max(...known.flatMap(({ depths }) => depths.map(([, nodes]) => nodes)), 10);
  const decades = Math.ceil(Math.log10(most));
  const { left, right, top, bottom } = EDGE;
  const x = (/** @type {number} */ depth) =>
    left + ((depth - 1) / Math.max(1, deepest - 1)) * (WIDTH - left - right);
  const y = (/** @type {number} */ nodes) =>
    HEIGHT - bottom - (Math.log10(Math.max(1, nodes)) / decades) * (HEIGHT - top - bottom);

  const svg = s("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "plot",
    id: "compare-plot",
    role: "img",
    "aria-label": `Nodes by depth of ${known.length} searches, on a logarithmic axis`,
  });
  const label = (/** @type {any} */ properties, /** @type {string} */ text) =>
    s("text", { class: "axis", ...properties, text });
  for (let decade = 0; decade <= decades; decade++) {
    const at = y(10 ** decade);
    svg.append(
      s("line", { class: "rule", x1: left, x2: WIDTH - right, y1: at, y2: at }),
      label({ x: left - 6, y: at + 5, "text-anchor": "end" }, number(10 ** decade)),
    );
  }
  const step = Math.ceil(deepest / 12);
  for (let depth = 1; depth <= deepest; depth += step) {
    svg.append(label({ x: x(depth), y: HEIGHT - 20, "text-anchor": "middle" }, String(depth)));
  }
  svg.append(label({ x: WIDTH - right, y: HEIGHT - 4, "text-anchor": "end" }, "depth"));
  known.forEach(({ agent, depths }, index) => {
    const way = depths.map(([depth, nodes]) => `${x(depth).toFixed(1)} ${y(nodes).toFixed(1)}`);
    const group = s("g", { class: `curve look-${index % LOOKS}` });
    group.append(s("path", { class: "line", d: `M${way.join(" L")}` }));
    for (const [depth, nodes] of depths) {
      const mark = dot(String(index), x(depth), y(nodes));
      mark.append(s("title", { text: `${agent}, depth ${depth}: ${number(nodes)} nodes` }));
      group.append(mark);
    }
    svg.append(group);
  });
  const legend = known.map(({ agent, depths }, index) => {
    const swatch = s("svg", { viewBox: "0 0 34 12", class: "plot", "aria-hidden": "true" });
    const group = s("g", { class: `curve look-${index % LOOKS}` });
    group.append(s("path", { class: "line", d: "M1 6 L33 6" }), dot(String(index), 17, 6));
    swatch.append(group);
    const [, nodes] = depths[depths.length - 1];
    return h("li", {}, swatch, ` ${agent}: ${number(nodes)}`);
  });
  return [
    h("h2", { text: "Nodes by depth" }),
    svg,
    h("ul", { class: "legend", id: "compare-legend" }, legend),
  ];
}
