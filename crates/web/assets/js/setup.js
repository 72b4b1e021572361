// The dialog of a new game.

/** @import { GameInfo } from "./types.js" */

import { aboutAgent, agentChoice, agentGroups, agentsOf, fits } from "./agents.js";
import { forget, levelGroup, usual } from "./agents.js";
import { chooseClock, clockFields } from "./clock.js";
import { attempt, cancel, fault, openDialog } from "./dialog.js";
import { $, complain, field, h, option, sentence, toast } from "./dom.js";
import { distance, levelOf, numbered, rememberOpponent, usualOpponent } from "./levels.js";
import { begin, choosePlayers } from "./play.js";
import { isLocal } from "./api.js";
import { shareWithFriend } from "./share.js";
import { hear, info, state } from "./state.js";

/**
 * Returns the field of a rule option. An empty one is the default of the rule set.
 * @param {GameInfo["options"][number]} rule
 */
function ruleField({ key, values, about }) {
  const id = `rule-${key}`;
  const isNumber = (/** @type {string} */ value) => value === "N" || value.includes("..");
  if (!values.some(isNumber)) {
    const choices = values.map((value) => option(value));
    return field(about || key, h("select", { id }, option("", "as in the rules"), choices));
  }
  const words = values.filter((value) => !isNumber(value));
  const range = values.find((value) => value.includes(".."))?.replace("..", " to ");
  const expected = [range ?? "a number", ...words].join(", or ");
  return field(about || key, h("input", { id, placeholder: expected, autocomplete: "off" }));
}

/** Opens the dialog of a new game. */
export function newGame(name = state.view?.game ?? state.catalog.games[0].name) {
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
  const agent = state.players.find((player) => player !== "human" && player !== "remote");
  let opponent = agent && fits(agent, name) ? agent : usualOpponent(name);
  const [known] = opponent.split(":");
  if (!dialog.open) for (const id of ["new-opponent", "new-second"]) forget(id);
  let second = opponent;
  /**
   * @param {string} id
   * @param {string} label
   * @param {(spec: string) => void} choose
   */
  const choice = (id, label, choose) =>
    agentChoice({
      id,
      label,
      groups: [levelGroup(numbered, name), ...agentGroups({ agents: agentsOf(name) })],
      chosen: !levelOf(opponent) && opponent === usual(known) ? known : opponent,
      spec: opponent,
      game: name,
      // An agent without options searches for a second.
      choose: (chosen) => choose(levelOf(chosen) ? chosen : usual(chosen)),
    });
  const others = choice("new-opponent", "Opponent", (spec) => {
    opponent = spec;
    describe();
  });
  const seconds = choice("new-second", "Second agent", (spec) => (second = spec));
  const secondField = h("div", { class: "field" }, h("span", { text: "Second agent" }), seconds);
  secondField.hidden = true;
  const about = h("small", { id: "opponent-about" });
  function describe() {
    const level = levelOf(opponent);
    const far = level && distance(name, level);
    about.textContent = `${aboutAgent(opponent)}${far ? ` ${sentence(far)}.` : ""}`;
  }
  describe();
  const side = h(
    "select",
    {
      id: "new-side",
      onchange: () => {
        secondField.hidden = side.value !== "none";
      },
    },
    option("0", `${sentence(game.sides[0])} (moves first)`, "0"),
    option("1", sentence(game.sides[1])),
    option("both", "Both sides"),
    isLocal ? null : option("friend", `${sentence(game.sides[0])}, and a friend by a link`),
    option("none", "Neither side: watch two agents"),
  );
  const clock = clockFields("new");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {Record<string, string[]>} */
    const players = {
      0: ["human", opponent],
      1: [opponent, "human"],
      both: ["human", "human"],
      friend: ["human", "human"],
      none: [opponent, second],
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
    const isAgainstFriend = side.value === "friend";
    if (side.value !== "both" && !isAgainstFriend) rememberOpponent(opponent);
    state.players = players[side.value];
    const times = clock.read();
    // The shared game has the clock.
    chooseClock(isAgainstFriend ? null : times);
    attempt(dialog, () => begin(request)).then(() => {
      if (dialog.open) {
        state.players = former;
        chooseClock(null);
      }
      choosePlayers(state.players);
      if (isAgainstFriend && !dialog.open) shareWithFriend(times).catch(complain);
    });
  };
  dialog.replaceChildren(
    h(
      "form",
      { onsubmit: submit },
      h("h2", { text: "New game" }),
      h("p", { class: "about", text: `${sentence(game.about)}.` }),
      field("Game", games),
      field("You play", side),
      h("div", { class: "field" }, h("span", { text: "Opponent" }), others, about),
      secondField,
      field("Set-up", setup),
      clock.box,
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
  openDialog(dialog);
  side.focus();
}

/** Draws the list of games. */
export function drawGames() {
  $("games").replaceChildren(
    ...state.catalog.games.map((game) =>
      h("button", {
        type: "button",
        "data-game": game.name,
        "aria-current": String(game.name === state.view?.game),
        title: `${sentence(game.about)}.`,
        text: game.title,
        onclick: () => quick(game.name),
      }),
    ),
  );
}

/**
 * Starts another game with the same players. For the same game, opens the dialog.
 * @param {string} game
 */
async function quick(game) {
  if (game === state.view?.game) {
    newGame(game);
    return;
  }
  const { view } = state;
  const goesOn = view?.moves.length > 0 && !view.outcome && !state.locked;
  const former = goesOn && info().title;
  const all = state.players.every((player) => player === "human" || fits(player, game));
  // A game that was only viewed has no players of the user's.
  if (!all || !state.view || state.locked) state.players = ["human", usualOpponent(game)];
  try {
    await begin({ game });
    if (former) toast(`Your game of ${former} waits: Back in the browser leads to it.`);
  } catch (error) {
    complain(error);
  }
}

/** Initialises the module. */
export function start() {
  $("new").addEventListener("click", () => newGame());
  hear("view", drawGames);
}
