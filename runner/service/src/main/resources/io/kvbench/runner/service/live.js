// One run, as its events describe it.

import { draw, explain, shape } from "./charts.js";
import { element, follow, get, isOver, link, sentence } from "./requests.js";

const $ = id => document.getElementById(id);
const MOST_TYPES = 4;
const FILES = ["report.html", "result.json", "plan.json", "intervals.csv"];

let watching = new AbortController();
let run = null;
let phases = new Map();
let phase = null;
let told = "";
let doing = "";
let doubt = "";
let rows = [];
let errors = 0;
let waits = false;
let changed = () => {};

const rate = value => value === undefined || value === null ? "–" : Math.round(value).toLocaleString("en");

const perSecond = value => rate(value) + "/s";

/** The last interval that is long enough to have a rate. */
const lastFull = intervals => intervals.findLast(each => each.ok !== null) || intervals[intervals.length - 1];

const isPhase = () => phase !== null && !isOver(run) && (doing === "" || doing.startsWith(phase.name + " phase"));

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
  // Those of a run that is over come after its end.
  const after = when && [...$("events").children].find(each => Date.parse(each.firstChild.dateTime) > Date.parse(when));
  $("events").insertBefore(item, after || null);
};

const cells = (texts, heading) => {
  const row = element("tr");
  texts.forEach((text, index) => row.append(
    index === 0 && heading ? element("th", text, { scope: "row" }) : element("td", text)));
  return row;
};

/** The types of operations that are drawn: those with the most answers, in an order that stays. */
const types = intervals => {
  const counts = new Map();
  intervals.forEach(each => each.types.forEach((figures, type) => counts.set(type, (counts.get(type) || 0) + figures.count)));
  const most = [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_TYPES).map(([type]) => type);
  return [...counts.keys()].filter(type => most.includes(type));
};

/** A phase with charts of its own: the load is often much faster than the run. */
const phaseOf = (name, begun) => {
  const part = element("details", "", { class: "phase" });
  const chart = heading => {
    const figure = element("figure");
    const caption = element("figcaption");
    caption.append(element("h4", heading));
    const svg = shape("svg", { role: "img" });
    const legend = element("ul", "", { class: "legend" });
    figure.append(caption, svg, legend);
    return { figure, svg, legend };
  };
  const made = { name, begun, part, rates: new Map(), marks: [], throughput: chart("Throughput"), response: chart("Response time") };
  const summary = element("summary");
  summary.append(element("h3", sentence(name) + " phase"));
  const charts = element("div", "", { class: "charts" });
  charts.append(made.throughput.figure, made.response.figure);
  part.append(summary, charts);
  part.dataset.phase = name;
  part.addEventListener("toggle", showSoon);
  return made;
};

const throughput = ({ rates, marks, throughput: { svg, legend } }) => {
  const intervals = [...rates.values()];
  const series = [{ name: "OK/s", style: "colour-0", points: intervals.map(each => ({ x: each.at, y: each.ok })) }];
  if (intervals.some(each => each.offered !== null)) {
    series.push({ name: "offered/s", style: "colour-3 dotted", points: intervals.map(each => ({ x: each.at, y: each.offered })) });
  }
  if (intervals.some(each => each.errors > 0)) {
    series.push({ name: "errors/s", style: "colour-1", points: intervals.map(each => ({ x: each.at, y: each.errors })) });
  }
  draw(svg, series, { format: short, marks });
  explain(legend, series);
  const last = lastFull(intervals);
  svg.setAttribute("aria-label", "Throughput over time; latest " + rate(last.ok) + " OK/s");
};

const response = ({ rates, marks, response: { svg, legend } }) => {
  const intervals = [...rates.values()];
  const series = types(intervals).flatMap((type, index) => ["p99", "p50"].map(part => ({
    name: type + " " + part,
    style: "colour-" + index + (part === "p50" ? " dashed" : ""),
    points: intervals.map(each => ({ x: each.at, y: each.types.get(type)?.[part] ?? null }))
  })));
  draw(svg, series, { log: true, format: time, marks });
  explain(legend, series);
  const last = lastFull(intervals);
  svg.setAttribute("aria-label", "Response times over time: "
    + [...last.types].map(([type, of]) => type + " p50 " + time(of.p50 ?? undefined) + ", p99 " + time(of.p99 ?? undefined)).join("; "));
};

const tile = (name, text) => {
  const made = element("div");
  made.append(element("dt", name), element("dd", text));
  return made;
};

/** The latest figures of the phase in progress. */
const tiles = () => {
  const intervals = [...phase.rates.values()];
  const last = intervals[intervals.length - 1];
  const figures = rows[0] || {};
  const main = figures.operation || "";
  $("tiles").replaceChildren(
    tile("Phase", phase.name),
    tile("Throughput", perSecond(lastFull(intervals).ok)),
    ...(last.offered === null ? [] : [tile("Offered", perSecond(last.offered))]),
    tile("p50 " + main, time(figures.responseP50Micros)),
    tile("p99 " + main, time(figures.responseP99Micros)),
    tile("Errors so far", errors.toLocaleString("en")),
    tile("Clients", rate(last.clients)));
};

/** The result of the last phase. A percentile needs ten operations on either side of it. */
const totals = result => {
  const last = result.phases[result.phases.length - 1];
  if (!last) return;
  const operations = Object.entries(last.operations).sort(([, one], [, other]) => other.count - one.count);
  const [type, { response: times = { count: 0 } }] = operations[0] || ["", {}];
  const failed = operations.flatMap(([, each]) => Object.values(each.errors || {})).reduce((one, other) => one + other, 0);
  const reasons = result.verdict.reasons;
  if (reasons.length) {
    const more = reasons.length > 1 ? ", and " + (reasons.length - 1) + " more; see report.html" : "";
    doubt = ": " + reasons[0].observed + more;
    stateText();
  }
  $("tiles").replaceChildren(
    tile("Phase", last.name),
    tile("Throughput", perSecond(last.throughputPerSecond)),
    tile("p50 " + type, time(times.count >= 20 ? times.p50Micros : undefined)),
    tile("p99 " + type, time(times.count >= 1000 ? times.p99Micros : undefined)),
    tile("Errors", failed.toLocaleString("en")),
    tile("Clients", rate(last.clients)));
};

const show = () => {
  waits = false;
  if (!run) return;
  phases.forEach(each => {
    if (each.part.open) {
      throughput(each);
      response(each);
    }
  });
  const live = isPhase();
  $("latest").hidden = !live;
  $("tiles").classList.toggle("idle", !live && !isOver(run));
  if (!live) return;
  tiles();
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
  if (row.phase !== phase?.name) {
    if (phase) phase.part.open = false;
    phase = phaseOf(row.phase, start);
    phases.set(row.phase, phase);
    phase.part.open = true;
    $("phases").prepend(phase.part);
    tell("phase " + row.phase, row.startedAt);
  }
  const { rates, marks } = phase;
  const at = start - phase.begun;
  if (row.step && marks[marks.length - 1]?.step !== row.step) marks.push({ x: at, text: "step " + row.step, step: row.step });
  // The file has no rate of an interval that was cut short.
  const none = row.okPerSecond === undefined ? null : 0;
  if (!rates.has(row.interval)) {
    rows = [];
    rates.set(row.interval, { at, ok: none, errors: none, offered: none === null ? null : row.offeredPerSecond ?? null, clients: row.clients, types: new Map() });
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
  const result = names.includes("result.json") ? await get(path + "/files/result.json") : null;
  if (run?.id !== id) return;
  if (result) totals(result);
  $("files").replaceChildren(...FILES.filter(name => names.includes(name)).flatMap(name =>
    [link(path + "/files/" + name, name, failed), " "]));
};

const failed = failure => { $("notice").textContent = failure.message; };

const verdict = text => element("strong", text, { class: "verdict " + text.toLowerCase() });

const WHEN = { queued: "queuedAt", running: "startedAt" };

/** What the run is doing, or how it has ended. */
const stateText = () => {
  const more = isOver(run) ? run.reason : doing;
  $("state").replaceChildren(element("strong", run.state), more && more !== run.state ? ": " + more : "");
  if (run.verdict) $("state").append(", verdict ", verdict(run.verdict), doubt);
};

const stage = text => {
  doing = text;
  stateText();
  showSoon();
};

const state = next => {
  run = next;
  const over = isOver(run);
  stage(doing);
  // Another connection begins with the state that is known.
  if (run.state !== told) tell(run.state, run[WHEN[run.state] || "endedAt"]);
  told = run.state;
  $("stop").hidden = over;
  $("stop").textContent = run.state === "queued" ? "Remove from queue" : "Stop";
  $("rate").hidden = run.state !== "running";
  $("delete").hidden = !over;
  if (over) {
    $("tiles").replaceChildren();
    files("/v1/runs/" + run.id).catch(failed);
  }
  changed();
};

const take = event => {
  switch (event.name) {
    case "run": state(event.data); break;
    case "stage": stage(event.data.stage); break;
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
  phases = new Map();
  phase = null;
  rows = [];
  errors = 0;
  told = "";
  doing = "";
  doubt = "";
  ["phases", "figures", "processes", "events", "files", "tiles", "state"].forEach(id => $(id).replaceChildren());
  $("latest").hidden = true;
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
