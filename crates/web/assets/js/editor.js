// The board editor: positions are set up piece by piece on a separate board. It knows places and
// pieces; the game's rules check the position and explain errors.

/** @import { Node, Piece, Scene } from "./types.js" */

import { attempt, cancel, fault, openDialog } from "./dialog.js";
import { $, complain, field, h, option, s, errorText, wait } from "./dom.js";
import { drawLayers } from "./layers.js";
import { palette } from "./palette.js";
import { begin } from "./play.js";
import { angleOf, fitted, nearest, visible } from "./portrait.js";
import { askGame, changeGame } from "./session.js";
import { drawNode } from "./shapes.js";
import { state } from "./state.js";

/** @typedef {import("./palette.js").Brush} Brush */

/** Milliseconds between a change and its check. */
const PAUSE = 150;

/** @type {Scene} */
let scene;
/** Its rotation, as on the board. */
let angle = 0;
/** Numbers beside the board. @type {{ name: string, value: number }[]} */
let numbers = [];
/** Pieces by place. @type {Map<string, Piece>} */
let pieces = new Map();
/** @type {Brush} */
let brush;
/** The place with the keyboard focus. */
let focused = "";

const svg = /** @type {SVGElement} */ (s("svg", { class: "scene editor-board" }));

/** @param {string} id */
const nodeOf = (id) => /** @type {Node} */ (scene.nodes.find((node) => node.id === id));

/**
 * Describes the content of a place.
 * @param {Node} node
 */
function described(node) {
  const piece = pieces.get(node.id);
  const side = piece ? state.view.sides[piece.side] : "";
  if (!piece) return `${node.id}: empty`;
  if (piece.count !== null) return `${node.id}: ${piece.count}`;
  const turn = piece.turn ? `, turned by ${piece.turn} degrees` : "";
  return `${node.id}: ${side} ${piece.shape.replace(/^stone-.*/, "stone")}${turn}`;
}

/** @param {string} id */
function paint(id) {
  const there = pieces.get(id);
  focused = id;
  // The change may have fixed the reported error.
  const fault = $("editor-dialog").querySelector(".fault");
  if (fault) fault.textContent = "";
  if (brush.adds && there) {
    there.count = Math.max(0, (there.count ?? 0) + brush.adds);
  } else if (!brush.piece) {
    if (there && there.count !== null) there.count = 0;
    else pieces.delete(id);
  } else {
    const { shape, side } = brush.piece;
    const isSame = there?.shape === shape && there.side === side;
    // The same brush again turns the piece, or removes one that cannot turn.
    if (isSame && brush.turns === 1) pieces.delete(id);
    else {
      const turn = isSame ? (there.turn + 90) % (90 * brush.turns) : 0;
      pieces.set(id, { ...brush.piece, on: id, turn });
    }
  }
  draw();
  check();
}

/** @param {KeyboardEvent} event */
function keyDown(event) {
  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const way = ways[event.key];
  if (way) focused = nearest(scene.nodes, nodeOf(focused), way, angle)?.id ?? focused;
  else if (event.key === "Enter" || event.key === " ") paint(focused);
  else return;
  event.preventDefault();
  draw();
  focus();
}

const focus = () =>
  /** @type {SVGElement | null} */ (
    svg.querySelector(`.node[data-id="${CSS.escape(focused)}"]`)
  )?.focus();

/** @param {Node} node */
function drawPlace(node) {
  const place = drawNode(node);
  place.setAttribute("tabindex", node.id === focused ? "0" : "-1");
  place.setAttribute("aria-label", described(node));
  place.addEventListener("click", () => paint(node.id));
  return place;
}

function draw() {
  const isHere = svg.contains(document.activeElement);
  const now = { ...scene, pieces: [...pieces.values()], words: [], overlays: [] };
  svg.replaceChildren(drawLayers(now, angle, drawPlace).board);
  if (isHere) focus();
}

/** Returns the arrangement for the server. */
const arrangement = () => ({
  pieces: [...pieces.values()],
  turn: Number($("editor-turn").value),
  numbers: numbers.map((_, index) => {
    const value = Math.trunc(Number($(`editor-number-${index}`).value));
    return Math.max(0, Math.min(value, 2 ** 32 - 1));
  }),
});

/** Number of changes; answers to older ones are ignored. */
let changes = 0;

/** Checks the position by the rules and shows the result below the board. */
async function check() {
  const mine = ++changes;
  await wait(PAUSE);
  if (mine !== changes || !$("editor-dialog").open) return;
  /** @type {string} */
  let report;
  try {
    const { fault } = await changeGame("/arrange", arrangement());
    report = fault ?? "The rules allow this position.";
  } catch (error) {
    report = errorText(error);
  }
  const line = $("editor-legal");
  if (mine === changes && line) line.textContent = report;
}

/**
 * Returns how the brushes of a game are used.
 * @param {Brush[]} brushes
 */
function howTo(brushes) {
  const [adds, turns] = [brushes.some((each) => each.adds), brushes.some((each) => each.turns > 1)];
  if (adds) return "Choose how many seeds to add or to remove, then click houses.";
  const again = turns ? "turn the piece" : "remove the piece";
  return `Choose a piece, then click places. Click a place again to ${again}.`;
}

/** Opens the editor with the position on the board. */
export async function open() {
  const dialog = $("editor-dialog");
  /** @type {{ brushes: Brush[], numbers: { name: string, value: number }[] }} */
  let box;
  try {
    box = await askGame("/arrange");
  } catch (error) {
    complain(error);
    return;
  }
  if (!box.brushes.length) {
    complain("The board of this game is set up by text: see Share.");
    return;
  }
  const { view } = state;
  scene = fitted(view.scene);
  angle = angleOf(scene, false);
  [brush] = box.brushes;
  pieces = new Map(scene.pieces.map((piece) => [piece.on, { ...piece }]));
  focused = scene.nodes[0].id;
  svg.setAttribute("viewBox", visible(scene, angle).join(" "));
  svg.setAttribute("role", "application");
  svg.setAttribute("aria-label", "Board to set up; arrow keys walk, Enter puts");
  numbers = box.numbers;
  const fields = numbers.map(({ name, value }, index) => {
    const id = `editor-number-${index}`;
    return field(name, h("input", { id, type: "number", min: 0, value, oninput: check }));
  });
  const turn = h(
    "select",
    { id: "editor-turn", onchange: check },
    view.sides.map((name, side) => option(String(side), name, String(view.turn))),
  );
  const clear = () => {
    for (const [id, piece] of pieces) {
      if (piece.count !== null) piece.count = 0;
      else pieces.delete(id);
    }
    draw();
    check();
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(dialog, async () => {
      const { position, fault } = await changeGame("/arrange", arrangement());
      if (fault) throw new Error(fault);
      state.players = ["human", "human"];
      await begin({ game: view.game, rules: view.rules, position });
    });
  };
  dialog.replaceChildren(
    h(
      "form",
      { onsubmit: submit },
      h("h2", { text: "Set up a position" }),
      h("p", { class: "about" }, howTo(box.brushes)),
      h(
        "div",
        { class: "editor" },
        svg,
        palette(box.brushes, (chosen) => (brush = chosen)),
      ),
      h("div", { class: "grid" }, field("To move", turn), fields),
      h("p", { id: "editor-legal", class: "about", role: "status" }),
      fault(),
      h(
        "div",
        { class: "buttons" },
        h("button", {
          type: "button",
          id: "editor-clear",
          text: "Clear the board",
          onclick: clear,
        }),
        cancel(dialog),
        h("button", { class: "strong", id: "editor-start", text: "Play from here" }),
      ),
    ),
  );
  draw();
  openDialog(dialog);
  check();
}

svg.addEventListener("keydown", keyDown);
