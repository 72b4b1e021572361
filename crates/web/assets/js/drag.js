// Dragging of pieces by mouse, pen or finger. A press without movement is a click.

/**
 * @typedef {object} Draggable
 * @property {(id: string) => boolean} mayTake whether the piece on a place can move
 * @property {(id: string) => unknown} take
 * @property {(id: string | null) => boolean} drop on a place, or beside the board; returns whether
 * it moves
 * @property {(id: string) => SVGElement[]} pieceOn elements drawn on a place
 */

/** Pixels of movement that start a drag. */
const AWAY = 6;

/**
 * @param {SVGSVGElement} svg
 * @param {Draggable} board
 */
export function drag(svg, board) {
  /** @type {{ id: string, pointer: number, x: number, y: number, pieces: SVGElement[] } | null} */
  let held = null;
  /** End of the last drag, whose click event is ignored. */
  let ended = -Infinity;

  /** @param {PointerEvent} event */
  const placeAt = (event) => {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const node = under
      .map((each) => each.closest(".node"))
      .find((each) => each && svg.contains(each));
    return /** @type {SVGElement | undefined} */ (node)?.dataset.id ?? null;
  };

  /** Returns pieces to their places. */
  const settle = () => {
    for (const piece of held?.pieces ?? []) {
      piece.style.translate = "";
      piece.classList.remove("dragged");
    }
    held = null;
  };

  svg.addEventListener("pointerdown", (event) => {
    settle();
    const id = event.isPrimary && event.button === 0 ? placeAt(event) : null;
    if (id === null || !board.mayTake(id)) return;
    held = { id, pointer: event.pointerId, x: event.clientX, y: event.clientY, pieces: [] };
  });

  // Listeners are on the page, because the piece may leave the board, and the board may be redrawn.
  addEventListener("pointermove", (event) => {
    if (held?.pointer !== event.pointerId) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.pieces.length) {
      if (Math.hypot(x, y) < AWAY) return;
      board.take(held.id);
      held.pieces = board.pieceOn(held.id);
      for (const piece of held.pieces) {
        piece.classList.add("dragged");
        piece.parentNode?.append(piece);
      }
    }
    const matrix = /** @type {SVGGElement} */ (held.pieces[0]?.parentNode)?.getScreenCTM();
    if (!matrix) return;
    // The axes of a rotated board are rotated.
    const { a, b, c, d } = matrix.inverse();
    const [right, down] = [a * x + c * y, b * x + d * y];
    for (const piece of held.pieces) piece.style.translate = `${right}px ${down}px`;
  });

  // While a finger drags a piece, the page does not scroll.
  svg.addEventListener("touchmove", (event) => held?.pieces.length && event.preventDefault(), {
    passive: false,
  });

  addEventListener("pointerup", (event) => {
    if (held?.pointer !== event.pointerId) return;
    if (!held.pieces.length) {
      held = null;
      return;
    }
    ended = event.timeStamp;
    // A moved piece is drawn there after the server's answer.
    if (!board.drop(placeAt(event))) settle();
    held = null;
  });
  addEventListener("pointercancel", () => {
    const dragged = held?.pieces.length;
    settle();
    if (dragged) board.drop(null);
  });
  addEventListener(
    "click",
    (event) => {
      // The click event follows at once; a later one is another press.
      const isOfDrag = event.timeStamp - ended < 20;
      if (!isOfDrag || !svg.contains(/** @type {Element} */ (event.target))) return;
      ended = -Infinity;
      event.stopPropagation();
    },
    true,
  );
}
