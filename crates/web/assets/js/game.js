// Who plays, whose turn it is, and agents that move by themselves.

import { listen } from "./api.js";
import { $, h, option, toast } from "./dom.js";
import {
  choosePlayers,
  goTo,
  hear,
  info,
  path,
  play,
  shown,
  sideName,
  state,
  step,
} from "./state.js";
import { draw } from "./board.js";

const LIMITS = [
  "",
  "time=200ms",
  "time=1s",
  "time=5s",
  "time=20s",
  "depth=2",
  "depth=4",
  "depth=8",
  "nodes=1000",
  "nodes=100000",
];
let stop = null;

function halt() {
  stop?.();
  stop = null;
}

const agents = () =>
  state.catalog.agents.filter((agent) => !agent.game || agent.game === state.view.game);

function parts(spec) {
  const [name, limit = ""] = spec.split(":");
  return [name, limit];
}

function choose(side, spec) {
  const players = [...state.players];
  players[side] = spec;
  // One who takes a side wants to move.
  if (spec === "human") state.held = false;
  choosePlayers(players);
  consider();
}

// An agent with a limit that lets people wait no longer than they like.
function usual(name) {
  const keys = state.catalog.agents.find((agent) => agent.name === name)?.keys ?? [];
  return keys.includes("time") ? `${name}:time=1s` : name;
}

function drawPlayer(side) {
  const spec = state.players[side];
  const [name, limit] = parts(spec);
  const { view } = state;
  const active = !view.outcome && view.turn === side;
  const who = h(
    "select",
    {
      "aria-label": `Who plays ${sideName(side)}`,
      onchange: (event) => choose(side, usual(event.target.value)),
    },
    option("human", "You", name),
    agents().map((agent) =>
      h("option", {
        value: agent.name,
        title: agent.about,
        selected: agent.name === name,
        text: agent.name,
      }),
    ),
  );
  const keys = state.catalog.agents.find((agent) => agent.name === name)?.keys ?? [];
  const limits = [
    ...new Set([...LIMITS.filter((text) => !text || keys.includes(text.split("=")[0])), limit]),
  ];
  const how =
    name === "human" || limits.length < 2
      ? null
      : h(
          "select",
          {
            "aria-label": `Limit of ${sideName(side)}'s agent`,
            onchange: (event) =>
              choose(side, event.target.value ? `${name}:${event.target.value}` : name),
          },
          limits.map((text) => option(text, text || "own limits", limit)),
        );
  const recorded = view.names ? h("span", { class: "recorded", text: view.names[side] }) : null;
  const won = view.outcome?.winner === side;
  $(`player-${side}`).className = `player${active ? " active" : ""}${won ? " won" : ""}`;
  $(`player-${side}`).replaceChildren(
    h("span", { class: `badge side-${side}`, "aria-hidden": "true" }),
    h("b", { text: sideName(side) }),
    who,
    ...(how ? [how] : []),
    ...(recorded ? [recorded] : []),
    h("span", {
      class: "turn-mark",
      text: won ? "won" : active ? (stop ? "thinking…" : "to move") : "",
    }),
  );
}

function drawStatus() {
  const { view, line } = state;
  const last = view.ply ? view.moves[view.ply - 1] : null;
  const parts = [];
  if (line)
    parts.push(
      line.at
        ? `${line.threat ? "Threat" : "Line"}, move ${line.at} of ${line.frames.length}: ${line.frames[line.at - 1].told}. Esc goes back.`
        : "Line, at its beginning.",
    );
  else {
    if (last) parts.push(last.told + ".");
    if (view.outcome)
      parts.push(
        `${view.outcome.winner === null ? "Drawn" : `${sideName(view.outcome.winner)} won`}: ${view.outcome.reason}.`,
      );
    else parts.push(`${sideName(view.turn)} to move.`);
  }
  $("status").textContent = parts.join(" ");
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
  $("pause").textContent = state.held ? "Let play" : "Hold";
  $("pause").setAttribute("aria-pressed", String(state.held));
  $("pause").disabled = state.players.every((player) => player === "human");
  drawStatus();
}

const delay = (ms) => new Promise((done) => setTimeout(done, ms));

// An agent to move thinks, and plays what it finds.
function consider() {
  halt();
  const { view } = state;
  const spec = state.players[view.turn];
  if (
    spec !== "human" &&
    !view.outcome &&
    !state.held &&
    !state.line &&
    view.ply === view.moves.length
  ) {
    const { id } = state;
    const fresh = () => state.id === id && state.view === view && !state.held;
    stop = listen(
      path("/think"),
      { agent: spec, purpose: "player", time: spec.includes("=") ? null : "2s" },
      {
        async done({ analysis }) {
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

export const back = () => (state.line ? step(-1) : takeBack());
export const forth = () =>
  state.line ? step(1) : goTo(Math.min(state.view.ply + 1, state.view.moves.length));
export const toStart = () => (state.line ? step(-state.line.at) : hold(() => goTo(0)));
export const toEnd = () =>
  state.line ? step(state.line.frames.length - state.line.at) : goTo(state.view.moves.length);

function hold(then) {
  halt();
  if (state.players.some((player) => player !== "human")) state.held = true;
  then();
}

// Takes back to where a human was to move, so that the agent does not answer at once.
function takeBack() {
  const { view, players } = state;
  let ply = view.ply - 1;
  if (players.includes("human") && players.some((player) => player !== "human")) {
    while (ply > 0 && players[view.moves[ply].side] !== "human") ply--;
    if (players[view.moves[ply].side] !== "human") state.held = true;
  } else if (!players.includes("human")) state.held = true;
  halt();
  goTo(Math.max(0, ply));
}

export function pause() {
  state.held = !state.held;
  if (!state.held && state.view.ply < state.view.moves.length) {
    goTo(state.view.moves.length);
    return;
  }
  consider();
}

export function swapSides() {
  choosePlayers([state.players[1], state.players[0]]);
  if (info()) flip(state.players[0] !== "human" && state.players[1] === "human");
  consider();
}

export function flip(to = !state.flipped) {
  state.flipped = to;
  draw(shown());
  drawAll();
}

export function start() {
  const buttons = {
    first: toStart,
    undo: back,
    redo: forth,
    last: toEnd,
    pause,
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
  addEventListener("pagehide", halt);
}
