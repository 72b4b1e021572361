// The legal moves with their descriptions, below a board that is wide enough to leave space. The
// list also teaches what to click.

import { mayMove } from "./board.js";
import { $, h, sentence } from "./dom.js";
import { play } from "./play.js";
import { hear, shown, state } from "./state.js";

/** Minimum ratio of width to height of a board with a list. */
const WIDE = 1.8;
/** Maximum number. */
const MOST = 12;

function draw() {
  const { size, nodes, moves } = shown();
  const isWide = nodes.length > 0 && size[0] / size[1] > WIDE;
  const listed = isWide && !state.line && moves.length <= MOST ? moves : [];
  const best = state.hint ?? state.found?.analysis.best;
  const rows = listed.map((move) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: move.text === best ? "choice best" : "choice",
          disabled: !mayMove(),
          onclick: () => play(move.text),
        },
        h("b", { text: move.text }),
        ` ${sentence(move.description)}`,
      ),
    ),
  );
  const box = $("choices");
  box.hidden = !rows.length;
  box.replaceChildren(...rows);
}

/** Initialises the module. */
export function start() {
  for (const what of /** @type {const} */ (["view", "line", "players", "found", "note"])) {
    hear(what, draw);
  }
}
