// Players, the side to move, and agents that move automatically.

/** @import { Found } from "./types.js" */

import { atRest, draw, drawFound } from "./board.js";
import { isTimed } from "./clock.js";
import { $, toast, wait } from "./dom.js";
import { choosePlayers, goTo, play } from "./play.js";
import { listenToGame } from "./session.js";
import { hear, info, isAgent, isAgentsTurn, leaveLine, shown, state } from "./state.js";
import { step, notify } from "./state.js";
import { statusText } from "./status.js";
import { drawStrip } from "./strips.js";

/** Milliseconds before a failed search of an agent is repeated, for each failure in a row. */
const RETRIES = [1_000, 2_000, 4_000];

/** Stops the search of an agent. @type {(() => void) | null} */
let stop = null;
/** Failures of the agent in a row. */
let failures = 0;
let timer = 0;

function halt() {
  clearTimeout(timer);
  timer = 0;
  stop?.();
  stop = null;
}

/**
 * Assigns a player to a side.
 * @param {number} side
 * @param {string} spec
 */
export function takeSide(side, spec) {
  const players = state.players.with(side, spec);
  // A user who takes a side wants to move.
  if (spec === "human") state.held = false;
  halt();
  choosePlayers(players);
}

/** Shows the status, and the buttons that it allows. */
function drawStatus() {
  const { view, line } = state;
  $("status").textContent = statusText();
  $("hint").disabled =
    Boolean(stop || line || view.outcome || state.locked || !view.may_search) ||
    state.players[view.turn] !== "human";
  $("undo").disabled = $("first").disabled = !line && view.ply === 0;
  $("redo").disabled = $("last").disabled = line
    ? line.at === line.frames.length
    : view.ply === view.moves.length;
}

function drawAll() {
  for (const side of [0, 1]) drawStrip(side, stop !== null);
  document.body.dataset.game = state.view.game;
  const box = $("play");
  // The nearer side is below.
  box.classList.toggle("second-below", state.flipped);
  $("pause").firstChild.data = `${state.held ? "Let agents play" : "Pause agents"} `;
  $("pause").disabled = !state.players.some(isAgent);
  $("swap").disabled = state.shared !== null;
  // A waiting agent must not look like a thinking one.
  const waits = isAgentsTurn() && !stop;
  const appears = waits && $("go-on").hidden;
  $("go-on").hidden = !waits;
  // Below a high board on a phone, the reason for the wait would be invisible.
  if (appears) $("go-on").scrollIntoView({ block: "nearest" });
  drawStatus();
}

/** Lets an agent to move search and play. */
function consider() {
  halt();
  const spec = state.players[state.view.turn];
  if (isAgentsTurn() && !state.held) {
    const search = listenToGame(
      "/think",
      { agent: spec, purpose: "player", time: spec.includes("=") ? null : "2s" },
      {
        async done(/** @type {Found} */ { analysis }) {
          // The previous move is seen to its end, but for a clock.
          if (!isTimed()) await atRest();
          await wait(state.players.includes("human") ? 150 : 600);
          if (stop !== search) return;
          if (analysis.best) play(analysis.best);
          else failed();
        },
        fault({ error }) {
          toast(error);
          failed();
        },
      },
    );
    stop = search;
  }
  drawAll();
}

/** Lets an agent that has just got the move begin, and shows the players. */
function settle() {
  if (isAgentsTurn() && !state.held && !stop && !timer) consider();
  else drawAll();
}

/** Repeats the search of an agent to move after a pause, and lets the user do so at last. */
function failed() {
  if (!isAgentsTurn()) return;
  halt();
  const pause = RETRIES[failures++];
  if (pause === undefined) state.held = true;
  if (!state.held) timer = setTimeout(consider, pause);
  drawAll();
}

/** Goes one move back; from the beginning of a line to the game. */
export function back() {
  if (!state.line) takeBack();
  else if (state.line.at) step(-1);
  else leaveLine();
}
/** Goes one move forward. */
export const forth = () =>
  state.line ? step(1) : goTo(state.view.ply + 1);
/** Goes to the first position; from the beginning of a line to the game. */
export function toStart() {
  if (!state.line) hold(() => goTo(0));
  else if (state.line.at) step(-state.line.at);
  else leaveLine();
}
/** Goes to the last position. */
export const toEnd = () =>
  state.line ? step(state.line.frames.length - state.line.at) : goTo(Infinity);

/**
 * Pauses the agents while another position is viewed.
 * @param {() => unknown} then
 */
function hold(then) {
  halt();
  if (state.players.some(isAgent)) state.held = true;
  then();
}

/** Pauses the agents while the game is not visible. */
export function holdAgents() {
  hold(drawAll);
}

/** Resumes the agents. */
export function releaseAgents() {
  state.held = false;
  consider();
}

/** Takes moves back to a human's turn, so that the agent does not answer at once. */
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

/** Pauses or resumes the agents. */
export function pause() {
  // Between two attempts of an agent, the button begins the next one.
  state.held = !state.held && !(isAgentsTurn() && !stop);
  failures = 0;
  if (!state.held && state.view.ply < state.view.moves.length) {
    goTo(Infinity);
    return;
  }
  consider();
}

/** Swaps the players of the two sides. */
export function swapSides() {
  if (state.shared) return;
  halt();
  choosePlayers([state.players[1], state.players[0]]);
  if (info()) flip(state.players[0] !== "human" && state.players[1] === "human");
}

/** Shows a good move after a search of one second. */
export async function hint() {
  const { view } = state;
  if (state.line || view.outcome || !view.may_search) return;
  if (state.players[view.turn] !== "human") return;
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
  stop = listenToGame(
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

/** Turns the board. */
export function flip(to = !state.flipped) {
  state.flipped = to;
  draw(shown());
  drawAll();
}

/** Initialises the module. */
export function start() {
  const buttons = {
    first: toStart,
    undo: back,
    redo: forth,
    last: toEnd,
    pause,
    "go-on": pause,
    hint,
    swap: swapSides,
    flip: () => flip(),
    "flip-board": () => flip(),
  };
  for (const [id, action] of Object.entries(buttons)) $(id).addEventListener("click", action);
  hear("view", () => {
    failures = 0;
    consider();
  });
  hear("failed", failed);
  hear("game", (below) => {
    halt();
    const isSecond = state.players[0] !== "human" && state.players[1] === "human";
    state.flipped = below === undefined ? isSecond : below === 1;
  });
  hear("line", () => (state.line ? (halt(), drawAll()) : consider()));
  hear("players", settle);
  for (const what of /** @type {const} */ (["note", "found"])) hear(what, drawStatus);
  addEventListener("pagehide", halt);
}
