// Matches: start one, follow it, open its games; files of recorded games.

import { ask, get, listen, post } from "./api.js";
import { $, field, h, option, toast } from "./dom.js";
import { begin, hear, info, state } from "./state.js";

const settings = { agents: "best; alphabeta", games: 10, limit: "nodes=2000", setup: "" };
let list = [];
let open = null;
let stop = null;

const fail = (error) => toast(error.message);

async function refresh() {
  list = await get("matches");
  draw();
}

async function show(id) {
  stop?.();
  open = await get(`matches/${id}`);
  draw();
  if (!open.running) return;
  stop = listen(
    `matches/${id}/follow`,
    {},
    {
      match: (match) => follow(match),
      done: (match) => follow(match).then(refresh),
      fault: ({ error }) => toast(error),
    },
  );
}

async function follow(match) {
  if (open?.id !== match.id) return;
  open = await get(`matches/${match.id}`);
  draw();
}

async function startMatch() {
  const [key, value] = settings.limit.split("=");
  const limit = key === "time" ? { time: value } : { [key]: Number(value) };
  const agents = settings.agents
    .split(";")
    .map((text) => text.trim())
    .filter(Boolean);
  try {
    const { id } = await post("matches", {
      game: state.view.game,
      rules: state.view.rules,
      setup: settings.setup,
      agents,
      games: Number(settings.games),
      ...limit,
    });
    await refresh();
    await show(id);
  } catch (error) {
    fail(error);
  }
}

export async function openGame(match, number, ply = 0) {
  state.players = ["human", "human"];
  await begin({ recorded: [match, number], ply });
}

async function load(event) {
  const file = event.target.files[0];
  if (!file) return;
  try {
    const { id } = await ask("POST", "matches/import", await file.text(), "text/plain");
    await refresh();
    await show(id);
  } catch (error) {
    fail(error);
  }
}

const percent = (share) => (share == null ? "" : `${(100 * share).toFixed(1)} %`);
const estimate = (value) =>
  value?.value == null
    ? ""
    : `${Math.round(value.value)} ± ${Math.round((value.high - value.low) / 2)}`;

function crosstable({ summary }) {
  const names = summary.players.map((player) => player.name);
  const cell = (row, column) => {
    if (row === column) return h("td", { class: "self", text: "—" });
    const pairing = summary.pairings.find(
      ({ players }) => players.includes(row) && players.includes(column),
    );
    if (!pairing) return h("td", {});
    const mine = pairing.players[0] === row ? 0 : 1;
    return h("td", {
      class: "number",
      text: `${pairing.points[mine]} : ${pairing.points[1 - mine]}`,
    });
  };
  const head = [
    "",
    "agent",
    "score",
    "Elo",
    ...names.map((_, index) => String(index + 1)),
    "+ = −",
  ];
  const rows = summary.players.map((player, index) =>
    h(
      "tr",
      {},
      h("td", { text: String(index + 1) }),
      h("th", { scope: "row", text: player.name }),
      h("td", {
        class: "number",
        text: `${player.points}/${player.games} ${percent(player.score)}`,
      }),
      h("td", { class: "number", text: estimate(player.rating) }),
      names.map((name) => cell(player.name, name)),
      h("td", {
        class: "number",
        text: `${player.results.wins} ${player.results.draws} ${player.results.losses}`,
      }),
    ),
  );
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { id: "crosstable" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((text) => h("th", { scope: "col", text })),
        ),
      ),
      h("tbody", {}, rows),
    ),
    h("p", {
      class: "about",
      text: `First side: ${percent(summary.first_side.score)} of the points. Only whole pairs count.`,
    }),
  );
}

function games(match) {
  const winner = { first: 0, second: 1 };
  const rows = match.games.map((game) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "game",
          "data-number": game.number,
          onclick: () => openGame(match.id, game.number).catch(fail),
        },
        h("b", { text: `${game.number}. ` }),
        game.agents.map((agent, side) =>
          h("span", {
            class: winner[game.result] === side ? "winner" : "",
            text: (side ? " – " : "") + agent + (winner[game.result] === side ? " ✓" : ""),
          }),
        ),
        h("small", {
          text: ` ${game.result === "draw" ? "draw, " : ""}${game.plies} moves, ${game.cause}`,
        }),
      ),
    ),
  );
  return h("ul", { class: "games scroll", id: "game-list" }, rows);
}

function draw() {
  const set = (name) => (event) => (settings[name] = event.target.value);
  const limits = [
    "nodes=500",
    "nodes=2000",
    "nodes=20000",
    "depth=2",
    "depth=4",
    "time=50ms",
    "time=500ms",
  ];
  const known = list.map((match) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: `game${open?.id === match.id ? " now" : ""}`,
          "data-match": match.id,
          onclick: () => show(match.id).catch(fail),
        },
        match.title,
        h("small", {
          text: ` ${match.done} of ${match.total}${match.running ? ", running" : ""}${match.error ? `, ${match.error}` : ""}`,
        }),
      ),
    ),
  );
  const kept = document.activeElement?.id;
  $("panel-matches").replaceChildren(
    h(
      "details",
      { open: true },
      h("summary", { text: `Start a match of ${state.view.game}` }),
      h("p", {
        class: "about",
        text: "Two agents or more, separated by semicolons: pairs of games with sides swapped, over varied openings. A match that nobody follows ends.",
      }),
      h(
        "div",
        { class: "grid" },
        field(
          "Agents",
          h("input", { id: "match-agents", value: settings.agents, onchange: set("agents") }),
        ),
        field(
          "Games of each two",
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
            placeholder: info().setups[0],
            onchange: set("setup"),
          }),
        ),
        field(
          "Limit of a move",
          h(
            "select",
            { id: "match-limit", onchange: set("limit") },
            limits.map((text) => option(text, text, settings.limit)),
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
    h("ul", { class: "games", id: "match-list" }, known),
    ...(open
      ? [
          h("h3", { text: open.title }),
          h("p", {
            id: "match-state",
            role: "status",
            text: `${open.done} of ${open.total} games${open.running ? ", running" : ""}`,
          }),
          ...(open.running
            ? [
                h("progress", { max: open.total, value: open.done }),
                h("button", {
                  type: "button",
                  id: "match-stop",
                  text: "Stop",
                  onclick: () => ask("DELETE", `matches/${open.id}`).catch(fail),
                }),
              ]
            : []),
          ...(open.summary ? [crosstable(open), games(open)] : []),
        ]
      : []),
  );
  if (kept) $(kept)?.focus();
}

// The panel is shown: what other pages have started is listed too.
export const shown = () => refresh().catch(fail);

export async function openFromAddress(match, game) {
  await openGame(match, game);
  await refresh();
  await show(match);
}

export function start() {
  hear("game", () => (settings.setup = ""));
  hear("view", draw);
  addEventListener("pagehide", () => stop?.());
}
