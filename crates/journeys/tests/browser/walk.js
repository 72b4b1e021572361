// One step of the walk: checks the laws of the page, then marks an element to click or changes one.
// Arguments: a number that chooses the element.
const [number] = arguments;

/** The state of the page. */
const page = import("/assets/state.js");

/** Faults of the scripts, and refused requests, since the page was loaded. */
function faults() {
  if (!window.faults) {
    window.faults = [];
    const add = (text) => window.faults.push(text);
    addEventListener("error", ({ message }) => add(message));
    addEventListener("unhandledrejection", ({ reason }) =>
      add(`unhandled: ${reason?.stack ?? reason}`),
    );
    const { error } = console;
    console.error = (...all) => (add(all.join(" ")), error(...all));
  }
  for (const { name, responseStatus } of performance.getEntriesByType("resource")) {
    // The page drops its former game, and creates one again that the server has dropped.
    const isDropped = responseStatus === 404 && /\/api\/games\/\w+$/.test(name);
    if (responseStatus < 400 || isDropped) continue;
    window.faults.push(`status ${responseStatus} of ${name}`);
  }
  performance.clearResourceTimings();
  return window.faults[0] ?? null;
}

/** Returns data as text, whatever the order of its keys. */
const plain = (data) =>
  JSON.stringify(data, (_, each) =>
    each && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort())
      : each,
  );

/** Returns a broken law, or nothing. */
async function broken() {
  const { state, isAgentsTurn } = await page;
  const fault = faults();
  if (fault) return fault;
  const isGame = document.body.dataset.page === "game";
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1) {
    const right = (element) => element.getBoundingClientRect().right;
    const all = [...document.querySelectorAll("body *")];
    const wide = all.filter((each) => right(each) > clientWidth);
    return `the page is ${scrollWidth} wide in ${clientWidth}: ${wide.map(named).join(", ")}`;
  }
  if (!isGame || !state.view) return null;
  const { view, id, line, locked, players } = state;
  const answer = await fetch(`api/games/${id}`);
  // The page may have asked for a change in the meantime.
  if (view !== state.view || id !== state.id) return "changing";
  // A session that the server has dropped comes back with the next change.
  if (answer.status !== 404) {
    const there = await answer.json();
    for (const part of ["game", "rules", "start", "position", "turn", "ply", "moves", "outcome"]) {
      const [one, other] = [plain(view[part]), plain(there[part])];
      if (one !== other) return `${part} is ${one} on the page and ${other} on the server`;
    }
  }
  if (line || view.outcome || locked || view.ply < view.moves.length) return null;
  if (!view.scene.moves.length) return "the game goes on without a legal move";
  if (isAgentsTurn()) {
    const thinks = document.querySelector(".player.active .turn-mark")?.textContent === "Thinking…";
    const offers = !document.getElementById("go-on").hidden;
    return thinks || offers ? null : "an agent is to move, and none thinks";
  }
  if (players[view.turn] !== "human") return null;
  const can = document.querySelector("#board .node.can, #actions button");
  return can ? null : "the user is to move, and no move can be made";
}

/** Returns the name of an element for the report. */
function named(element) {
  const { id, dataset, value, textContent } = element;
  const name =
    id || dataset.id || dataset.move || dataset.action || textContent.trim().slice(0, 30);
  const set = element.matches("select, input") ? ` = ${value}` : "";
  return `${element.tagName.toLowerCase()} ${name}${set}`;
}

/** Chooses an element; returns its name, and whether it is to be clicked. */
function choose() {
  const area =
    document.querySelector("dialog[open]") ??
    document.querySelector("#menu:popover-open") ??
    document.body;
  const controls =
    "button:not(:disabled), summary, select:not(:disabled), " +
    "input:not(:disabled, [type=file]), a[href^='#']:not(.skip)";
  // Pictures are saved to disk, and a game of two devices waits for the other one.
  const others = "[id^=save-], #invite, #paste-load";
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length;
  const find = (css) =>
    [...area.querySelectorAll(css)].filter((each) => isSeen(each) && !each.matches(others));
  const moves = find("#board .node.can, #board .node.target, #actions button");
  // Half of the steps are moves, so that games end.
  const all = moves.length && number % 2 ? moves : find(controls);
  if (!all.length) return { done: "nothing" };
  const chosen = all[Math.floor(number / 2) % all.length];
  const more = Math.floor(number / 2 / all.length);
  document.querySelector("[data-walk]")?.removeAttribute("data-walk");
  if (chosen.matches("select")) {
    chosen.selectedIndex = more % chosen.options.length;
    chosen.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (chosen.matches("input:not([type=radio], [type=checkbox])")) {
    const { min, max, type } = chosen;
    const numbers = [min || "0", max || "9", "1", "2"];
    chosen.value = type === "number" || type === "range" ? numbers[more % 4] : "";
    for (const kind of ["input", "change"])
      chosen.dispatchEvent(new Event(kind, { bubbles: true }));
  } else chosen.dataset.walk = "here";
  return { done: named(chosen), isMarked: "walk" in chosen.dataset };
}

return broken().then((law) => ({ law, ...(law ? {} : choose()) }));
