// Requests to the service, with the token where there is one.

const KEY = "kvbench.token";
const RETRY_MILLIS = 2000;
let token = sessionStorage.getItem(KEY) || "";
let askForToken = () => {};

export class Refused extends Error {
  constructor(status, body) {
    super(body.error);
    this.status = status;
    this.problems = body.problems || [];
  }
}

export const onToken = action => { askForToken = action; };

export const setToken = text => {
  token = text;
  if (text) sessionStorage.setItem(KEY, text); else sessionStorage.removeItem(KEY);
};

/** Creates an element; text is never markup. */
export const element = (name, text = "", attributes = {}) => {
  const made = document.createElement(name);
  made.textContent = text;
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
};

/** Returns a text with a capital letter at its beginning. */
export const sentence = text => text && text[0].toUpperCase() + text.slice(1);

const fetched = async (path, options) => {
  const headers = { ...options.headers };
  if (token) headers.Authorization = "Bearer " + token;
  try {
    return await fetch(path, { ...options, headers });
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    throw new Refused(0, { error: "The service does not respond." });
  }
};

const send = async (path, options = {}) => {
  const answer = await fetched(path, options);
  if (answer.ok) return answer;
  const body = await answer.json().catch(() => ({ error: "The service responded with status " + answer.status + "." }));
  if (answer.status === 401) {
    const given = token !== "";
    setToken("");
    askForToken(given);
  }
  throw new Refused(answer.status, body);
};

export const get = async path => (await send(path)).json();

export const post = async (path, body) =>
  (await send(path, body === undefined
    ? { method: "POST" }
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();

export const remove = path => send(path, { method: "DELETE" });

const parsed = block => {
  const event = { name: "", id: 0, data: {} };
  block.split("\n").forEach(line => {
    const at = line.indexOf(": ");
    const value = line.slice(at + 2);
    if (line.startsWith("event: ")) event.name = value;
    if (line.startsWith("id: ")) event.id = Number(value);
    if (line.startsWith("data: ")) event.data = JSON.parse(value);
  });
  return event;
};

const readAll = async (body, take) => {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (text + part.value).split("\n\n");
    text = blocks.pop();
    blocks.map(parsed).filter(event => event.name).forEach(take);
  }
};

export const isOver = run => run.state !== "queued" && run.state !== "running";

/**
 * Follows a run until it is over, over as many connections as it takes. EventSource cannot send a
 * token, so the events are read as they come.
 */
export const follow = async (id, take, signal) => {
  let last = 0;
  let over = false;
  const note = event => {
    last = event.id || last;
    if (event.name === "run") over = isOver(event.data);
    if (!signal.aborted) take(event);
  };
  while (!over && !signal.aborted) {
    try {
      const answer = await send("/v1/runs/" + id + "/events",
        { signal, headers: last ? { "Last-Event-ID": String(last) } : {} });
      await readAll(answer.body, note);
    } catch (failure) {
      if (signal.aborted) return;
      if (failure.status === 401 || failure.status === 404) throw failure;
    }
    if (!over && !signal.aborted) {
      take({ name: "lost" });
      await new Promise(resolve => setTimeout(resolve, RETRY_MILLIS));
    }
  }
};

/** Shows a page of the service that has to be fetched: in a document without an origin. */
const show = async path => {
  const frame = window.open("/page/report.html");
  if (!frame) throw new Refused(0, { error: "The browser has blocked the new tab. Allow tabs of this page and try again." });
  const ready = new Promise(resolve => {
    const listen = event => {
      if (event.source === frame) {
        removeEventListener("message", listen);
        resolve();
      }
    };
    addEventListener("message", listen);
  });
  try {
    const text = await (await send(path)).text();
    await ready;
    frame.postMessage(text, "*");
  } catch (failure) {
    frame.close();
    throw failure;
  }
};

const save = async (path, name) => {
  const address = URL.createObjectURL(await (await send(path)).blob());
  element("a", "", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

/** Opens a document of the service in a tab of its own. */
export const open = async (path, isPage) => {
  if (!token) {
    window.open(path, "_blank", "noopener");
  } else if (isPage) {
    await show(path);
  } else {
    await save(path, path.slice(path.lastIndexOf("/") + 1));
  }
};

/** Returns a link to a file of the service. A browser sends no token with a link. */
export const link = (path, name, failed) => {
  const made = element("a", name, { href: path, target: "_blank", rel: "noopener" });
  made.addEventListener("click", event => {
    if (token) {
      event.preventDefault();
      open(path, name.endsWith(".html")).catch(failed);
    }
  });
  return made;
};
