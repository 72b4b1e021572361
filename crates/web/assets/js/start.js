// The start page: a game, a level, a side, and an optional set-up.

/** @import { GameInfo, Scene } from "./types.js" */

import { writeStart } from "./address.js";
import { ask, post } from "./api.js";
import { chooseClock } from "./clock.js";
import { $, complain, field, h, option, sentence } from "./dom.js";
import { miniature } from "./layers.js";
import {
  distance,
  levelOf,
  levelsOf,
  numbered,
  rememberOpponent,
  usualOpponent,
} from "./levels.js";
import { begin, remembered } from "./play.js";
import { newGame } from "./setup.js";
import { state, hear, notify } from "./state.js";
import { resume } from "./together.js";
import { openTasks } from "./tour.js";
import { leave } from "./watch.js";

/** The recommended first game, whose rules fit into a sentence. */
const EASY = "kalah";

/** The current choice. */
const chosen = { game: "", opponent: "", side: "0" };
/** The first position of each game. @type {Map<string, Scene>} */
const scenes = new Map();

/** Returns whether the start page is visible. */
export const isStart = () => document.body.dataset.page === "start";

/**
 * Returns a card of a group, of which one is chosen.
 * @param {object} card
 * @param {string} card.name of the group
 * @param {string} card.value
 * @param {boolean} card.checked
 * @param {(value: string) => unknown} card.choose
 * @param {(Element | string | null)[]} children
 */
function card({ name, value, checked, choose }, children) {
  const input = h("input", {
    type: "radio",
    name: `start-${name}`,
    id: `start-${name}-${value.replace(/\W+/g, "-")}`,
    value,
    checked,
    onchange: () => choose(value),
  });
  return h("label", { class: "card" }, input, children);
}

/**
 * @param {string} name
 * @param {string} legend
 * @param {Element[]} cards
 */
const group = (name, legend, cards) =>
  h(
    "fieldset",
    { class: `cards ${name}` },
    h("legend", { text: legend }),
    h("div", { class: "card-row" }, cards),
  );

/** @param {GameInfo} game */
function gameCard({ name, title, about }) {
  const picture = h("span", { class: "picture" });
  const scene = scenes.get(name);
  if (scene) picture.append(miniature(scene));
  picture.dataset.game = name;
  const choose = (/** @type {string} */ value) => {
    chosen.game = value;
    draw();
  };
  return card({ name: "game", value: name, checked: name === chosen.game, choose }, [
    picture,
    h("b", { text: title }),
    h("span", { class: "about", text: `${sentence(about)}.` }),
  ]);
}

function levelCards() {
  const levels = levelsOf(chosen.game);
  const choose = (/** @type {string} */ value) => (chosen.opponent = value);
  return levels.map((level) => {
    const far = distance(chosen.game, level);
    const checked = level.agent === chosen.opponent;
    return card({ name: "level", value: level.agent, checked, choose }, [
      h("b", { text: numbered(level) }),
      h("span", { class: "about", text: `${sentence(level.about)}.` }),
      far ? h("small", { text: sentence(far) }) : null,
    ]);
  });
}

/** @param {GameInfo} game */
function sideCards(game) {
  const choose = (/** @type {string} */ value) => (chosen.side = value);
  const sides = [
    ["0", `${sentence(game.sides[0])}, moves first`],
    ["1", sentence(game.sides[1])],
    ["both", "Two players here"],
  ];
  return sides.map(([value, text]) =>
    card({ name: "side", value, checked: value === chosen.side, choose }, [text]),
  );
}

/** Opens the puzzles of the chosen game. */
async function train() {
  state.players = ["human", "human"];
  try {
    await begin({ game: chosen.game });
    $("tab-learn").click();
  } catch (error) {
    complain(error);
  }
}

/** @param {GameInfo} game */
const welcome = (game) =>
  h(
    "div",
    { class: "welcome" },
    h("p", {
      text:
        "Play against programs that say what they think, train with puzzles, " +
        "and find out why a move is good.",
    }),
    game.has_puzzles
      ? h("button", {
          type: "button",
          id: "start-train",
          text: `Puzzles of ${game.title}`,
          onclick: train,
        })
      : null,
  );

/** @param {SubmitEvent} event */
async function play(event) {
  event.preventDefault();
  const { game, opponent, side } = chosen;
  /** @type {Record<string, string[]>} */
  const players = { 0: ["human", opponent], 1: [opponent, "human"], both: ["human", "human"] };
  if (side !== "both") rememberOpponent(opponent);
  state.players = players[side];
  chooseClock(null);
  try {
    await begin({ game, setup: $("start-setup").value, rules: $("start-rules").value });
    $("board").focus({ preventScroll: true });
  } catch (error) {
    complain(error);
  }
}

function draw() {
  const game = state.catalog.games.find(({ name }) => name === chosen.game);
  if (!game) return;
  if (!levelsOf(game.name).some(({ agent }) => agent === chosen.opponent)) {
    chosen.opponent = usualOpponent(game.name);
  }
  const setups = game.setups.map((text, index) =>
    option(text, `${text}${index ? "" : " (usual)"}`, game.setups[0]),
  );
  const rules = game.rules.map((text) => option(text, text, game.rules[0]));
  const more = () => newGame(chosen.game);
  const kept = remembered();
  const title = state.catalog.games.find(({ name }) => name === kept?.game)?.title;
  const focused = document.activeElement?.id;
  const isSetUp = Boolean($("start-more")?.open);
  $("start").replaceChildren(
    h(
      "form",
      { onsubmit: play },
      welcome(game),
      group("games", "Choose a game", state.catalog.games.map(gameCard)),
      group("levels", "Play against", levelCards()),
      group("sides", "Your side", sideCards(game)),
      h(
        "details",
        { id: "start-more", open: isSetUp },
        h("summary", { text: "Set-up and rules" }),
        h(
          "div",
          { class: "grid" },
          field("Set-up", h("select", { id: "start-setup" }, setups)),
          field("Rules", h("select", { id: "start-rules" }, rules)),
        ),
        h("button", {
          type: "button",
          id: "start-all",
          text: "All agents, clocks and rules…",
          onclick: more,
        }),
      ),
      h(
        "div",
        { class: "buttons" },
        title
          ? h("button", {
              type: "button",
              id: "continue",
              text: `Continue ${title}`,
              onclick: back,
            })
          : null,
        game.has_course
          ? h("button", {
              type: "button",
              id: "start-learn",
              text: `Learn ${game.title}`,
              onclick: () => openTasks(game.name),
            })
          : null,
        h("button", { class: "strong", id: "start-play", text: "Play" }),
      ),
    ),
  );
  if (focused) $(focused)?.focus();
}

/** Returns to the last game. */
async function back() {
  const kept = remembered();
  if (kept) await resume(kept).catch(complain);
}

/**
 * Fetches the first position of a game and draws it.
 * @param {string} game
 */
async function load(game) {
  if (scenes.has(game)) return;
  const { id, view } = await post("games", { game });
  scenes.set(game, view.scene);
  ask("DELETE", `games/${id}`).catch(() => {});
  document.querySelector(`.picture[data-game="${game}"]`)?.replaceChildren(miniature(view.scene));
}

/** Shows the start page. */
export function showStart() {
  const kept = remembered();
  const names = state.catalog.games.map(({ name }) => name);
  const usual = names.includes(EASY) ? EASY : names[0];
  chosen.game = names.includes(kept?.game) ? kept.game : usual;
  const opponent = kept?.players?.find((/** @type {string} */ player) => levelOf(player));
  chosen.opponent = opponent ?? usualOpponent(chosen.game);
  document.body.dataset.page = "start";
  // The next move of a watched game would lead back to its board.
  leave();
  writeStart();
  $("start").hidden = false;
  if (state.view) {
    // Agents do not move behind the page.
    state.held = true;
    notify("players");
  }
  draw();
  for (const name of names) load(name).catch(complain);
}

/** Shows the game from the top: on a phone, the start page is longer than the screen. */
export function leaveStart() {
  document.body.dataset.page = "game";
  scrollTo({ top: 0 });
  $("start").hidden = true;
  $("start").replaceChildren();
}

/** Initialises the module. */
export function start() {
  hear("game", leaveStart);
}
