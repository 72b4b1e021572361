// Puts the page together.

import { $, complain } from "./dom.js";
import * as analysis from "./analysis.js";
import * as compare from "./compare.js";
import * as game from "./game.js";
import * as keys from "./keys.js";
import * as matches from "./matches.js";
import * as moves from "./moves.js";
import * as setup from "./setup.js";
import { loadShapes } from "./shapes.js";
import { begin, load, remembered, state } from "./state.js";

/** @type {HTMLElement[]} */
const tabs = Array.from(document.querySelectorAll("[role=tab]"));

/** @param {HTMLElement} tab */
function choose(tab) {
  for (const each of tabs) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", String(chosen));
    each.tabIndex = chosen ? 0 : -1;
    $(each.getAttribute("aria-controls") ?? "").hidden = !chosen;
  }
  if (tab.id === "tab-matches" && state.view) matches.shown();
}

for (const tab of tabs) {
  tab.addEventListener("click", () => choose(tab));
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

/** @param {string} [name] without one, that of the last visit */
function theme(name) {
  if (name) document.documentElement.dataset.theme = name;
  try {
    if (name) localStorage.setItem("theme", name);
    else document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
  } catch {
    // Without storage the system's choice stands.
  }
}

theme();
$("theme").addEventListener("click", () => {
  const dark =
    document.documentElement.dataset.theme ||
    (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  theme(dark === "dark" ? "light" : "dark");
});

for (const part of [game, setup, moves, analysis, compare, matches, keys]) part.start();

/** Shows what the address asks for, or the game of the last visit. */
async function first() {
  const address = new URLSearchParams(location.hash.slice(1));
  if (address.has("match")) {
    await matches.openFromAddress(Number(address.get("match")), Number(address.get("game") ?? 1));
    return;
  }
  const kept = remembered();
  if (address.has("game") || !kept) {
    await begin({ game: address.get("game") ?? state.catalog.games[0].name });
    return;
  }
  state.players = kept.players;
  await begin({
    game: kept.game,
    rules: kept.rules,
    position: kept.start,
    moves: kept.moves,
    ply: kept.ply,
  });
}

try {
  await Promise.all([load(), loadShapes()]);
  await first().catch(async (error) => {
    complain(error);
    state.players = ["human", "best:time=1s"];
    await begin({ game: state.catalog.games[0].name });
  });
  document.body.dataset.ready = "true";
} catch (error) {
  complain(error);
}
