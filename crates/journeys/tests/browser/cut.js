// Returns the visible words that cannot be read as a whole, each with the element that cuts them:
// text outside a part that hides what overflows it, outside the window where nothing scrolls, and
// the text of a list or a field that is wider than its box.
const cut = [];
const named = (element) => {
  const name = element.id ? `#${element.id}` : `.${[...element.classList].join(".")}`;
  return `${element.tagName.toLowerCase()}${name}`;
};
/** Without a scroll bar, nothing shows that a part can be scrolled. */
const hides = (overflow, { scrollbarWidth }) =>
  overflow === "hidden" || overflow === "clip" ||
  (overflow !== "visible" && scrollbarWidth === "none");

/** Returns the ancestor that cuts a rectangle, unless the rectangle can be scrolled into view. */
function cutter(element, { left, right, top, bottom }) {
  let [across, down] = [true, true];
  for (let part = element; part; part = part.parentElement) {
    const style = getComputedStyle(part);
    // Words for screen readers only.
    if (style.display === "none" || style.clipPath !== "none") return null;
    const box = part.getBoundingClientRect();
    if (style.display !== "inline") {
      const [x, y] = [style.overflowX, style.overflowY];
      if (across && hides(x, style) && (left < box.left - 1 || right > box.right + 1)) return part;
      if (down && hides(y, style) && (top < box.top - 1 || bottom > box.bottom + 1)) return part;
      if (!hides(x, style) && x !== "visible") across = false;
      if (!hides(y, style) && y !== "visible") down = false;
    }
    if (style.position === "fixed") {
      if (across && (left < -1 || right > innerWidth + 1)) return document.body;
      if (down && (top < -1 || bottom > innerHeight + 1)) return document.body;
      return null;
    }
  }
  return null;
}

const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const text = texts.currentNode;
  const holder = text.parentElement;
  if (!text.data.trim() || holder.closest("select, textarea, script")) continue;
  if (!holder.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
  const range = document.createRange();
  range.selectNodeContents(text);
  for (const rectangle of range.getClientRects()) {
    const part = rectangle.width ? cutter(holder, rectangle) : null;
    if (!part) continue;
    cut.push([named(part), text.data.trim()]);
    break;
  }
}

const canvas = document.createElement("canvas").getContext("2d");
for (const field of document.querySelectorAll("select, input[type=text], input:not([type])")) {
  if (!field.checkVisibility({ checkVisibilityCSS: true }) || !field.offsetWidth) continue;
  const style = getComputedStyle(field);
  const isList = field.matches("select");
  const text = isList ? (field.selectedOptions[0]?.text ?? "") : field.placeholder;
  canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  // The arrow of a list takes 20 pixels.
  const room =
    field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) -
    (isList ? 20 : 0);
  if (canvas.measureText(text).width > room + 1) cut.push([named(field), text]);
}
return cut;
