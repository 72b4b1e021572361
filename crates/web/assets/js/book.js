// Beside the page without a server stands the book. Its pages of rules show positions as text; a
// button puts a board there that can be played on, the page itself with all but the board hidden.

/** The page, seen from this script. */
const board = new URL("../index.html", import.meta.url);

/** The game whose rules these are. */
const game = /\/rules\/([^/]+)\.html$/.exec(location.pathname)?.[1];

/**
 * The position that a block of text shows: its first line, above the drawing, which is indented.
 * What stands two spaces behind it is a remark.
 * @param {HTMLElement} code
 */
function positionOf(code) {
  const lines = (code.textContent ?? "").trimEnd().split("\n");
  return lines.length > 4 && /^\S/.test(lines[0]) ? lines[0].split("  ")[0] : null;
}

/** @param {HTMLElement} code */
function offer(code) {
  const position = positionOf(code);
  const block = code.closest("pre");
  if (!game || !position || !block) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "live";
  button.textContent = "Play from this position";
  button.addEventListener("click", () => {
    const frame = document.createElement("iframe");
    frame.title = `Board: ${position}`;
    frame.style.cssText = "width: 100%; height: 34rem; border: 0";
    frame.src = `${board}?board#${new URLSearchParams({ game, position })}`;
    block.replaceWith(frame);
    button.remove();
  });
  block.after(button);
}

/** @type {NodeListOf<HTMLElement>} */
const blocks = document.querySelectorAll("code.language-text");
for (const code of blocks) offer(code);
