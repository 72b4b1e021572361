// Talking to the server. Everything goes through `ask` or `listen`.

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export async function ask(method, path, body, type = "application/json") {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["Content-Type"] = type;
    options.body = type === "application/json" ? JSON.stringify(body) : body;
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

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);

// Listens to a search. `on` has a function for each kind of event; `done` and `fault` end it. Returns what stops it.
export function listen(path, query, on) {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const source = new EventSource(
    "/api/" + path + (given.length ? "?" + new URLSearchParams(given) : ""),
  );
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
    try {
      await get(path.split("/").slice(0, 2).join("/"));
    } catch (refused) {
      error = refused.message;
    }
    on.fault?.({ error });
  };
  return close;
}
