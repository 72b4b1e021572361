// Requests to the server or, on a page without one, to the workers of the browser. All requests use
// `ask` or `listen`.

/** @import { Answer, Transport } from "./types.js" */

import * as remote from "./remote.js";

/** Whether the page has no server. */
export const isLocal = document.documentElement.dataset.engines === "local";

/** @type {Transport} */
const transport = isLocal ? await import("./local.js") : remote;

/** A refused request with its message. */
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
 * Sends a request.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [type] of the body
 * @returns {Promise<any>}
 */
export async function ask(method, path, body, type = "application/json") {
  const sent = body === undefined || type !== "application/json" ? body : JSON.stringify(body);
  const { status, kind, text } = await transport.send(method, path, sent, type);
  const answer = kind.includes("json") ? JSON.parse(text) : text;
  if (status !== 200) throw new Refused(status, answer.error || answer || `status ${status}`);
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
 * Subscribes to a search. `on` has a function for each kind of event. `done` and `fault` end the
 * search; a fault has the status if the request was refused.
 * @param {string} path
 * @param {Record<string, any>} query
 * @param {Record<string, (data: any) => unknown>} on
 * @returns {() => void} stops it
 */
export function listen(path, query, on) {
  const is = (/** @type {[string, any]} */ [, value]) =>
    value !== undefined && value !== null && value !== "";
  const asked = new URLSearchParams(Object.entries(query).filter(is)).toString();
  const kinds = [...new Set([...Object.keys(on), "done", "fault"])];
  let open = true;
  const stop = transport.listen(path, asked, kinds, (kind, data) => {
    if (!open) return;
    if (kind === "done" || kind === "fault") close();
    on[kind]?.(data);
  });
  const close = () => {
    open = false;
    stop();
  };
  return close;
}
