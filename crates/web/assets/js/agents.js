// Where agents are chosen: lists of levels, of agents and, last, a text of one's own, which shows
// the field to write it in.

/** @import { Level } from "./types.js" */

import { h, option } from "./dom.js";
import { levelsOf } from "./levels.js";
import { state } from "./state.js";

/** The last of each list; no agent is called so. */
const OWN = "own text";
/** The first own text if no agent is chosen. */
const EXAMPLE = "best:time=1s";

/**
 * A part of a list.
 * @typedef {{ label: string, agents: { value: string, text: string, title?: string }[] }} Group
 */

/** Lists that show their field though they have its agent, by id. @type {Set<string>} */
const opened = new Set();
/** What is being typed and not yet chosen, by id. @type {Map<string, string>} */
const typed = new Map();

/**
 * Forgets what was written, and whether it was to be written.
 * @param {string} id
 */
export function forget(id) {
  opened.delete(id);
  typed.delete(id);
}

/**
 * The agents that play a game.
 * @param {string} game
 */
export const agentsOf = (game) =>
  state.catalog.agents.filter((agent) => !agent.game || agent.game === game);

/**
 * Whether an agent plays a game.
 * @param {string} spec
 * @param {string} game
 */
export const fits = (spec, game) =>
  agentsOf(game).some((agent) => agent.name === spec.split(":")[0]);

/**
 * What an agent's options are called.
 * @param {string} name
 */
export const keysOf = (name) =>
  state.catalog.agents.find((agent) => agent.name === name)?.keys ?? [];

/**
 * An agent as it plays people: without options of its own, it lets them wait for a second.
 * @param {string} spec
 */
export const usual = (spec) => (keysOf(spec).includes("time") ? `${spec}:time=1s` : spec);

/**
 * A list of agents, and the field of an own text, hidden as long as the list has the agent.
 * @param {object} choice
 * @param {string} choice.id of the list
 * @param {string} choice.label what is chosen, where nothing beside the list says it
 * @param {Group[]} choice.groups
 * @param {string} choice.chosen what is chosen of the list
 * @param {string} [choice.spec] the whole text of the agent, where that says more
 * @param {string} [choice.game] who is chosen must play it
 * @param {[string, string]} [choice.first] one before all groups: its value and its name
 * @param {(spec: string) => unknown} choice.choose
 * @returns {[HTMLSelectElement, HTMLInputElement]}
 */
export function agentChoice({ id, label, groups, chosen, choose, ...more }) {
  const { spec = chosen, game = state.view.game, first } = more;
  const isFirst = first?.[0] === chosen;
  const listed = groups.flatMap((group) => group.agents);
  // Some levels are agents without options, and stand in both groups.
  const found = opened.has(id) ? undefined : listed.find((agent) => agent.value === chosen);
  const isOwn = opened.has(id) || !(isFirst || found);
  const text = h("input", {
    id: `${id}-text`,
    "aria-label": `${label}, as text`,
    title: "A name and its options, such as best:depth=6,threads=2",
    autocomplete: "off",
    spellcheck: "false",
    hidden: !isOwn,
    value: typed.get(id) ?? (isFirst ? EXAMPLE : spec),
    oninput: () => (typed.set(id, text.value), text.setCustomValidity("")),
    onchange: () => {
      const wanted = text.value.trim();
      const names = () => agentsOf(game).map((agent) => agent.name);
      const fault = fits(wanted, game) ? "" : `Expected one of ${names().join(", ")}`;
      text.setCustomValidity(fault);
      if (!text.reportValidity()) return;
      typed.delete(id);
      choose(wanted);
    },
  });
  const list = h(
    "select",
    {
      id,
      "aria-label": label,
      onchange: () => {
        typed.delete(id);
        text.setCustomValidity("");
        text.hidden = list.value !== OWN;
        if (text.hidden) opened.delete(id);
        else opened.add(id);
        choose(text.hidden ? list.value : text.value);
      },
    },
    first ? option(first[0], first[1], isOwn ? null : chosen) : null,
    groups.map(({ label, agents }) =>
      h(
        "optgroup",
        { label },
        agents.map((agent) => h("option", { ...agent, selected: agent === found })),
      ),
    ),
    option(OWN, "own text…", isOwn ? OWN : null),
  );
  return [list, text];
}

/**
 * The levels of a list.
 * @returns {Group}
 */
export const levelGroup = (
  describe = (/** @type {Level} */ level) => level.name,
  game = state.view.game,
) => ({
  label: "Levels",
  agents: levelsOf(game).map((level) => ({
    value: level.agent,
    text: describe(level),
    title: level.about,
  })),
});

/**
 * The agents of a list: the strongest, the searches of every game, and those of one game.
 * @param {object} [more]
 * @param {import("./types.js").AgentInfo[]} [more.agents]
 * @param {(agent: import("./types.js").AgentInfo) => string} [more.describe]
 * @returns {Group[]}
 */
export function agentGroups({ agents = agentsOf(state.view.game), describe } = {}) {
  const isStrongest = (/** @type {string} */ name) => /^best(-\d+)?$/.test(name);
  const groups = [
    { label: "Strongest", agents: agents.filter(({ name }) => isStrongest(name)) },
    { label: "Searches", agents: agents.filter(({ name, game }) => !game && !isStrongest(name)) },
    {
      label: "Reports' agents",
      agents: agents.filter(({ name, game }) => game && !isStrongest(name)),
    },
  ];
  return groups
    .filter(({ agents }) => agents.length)
    .map(({ label, agents }) => ({
      label,
      agents: agents.map((agent) => ({
        value: agent.name,
        text: describe?.(agent) ?? agent.name,
        title: agent.about,
      })),
    }));
}

/**
 * Several agents, each with a list of its own.
 * @param {object} several
 * @param {string} several.id what the ids of the lists begin with
 * @param {string[]} several.specs
 * @param {number} several.least
 * @param {number} several.most
 * @param {(specs: string[]) => unknown} several.choose also draws the list again
 */
export function agentList({ id, specs, least, most, choose }) {
  const agents = agentsOf(state.view.game);
  const groups = [
    levelGroup((level) => `${level.name} (${level.agent})`),
    ...agentGroups({ agents, describe: ({ name, about }) => `${name}: ${about}` }),
  ];
  const rows = specs.map((chosen, index) => {
    const change = (/** @type {string} */ spec) => choose(specs.with(index, spec));
    const label = `Agent ${index + 1}`;
    const choice = agentChoice({ id: `${id}-${index}`, label, groups, chosen, choose: change });
    const remove = h("button", {
      type: "button",
      id: `${id}-${index}-remove`,
      "aria-label": `Remove agent ${index + 1}`,
      title: "Remove this agent",
      text: "×",
      disabled: specs.length <= least,
      onclick: () => {
        // Those behind move up.
        for (let moved = index; moved < specs.length; moved++) forget(`${id}-${moved}`);
        choose(specs.toSpliced(index, 1));
      },
    });
    return h("div", { class: "agent" }, choice, remove);
  });
  const fresh = agents.find((agent) => !specs.includes(agent.name)) ?? agents[0];
  const add = h("button", {
    type: "button",
    id: `${id}-add`,
    text: "Add an agent",
    disabled: specs.length >= most,
    onclick: () => choose([...specs, fresh.name]),
  });
  return h("fieldset", { class: "agents", id }, h("legend", { text: "Agents" }), rows, add);
}
