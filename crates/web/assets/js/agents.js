// Choice of agents: lists of levels, of agents and, last, a custom spec, which shows its text
// field.

/** @import { Level } from "./types.js" */

import { h, option, sentence } from "./dom.js";
import { levelOf, levelsOf } from "./levels.js";
import { state } from "./state.js";

/** Last entry of each list; not a valid agent name. */
const OWN = "own text";
/** Initial custom spec if no agent is chosen. */
const EXAMPLE = "best:time=1s";

/**
 * A group of a list.
 * @typedef {{ label: string, agents: { value: string, text: string, title?: string }[] }} Group
 */

/** Ids of lists that show the text field for an agent of the list. @type {Set<string>} */
const opened = new Set();
/** Text being typed, by id of the list. @type {Map<string, string>} */
const typed = new Map();

/**
 * Discards the typed text and closes its field.
 * @param {string} id
 */
export function forget(id) {
  opened.delete(id);
  typed.delete(id);
}

/**
 * Returns the agents that play a game.
 * @param {string} game
 */
export const agentsOf = (game) =>
  state.catalog.agents.filter((agent) => !agent.game || agent.game === game);

/**
 * Returns whether an agent plays a game.
 * @param {string} spec
 * @param {string} game
 */
export const fits = (spec, game) =>
  agentsOf(game).some((agent) => agent.name === spec.split(":")[0]);

/**
 * Returns the names of an agent's options.
 * @param {string} name
 */
export const keysOf = (name) =>
  state.catalog.agents.find((agent) => agent.name === name)?.keys ?? [];

/**
 * Returns an agent for a human's opponent: without options, it searches for a second.
 * @param {string} spec
 */
export const usual = (spec) => (keysOf(spec).includes("time") ? `${spec}:time=1s` : spec);

/**
 * Returns a list of agents and the text field of a custom spec, hidden while the list has the
 * agent.
 * @param {object} choice
 * @param {string} choice.id of the list
 * @param {string} choice.label what is chosen, if no text beside the list names it
 * @param {Group[]} choice.groups
 * @param {string} choice.chosen the chosen entry of the list
 * @param {string} [choice.spec] the whole spec of the agent, if the entry does not contain it
 * @param {string} [choice.game] the game that the agent must play
 * @param {[string, string]} [choice.first] an entry before all groups: its value and its name
 * @param {(spec: string) => unknown} choice.choose
 * @returns {[HTMLSelectElement, HTMLInputElement]}
 */
export function agentChoice({ id, label, groups, chosen, choose, ...more }) {
  const { spec = chosen, game = state.view.game, first } = more;
  const isFirst = first?.[0] === chosen;
  const listed = groups.flatMap((group) => group.agents);
  // Some levels are agents without options, which are in both groups.
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
 * Returns the levels as a group.
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
 * Returns the agents as groups: the strongest, the common searches, and those of one game.
 * @param {object} [more]
 * @param {import("./types.js").AgentInfo[]} [more.agents]
 * @returns {Group[]}
 */
export function agentGroups({ agents = agentsOf(state.view.game) } = {}) {
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
        text: agent.name,
        title: agent.about,
      })),
    }));
}

/**
 * Describes an agent: a list has no room for it.
 * @param {string} spec
 */
export function aboutAgent(spec) {
  const level = levelOf(spec);
  if (level) return `${sentence(level.about)}: ${spec}.`;
  const known = state.catalog.agents.find(({ name }) => name === spec.split(":")[0]);
  return known ? `${sentence(known.about)}.` : "";
}

/**
 * Returns several lists, each for one agent.
 * @param {object} several
 * @param {string} several.id prefix of the ids of the lists
 * @param {string[]} several.specs
 * @param {number} several.least
 * @param {number} several.most
 * @param {(specs: string[]) => unknown} several.choose also draws the lists again
 */
export function agentList({ id, specs, least, most, choose }) {
  const agents = agentsOf(state.view.game);
  const groups = [levelGroup(), ...agentGroups({ agents })];
  const rows = specs.flatMap((chosen, index) => {
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
        // The following lists move up.
        for (let moved = index; moved < specs.length; moved++) forget(`${id}-${moved}`);
        choose(specs.toSpliced(index, 1));
      },
    });
    return [
      h("div", { class: "agent" }, choice, remove),
      h("small", { text: aboutAgent(chosen) }),
    ];
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
