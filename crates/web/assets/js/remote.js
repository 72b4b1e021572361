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
 * Number of other tabs with a newer stream that a hidden tab waits for before it gives up its own.
 * A browser has six connections to a host, and a page with none left neither loads nor moves.
 */
const NEWER = 2;
/** Milliseconds between requests to keep a match whose stream this tab has given up. */
const KEEP = 20_000;

/** The streams of this tab. @type {Set<{ open: () => void, giveUp: () => void }>} */
const streams = new Set();
/** Announces the streams of this browser's tabs. */
const tabs = new BroadcastChannel("streams");
const own = Math.random();
/** Other tabs that have opened a stream while this one was hidden. @type {Set<number>} */
const newer = new Set();

/** Returns whether this tab gives up its streams until it is seen. */
const isAside = () => newer.size >= NEWER;

tabs.onmessage = ({ data }) => {
  if (document.hidden) newer.add(data);
  if (isAside()) for (const stream of streams) stream.giveUp();
};
document.addEventListener("visibilitychange", () => {
  const wasAside = isAside();
  newer.clear();
  if (wasAside) for (const stream of streams) stream.open();
});

/**
 * Subscribes to a stream. A tab that has been hidden for a while gives it up, and opens it again
 * when it is seen; a search begins again then. Without a stream a match ends, so the tab requests
 * now and then that it goes on.
 * @param {string} path
 * @param {string} query
 * @param {string[]} kinds
 * @param {(kind: string, data: any) => void} emit
 * @returns {() => void} stops it
 */
export function listen(path, query, kinds, emit) {
  /** @type {EventSource | null} */
  let source = null;
  let timer = 0;
  const parent = path.split("/").slice(0, 2).join("/");
  const close = () => {
    source?.close();
    source = null;
    clearInterval(timer);
  };
  const keep = () => send("GET", `${parent}?keep=true`);
  const giveUp = () => {
    close();
    if (!path.endsWith("/follow")) return;
    keep();
    timer = setInterval(keep, KEEP);
  };
  const open = () => {
    const opened = new EventSource(`api/${path}${query && "?"}${query}`);
    close();
    source = opened;
    tabs.postMessage(own);
    for (const kind of kinds)
      opened.addEventListener(kind, (event) => emit(kind, JSON.parse(event.data)));
    // A refused or interrupted stream must not restart its search.
    opened.onerror = async () => {
      opened.onerror = null;
      opened.close();
      const { status, kind, text } = await send("GET", parent);
      if (source !== opened) return;
      if (status === 200) emit("fault", { error: "the search was broken off", status: 0 });
      else emit("fault", { error: kind.includes("json") ? JSON.parse(text).error : text, status });
    };
  };
  const stream = { open, giveUp };
  streams.add(stream);
  if (isAside()) giveUp();
  else open();
  return () => {
    streams.delete(stream);
    close();
  };
}
