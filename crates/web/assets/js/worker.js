// A worker of a page without a server: it has the engines, and either the games or a search.

// @ts-ignore: made by `cargo xtask site`
import start, { Board } from "./plyground.js";

/** @type {Promise<any>} */
let board;

/** @param {any} answer */
const plain = ({ status, kind, text }) => ({ status, kind, text });

/**
 * Handles a message.
 * @param {any} question
 */
async function answer(question) {
  const { number, method, path, query, body, copy, name } = question;
  const engines = await board;
  if (method !== undefined) {
    postMessage({ number, answer: plain(engines.ask(method, path, query, body)) });
  } else if (name === undefined) {
    postMessage({ number, answer: plain(engines.copy(copy)) });
  } else {
    engines.keep(name, copy);
    engines.listen(path, query, (/** @type {string} */ kind, /** @type {string} */ data) =>
      postMessage({ kind, data }),
    );
  }
}

onmessage = async ({ data }) => {
  if (data.module) {
    board = start({ module_or_path: data.module }).then(() => new Board());
    return;
  }
  try {
    await answer(data);
  } catch (error) {
    // The worker may be inconsistent after a failure, so it is not used again.
    postMessage({ broken: error instanceof Error ? error.message : String(error) });
  }
};
