// What the page knows: the game as the server sees it, who plays, and who wants to hear of changes.

import { get, post, Refused } from "./api.js";
import { toast } from "./dom.js";

export const state = {
  catalog: null,
  id: null,
  view: null,
  players: ["human", "best:time=1s"],
  flipped: false,
  held: false,
  // A line that is walked through: its frames, how many moves of it are shown.
  line: null,
  // The newest analysis of the present position.
  found: null,
};

const listeners = { view: [], line: [], found: [], players: [], game: [] };

// What can be heard: `view` (a new position), `line`, `found`, `players`, `game` (another game).
export const hear = (what, listener) => listeners[what].push(listener);
export const tell = (what, detail) => listeners[what].forEach((listener) => listener(detail));

export const info = () => state.catalog.games.find((game) => game.name === state.view.game);
export const path = (rest = "") => `games/${state.id}${rest}`;
export const sideName = (side) => state.view.sides[side];

export async function load() {
  state.catalog = await get("catalog");
}

function remember() {
  const { game, rules, start, moves, ply } = state.view;
  const kept = {
    game,
    rules,
    start,
    moves: moves.map((move) => move.text).join(" "),
    ply,
    players: state.players,
  };
  try {
    sessionStorage.setItem("game", JSON.stringify(kept));
  } catch {
    // Without storage a reload begins anew.
  }
}

export function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem("game"));
  } catch {
    return null;
  }
}

function show(view, how) {
  state.view = view;
  state.line = null;
  state.found = null;
  remember();
  tell("view", how);
}

// Begins a game; the old one is left to the server, which forgets it in time.
export async function begin(request) {
  const { id, view } = await post("games", request);
  const former = state.id;
  state.id = id;
  state.held = false;
  state.view = view;
  state.line = state.found = null;
  tell("game");
  show(view, "jump");
  if (former) fetch(`/api/games/${former}`, { method: "DELETE" }).catch(() => {});
}

// Begins the game again that the server has forgotten.
async function revive() {
  const { game, rules, start, moves, ply } = state.view;
  const { id } = await post("games", {
    game,
    rules,
    position: start,
    moves: moves.map((move) => move.text).join(" "),
    ply,
  });
  state.id = id;
}

async function change(what, body, how) {
  for (const again of [true, false]) {
    try {
      show(await post(path(what), body), how);
      return true;
    } catch (error) {
      if (again && error instanceof Refused && error.status === 404) await revive();
      else {
        toast(error.message);
        return false;
      }
    }
  }
  return false;
}

export const play = (move) => change("/play", { move, ply: state.view.ply }, "move");
export const goTo = (ply) => change("/goto", { ply }, ply === state.view.ply + 1 ? "move" : "jump");

export function choosePlayers(players) {
  state.players = players;
  remember();
  tell("players");
}

// Walks through a line from the present position, without playing it.
export async function walk(moves, threat = false) {
  try {
    const { frames } = await post(path("/preview"), { moves, threat });
    if (!frames.length) return;
    state.line = { moves, frames, at: 1, threat };
    tell("line", "move");
  } catch (error) {
    toast(error.message);
  }
}

export function step(by) {
  const line = state.line;
  if (!line) return;
  const at = line.at + by;
  if (at < 0 || at > line.frames.length) return;
  line.at = at;
  tell("line", by > 0 ? "move" : "jump");
}

export function leaveLine() {
  if (!state.line) return;
  state.line = null;
  tell("line", "jump");
}

// What is on the board now: the game's position, or one of a line.
export function shown() {
  const { line, view } = state;
  if (!line || line.at === 0) return view.scene;
  return line.frames[line.at - 1].scene;
}
