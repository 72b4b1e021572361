// Draws a scene, and turns clicks and keys into moves. It knows places and hints, and no rules.

import { $, calm, h, s } from "./dom.js";
import { drawPiece } from "./shapes.js";
import { animate, cancel } from "./motion.js";
import { play, shown, state, hear } from "./state.js";

const svg = $("board");
let scene = null;
let chosen = null;
let focused = null;
let layers = {};

export const nodeOf = (id) => scene.nodes.find((node) => node.id === id);
export const current = () => ({ svg, scene, layers, nodeOf });

const mayMove = () =>
  !state.line && state.players[state.view.turn] === "human" && !state.view.outcome;
const hints = () => (mayMove() ? scene.moves : []);

function shape(node) {
  const [x, y] = node.at;
  const [across, down] = node.half;
  if (node.shape === "square")
    return s("rect", { x: x - across, y: y - down, width: 2 * across, height: 2 * down });
  if (node.shape === "store")
    return s("rect", {
      x: x - across,
      y: y - down,
      width: 2 * across,
      height: 2 * down,
      rx: across,
    });
  if (node.shape === "hex") {
    const corners = [
      [0, -1],
      [1, -0.5],
      [1, 0.5],
      [0, 1],
      [-1, 0.5],
      [-1, -0.5],
    ];
    return s("polygon", {
      points: corners.map(([cx, cy]) => `${x + cx * across},${y + cy * down}`).join(" "),
    });
  }
  return s("circle", { cx: x, cy: y, r: across });
}

function glyph(node) {
  if (node.shape !== "square" || !["first", "second"].includes(node.tone)) return null;
  const [x, y] = node.at;
  // The ankh and the eye: a shape for each reserved colour.
  const d =
    node.tone === "first"
      ? `M${x} ${y + 14} V${y} m-9 2 h18 M${x} ${y} c-9 -6 -7 -16 0 -16 s9 10 0 16`
      : `M${x - 15} ${y} q15 -16 30 0 q-15 14 -30 0 M${x - 3} ${y} a3 3 0 1 0 6 0 a3 3 0 1 0 -6 0`;
  return s("path", { d, class: `glyph ${node.tone}` });
}

function drawNode(node) {
  const group = s(
    "g",
    {
      class: `node ${node.shape} tone-${node.tone}`,
      "data-id": node.id,
      role: "button",
      tabindex: -1,
      "aria-label": node.name,
    },
    shape(node),
    glyph(node),
    s("title", { text: node.name }),
  );
  group.addEventListener("click", () => press(node.id));
  group.addEventListener("focus", () => (focused = node.id));
  return group;
}

const polyline = (points, properties) =>
  s("polyline", { points: points.map((point) => point.join(",")).join(" "), ...properties });

function drawOverlay(overlay) {
  if (overlay.kind === "line")
    return polyline(overlay.points, {
      class: `over ${overlay.tone} side-${overlay.side}`,
      "aria-label": overlay.name,
    });
  return s(
    "g",
    { class: `over mark-${overlay.tone}`, "aria-label": overlay.name },
    overlay.nodes.map((id) => {
      const node = nodeOf(id);
      if (overlay.tone === "last") return shape(node);
      const [x, y] = node.at;
      const r = node.half[0] + 4;
      // A threat is a dashed ring, a trap a cross, a win a full ring.
      if (overlay.tone === "trapped")
        return s("path", {
          d: `M${x - r} ${y - r} L${x + r} ${y + r} M${x + r} ${y - r} L${x - r} ${y + r}`,
        });
      return s("circle", { cx: x, cy: y, r: overlay.tone === "win" ? 12 : r });
    }),
  );
}

export function arrow(from, to, name) {
  const [x, y] = from;
  const [u, v] = to;
  const angle = Math.atan2(v - y, u - x);
  const end = [u - Math.cos(angle) * 12, v - Math.sin(angle) * 12];
  const wing = (turn) =>
    `${end[0] - Math.cos(angle + turn) * 16} ${end[1] - Math.sin(angle + turn) * 16}`;
  return s("path", {
    class: `arrow ${name}`,
    d: `M${x} ${y} L${end[0]} ${end[1]} M${wing(0.5)} L${end[0]} ${end[1]} L${wing(-0.5)}`,
  });
}

// Draws on top of everything what an analysis says of the root moves: where the best one goes, where the nodes went.
export function drawFound() {
  layers.found?.replaceChildren();
  const found = state.found;
  if (!found || state.line || !scene) return;
  const moves = new Map(scene.moves.map((move) => [move.text, move]));
  const roots = found.analysis.root_moves;
  const all = roots.reduce((sum, root) => sum + root.nodes, 0) || 1;
  const share = new Map();
  for (const root of roots) {
    const hint = moves.get(root.move);
    const place = hint && (hint.to ?? hint.from);
    if (place) share.set(place, (share.get(place) ?? 0) + root.nodes / all);
  }
  for (const [place, part] of share) {
    if (part < 0.02) continue;
    const heat = shape(nodeOf(place));
    heat.setAttribute("class", "heat");
    heat.style.opacity = Math.min(0.55, 0.08 + part * 0.6);
    layers.found.append(heat);
  }
  const best = moves.get(found.analysis.best);
  if (!best) return;
  if (best.from && best.to)
    layers.found.append(arrow(nodeOf(best.from).at, nodeOf(best.to).at, "best"));
  else if (best.to ?? best.from) {
    const ring = shape(nodeOf(best.to ?? best.from));
    ring.setAttribute("class", "best-ring");
    layers.found.append(ring);
  }
}

export function draw(next) {
  cancel();
  scene = next;
  const [width, height] = scene.size;
  const turned = scene.flips && state.flipped;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("class", `game-${state.view.game}${turned ? " turned" : ""}`);
  svg.setAttribute("role", "application");
  svg.setAttribute("aria-label", `${state.view.game} board; arrow keys walk, Enter chooses`);
  $("board-box").style.setProperty("--ratio", width / height);
  const names = ["edges", "nodes", "marks", "pieces", "lines", "found", "hints", "motion"];
  layers = Object.fromEntries(names.map((name) => [name, s("g", { class: name })]));
  layers.edges.append(
    ...scene.edges.map((edge) =>
      s("line", {
        class: `edge ${edge.tone}`,
        x1: edge.from[0],
        y1: edge.from[1],
        x2: edge.to[0],
        y2: edge.to[1],
      }),
    ),
  );
  layers.nodes.append(...scene.nodes.map(drawNode));
  layers.pieces.append(...scene.pieces.map((piece) => drawPiece(piece, nodeOf(piece.on), turned)));
  for (const overlay of scene.overlays)
    (overlay.kind === "line" ? layers.lines : layers.marks).append(drawOverlay(overlay));
  const texts = scene.texts.map((text) =>
    s("text", {
      class: "coordinate",
      x: text.at[0],
      y: text.at[1],
      text: text.text,
      transform: turned ? `rotate(180 ${text.at[0]} ${text.at[1]})` : null,
    }),
  );
  const board = s("g", { transform: turned ? `rotate(180 ${width / 2} ${height / 2})` : null });
  // Cachex draws its coloured edges over the cells, others their lines under the points.
  const under =
    state.view.game === "cachex" ? [layers.nodes, layers.edges] : [layers.edges, layers.nodes];
  board.append(
    ...under,
    layers.marks,
    s("g", {}, texts),
    layers.pieces,
    layers.lines,
    layers.found,
    layers.hints,
    layers.motion,
  );
  svg.replaceChildren(board);
  svg.dataset.ply = state.view.ply;
  svg.dataset.game = state.id;
  chosen = null;
  drawHints();
  drawFound();
}

function drawHints() {
  layers.hints.replaceChildren();
  const groups = svg.querySelectorAll(".node");
  const open = hints();
  const from = new Set(open.map((move) => move.from ?? move.to));
  const to = new Set(open.filter((move) => chosen && move.from === chosen).map((move) => move.to));
  for (const group of groups) {
    const id = group.dataset.id;
    group.classList.toggle("can", from.has(id));
    group.classList.toggle("chosen", id === chosen);
    group.classList.toggle("target", to.has(id));
    group.setAttribute("tabindex", id === (focused ?? scene.nodes[0].id) ? 0 : -1);
    if (to.has(id)) {
      const [x, y] = nodeOf(id).at;
      layers.hints.append(s("circle", { cx: x, cy: y, r: 9, class: "target-dot" }));
    }
  }
  drawDeeds(open);
}

const DEEDS = {
  clockwise: "↻ Turn clockwise",
  anticlockwise: "↺ Turn anticlockwise",
  steal: "Steal the first stone",
};

// Deeds without a place to go to are buttons below the board, and handles at the chosen piece.
function drawDeeds(open) {
  const deeds = open.filter((move) => !move.to && (!move.from || move.from === chosen));
  $("deeds").replaceChildren(
    ...deeds.map((move) =>
      h("button", {
        type: "button",
        class: "strong",
        "data-deed": move.deed,
        title: move.told,
        text: DEEDS[move.deed] ?? move.text,
        onclick: () => play(move.text),
      }),
    ),
  );
  const turned = scene.flips && state.flipped;
  for (const move of deeds.filter((deed) => deed.from)) {
    const [x, y] = nodeOf(move.from).at;
    const side = (move.deed === "clockwise") === !turned ? 1 : -1;
    const inside = Math.max(20, Math.min(scene.size[0] - 20, x + side * 34));
    const up = y - 34 < 18 ? 34 : -34;
    const handle = s(
      "g",
      {
        class: "handle",
        transform: `translate(${inside} ${y + up})${turned ? " rotate(180)" : ""}`,
        role: "button",
        "aria-label": move.told,
        "data-deed": move.deed,
      },
      s("circle", { r: 15 }),
      s("text", { text: move.deed === "clockwise" ? "↻" : "↺" }),
    );
    handle.addEventListener("click", () => play(move.text));
    layers.hints.append(handle);
  }
}

// A click on a place.
export function press(id) {
  focused = id;
  const open = hints();
  const move =
    open.find((hint) => hint.to === id && hint.from && hint.from === chosen) ??
    open.find((hint) => hint.to === id && !hint.from);
  if (move) {
    play(move.text);
    return;
  }
  chosen = id !== chosen && open.some((move) => move.from === id) ? id : null;
  drawHints();
}

// Turns the chosen piece.
export function deed(name) {
  const move = hints().find((hint) => hint.deed === name && (!hint.from || hint.from === chosen));
  if (move) play(move.text);
}

export function unchoose() {
  chosen = null;
  drawHints();
}

// The nearest place in a direction of the screen gets the focus.
export function walkFocus(dx, dy) {
  const turned = scene.flips && state.flipped ? -1 : 1;
  const here = nodeOf(focused ?? scene.nodes[0].id);
  let best = null;
  let least = Infinity;
  for (const node of scene.nodes) {
    const [x, y] = [(node.at[0] - here.at[0]) * turned, (node.at[1] - here.at[1]) * turned];
    const along = x * dx + y * dy;
    const beside = Math.abs(x * dy) + Math.abs(y * dx);
    const far = along + 2.5 * beside;
    if (along > 1 && far < least) [best, least] = [node, far];
  }
  if (!best) return;
  focused = best.id;
  drawHints();
  svg.querySelector(`.node[data-id="${CSS.escape(focused)}"]`)?.focus();
}

async function refresh(how) {
  const next = shown();
  const before = scene;
  const keep = document.activeElement?.closest?.("#board") ? focused : null;
  const same = before && before.size.join() === next.size.join();
  if (how === "move" && same && !calm() && next.steps.length) await animate(next.steps);
  // Something newer may have come while pieces were on their way.
  if (next !== shown()) return;
  if (!next.nodes.some((node) => node.id === focused)) focused = null;
  draw(next);
  if (keep) svg.querySelector(`.node[data-id="${CSS.escape(keep)}"]`)?.focus();
}

hear("game", () => (scene = null));
hear("view", refresh);
hear("line", refresh);
hear("players", () => scene && drawHints());
hear("found", drawFound);
