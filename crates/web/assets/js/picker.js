// A list from which agents are added to a field of several, so that nobody has to know their names.

import { $, h, option } from "./dom.js";
import { state } from "./state.js";

/**
 * @param {string} id the field's
 */
export function picker(id) {
  const { agents, levels } = state.catalog;
  const here = agents.filter((agent) => !agent.game || agent.game === state.view.game);
  const add = (/** @type {any} */ { target }) => {
    const input = $(id);
    input.value = [input.value.trim(), target.value].filter(Boolean).join("; ");
    input.dispatchEvent(new Event("change"));
    target.value = "";
  };
  return h(
    "select",
    { id: `${id}-add`, onchange: add },
    option("", "add one…"),
    h(
      "optgroup",
      { label: "Levels" },
      levels.map((level) => option(level.agent, `${level.name} (${level.agent})`)),
    ),
    h(
      "optgroup",
      { label: "Agents" },
      here.map((agent) => option(agent.name, `${agent.name}: ${agent.about}`)),
    ),
  );
}
