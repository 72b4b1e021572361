// Values stored in this browser, which all its tabs share. A change reads the stored value first,
// because another tab may have changed it.

/** Values that could not be stored, for this visit. @type {Map<string, unknown>} */
const memory = new Map();

/**
 * Returns the stored value of a key, or null.
 * @param {string} key
 * @returns {any}
 */
export function stored(key) {
  if (memory.has(key)) return memory.get(key);
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    // Without storage, or with a foreign value.
    return null;
  }
}

/**
 * Changes the stored value of a key.
 * @template T
 * @param {string} key
 * @param {(value: any) => T} change of the newest value, or of null
 * @returns {T} the new value
 */
export function amend(key, change) {
  const value = change(stored(key));
  try {
    localStorage.setItem(key, JSON.stringify(value));
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
  return value;
}

/**
 * Calls back when another tab has changed one of the values.
 * @param {string[]} keys
 * @param {() => unknown} changed
 */
export function hearStored(keys, changed) {
  addEventListener("storage", ({ key }) => key !== null && keys.includes(key) && changed());
}
