// Lists the differences between the board of the page and a picture of it; expected: none.
// Shapes are compared one by one, by kind, place and attributes.

const [picture] = arguments;
const board = document.getElementById("board");
const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
const other = document.importNode(parsed, true);
document.body.append(other);
// The same size and left edge as the board, so that equal places have equal coordinates.
other.style.width = `${board.getBoundingClientRect().width}px`;
other.style.height = "auto";

const LAYERS = ["edges", "nodes", "words", "marks", "texts", "pieces", "lines"];
const SHAPES = ["path", "circle", "ellipse", "line", "rect", "polyline", "text"];
const GEOMETRY = "d cx cy r rx ry x y x1 y1 x2 y2 dy width height points textLength".split(" ");

function drawn(svg, layer) {
  const inLayer = SHAPES.map((shape) => `.${layer} ${shape}`).join(", ");
  return [...svg.querySelectorAll(inLayer)].map((shape) => {
    const place = shape.getCTM();
    const numbers = ["a", "b", "c", "d", "e", "f"].map((part) => place[part]);
    let words = `${layer} ${shape.tagName} ${shape.getAttribute("class") ?? ""} `;
    words += shape.tagName === "text" ? shape.textContent : "";
    for (const name of GEOMETRY) {
      const value = shape.getAttribute(name) ?? "";
      numbers.push(...(value.match(/-?[0-9.]+/g) ?? []).map(Number));
      words += ` ${name}=${value.replace(/-?[0-9.]+/g, "N")}`;
    }
    const style = getComputedStyle(shape);
    words += ` ${style.fill} ${style.stroke} ${style.strokeWidth} ${style.opacity}`;
    return { words, numbers };
  });
}

const near = (one, other) =>
  one.length === other.length && one.every((value, index) => Math.abs(value - other[index]) < 0.2);

const found = [];
for (const layer of LAYERS) {
  const [here, there] = [drawn(board, layer), drawn(other, layer)];
  if (here.length !== there.length) found.push(`${layer}: ${here.length}, ${there.length}`);
  here.forEach((shape, index) => {
    const twin = there[index];
    if (twin && (shape.words !== twin.words || !near(shape.numbers, twin.numbers))) {
      found.push(`${JSON.stringify(shape)} is not ${JSON.stringify(twin)}`);
    }
  });
}
const shapes = LAYERS.reduce((sum, layer) => sum + drawn(board, layer).length, 0);
other.remove();
return { shapes, found: found.slice(0, 5) };
