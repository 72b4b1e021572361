// Answers from the server: requests and event streams.

/** @import { Answer } from "./types.js" */

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {string} [type] of the body
 * @returns {Promise<Answer>}
 */
export async function send(method, path, body, type = "application/json") {
  /** @type {RequestInit} */
  const options = body === undefined ? { method } : { method, body };
  if (body !== undefined) options.headers = { "Content-Type": type };
  try {
    // A pending request blocks all further ones, so it has a timeout; files may be large.
    if (type === "application/json") options.signal = AbortSignal.timeout(20_000);
    const answer = await fetch(`api/${path}`, options);
    const kind = answer.headers.get("content-type") ?? "";
    return { status: answer.status, kind, text: await answer.text() };
  } catch {
    const text = "the server does not answer: is `ply serve` still running?";
    return { status: 0, kind: "text/plain", text };
  }
}

/**
 * @param {string} path
 * @param {string} query
 * @param {string[]} kinds
 * @param {(kind: string, data: any) => void} emit
 * @returns {() => void} stops it
 */
export function listen(path, query, kinds, emit) {
  const source = new EventSource(`api/${path}${query && "?"}${query}`);
  const close = () => source.close();
  for (const kind of kinds)
    source.addEventListener(kind, (event) => emit(kind, JSON.parse(event.data)));
  // A refused or interrupted stream must not restart its search.
  source.onerror = async () => {
    source.onerror = null;
    close();
    const { status, kind, text } = await send("GET", path.split("/").slice(0, 2).join("/"));
    if (status === 200) emit("fault", { error: "the search was broken off", status: 0 });
    else emit("fault", { error: kind.includes("json") ? JSON.parse(text).error : text, status });
  };
  return close;
}
