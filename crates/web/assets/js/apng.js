// Joins PNG files of one size to an animated PNG. Nothing is recompressed: the data of each picture
// becomes a frame.

/** CRC table of all bytes. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest >>> 0;
});

/** @param {Uint8Array} bytes */
function crc(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ TABLE[(rest ^ byte) & 255];
  return (rest ^ 0xffffffff) >>> 0;
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

/**
 * Returns the chunks of a PNG file.
 * @param {Uint8Array} file
 */
function chunks(file) {
  const view = new DataView(file.buffer, file.byteOffset);
  const found = [];
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    found.push({ name, data: file.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

/**
 * Encodes a chunk of a PNG file.
 * @param {string} name
 * @param {Uint8Array} data
 */
function chunk(name, data) {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let at = 0; at < 4; at++) bytes[4 + at] = name.charCodeAt(at);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/**
 * Encodes numbers in four bytes, or in two if given as `[value]`.
 * @param {(number | [number])[]} values
 */
function packed(...values) {
  const bytes = values.flatMap((value) =>
    typeof value === "number"
      ? [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
      : [value[0] >>> 8, value[0] & 255],
  );
  return Uint8Array.from(bytes);
}

/**
 * Returns an animated PNG of pictures of one size, in an endless loop.
 * @param {Uint8Array[]} pictures PNG files
 * @param {number[]} times milliseconds of each
 */
export function apng(pictures, times) {
  const all = pictures.map(chunks);
  const head = /** @type {{ data: Uint8Array }} */ (all[0].find(({ name }) => name === "IHDR"));
  const size = new DataView(head.data.buffer, head.data.byteOffset);
  const [width, height] = [size.getUint32(0), size.getUint32(4)];
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", head.data),
    chunk("acTL", packed(pictures.length, 0)),
  ];
  let number = 0;
  all.forEach((picture, index) => {
    const control = packed(number++, width, height, 0, 0, [times[index]], [1000], [0]);
    parts.push(chunk("fcTL", control));
    for (const { name, data } of picture) {
      if (name !== "IDAT") continue;
      if (index === 0) parts.push(chunk("IDAT", data));
      else parts.push(chunk("fdAT", Uint8Array.from([...packed(number++), ...data])));
    }
  });
  parts.push(chunk("IEND", new Uint8Array()));
  return new Blob(/** @type {any} */ (parts), { type: "image/apng" });
}
