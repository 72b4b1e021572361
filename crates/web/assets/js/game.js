// Players, the side to move, and agents that move automatically.

/** @import { Found } from "./types.js" */

import { draw, drawFound } from "./board.js";
import { $, sentence, toast, wait } from "./dom.js";
import { choosePlayers, goTo, play, resign } from "./play.js";
import { listenToGame } from "./session.js";
import {
  hear,
  info,
  isAgent,
  isAgentsTurn,
  shown,
  sideName,
  state,
  step,
  notify,
} from "./state.js";
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
  choosePlayers(players);
  consider();
}

/**
 * Describes the progress of a watched game.
 * @param {import("./types.js").Watched} watched
 */
function course({ number, cause }) {
  const { view } = state;
  if (view.ply < view.moves.length) return `Game ${number} goes on: ▶| follows it.`;
  return cause && !view.outcome ? `Game ${number} has ended: ${cause}.` : `Game ${number}.`;
}

/** Shows the last event and the side to move. */
function drawStatus() {
  const { view, line } = state;
  const last = view.ply ? view.moves[view.ply - 1] : null;
  const parts = [];
  if (line?.at) {
    const place = `move ${line.at} of ${line.frames.length}`;
    const { description } = line.frames[line.at - 1];
    const kind = line.threat ? "Threat" : "Line";
    parts.push(`${kind}, ${place}: ${sentence(description)}. Esc goes back.`);
  } else if (line) parts.push("Line, at its beginning.");
  else {
    const moved = last ? `${sentence(last.description)}.` : "";
    if (view.outcome) {
      const { winner, reason } = view.outcome;
      const result = winner === null ? "Drawn" : `${sentence(sideName(winner))} won`;
      // The result comes first, because the text may be cut off.
      parts.push(`${result}: ${reason}.`, moved);
    } else parts.push(moved, `${sentence(sideName(view.turn))} to move.`);
    const hinted = view.scene.moves.find((move) => move.text === state.hint);
    // In the middle of a line no agent moves, and the reason must be visible.
    const isEarlier = view.ply < view.moves.length && isAgent(state.players[view.turn]);
    if (isEarlier && !state.watched) parts.push("An earlier position: ▶ shows the next move.");
    if (state.note) parts.unshift(state.note);
    // The hint comes first, because the text may be cut off.
    if (hinted) parts.unshift(`Hint: ${sentence(hinted.description)}.`);
    if (state.watched) parts.push(course(state.watched));
    if (state.warning) parts.unshift(state.warning);
  }
  $("status").textContent = parts.filter(Boolean).join(" ");
  $("hint").disabled =
    Boolean(stop || line || view.outcome || state.locked) || state.players[view.turn] !== "human";
  $("undo").disabled = $("first").disabled = line ? line.at === 0 : view.ply === 0;
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
  drawResign();
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
          // A pause to see the previous move.
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

/** Repeats the search of an agent to move after a pause, and lets the user do so at last. */
function failed() {
  if (!isAgentsTurn()) return;
  halt();
  const pause = RETRIES[failures++];
  if (pause === undefined) state.held = true;
  if (!state.held) timer = setTimeout(consider, pause);
  drawAll();
}

/** Goes one move back. */
export const back = () => (state.line ? step(-1) : takeBack());
/** Goes one move forward. */
export const forth = () =>
  state.line ? step(1) : goTo(Math.min(state.view.ply + 1, state.view.moves.length));
/** Goes to the first position. */
export const toStart = () => (state.line ? step(-state.line.at) : hold(() => goTo(0)));
/** Goes to the last position. */
export const toEnd = () =>
  state.line ? step(state.line.frames.length - state.line.at) : goTo(state.view.moves.length);

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

/** Shows a good move after a search of one second. */
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

/** Resigns for the human to move, or for the human whose agent is to move, after a confirmation. */
function giveUp() {
  const { view, players } = state;
  const button = $("resign");
  if (button.dataset.sure) {
    resign(players[view.turn] === "human" ? view.turn : 1 - view.turn);
    return;
  }
  button.dataset.sure = "yes";
  button.setAttribute("aria-label", "Resign: really?");
  setTimeout(drawResign, 3000);
}

function drawResign() {
  const { view, players, locked, line } = state;
  const button = $("resign");
  delete button.dataset.sure;
  button.setAttribute("aria-label", "Resign");
  const isOver = view.outcome || view.ply < view.moves.length || !view.moves.length;
  button.disabled = Boolean(isOver || locked || line || !players.includes("human"));
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
    resign: giveUp,
    swap: swapSides,
    flip: () => flip(),
  };
  for (const [id, action] of Object.entries(buttons)) $(id).addEventListener("click", action);
  hear("view", () => {
    failures = 0;
    consider();
  });
  hear("failed", failed);
  hear("game", () => {
    halt();
    state.flipped = state.players[0] !== "human" && state.players[1] === "human";
  });
  hear("line", () => (state.line ? (halt(), drawAll()) : consider()));
  hear("players", drawAll);
  hear("note", drawStatus);
  addEventListener("pagehide", halt);
}
