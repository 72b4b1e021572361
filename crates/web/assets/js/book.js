// Script of the book, which is published with the page without a server. Its rules pages show
// positions as text; a button opens a playable board, which is the page with everything else
// hidden.

/** URL of the page, relative to this script. */
const board = new URL("../index.html", import.meta.url);

/** The game of this rules page. */
const game = /\/rules\/([^/]+)\.html$/.exec(location.pathname)?.[1];

/**
 * Returns the position of a text block: its first line, above the indented drawing.
 * Text after two spaces is a remark.
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
