// Matches: start one, follow it, open its games; files of recorded games.

/** @import { Match, MatchGame, Summary } from "./types.js" */

import { agentList, agentsOf, fits } from "./agents.js";
import { ask, get, isLocal, listen, post } from "./api.js";
import { $, complain, field, h, option, redraw, toast } from "./dom.js";
import { estimate, evidence, percent } from "./evidence.js";
import { begin } from "./play.js";
import { hear, info, state } from "./state.js";
import { figure, head } from "./table.js";
import { isWatched, leave, news, watch } from "./watch.js";

/** @type {Record<string, any>} */
const settings = { agents: [], games: 10, limit: "nodes=2000", setup: "" };
/** Matches on the server. @type {Match[]} */
let list = [];
/** The viewed match. @type {Match | null} */
let open = null;
/** @type {(() => void) | null} */
let stop = null;
/** Whether the panel says that its match is watched. */
let saysWatched = false;
/** Whether the fields of a new match are shown. */
let isStartOpen = true;

/** Limits per move with their names. */
const LIMITS = {
  "nodes=500": "500 nodes",
  "nodes=2000": "2,000 nodes",
  "nodes=20000": "20,000 nodes",
  "depth=2": "depth 2",
  "depth=4": "depth 4",
  "time=50ms": "50 ms",
  "time=500ms": "500 ms",
};
/** Sides by their name in a record. @type {Record<string, number>} */
const WINNERS = { first: 0, second: 1 };

async function refresh() {
  list = await get("matches");
  draw();
}

/**
 * Shows a match, and follows it while it runs.
 * @param {number} id
 */
async function show(id) {
  stop?.();
  if (open?.id !== id) leave();
  open = await get(`matches/${id}`);
  // Another match may have been opened during the request.
  stop?.();
  stop = null;
  // It may have ended since the list was fetched.
  list = list.map((match) => (open && match.id === id ? open : match));
  draw();
  if (!open?.running) return;
  stop = listen(
    `matches/${id}/follow`,
    {},
    {
      game: news,
      match: follow,
      done: (match) => follow(match).then(refresh),
      fault: ({ error }) => toast(error),
    },
  );
}

/** @param {Match} match */
async function follow(match) {
  if (open?.id !== match.id) return;
  open = await get(`matches/${match.id}`);
  draw();
}

/** Returns the chosen agents that play this game, followed by the game's first ones. */
function agents() {
  const { game } = state.view;
  const chosen = settings.agents.filter((/** @type {string} */ spec) => fits(spec, game));
  const others = agentsOf(game).map((agent) => agent.name);
  return [...chosen, ...others.filter((name) => !chosen.includes(name))].slice(
    0,
    Math.max(2, chosen.length),
  );
}

/** Starts a match with the settings of the panel. */
async function startMatch() {
  const [key, value] = settings.limit.split("=");
  const limit = key === "time" ? { time: value } : { [key]: Number(value) };
  try {
    const { id } = await post("matches", {
      game: state.view.game,
      rules: state.view.rules,
      setup: settings.setup,
      agents: agents(),
      games: Number(settings.games),
      ...limit,
    });
    await refresh();
    await show(id);
    ($("match-watch") ?? $("match-state"))?.scrollIntoView({ block: "nearest" });
  } catch (error) {
    complain(error);
  }
}

/**
 * Shows a game of a match on the board.
 * @param {number} match
 * @param {number} number
 */
export async function openGame(match, number, ply = 0) {
  state.players = ["human", "human"];
  await begin({ recorded: [match, number], ply });
}

/**
 * Reads a file of games.
 * @param {any} event
 */
async function load(event) {
  const file = event.target.files[0];
  if (!file) return;
  try {
    const { id } = await ask("POST", "matches/import", await file.text(), "text/plain");
    await refresh();
    await show(id);
  } catch (error) {
    complain(error);
  }
}

/**
 * Draws the table of points between participants.
 * @param {Summary} summary
 */
function crosstable(summary) {
  const names = summary.players.map((player) => player.name);
  /**
   * @param {string} row
   * @param {string} column
   */
  const cell = (row, column) => {
    if (row === column) return h("td", { class: "self", text: "—" });
    const pairing = summary.pairings.find(
      ({ players }) => players.includes(row) && players.includes(column),
    );
    if (!pairing) return h("td", {});
    const mine = pairing.players[0] === row ? 0 : 1;
    return figure(`${pairing.points[mine]} : ${pairing.points[1 - mine]}`);
  };
  const numbers = names.map((_, index) => String(index + 1));
  const rows = summary.players.map((player, index) => {
    const { wins, draws, losses } = player.results;
    return h(
      "tr",
      {},
      h("td", { text: numbers[index] }),
      h("th", { scope: "row", text: player.name }),
      figure(`${player.points}/${player.games} ${percent(player.score)}`),
      figure(estimate(player.rating)),
      names.map((name) => cell(player.name, name)),
      figure(`${wins} ${draws} ${losses}`),
    );
  });
  const top = head(["", "agent", "score", "rating", ...numbers, "+ = −"]);
  const share = percent(summary.first_side.score);
  const rest = `First side: ${share} of the points. Only whole pairs count.`;
  const about = `${evidence(summary)}${rest} A rating is Elo above the mean of all agents.`;
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Crosstable" },
    h("table", { id: "crosstable" }, top, h("tbody", {}, rows)),
    summary.conclusion
      ? [h("p", { id: "match-conclusion", text: summary.conclusion.replaceAll("`", "") })]
      : [],
    h("p", { class: "about", text: about }),
  );
}

/**
 * Returns a button that shows a game of a match.
 * @param {Match} match
 * @param {MatchGame} game
 */
function drawGame(match, game) {
  const players = game.agents.map((agent, side) => {
    const won = WINNERS[game.result] === side;
    const text = (side ? " – " : "") + agent + (won ? " ✓" : "");
    return h("span", { class: won ? "winner" : "", text });
  });
  const properties = {
    type: "button",
    class: "game",
    "data-number": game.number,
    onclick: () => openGame(match.id, game.number).catch(complain),
  };
  const end = ` ${game.result === "draw" ? "draw, " : ""}${game.plies} moves, ${game.cause}`;
  const number = h("b", { text: `${game.number}. ` });
  return h("li", {}, h("button", properties, number, players, h("small", { text: end })));
}

/** @param {Match} match */
function games(match) {
  const rows = (match.games ?? []).map((game) => drawGame(match, game));
  return h("ul", { class: "games scroll", id: "game-list" }, rows);
}

/**
 * Returns a button that opens a match of the list.
 * @param {Match} match
 */
function drawMatch(match) {
  const { id, done, total, running, error } = match;
  const so = ` ${done} of ${total}${running ? ", running" : ""}${error ? `, ${error}` : ""}`;
  const properties = {
    type: "button",
    class: `game${open?.id === id ? " now" : ""}`,
    "data-match": id,
    onclick: () => show(id).catch(complain),
  };
  return h("li", {}, h("button", properties, match.title, h("small", { text: so })));
}

/**
 * Draws the viewed match.
 * @param {Match} match
 */
function drawOpen(match) {
  const so = `${match.done} of ${match.total} games${match.running ? ", running" : ""}`;
  /** @type {Element[]} */
  const parts = [
    h("h2", { text: match.title }),
    h("p", { id: "match-state", role: "status", text: so }),
  ];
  const watched = isWatched(match.id);
  saysWatched = watched;
  if (match.running) {
    const end = () => ask("DELETE", `matches/${match.id}`).catch(complain);
    parts.push(
      h("progress", { max: match.total, value: match.done }),
      h(
        "div",
        { class: "buttons left" },
        h("button", { type: "button", id: "match-stop", text: "Stop", onclick: end }),
        h("button", {
          type: "button",
          id: "match-watch",
          text: watched ? "Stop watching" : "Watch the running game",
          onclick: () => (watched ? leave() : watch(match.id), draw()),
        }),
      ),
    );
  }
  if (match.summary) parts.push(crosstable(match.summary), games(match));
  return parts;
}

function draw() {
  const set = (/** @type {string} */ name) => (/** @type {any} */ event) =>
    (settings[name] = event.target.value);
  redraw($("panel-matches"), [
    h(
      "details",
      {
        open: isStartOpen,
        ontoggle: (/** @type {any} */ event) => (isStartOpen = event.target.open),
      },
      h("summary", { text: `Start a match of ${info().title}` }),
      h("p", {
        class: "about",
        text:
          "Two agents or more play pairs of games: each opening twice, with sides swapped. " +
          "The match stops soon after the last tab that follows it is closed.",
      }),
      agentList({
        id: "match-agent",
        specs: agents(),
        least: 2,
        most: 8,
        choose: (chosen) => ((settings.agents = chosen), draw()),
      }),
      h(
        "div",
        { class: "grid" },
        field(
          "Games per pair of agents",
          h("input", {
            id: "match-games",
            type: "number",
            min: 2,
            max: 1000,
            value: settings.games,
            onchange: set("games"),
          }),
        ),
        field(
          "Set-up",
          h("input", {
            id: "match-setup",
            value: settings.setup,
            placeholder: info().setups[0] ?? "the usual one",
            onchange: set("setup"),
          }),
        ),
        field(
          "Limit of a move",
          h(
            "select",
            { id: "match-limit", onchange: set("limit") },
            Object.entries(LIMITS).map(([limit, text]) => option(limit, text, settings.limit)),
          ),
        ),
      ),
      h(
        "div",
        { class: "buttons left" },
        h("button", {
          type: "button",
          class: "strong",
          id: "match-start",
          text: "Start",
          onclick: startMatch,
        }),
      ),
    ),
    h(
      "label",
      { class: "field" },
      h("span", { text: "Open a file of recorded games (.jsonl)" }),
      h("input", { type: "file", id: "match-file", accept: ".jsonl,.json,.txt", onchange: load }),
    ),
    h("ul", { class: "games", id: "match-list" }, list.map(drawMatch)),
    ...(open ? drawOpen(open) : []),
  ]);
}

/** Notice on a page without a server. */
const NONE =
  "Matches between engines, and files of recorded games, need the program itself: " +
  "ply match plays them, ply serve shows them.";

/** The panel becomes visible: matches of other pages are listed too. */
export const shown = () => (isLocal ? undefined : refresh().catch(complain));

/**
 * Shows the match and game of an address.
 * @param {number} match
 * @param {number} game
 */
export async function openFromAddress(match, game) {
  if (isLocal) throw new Error(NONE);
  await openGame(match, game);
  await refresh();
  await show(match);
}

/** Initialises the module. */
export function start() {
  if (isLocal) {
    $("panel-matches").replaceChildren(h("p", { class: "about", text: NONE }));
    return;
  }
  hear("game", () => (settings.setup = ""));
  hear("view", draw);
  // A user who takes over the game leaves the match.
  hear("players", () => open && saysWatched !== isWatched(open.id) && draw());
  addEventListener("pagehide", () => stop?.());
}
