// The page of the service: the token, the list of runs and what can be done with them.

import { build, fill } from "./form.js";
import { begin, current, leave, note, stamp, watch } from "./live.js";
import { element, get, onToken, open, post, remove, setToken } from "./requests.js";

const $ = id => document.getElementById(id);
const LIST_EVERY_MILLIS = 3000;
const AT = "#run=";
let listed = "";
let lost = false;
let ready = false;

const failed = failure => { if (failure.status !== 401) $("notice").textContent = failure.message; };

/** Runs an action and shows why it did not work. */
const attempt = action => async () => {
  $("notice").textContent = "";
  try {
    await action();
  } catch (failure) {
    failed(failure);
  }
};

const path = () => "/v1/runs/" + current().id;

const chosen = () => [...document.querySelectorAll("#runs input:checked")].map(box => box.value);

const choose = () => { $("compare").disabled = chosen().length < 2; };

const item = (run, checked) => {
  const made = element("li");
  const box = element("input", "", { type: "checkbox", id: "choose-" + run.id, "aria-label": "Compare " + run.name + ", " + stamp(run.queuedAt) });
  box.value = run.id;
  box.checked = checked;
  box.disabled = !run.verdict;
  // The name is what runs have in common, and then what they differ in.
  const [title, ...differing] = run.name.split(", ");
  const name = element("a", title, { href: AT + run.id, id: "open-" + run.id });
  if (differing.length) name.append(" ", element("b", differing.join(", ")));
  if (current()?.id === run.id) name.setAttribute("aria-current", "true");
  const about = element("span", stamp(run.queuedAt) + (run.properties.label ? ", " + run.properties.label : ""), { class: "hint" });
  const state = element("span", run.state, { class: "state " + run.state });
  made.append(box, name, about, state);
  if (run.verdict) made.append(element("strong", run.verdict, { class: "verdict " + run.verdict.toLowerCase() }));
  return made;
};

const list = async () => {
  const { runs } = await get("/v1/runs");
  const now = JSON.stringify(runs) + current()?.id;
  if (now === listed) return runs;
  listed = now;
  const before = new Set(chosen());
  const focused = document.activeElement?.id;
  $("runs").replaceChildren(...runs.map(run => item(run, before.has(run.id))));
  $("none").hidden = runs.length > 0;
  if (/^(open|choose)-/.test(focused)) $(focused)?.focus();
  choose();
  return runs;
};

/** The list comes by itself, so a failure is over when it comes again. */
const refresh = async () => {
  try {
    await list();
    if (lost) $("notice").textContent = "";
    lost = false;
  } catch (failure) {
    lost = true;
    failed(failure);
  }
};

/** The address names the run that is shown, so that it can be kept and sent. */
const route = attempt(async () => {
  if (!location.hash.startsWith(AT)) return;
  const id = location.hash.slice(AT.length);
  if (current()?.id === id) return;
  watch(await get("/v1/runs/" + encodeURIComponent(id)));
  $("run-title").focus();
  await list();
});

const started = run => {
  watch(run);
  location.hash = AT + run.id;
  $("run-title").focus();
  refresh();
};

const changeRate = async event => {
  event.preventDefault();
  const perSecond = Number($("per-second").value.trim() || NaN);
  if (!(perSecond >= 0)) {
    $("rate-answer").textContent = "Enter a number; 0 is a pause.";
    $("per-second").focus();
    return;
  }
  $("rate-answer").textContent = "";
  try {
    await post(path() + "/rate", { ratePerSecond: perSecond });
    $("rate-answer").textContent = "Changed to " + perSecond.toLocaleString("en") + " per second.";
    note("rate changed to " + perSecond.toLocaleString("en") + " per second");
  } catch (failure) {
    $("rate-answer").textContent = [failure.message, ...failure.problems.map(each => each.message)].join(" ");
  }
};

const deleteRun = async () => {
  $("sure").close();
  await remove(path());
  leave();
  history.replaceState(null, "", location.pathname);
  await list();
  $("new-title").scrollIntoView({ block: "nearest" });
  $("system").focus();
};

const wire = () => {
  $("stop").addEventListener("click", attempt(() => post(path() + "/stop")));
  $("again").addEventListener("click", () => fill(current()));
  $("delete").addEventListener("click", () => $("sure").showModal());
  $("keep").addEventListener("click", () => $("sure").close());
  $("really").addEventListener("click", attempt(deleteRun));
  $("rate").addEventListener("submit", changeRate);
  $("runs").addEventListener("change", choose);
  $("compare").addEventListener("click", attempt(() =>
    open("/v1/comparison?format=html&" + chosen().map(id => "run=" + id).join("&"), true)));
  addEventListener("hashchange", route);
  setInterval(() => { if (!document.hidden && !$("main").hidden) refresh(); }, LIST_EVERY_MILLIS);
};

const login = wrong => {
  if (!wrong && !$("login").hidden) return;
  $("login").hidden = false;
  $("main").hidden = true;
  $("parts").hidden = true;
  $("token-problem").textContent = wrong ? "The token is wrong." : "";
  $("token").value = "";
  $("token").focus();
};

const enter = async () => {
  const catalog = await get("/v1/catalog");
  $("login").hidden = true;
  $("main").hidden = false;
  $("parts").hidden = false;
  if (!ready) {
    ready = true;
    build(catalog, started);
    begin(refresh);
    wire();
  }
  const runs = await list();
  await route();
  const running = runs.find(run => run.state === "running");
  if (running && !current()) watch(running);
  document.body.dataset.ready = "true";
};

onToken(login);
$("login").addEventListener("submit", event => {
  event.preventDefault();
  const token = $("token").value.trim();
  if (/^[\x21-\x7e]+$/.test(token)) {
    setToken(token);
    attempt(enter)();
  } else {
    $("token-problem").textContent = token ? "A token has letters, digits and signs only." : "Enter the token.";
    $("token").focus();
  }
});
attempt(enter)();
