// The board as a picture, drawn by the server like the pictures of documents.

import { apng } from "./apng.js";
import { wait } from "./dom.js";
import { askGame } from "./session.js";
import { isBoardDark } from "./settings.js";
import { state } from "./state.js";

/** Scale of a PNG picture. */
const SCALE = 2;
/** Maximum moves of an animation. */
const FRAMES = 400;
/** Milliseconds of a position, and of the last one. */
const [EACH, LAST] = [700, 3000];

/** Returns the picture of the board, which may show a viewed line. */
function drawing() {
  const { line } = state;
  const asked = new URLSearchParams({ theme: isBoardDark() ? "dark" : "light" });
  if (line?.at && !line.threat) asked.set("line", line.moves.slice(0, line.at).join(" "));
  return askGame(`/picture?${asked}`);
}

/**
 * Downloads a file.
 * @param {Blob} blob
 * @param {string} ending
 */
function save(blob, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${state.view.game}-${state.view.ply}.${ending}`;
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves the board as SVG. */
export async function saveSvg() {
  save(new Blob([await drawing()], { type: "image/svg+xml" }), "svg");
}

/**
 * Converts a drawing to PNG.
 * @param {string} drawn
 * @param {number} scale
 * @returns {Promise<Blob>}
 */
async function painted(drawn, scale) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth * scale;
  canvas.height = picture.naturalHeight * scale;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("this browser makes no picture of the board");
  return blob;
}

/** Saves the board as PNG. */
export async function savePng() {
  save(await painted(await drawing(), SCALE), "png");
}

/** Saves the current line as an animated PNG. */
export async function saveMovie() {
  const { moves } = state.view;
  if (moves.length > FRAMES) {
    throw new Error(`${moves.length} moves: expected at most ${FRAMES} for an animation`);
  }
  /** @type {Uint8Array[]} */
  const pictures = [];
  for (let ply = 0; ply <= moves.length; ply++) {
    const asked = new URLSearchParams({
      theme: isBoardDark() ? "dark" : "light",
      ply: String(ply),
    });
    const blob = await painted(await askGame(`/picture?${asked}`), 1);
    pictures.push(new Uint8Array(await blob.arrayBuffer()));
    // Within the server's rate limit per game.
    await wait(20);
  }
  const times = pictures.map((_, index) => (index + 1 === pictures.length ? LAST : EACH));
  save(apng(pictures, times), "apng");
}
