// Initialises the page.

import { $, complain, errorText, hideToast } from "./dom.js";
import { isLocal } from "./api.js";
import * as analysis from "./analysis.js";
import * as bar from "./bar.js";
import * as choices from "./choices.js";
import * as clock from "./clock.js";
import * as explorer from "./explorer.js";
import * as game from "./game.js";
import * as keys from "./keys.js";
import * as matches from "./matches.js";
import * as menu from "./menu.js";
import * as moves from "./moves.js";
import * as players from "./players.js";
import * as puzzles from "./puzzles.js";
import * as resign from "./resign.js";
import * as result from "./result.js";
import * as rules from "./rules.js";
import * as setup from "./setup.js";
import * as settings from "./settings.js";
import * as share from "./share.js";
import * as sound from "./sound.js";
import * as startPage from "./start.js";
import * as together from "./together.js";
import * as tour from "./tour.js";
import * as watch from "./watch.js";
import * as words from "./words.js";
import { loadShapes } from "./shapes.js";
import * as address from "./address.js";
import { begin, remembered } from "./play.js";
import { usualOpponent } from "./levels.js";
import { load, state } from "./state.js";

/** @type {HTMLElement[]} */
const tabs = Array.from(document.querySelectorAll("[role=tab]"));

/** The comparison, which is loaded when its tab is opened. @type {Promise<void> | undefined} */
let comparison;

/** @param {HTMLElement} tab */
function choose(tab) {
  for (const each of tabs) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", String(chosen));
    each.tabIndex = chosen ? 0 : -1;
    $(each.getAttribute("aria-controls") ?? "").hidden = !chosen;
  }
  $("side").dataset.tool = tab.id;
  if (tab.id === "tab-matches" && state.view) matches.shown();
  if (tab.id === "tab-compare")
    comparison ??= import("./compare.js").then(({ start }) => start()).catch(complain);
}

for (const tab of tabs) {
  tab.addEventListener("click", () => {
    const { top } = tab.getBoundingClientRect();
    choose(tab);
    // The board above may have another height now: the tabs stay under the finger.
    scrollBy(0, tab.getBoundingClientRect().top - top);
  });
  tab.addEventListener("keydown", (event) => {
    /** @type {Record<string, number>} */
    const ways = { ArrowRight: 1, ArrowLeft: -1 };
    const by = ways[event.key];
    if (!by) return;
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  });
}
choose(tabs[0]);

// On a phone the tabs lie below the window; the same button leads back to the board.
$("to-tabs").addEventListener("click", () => {
  const { top } = $("side").getBoundingClientRect();
  if (top < innerHeight / 2) scrollTo(0, 0);
  else $("side").scrollIntoView();
});

settings.start();
// Embedded in a page of the book.
if (location.search === "?board") document.documentElement.dataset.only = "board";
// The editor is rarely used, so it is loaded on demand.
$("edit").addEventListener("click", () => {
  import("./editor.js").then(({ open }) => open()).catch(complain);
});

for (const part of [game, setup, share, rules, moves, analysis, puzzles, explorer]) part.start();
for (const part of [choices, matches, watch, together, clock, sound, tour, words, keys])
  part.start();
for (const part of [startPage, bar, menu, players, resign, result]) part.start();

/** Shows the game of the address, the game of the last visit, or the start page. */
async function first() {
  const asked = address.read();
  const kept = remembered();
  if (asked?.start) {
    if (state.view) game.holdAgents();
    hideToast();
    startPage.showStart();
  } else if (asked?.match !== undefined) {
    await matches.openFromAddress(asked.match, asked.game);
  } else if (asked?.shared !== undefined) {
    if (isLocal) throw new Error("A game on two devices needs the program itself: ply serve.");
    await together.join(asked.shared, asked.side ? 1 : 0, asked.request);
  } else if (asked?.request) {
    const { request, locked, bare } = asked;
    const isKept = kept?.game === request.game && kept.position === request.position;
    const usual = ["human", usualOpponent(request.game ?? "")];
    if (asked.players) state.players = asked.players;
    else if (kept?.game === request.game && (bare || isKept)) state.players = kept.players;
    else state.players = bare ? usual : ["human", "human"];
    // A user who opens a link sees the game before an agent moves.
    const held = !isKept && !bare && state.players.some((player) => player !== "human");
    await begin(request, { locked, held, tree: isKept ? kept.tree : undefined });
    if (asked.think) (await import("./thinking.js")).open(asked.think);
  } else if (kept) {
    await together.resume(kept);
  } else startPage.showStart();
}

/**
 * Handles an unreadable address: the game stays, and the page shows the error.
 * @param {unknown} error
 */
async function recover(error) {
  const named = address.namedGame();
  complain(error);
  if (!named) {
    if (!state.view) startPage.showStart();
    return;
  }
  state.players = ["human", usualOpponent(named)];
  const warning = `This address cannot be read: ${errorText(error)}.`;
  await begin({ game: named }, { warning });
}

addEventListener("hashchange", () => {
  if (address.isForeign()) first().catch(recover).catch(complain);
  else if (startPage.isStart()) {
    startPage.leaveStart();
    address.write();
    game.releaseAgents();
  }
});

try {
  await Promise.all([load(), loadShapes()]);
  setup.drawGames();
  await first().catch(recover);
  document.body.dataset.ready = "true";
} catch (error) {
  complain(error);
}
