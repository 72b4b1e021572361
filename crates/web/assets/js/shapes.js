// How pieces look. Each is drawn around the origin, facing up, in units of the board.

import { s } from "./dom.js";

const body = (d) => s("path", { d, class: "body" });
const line = (d) => s("path", { d, class: "ink" });
const mirror = (d) => s("path", { d, class: "mirror" });

const SHAPES = {
  // The mirror is the long side; it faces up and to the right.
  pyramid: () => [
    body("M-22 -22 V22 H22 Z"),
    mirror("M-22 -22 L22 22"),
    s("circle", { cx: -9, cy: 9, r: 4.5, class: "dot" }),
  ],
  scarab: () => [
    s("ellipse", { rx: 13, ry: 20, transform: "rotate(-45)", class: "body" }),
    line("M-8 8 L-14 14 M8 -8 L14 -14 M2 13 L7 18 M-13 -2 L-18 -7"),
    mirror("M-20 -20 L20 20"),
  ],
  // The shield is in front.
  anubis: () => [
    body("M-16 22 V-4 L-10 -20 L-4 -8 H4 L10 -20 L16 -4 V22 Z"),
    line("M-7 2 h4 M3 2 h4 M-4 12 h8"),
    mirror("M-21 -24 H21"),
  ],
  pharaoh: () => [
    body("M-20 20 V-4 Q-18 -22 0 -22 Q18 -22 20 -4 V20 Z"),
    line("M-11 20 V-2 Q0 -16 11 -2 V20 M-20 4 h9 M11 4 h9 M-20 12 h9 M11 12 h9"),
    s("circle", { r: 4, cy: 2, class: "dot" }),
  ],
  sphinx: () => [
    body("M-22 22 V2 L-9 -8 L0 -24 L9 -8 L22 2 V22 Z"),
    s("circle", { r: 6, cy: 6, class: "lens" }),
    line("M0 -20 V-2"),
  ],
  goat: () => [
    s("circle", { r: 17, class: "body" }),
    line("M-7 -5 Q-14 -13 -6 -15 M7 -5 Q14 -13 6 -15 M-7 -4 L0 11 L7 -4 Z M0 11 V15"),
  ],
  tiger: () => [
    body("M-19 -10 L-14 -21 L-5 -17 H5 L14 -21 L19 -10 V6 Q16 20 0 21 Q-16 20 -19 6 Z"),
    line(
      "M0 -17 V-8 M-6 -16 L-4 -9 M6 -16 L4 -9 M-18 0 h7 M-17 7 h7 M18 0 h-7 M17 7 h-7 M-4 8 h8 L0 12 Z",
    ),
    s("circle", { cx: -7, cy: -2, r: 2.4, class: "dot" }),
    s("circle", { cx: 7, cy: -2, r: 2.4, class: "dot" }),
  ],
  // The bar points to the edges that a colour joins.
  "stone-first": () => [s("circle", { r: 19, class: "body" }), line("M0 -9 V9")],
  "stone-second": () => [body("M0 -20 L20 0 L0 20 L-20 0 Z"), line("M-9 0 H9")],
};

// Seeds in a spiral, as many as can be told apart, and their number.
function seeds(piece, node) {
  const count = piece.count;
  const parts = [];
  const [across, down] = node.half;
  for (let index = 0; index < Math.min(count, 36); index++) {
    const angle = index * 2.39996;
    const reach = Math.sqrt(index / Math.max(count, 7)) * 0.8;
    parts.push(
      s("circle", {
        class: "seed",
        r: 6,
        cx: Math.cos(angle) * reach * (across - 8),
        cy: Math.sin(angle) * reach * (down - 16) - 7,
      }),
    );
  }
  const y = node.shape === "store" ? down - 18 : down - 13;
  parts.push(s("text", { class: "count", y, text: String(count) }));
  return parts;
}

export function drawPiece(piece, node, upsideDown) {
  const parts = piece.shape === "seeds" ? seeds(piece, node) : SHAPES[piece.shape]();
  const inner = s("g", { class: "turn" }, parts);
  inner.style.transform = `rotate(${piece.turn}deg)`;
  // What reads like a face or a number stays upright on a turned board.
  const upright =
    piece.shape === "seeds" || piece.turn === 0
      ? upsideDown && ["seeds", "pharaoh"].includes(piece.shape)
      : false;
  const place = s(
    "g",
    { class: `piece side-${piece.side} ${piece.shape}`, "data-on": piece.on },
    upright ? s("g", { transform: "rotate(180)" }, inner) : inner,
  );
  place.style.transform = `translate(${node.at[0]}px, ${node.at[1]}px)`;
  return place;
}
