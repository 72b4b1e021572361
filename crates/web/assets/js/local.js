// Answers from workers of the browser, for a page without a server. One worker holds the games.
// Each search has its own worker with a copy of the game, and is stopped by terminating the worker,
// which loses its tables. After a completed search, the worker waits for the next search of its
// purpose.

/** @import { Answer } from "./types.js" */

/** The compiled engines, shared by all workers. */
const engines = WebAssembly.compileStreaming(
  fetch(new URL("plyground_bg.wasm", import.meta.url)),
).catch(async () => {
  // A file host that does not know the type of the file.
  const answer = await fetch(new URL("plyground_bg.wasm", import.meta.url));
  return WebAssembly.compile(await answer.arrayBuffer());
});

/** @param {(data: any) => void} hear */
function begin(hear) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => hear(event.data);
  worker.onerror = (event) => hear({ broken: event.message || "a worker could not be started" });
  engines
    .then((module) => worker.postMessage({ module }))
    .catch((error) => hear({ broken: `the engines cannot be loaded: ${error.message}` }));
  return worker;
}

/** @param {string} error */
const failed = (error) => ({ status: 500, kind: "text/plain", text: error });

/** The worker with the games. @type {Worker | null} */
let keeper = null;

/** Pending requests to it, by number. @type {Map<number, (answer: Answer) => void>} */
const waiting = new Map();
let last = 0;

/** @param {any} data */
function answered({ number, answer, broken }) {
  if (broken === undefined) {
    waiting.get(number)?.(answer);
    waiting.delete(number);
    return;
  }
  // The games are lost with the worker; the page restores its own game.
  keeper?.terminate();
  keeper = null;
  for (const answer of waiting.values()) answer(failed(broken));
  waiting.clear();
}

/**
 * Sends a request to the worker with the games.
 * @param {any} question
 * @returns {Promise<Answer>}
 */
async function put(question) {
  keeper ??= begin(answered);
  const asked = keeper;
  const number = ++last;
  /** @type {Promise<Answer>} */
  const answer = new Promise((done) => waiting.set(number, done));
  engines.then(() => asked.postMessage({ number, ...question })).catch(() => {});
  return answer;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<Answer>}
 */
export function send(method, path, body) {
  const [question, query = ""] = path.split(/\?(.*)/s);
  return put({ method, path: question, query, body: body === undefined ? "" : String(body) });
}

/** Workers of completed searches, by purpose. @type {Map<string, Worker>} */
const idle = new Map();

/**
 * @param {string} path
 * @param {string} query
 * @param {string[]} _kinds
 * @param {(kind: string, data: any) => void} emit
 * @returns {() => void} stops it
 */
export function listen(path, query, _kinds, emit) {
  const [, name, what] = path.split("/");
  const asked = new URLSearchParams(query);
  const purpose = `${what} ${asked.get("purpose")} ${asked.get("threat")}`;
  let timer = 0;
  let open = true;

  /** @param {any} data */
  const hear = ({ kind, data, broken }) => {
    if (!open) return;
    if (broken !== undefined) {
      end(false);
      emit("fault", { error: broken, status: 0 });
    } else if (kind === "begin") {
      const { most, late } = JSON.parse(data);
      timer = setTimeout(() => hear({ broken: late }), most);
    } else {
      if (kind === "done" || kind === "fault") end(true);
      emit(kind, JSON.parse(data));
    }
  };
  const kept = idle.get(purpose);
  idle.delete(purpose);
  const worker = kept ?? begin(hear);
  if (kept) kept.onmessage = (event) => hear(event.data);
  if (kept) kept.onerror = (event) => hear({ broken: event.message });

  /** @param {boolean} isWell */
  const end = (isWell) => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    if (isWell && !idle.has(purpose)) idle.set(purpose, worker);
    else worker.terminate();
  };
  put({ copy: name }).then(({ status, kind, text }) => {
    if (!open) return;
    if (status === 200) {
      worker.postMessage({ name, copy: text, path, query });
      return;
    }
    end(false);
    emit("fault", { error: kind.includes("json") ? JSON.parse(text).error : text, status });
  });
  return () => end(false);
}
