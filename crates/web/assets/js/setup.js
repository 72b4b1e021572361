// New games.

/** @import { GameInfo } from "./types.js" */

import { agentChoice, agentGroup, agentsOf, fits, forget, levelGroup, usual } from "./agents.js";
import { chooseClock } from "./clock.js";
import { attempt, cancel, fault } from "./dialog.js";
import { $, complain, field, h, option } from "./dom.js";
import { begin, choosePlayers } from "./play.js";
import { hear, state } from "./state.js";

/** The agent where there is no other wish. */
const USUAL = "best:time=1s";

/**
 * How far a level is above the one before it, where that was measured.
 * @param {string} game
 * @param {number} level
 */
function ahead(game, level) {
  const steps = state.catalog.games.find((each) => each.name === game)?.level_steps;
  return level && steps
    ? `; ${steps[level - 1]} Elo above ${state.catalog.levels[level - 1].name}`
    : "";
}

/**
 * A field for an option of the rules; empty, it is as the rule set says.
 * @param {GameInfo["options"][number]} rule
 */
function ruleField({ key, values, about }) {
  const id = `rule-${key}`;
  const isNumber = (/** @type {string} */ value) => value === "N" || value.includes("..");
  if (!values.some(isNumber)) {
    const choices = values.map((value) => option(value));
    return field(about || key, h("select", { id }, option("", "as the rules say"), choices));
  }
  const words = values.filter((value) => !isNumber(value));
  const range = values.find((value) => value.includes(".."))?.replace("..", " to ");
  const expected = [range ?? "a number", ...words].join(", or ");
  return field(about || key, h("input", { id, placeholder: expected, autocomplete: "off" }));
}

/** Asks for a new game. */
export function newGame(name = state.view.game) {
  const dialog = $("new-dialog");
  const game = state.catalog.games.find((each) => each.name === name);
  if (!game) return;
  const games = h(
    "select",
    { id: "new-game", onchange: (/** @type {any} */ event) => newGame(event.target.value) },
    state.catalog.games.map((each) => option(each.name, each.title, name)),
  );
  const setup = h("input", {
    id: "new-setup",
    list: "setups",
    value: game.setups[0] ?? "",
    placeholder: "the usual one",
    autocomplete: "off",
  });
  const sets = game.rules.map((text) => option(text, text, game.rules[0]));
  const rules = h("select", { id: "new-rules" }, sets);
  const options = game.options.map(ruleField);
  const agent = state.players.find((player) => player !== "human") ?? USUAL;
  let opponent = fits(agent, name) ? agent : USUAL;
  const [known] = opponent.split(":");
  if (!dialog.open) forget("new-opponent");
  const others = agentChoice({
    id: "new-opponent",
    label: "Opponent",
    groups: [
      levelGroup((level, index) => `${level.name}: ${level.about}${ahead(name, index)}`),
      agentGroup("Agents, one second a move", agentsOf(name)),
    ],
    chosen: opponent === usual(known) ? known : opponent,
    spec: opponent,
    game: name,
    choose: (chosen) => (opponent = usual(chosen)),
  });
  const side = h(
    "select",
    { id: "new-side" },
    option("0", `${game.sides[0]} (moves first)`, "0"),
    option("1", game.sides[1]),
    option("both", "both sides"),
    option("none", "neither: watch two agents"),
  );
  /**
   * @param {string} id
   * @param {number} most
   */
  const amount = (id, most) =>
    h("input", { id, type: "number", min: 0, max: most, step: "any", placeholder: "none" });
  const [minutes, seconds] = [amount("new-minutes", 600), amount("new-seconds", 600)];
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {Record<string, string[]>} */
    const players = {
      0: ["human", opponent],
      1: [opponent, "human"],
      both: ["human", "human"],
      none: [opponent, opponent],
    };
    const changed = game.options.flatMap(({ key }) => {
      const value = $(`rule-${key}`).value.trim();
      return value ? [`${key}=${value}`] : [];
    });
    const request = {
      game: name,
      setup: setup.value,
      rules: [rules.value, ...changed].filter(Boolean).join(","),
    };
    const former = state.players;
    state.players = players[side.value];
    chooseClock(Number(minutes.value), Number(seconds.value));
    attempt(dialog, () => begin(request)).then(() => {
      if (dialog.open) {
        state.players = former;
        chooseClock(0, 0);
      }
      choosePlayers(state.players);
    });
  };
  dialog.replaceChildren(
    h(
      "form",
      { onsubmit: submit },
      h("h2", { text: "New game" }),
      h("p", { class: "about", text: game.about }),
      field("Game", games),
      field("You play", side),
      h("div", { class: "field" }, h("span", { text: "Opponent" }), others),
      field("Set-up", setup),
      h(
        "div",
        { class: "grid" },
        field("Minutes on the clock", minutes),
        field("Seconds more a move", seconds),
      ),
      h(
        "datalist",
        { id: "setups" },
        game.setups.map((text) => option(text)),
      ),
      field("Rules", rules),
      options.length
        ? h("details", { id: "rule-options" }, h("summary", { text: "Other rules" }), options)
        : null,
      fault(),
      h(
        "div",
        { class: "buttons" },
        cancel(dialog),
        h("button", { class: "strong", id: "new-start", text: "Start" }),
      ),
    ),
  );
  if (!dialog.open) dialog.showModal();
  side.focus();
}

/** The tabs of the games. */
function tabs() {
  $("games").replaceChildren(
    ...state.catalog.games.map((game) =>
      h("button", {
        type: "button",
        "data-game": game.name,
        "aria-current": String(game.name === state.view.game),
        title: game.about,
        text: game.title,
        onclick: () => quick(game.name),
      }),
    ),
  );
}

/**
 * Another game with the same players; of the same game, whatever is asked for.
 * @param {string} game
 */
async function quick(game) {
  if (game === state.view.game) {
    newGame(game);
    return;
  }
  const all = state.players.every((player) => player === "human" || fits(player, game));
  if (!all) state.players = ["human", USUAL];
  try {
    await begin({ game });
  } catch (error) {
    complain(error);
  }
}

/** Puts it on the page. */
export function start() {
  $("new").addEventListener("click", () => newGame());
  hear("view", tabs);
}
