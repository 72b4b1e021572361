// The board as a picture, which the server draws as it does for documents.

import { isDark } from "./dom.js";
import { askRoom } from "./room.js";
import { state } from "./state.js";

/** Pixels of a picture for one of the board. */
const SCALE = 2;

/** The picture of what is on the board, a line that is walked through included. */
function drawing() {
  const { line } = state;
  const asked = new URLSearchParams({ theme: isDark() ? "dark" : "light" });
  if (line?.at && !line.threat) asked.set("line", line.moves.slice(0, line.at).join(" "));
  return askRoom(`/picture?${asked}`);
}

/**
 * Gives a file to the user.
 * @param {Blob} blob
 * @param {string} ending
 */
function save(blob, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${state.view.game}-${state.view.ply}.${ending}`;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves the board as SVG. */
export async function saveSvg() {
  save(new Blob([await drawing()], { type: "image/svg+xml" }), "svg");
}

/** Saves the board as PNG. */
export async function savePng() {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await drawing())}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth * SCALE;
  canvas.height = picture.naturalHeight * SCALE;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("this browser makes no picture of the board");
  save(blob, "png");
}
