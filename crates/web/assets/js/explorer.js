// The opening explorer: moves of the server's recorded games in the current position, and the exact
// value of each move if tables have it.

import { $, complain, h } from "./dom.js";
import { play } from "./play.js";
import { askGame } from "./session.js";
import { hear, state } from "./state.js";
import { figure, head } from "./table.js";

/**
 * @typedef {object} Explored
 * @property {number} games number of searched games
 * @property {ExploredMove[]} moves
 *
 * @typedef {object} ExploredMove
 * @property {string} move
 * @property {string} description
 * @property {number} games
 * @property {number | null} score
 * @property {{ value: number | string, plies: number | null } | null} exact
 */

/** @type {Explored | null} */
let found = null;
/** Number of the latest request. */
let asked = 0;

const isSeen = () =>
  !$("panel-learn").hidden && $("explorer-box").open && state.view.may_search;

/** @param {ExploredMove["exact"]} exact */
function value(exact) {
  if (!exact) return "";
  const { value, plies } = exact;
  if (typeof value === "number") return value > 0 ? `+${value}` : String(value);
  return plies === null ? value : `${value} in ${plies}`;
}

/** @param {ExploredMove} explored */
function row({ move, description, games, score, exact }) {
  const button = h("button", {
    type: "button",
    class: "move",
    title: description,
    "aria-label": `Play ${move}: ${description}`,
    text: move,
    onclick: () => play(move),
  });
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, button),
    figure(String(games)),
    figure(score === null ? "" : `${(100 * score).toFixed(0)} %`),
    h("td", { text: value(exact) }),
  );
}

function draw() {
  const box = $("explorer");
  if (!found) return;
  const known = found.moves.filter((move) => move.games || move.exact);
  const sum = found.moves.reduce((sum, move) => sum + move.games, 0);
  const count = sum === 1 ? "1 move" : `${sum || "No"} moves`;
  const about = found.games
    ? `${count} from here, of ${found.games} recorded games with these rules.`
    : "No recorded games with these rules: play a match, or open a file of games under Matches.";
  const table = known.length
    ? h(
        "table",
        { id: "explorer-table" },
        head(["move", "games", "score", "exact"]),
        h("tbody", {}, known.map(row)),
      )
    : null;
  box.replaceChildren(h("p", { class: "about", text: about }), ...(table ? [table] : []));
}

/** Requests the moves of the current position, if the panel is visible. */
async function ask() {
  if (!isSeen() || !state.view) return;
  const number = ++asked;
  try {
    const answer = await askGame("/explore");
    if (number !== asked) return;
    found = answer;
    draw();
  } catch (error) {
    complain(error);
  }
}

/** Initialises the module. */
export function start() {
  $("explorer-box").addEventListener("toggle", ask);
  $("tab-learn").addEventListener("click", ask);
  hear("view", ask);
}
