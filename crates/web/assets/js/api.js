// Talking to the server. Everything goes through `ask` or `listen`.

/** An answer that is none, and what the server says of it. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * Asks the server.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [type] of the body
 * @returns {Promise<any>}
 */
export async function ask(method, path, body, type = "application/json") {
  /** @type {RequestInit} */
  const options = { method };
  if (body !== undefined) {
    options.headers = { "Content-Type": type };
    options.body = type === "application/json" ? JSON.stringify(body) : String(body);
  }
  let response;
  try {
    response = await fetch("/api/" + path, options);
  } catch {
    throw new Refused(0, "the server does not answer: is `ply serve` still running?");
  }
  const json = (response.headers.get("content-type") || "").includes("json");
  const answer = json ? await response.json() : await response.text();
  if (!response.ok) throw new Refused(response.status, answer.error || response.statusText);
  return answer;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);

/**
 * @param {string} path
 * @param {unknown} body
 */
export const post = (path, body) => ask("POST", path, body);

/**
 * Listens to a search. `on` has a function for each kind of event; `done` and `fault` end it, and a
 * fault has the status of the refusal, if it was one.
 * @param {string} path
 * @param {Record<string, any>} query
 * @param {Record<string, (told: any) => unknown>} on
 * @returns {() => void} what stops it
 */
export function listen(path, query, on) {
  const is = (/** @type {[string, any]} */ [, value]) =>
    value !== undefined && value !== null && value !== "";
  const given = Object.entries(query).filter(is);
  const asked = given.length ? "?" + new URLSearchParams(given) : "";
  const source = new EventSource("/api/" + path + asked);
  let open = true;
  const close = () => {
    open = false;
    source.close();
  };
  for (const kind of new Set([...Object.keys(on), "done", "fault"])) {
    source.addEventListener(kind, (event) => {
      if (!open) return;
      if (kind === "done" || kind === "fault") close();
      on[kind]?.(JSON.parse(event.data));
    });
  }
  // A stream that was refused or has broken off must not begin its search anew.
  source.onerror = async () => {
    if (!open) return;
    close();
    let error = "the search was broken off";
    let status = 0;
    try {
      await get(path.split("/").slice(0, 2).join("/"));
    } catch (refused) {
      if (refused instanceof Refused) ({ message: error, status } = refused);
    }
    on.fault?.({ error, status });
  };
  return close;
}
