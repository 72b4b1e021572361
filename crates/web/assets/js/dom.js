// Making elements, without strings of markup: nothing from outside is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function h(name, properties, ...children) {
  return fill(document.createElement(name), properties, children);
}

export function s(name, properties, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

export const $ = (id) => document.getElementById(id);

let toastTimer = 0;

// Says what went wrong, for a while.
export function toast(message) {
  const box = $("toast");
  box.textContent = message;
  box.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove("shown"), 6000);
}

export const number = (value) => {
  if (value >= 1e9) return (value / 1e9).toFixed(1) + " G";
  if (value >= 1e6) return (value / 1e6).toFixed(1) + " M";
  if (value >= 1e4) return (value / 1e3).toFixed(0) + " k";
  return String(Math.round(value * 100) / 100);
};

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function option(value, text, chosen) {
  return h("option", { value, selected: value === chosen }, text ?? value);
}

// A labelled field.
export function field(label, input) {
  return h("label", { class: "field" }, h("span", { text: label }), input);
}
