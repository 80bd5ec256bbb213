// One run, as its events describe it.

import { draw, explain } from "./charts.js";
import { element, follow, get, isOver, link } from "./requests.js";

const $ = id => document.getElementById(id);
const MOST_TYPES = 4;
const FILES = ["report.html", "result.json", "plan.json", "intervals.csv"];

let watching = new AbortController();
let run = null;
let rates = new Map();
let begun = 0;
let phase = "";
let told = "";
let marks = [];
let rows = [];
let errors = 0;
let waits = false;
let changed = () => {};

const rate = value => value === undefined || value === null ? "–" : Math.round(value).toLocaleString("en");

/** The last interval that is long enough to have a rate. */
const lastFull = intervals => intervals.findLast(each => each.ok !== null) || intervals[intervals.length - 1];

const short = value => value >= 1e6 ? value / 1e6 + "M" : value >= 1e3 ? value / 1e3 + "k" : String(value);

const time = micros => {
  if (micros === undefined) return "–";
  if (micros < 1000) return micros + " µs";
  return micros < 1e6 ? Number((micros / 1e3).toPrecision(3)) + " ms" : Number((micros / 1e6).toPrecision(3)) + " s";
};

const bytes = value => {
  if (value === undefined) return "–";
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = value < 1 ? 0 : Math.min(4, Math.floor(Math.log2(value) / 10));
  return Number((value / 1024 ** power).toPrecision(3)) + " " + units[power];
};

export const stamp = text => new Date(text).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** An event of the run, with the time where it is known. */
const tell = (text, when) => {
  const item = element("li");
  if (when) item.append(element("time", new Date(when).toLocaleTimeString("en-GB"), { datetime: when }), " ");
  item.append(text);
  $("events").append(item);
};

const cells = (texts, heading) => {
  const row = element("tr");
  texts.forEach((text, index) => row.append(
    index === 0 && heading ? element("th", text, { scope: "row" }) : element("td", text)));
  return row;
};

/** The types of operations that are drawn: those with the most answers, in an order that stays. */
const types = () => {
  const counts = new Map();
  rates.forEach(each => each.types.forEach((figures, type) => counts.set(type, (counts.get(type) || 0) + figures.count)));
  const most = [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_TYPES).map(([type]) => type);
  return [...counts.keys()].filter(type => most.includes(type));
};

const throughput = intervals => {
  const series = [{ name: "OK/s", style: "colour-0", points: intervals.map(each => ({ x: each.at, y: each.ok })) }];
  if (intervals.some(each => each.offered !== null)) {
    series.push({ name: "offered/s", style: "colour-3 dotted", points: intervals.map(each => ({ x: each.at, y: each.offered })) });
  }
  if (intervals.some(each => each.errors > 0)) {
    series.push({ name: "errors/s", style: "colour-1", points: intervals.map(each => ({ x: each.at, y: each.errors })) });
  }
  draw($("throughput"), series, { format: short, marks });
  explain($("throughput-legend"), series);
  const last = lastFull(intervals);
  $("throughput").setAttribute("aria-label", "Throughput over time; latest " + rate(last.ok) + " OK/s");
};

const response = intervals => {
  const series = types().flatMap((type, index) => ["p99", "p50"].map(part => ({
    name: type + " " + part,
    style: "colour-" + index + (part === "p50" ? " dashed" : ""),
    points: intervals.map(each => ({ x: each.at, y: each.types.get(type)?.[part] ?? null }))
  })));
  draw($("response"), series, { log: true, format: time, marks });
  explain($("response-legend"), series);
  $("response").setAttribute("aria-label", "Response times over time: "
    + rows.map(row => row.operation + " p50 " + time(row.responseP50Micros) + ", p99 " + time(row.responseP99Micros)).join("; "));
};

const tile = (name, text) => {
  const made = element("div");
  made.append(element("dt", name), element("dd", text));
  return made;
};

const tiles = intervals => {
  const last = intervals[intervals.length - 1];
  const figures = rows[0] || {};
  const main = figures.operation || "";
  $("tiles").replaceChildren(
    tile("Phase", phase),
    tile("OK/s", rate(lastFull(intervals).ok)),
    ...(last.offered === null ? [] : [tile("Offered/s", rate(last.offered))]),
    tile("p50 " + main, time(figures.responseP50Micros)),
    tile("p99 " + main, time(figures.responseP99Micros)),
    tile("Errors so far", rate(errors)),
    tile("Clients", rate(last.clients)));
};

const show = () => {
  waits = false;
  const intervals = [...rates.values()];
  $("measured").hidden = intervals.length === 0;
  if (!intervals.length) return;
  throughput(intervals);
  response(intervals);
  tiles(intervals);
  $("figures").replaceChildren(...rows.map(row => cells([
    row.operation, rate(row.okPerSecond), time(row.responseP50Micros), time(row.responseP95Micros),
    time(row.responseP99Micros), time(row.responseMaxMicros), row.errorCount, row.statuses || ""
  ], true)));
};

/** Events of a run that is over come all at once. */
const showSoon = () => {
  if (!waits) {
    waits = true;
    requestAnimationFrame(show);
  }
};

const interval = row => {
  const start = Date.parse(row.startedAt) / 1e3;
  begun = begun || start;
  const at = start - begun;
  if (row.phase !== phase) {
    phase = row.phase;
    marks.push({ x: at, text: phase });
    tell("phase " + phase, row.startedAt);
  }
  // The file has no rate of an interval that was cut short.
  const none = row.okPerSecond === undefined ? null : 0;
  if (!rates.has(row.interval)) {
    rows = [];
    rates.set(row.interval, { at, ok: none, errors: none, offered: row.offeredPerSecond ?? null, clients: row.clients, types: new Map() });
  }
  const all = rates.get(row.interval);
  if (row.operation) {
    rows.push(row);
    all.types.set(row.operation, { count: row.count, p50: row.responseP50Micros ?? null, p99: row.responseP99Micros ?? null });
    if (!row.composite) {
      if (row.errorCount > 0 && errors === 0) tell("first error: " + row.operation + " " + row.statuses, row.startedAt);
      if (none !== null) {
        all.ok += row.okPerSecond;
        all.errors += (row.errorCount || 0) * 1e6 / row.wallMicros;
      }
      errors += row.errorCount || 0;
    }
  }
  showSoon();
};

const host = row => {
  $("hosts").hidden = false;
  const known = [...$("processes").children].find(each => each.firstChild.textContent === row.process);
  const made = cells([
    row.process, row.CPU === undefined ? "–" : Number(row.CPU).toFixed(0) + " %", bytes(row.VMRSS),
    bytes(row["READ-BYTES-DELTA"]), bytes(row["WRITE-BYTES-DELTA"]), row.THREADS ?? "–", row["LOAD-AVERAGE-1-MINUTE"] ?? "–"
  ], true);
  if (known) known.replaceWith(made); else $("processes").append(made);
};

/** Meanwhile another run may be shown, or none. */
const files = async path => {
  const { id, files: names = [] } = await get(path);
  if (run?.id !== id) return;
  $("files").replaceChildren(...FILES.filter(name => names.includes(name)).flatMap(name =>
    [link(path + "/files/" + name, name, failed), " "]));
};

const failed = failure => { $("notice").textContent = failure.message; };

const verdict = text => element("strong", text, { class: "verdict " + text.toLowerCase() });

const WHEN = { queued: "queuedAt", running: "startedAt" };

const state = next => {
  run = next;
  const over = isOver(run);
  $("state").replaceChildren(element("strong", run.state), run.reason && run.reason !== run.state ? ": " + run.reason : "");
  if (run.verdict) $("state").append(", verdict ", verdict(run.verdict));
  // Another connection begins with the state that is known.
  if (run.state !== told) tell(run.state, run[WHEN[run.state] || "endedAt"]);
  told = run.state;
  $("stop").hidden = over;
  $("stop").textContent = run.state === "queued" ? "Remove from queue" : "Stop";
  $("rate").hidden = run.state !== "running";
  $("delete").hidden = !over;
  if (over) files("/v1/runs/" + run.id).catch(failed);
  changed();
};

const take = event => {
  switch (event.name) {
    case "run": state(event.data); break;
    case "interval": interval(event.data); break;
    case "host": host(event.data); break;
    case "lost": $("state").textContent = "The connection is lost; trying again."; break;
    default:
  }
};

const reset = next => {
  watching.abort();
  watching = new AbortController();
  run = next;
  rates = new Map();
  marks = [];
  rows = [];
  begun = 0;
  errors = 0;
  phase = "";
  told = "";
  ["figures", "processes", "events", "files", "tiles", "state"].forEach(id => $(id).replaceChildren());
  $("measured").hidden = true;
  $("hosts").hidden = true;
  $("rate").hidden = true;
  $("rate-answer").textContent = "";
  $("per-second").value = "";
  $("per-second").placeholder = next.properties.target || "";
};

export const current = () => run;

export const note = text => tell(text, new Date().toISOString());

/** Shows a run and follows it until it is over. */
export const watch = next => {
  reset(next);
  $("run").hidden = false;
  $("to-run").hidden = false;
  $("run-title").textContent = run.workload + " on " + run.system;
  const settings = { id: run.id, queued: stamp(run.queuedAt), ...run.properties };
  $("settings").replaceChildren(...Object.entries(settings).map(([name, text]) => tile(name, text)));
  follow(run.id, take, watching.signal).catch(failure => {
    $("state").textContent = failure.message;
  });
};

export const leave = () => {
  watching.abort();
  run = null;
  $("run").hidden = true;
  $("to-run").hidden = true;
};

export const begin = onChanged => {
  changed = onChanged;
  addEventListener("resize", showSoon);
};
