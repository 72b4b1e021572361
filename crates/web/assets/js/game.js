// Who plays, whose turn it is, and agents that move by themselves.

/** @import { Found } from "./types.js" */

import {
  agentChoice,
  agentGroup,
  agentsOf,
  fits,
  isLevel,
  keysOf,
  levelGroup,
  usual,
} from "./agents.js";
import { draw, drawFound } from "./board.js";
import { clockFace } from "./clock.js";
import { $, h, number, option, redraw, toast } from "./dom.js";
import { choosePlayers, goTo, play, resign } from "./play.js";
import { listenToRoom } from "./room.js";
import { hear, info, shown, sideName, state, step, notify } from "./state.js";
import { sign } from "./together.js";

/** Limits of a move, and what they are called. @type {Record<string, string>} */
const LIMITS = {
  "": "usual limit",
  "time=200ms": "200 ms a move",
  "time=1s": "1 s a move",
  "time=5s": "5 s a move",
  "time=20s": "20 s a move",
  "depth=2": "depth 2",
  "depth=4": "depth 4",
  "depth=8": "depth 8",
  "nodes=1000": "1,000 nodes",
  "nodes=100000": "100,000 nodes",
};
/** Stops the search of an agent. @type {(() => void) | null} */
let stop = null;

function halt() {
  stop?.();
  stop = null;
}

/** @param {string} spec */
const isAgent = (spec) => spec !== "human" && spec !== "remote";

/**
 * An agent's name and its limit.
 * @param {string} spec
 */
function parts(spec) {
  const [name, limit = ""] = spec.split(":");
  return [name, limit];
}

/**
 * @param {number} side
 * @param {string} spec
 */
function choose(side, spec) {
  const players = [...state.players];
  players[side] = spec;
  // One who takes a side wants to move.
  if (spec === "human") state.held = false;
  choosePlayers(players);
  consider();
}

/** @param {number} side */
function drawPlayer(side) {
  const spec = state.players[side];
  const [name, limit] = parts(spec);
  const { view } = state;
  const active = !view.outcome && view.turn === side;
  const played = isLevel(spec);
  const isKnown = name === "human" || fits(spec, view.game);
  const [list, text] = agentChoice({
    id: `player-${side}-agent`,
    label: `Who plays ${sideName(side)}`,
    first: ["human", "You"],
    groups: [levelGroup(), agentGroup()],
    chosen: played || !isKnown ? spec : name,
    spec,
    choose: (agent) => choose(side, usual(agent)),
  });
  const recorded = view.names?.[side];
  const won = view.outcome?.winner === side;
  const { watched } = state;
  const thinks = stop || (watched && !watched.cause && view.ply === view.moves.length);
  const doing = won ? "won" : active ? (thinks ? "thinking…" : "to move") : "";
  const former = recorded && h("span", { class: "recorded", title: recorded, text: recorded });
  const shown = [
    h("span", { class: `badge side-${side}`, "aria-hidden": "true" }),
    h("b", { text: sideName(side) }),
    // A replay has no players to choose.
    ...(state.locked ? [former, drawThought(side)] : []),
    ...(state.shared ? [drawSeat(side)] : []),
    ...(state.locked || state.shared
      ? []
      : [list, text, played || !text.hidden ? null : drawLimit(side, name, limit), former]),
    h("span", { class: "turn-mark", text: doing }),
    clockFace(side),
  ];
  const box = $(`player-${side}`);
  box.className = `player${active ? " active" : ""}${won ? " won" : ""}`;
  redraw(
    box,
    shown.map((part) => part || null),
  );
}

/**
 * What an agent of a match that is watched has said of its last move.
 * @param {number} side
 */
function drawThought(side) {
  const thought = state.watched?.thoughts[side];
  if (!thought) return null;
  const { share, score, depth, nodes } = thought;
  const parts = [
    share === null ? "" : `${Math.round(100 * share)} %`,
    score?.replace("-", "−") ?? "",
    depth ? `depth ${depth}` : "",
  ];
  const title = `Its share of the win, its score, its depth; ${number(nodes)} nodes`;
  return h("span", { class: "thought", title, text: parts.filter(Boolean).join(" · ") });
}

/**
 * Who has a side of a game on two devices.
 * @param {number} side
 */
function drawSeat(side) {
  if (side === state.shared?.side) return h("span", { class: "recorded", text: "you" });
  const title = "Who plays on another device";
  return h("span", { class: "recorded", id: "together", role: "status", title, text: sign() });
}

/**
 * What an agent's limit may be; nothing where there is no choice.
 * @param {number} side
 * @param {string} name
 * @param {string} limit
 */
function drawLimit(side, name, limit) {
  const keys = keysOf(name);
  const usable = Object.keys(LIMITS).filter((text) => !text || keys.includes(text.split("=")[0]));
  const limits = [...new Set([...usable, limit])];
  if (name === "human" || limits.length < 2) return null;
  const change = (/** @type {any} */ event) =>
    choose(side, event.target.value ? `${name}:${event.target.value}` : name);
  return h(
    "select",
    {
      id: `player-${side}-limit`,
      "aria-label": `Limit of ${sideName(side)}'s agent`,
      onchange: change,
    },
    limits.map((text) => option(text, LIMITS[text] ?? text, limit)),
  );
}

/**
 * How a game that is watched goes on.
 * @param {import("./types.js").Watched} watched
 */
function course({ number, cause }) {
  const { view } = state;
  if (view.ply < view.moves.length) return `Game ${number} goes on: ▶| follows it.`;
  return cause && !view.outcome ? `Game ${number} has ended: ${cause}.` : `Game ${number}.`;
}

/** Says what has happened, and whose turn it is. */
function drawStatus() {
  const { view, line } = state;
  const last = view.ply ? view.moves[view.ply - 1] : null;
  const parts = [];
  if (line?.at) {
    const place = `move ${line.at} of ${line.frames.length}`;
    const description = line.frames[line.at - 1].description;
    parts.push(`${line.threat ? "Threat" : "Line"}, ${place}: ${description}. Esc goes back.`);
  } else if (line) parts.push("Line, at its beginning.");
  else {
    if (last) parts.push(`${last.description}.`);
    if (view.outcome) {
      const { winner, reason } = view.outcome;
      parts.push(`${winner === null ? "Drawn" : `${sideName(winner)} won`}: ${reason}.`);
    } else parts.push(`${sideName(view.turn)} to move.`);
    const hinted = view.scene.moves.find((move) => move.text === state.hint);
    if (hinted) parts.push(`Hint: ${hinted.description}.`);
    if (state.note) parts.unshift(state.note);
    if (state.watched) parts.push(course(state.watched));
  }
  $("status").textContent = parts.join(" ");
  $("hint").disabled =
    Boolean(stop || line || view.outcome || state.locked) || state.players[view.turn] !== "human";
  $("undo").disabled = $("first").disabled = line ? line.at === 0 : view.ply === 0;
  $("redo").disabled = $("last").disabled = line
    ? line.at === line.frames.length
    : view.ply === view.moves.length;
}

function drawAll() {
  drawPlayer(0);
  drawPlayer(1);
  document.body.dataset.game = state.view.game;
  const box = $("play");
  // The player whose side is nearer sits below.
  box.classList.toggle("second-below", state.flipped);
  $("pause").textContent = state.held ? "Let agents play" : "Pause agents";
  $("pause").disabled = !state.players.some(isAgent);
  $("swap").disabled = state.shared !== null;
  drawResign();
  drawStatus();
}

/** @param {number} ms */
const delay = (ms) => new Promise((done) => setTimeout(done, ms));

/** An agent to move thinks, and plays what it finds. */
function consider() {
  halt();
  const { view } = state;
  const spec = state.players[view.turn];
  if (
    isAgent(spec) &&
    !view.outcome &&
    !state.held &&
    !state.locked &&
    !state.line &&
    view.ply === view.moves.length
  ) {
    const fresh = () => state.view === view && !state.held && !state.locked;
    stop = listenToRoom(
      "/think",
      { agent: spec, purpose: "player", time: spec.includes("=") ? null : "2s" },
      {
        async done(/** @type {Found} */ { analysis }) {
          stop = null;
          // Time to see the move before.
          await delay(state.players.includes("human") ? 150 : 600);
          if (fresh() && analysis.best) play(analysis.best);
        },
        fault({ error }) {
          stop = null;
          state.held = true;
          toast(error);
          drawAll();
        },
      },
    );
  }
  drawAll();
}

/** One move back. */
export const back = () => (state.line ? step(-1) : takeBack());
/** One move on. */
export const forth = () =>
  state.line ? step(1) : goTo(Math.min(state.view.ply + 1, state.view.moves.length));
/** To the first position. */
export const toStart = () => (state.line ? step(-state.line.at) : hold(() => goTo(0)));
/** To the last position. */
export const toEnd = () =>
  state.line ? step(state.line.frames.length - state.line.at) : goTo(state.view.moves.length);

/**
 * Agents wait while something is looked at.
 * @param {() => unknown} then
 */
function hold(then) {
  halt();
  if (state.players.some(isAgent)) state.held = true;
  then();
}

/** Takes back to where a human was to move, so that the agent does not answer at once. */
function takeBack() {
  const { view, players, locked } = state;
  let ply = view.ply - 1;
  if (!locked && players.includes("human") && players.some(isAgent)) {
    while (ply > 0 && players[view.moves[ply].side] !== "human") ply--;
    if (ply >= 0 && players[view.moves[ply].side] !== "human") state.held = true;
  } else if (players.every(isAgent)) state.held = true;
  halt();
  goTo(Math.max(0, ply));
}

/** Agents wait, or go on. */
export function pause() {
  state.held = !state.held;
  if (!state.held && state.view.ply < state.view.moves.length) {
    goTo(state.view.moves.length);
    return;
  }
  consider();
}

/** Swaps the players of the two sides. */
export function swapSides() {
  if (state.shared) return;
  choosePlayers([state.players[1], state.players[0]]);
  if (info()) flip(state.players[0] !== "human" && state.players[1] === "human");
  consider();
}

/** Shows a good move, after a second of thought. */
export async function hint() {
  const { view } = state;
  if (state.line || view.outcome || state.players[view.turn] !== "human") return;
  /** @param {string | null} move */
  const show = (move) => {
    if (view !== state.view || move === null) return;
    state.hint = move;
    drawFound();
    notify("note");
  };
  if (state.found) {
    show(state.found.analysis.best);
    return;
  }
  halt();
  $("hint").disabled = true;
  stop = listenToRoom(
    "/think",
    { agent: "best", purpose: "player", time: "1s" },
    {
      done(/** @type {Found} */ { analysis }) {
        stop = null;
        show(analysis.best);
        drawAll();
      },
      fault({ error }) {
        stop = null;
        toast(error);
        drawAll();
      },
    },
  );
}

/** Gives up for the human who is to move, or whose agent is; asked twice. */
function giveUp() {
  const { view, players } = state;
  const button = $("resign");
  if (button.dataset.sure) {
    resign(players[view.turn] === "human" ? view.turn : 1 - view.turn);
    return;
  }
  button.dataset.sure = "yes";
  button.textContent = "Really?";
  setTimeout(drawResign, 3000);
}

function drawResign() {
  const { view, players, locked, line } = state;
  const button = $("resign");
  delete button.dataset.sure;
  button.textContent = "Resign";
  const isOver = view.outcome || view.ply < view.moves.length || !view.moves.length;
  button.disabled = Boolean(isOver || locked || line || !players.includes("human"));
}

/** Turns the board. */
export function flip(to = !state.flipped) {
  state.flipped = to;
  draw(shown());
  drawAll();
}

/** Puts it on the page. */
export function start() {
  const buttons = {
    first: toStart,
    undo: back,
    redo: forth,
    last: toEnd,
    pause,
    hint,
    resign: giveUp,
    swap: swapSides,
    flip: () => flip(),
  };
  for (const [id, action] of Object.entries(buttons)) $(id).addEventListener("click", action);
  hear("view", () => {
    consider();
  });
  hear("game", () => {
    halt();
    state.flipped = state.players[0] !== "human" && state.players[1] === "human";
  });
  hear("line", () => (state.line ? (halt(), drawAll()) : consider()));
  hear("players", drawAll);
  hear("note", drawStatus);
  addEventListener("pagehide", halt);
}
