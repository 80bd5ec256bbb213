// The form of a new run, made of the settings that the service declares.

import { Refused, element, post, sentence } from "./requests.js";

const $ = id => document.getElementById(id);
const CHECK_AFTER_MILLIS = 400;

const LONGEST_LABEL = 60;

/** What a first run needs, in its order: label, hint, and what an empty field means. */
const FIRST = {
  clients: ["Clients", "One request in flight each."],
  target: ["Rate", "Requests per second, over all clients.", "as fast as possible"],
  maxexecutiontime: ["Duration", "Such as 30s or 5m.", "no limit"],
  operationcount: ["Requests", "Over all clients; 0 has no limit."]
};

/** The same of the servers, by what is chosen. */
const SERVERS = {
  here: ["cluster.nodes", "Number of servers", "1, 3 or 5."],
  running: ["endpoints", "Addresses", "Of all servers, separated by commas.", "host:port,host:port"]
};

const OFTEN = ["connections", "recordcount", "valuesize", "fieldlength", "readconsistency", "label"];

/** The first group that a property fits; those of other systems come last. */
const GROUPS = [
  ["Often used", each => OFTEN.includes(each.name)],
  ["Rate and duration", each => /^(clients|connections|operationcount|maxexec|target|arrivals|think|warmup|dotrans)/.test(each.name)],
  ["Operation mix", each => each.name.endsWith("proportion")],
  ["Transactions and ranges", each => /^(transaction|stm|range|oneshot|scan|minscan|maxscan)/.test(each.name)],
  ["Locks, leases and groups", each => /^(lock|lease|group|election)/.test(each.name)],
  ["Watches", each => each.name.startsWith("watch")],
  ["Replay", each => each.name.startsWith("trace")],
  ["Servers", each => each.affects === "servers"],
  ["Network and faults", each => /^(net|fault|at)\b/.test(each.name)],
  ["Records", each => each.affects === "load"],
  ["Client", each => each.affects === "client"],
  ["Thresholds and verdict", each => /^(slo|verdict|exit)/.test(each.name)],
  ["Recording", () => true]
];
const OWN = "This system";
const OTHERS = "Other systems";

let catalog = { systems: [], inProcess: [], workloads: [], properties: [], workloadDescriptions: {} };
let latest = 0;
let timer = 0;
let started = () => {};

const controls = () => [...document.querySelectorAll("#new [data-property]")];

const control = where => {
  if (where === "system" || where === "workload") return $(where);
  const known = catalog.properties.find(each =>
    [each.name, ...(each.aliases || [])].some(name => "properties." + name === where));
  return known && controls().find(each => each.dataset.property === known.name);
};

/** Searches are a command of their own, which the service does not have. */
const isShown = each => !each.name.startsWith("find.");

const systemOf = name => catalog.systems.find(system => name.split(".").includes(system));

const groupOf = each => {
  const system = systemOf(each.name);
  if (system) return system === $("system").value ? OWN : OTHERS;
  return GROUPS.find(([, fits]) => fits(each))[0];
};

const ownWords = each => FIRST[each.name]
  || Object.values(SERVERS).filter(([name]) => name === each.name).map(([, ...words]) => words)[0];

const unset = (each, given) => {
  if (given !== undefined) return given + " (workload)";
  return each.default ? each.default + " (default)" : ownWords(each)?.[2] || "not set";
};

/** The label and the hint of a property: the first words of its description, and the others. */
const words = each => {
  const own = ownWords(each);
  if (own) return own;
  const values = each.choices || each.accepts === "text" ? "" : " Value: " + each.accepts + ".";
  const [, condition, text] = each.description.match(/^(?:(Open loop|[^ :]+=[^:]+): )?(.*)$/s);
  const label = text.match(/^.+?(?=[;:,] |\. |\.$| \(|$)/s)[0];
  // Words like "true" before a colon are values.
  if (label.length > LONGEST_LABEL || /^(true|false)$/.test(label)) return [each.name, each.description + values];
  const rest = text.slice(label.length).replace(/^[;:,.]? ?/, "");
  return [sentence(label), [condition ? condition + " only." : "", sentence(rest)].join(" ").trim() + values];
};

const field = each => {
  const id = "property-" + each.name;
  const made = element("div", "", { class: "field" });
  const described = { id, "data-property": each.name, "aria-describedby": id + "-hint " + id + "-problem" };
  let input;
  if (each.choices) {
    input = element("select", "", described);
    input.append(element("option", unset(each), { value: "" }), ...each.choices.map(text => element("option", text)));
  } else {
    input = element("input", "", { ...described, autocomplete: "off", spellcheck: "false", placeholder: unset(each) });
  }
  const [text, hint] = words(each);
  const label = element("label", text, { for: id });
  if (text !== each.name) label.append(" ", element("small", each.name));
  made.append(label, input,
    element("p", hint.trim(), { class: "hint", id: id + "-hint" }),
    element("p", "", { class: "problem", id: id + "-problem" }));
  made.dataset.words = [each.name, ...(each.aliases || []), each.description].join(" ").toLowerCase();
  return made;
};

const group = name => {
  const made = element("details", "", { class: "group" });
  made.dataset.group = name;
  made.append(element("summary", name), element("div", "", { class: "fields" }));
  return made;
};

const groups = () => [...document.querySelectorAll("#groups details")];

/** Says in the summary of a part how much of it is set, since it may be closed. */
const summarize = (part, name) => {
  const set = [...part.querySelectorAll("[data-property]")].filter(input => input.value).length;
  part.querySelector("summary").textContent = name + (set ? " – " + set + " set" : "");
};

const count = () => {
  summarize($("more"), "More settings");
  groups().forEach(each => {
    summarize(each, each.dataset.group === OWN ? "Only " + $("system").value : each.dataset.group);
    each.hidden = !each.querySelector(".field:not([hidden])");
  });
};

/** Shows the field of the servers that are chosen. The other one keeps its text and is not sent. */
const choose = where => {
  document.querySelectorAll("#servers [type=radio]").forEach(each => { each.checked = each.value === where; });
  document.querySelectorAll("#servers [data-servers]").forEach(each => {
    each.hidden = each.dataset.servers !== where;
    each.querySelector("[data-property]").disabled = each.hidden;
  });
};

/** Properties of a system move when another system is chosen. */
const arrange = () => {
  const place = new Map(groups().map(each => [each.dataset.group, each.querySelector(".fields")]));
  catalog.properties.filter(each => isShown(each) && systemOf(each.name)).forEach(each =>
    place.get(groupOf(each)).append($("property-" + each.name).parentElement));
  $("servers").disabled = catalog.inProcess.includes($("system").value);
  count();
};

const filter = () => {
  const words = $("filter").value.trim().toLowerCase();
  let found = 0;
  groups().forEach(each => {
    const fields = [...each.querySelectorAll(".field")];
    fields.forEach(one => { one.hidden = !one.dataset.words.includes(words); });
    const shown = fields.filter(one => !one.hidden).length;
    found += shown;
    each.open = words !== "" && shown > 0 && each.dataset.group !== OTHERS;
  });
  count();
  $("filter-hint").textContent = words === ""
    ? "Any part of its name or description, of " + controls().length + " settings."
    : found + " found";
};

export const request = () => {
  const properties = {};
  controls().filter(each => each.value.trim() && !each.matches(":disabled"))
    .forEach(each => { properties[each.dataset.property] = each.value.trim(); });
  // The number of requests of the workload would end the run before its time.
  if (properties.maxexecutiontime && $("property-operationcount")) properties.operationcount ??= "0";
  return { system: $("system").value, workload: $("workload").value, properties };
};

const clearProblems = () => document.querySelectorAll("#new [aria-invalid]").forEach(each => {
  each.removeAttribute("aria-invalid");
  $(each.id + "-problem").textContent = "";
});

const reveal = input => {
  const servers = input.closest("[data-servers]");
  if (servers) choose(servers.dataset.servers);
  for (let part = input.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
};

const jump = (input, text) => {
  const made = element("button", text, { type: "button", class: "link" });
  made.addEventListener("click", () => {
    reveal(input);
    input.focus();
  });
  return made;
};

const refuse = failure => {
  const list = element("ul");
  failure.problems.forEach(each => {
    const input = control(each.where);
    const item = element("li");
    if (input) {
      const place = $(input.id + "-problem");
      place.textContent = (place.textContent + " " + each.message).trim();
      input.setAttribute("aria-invalid", "true");
      reveal(input);
      item.append(jump(input, each.where.replace(/^properties\./, "")), ": " + each.message);
    } else {
      item.textContent = each.where + ": " + each.message;
    }
    list.append(item);
  });
  $("answer").className = "bad";
  $("answer").replaceChildren(element("p", failure.message), list);
};

const phase = each => {
  const parts = [each.name + (each.step ? " " + each.step : "")];
  if (each.requests !== undefined) parts.push(each.requests.toLocaleString("en") + " requests");
  if (each.seconds !== undefined) parts.push("at most " + each.seconds + " s");
  parts.push(each.clients.toLocaleString("en") + (each.clients === 1 ? " client" : " clients") + " on "
    + each.connections.toLocaleString("en") + (each.connections === 1 ? " connection" : " connections"), each.loadModel);
  return parts.join(", ");
};

const describe = plan => {
  const list = element("ul");
  plan.phases.forEach(each => list.append(element("li", phase(each))));
  plan.notes.forEach(note => list.append(element("li", "Note: " + note)));
  $("answer").className = "good";
  $("answer").replaceChildren(element("p", "Plan"), list);
  const sent = request().properties;
  catalog.properties.filter(isShown).forEach(each => {
    const input = $("property-" + each.name);
    const given = sent[each.name] === undefined ? plan.properties[each.name] : undefined;
    const text = sent[each.name] && !input.value ? "until the time is up" : unset(each, given);
    if (each.choices) input.options[0].textContent = text; else input.placeholder = text;
  });
};

/** A later check makes the answer to an earlier one worthless. */
const check = async () => {
  const number = ++latest;
  clearTimeout(timer);
  try {
    const plan = await post("/v1/plans", request());
    if (number !== latest) return;
    clearProblems();
    describe(plan);
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    if (number !== latest) return;
    clearProblems();
    refuse(failure);
  }
};

const checkSoon = () => {
  clearTimeout(timer);
  if ($("system").value && $("workload").value) timer = setTimeout(check, CHECK_AFTER_MILLIS);
};

const submit = async event => {
  event.preventDefault();
  const number = ++latest;
  clearTimeout(timer);
  try {
    const run = await post("/v1/runs", request());
    clearProblems();
    $("answer").replaceChildren();
    started(run);
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    if (number !== latest) return;
    clearProblems();
    refuse(failure);
    const first = document.querySelector("#new [aria-invalid]");
    if (first) first.focus();
  }
};

const about = () => { $("workload-hint").textContent = catalog.workloadDescriptions[$("workload").value] || ""; };

const clear = () => {
  latest++;
  clearTimeout(timer);
  controls().forEach(each => { each.value = ""; });
  choose("here");
  clearProblems();
  $("answer").replaceChildren();
  count();
};

/** Puts the settings of a run into the form, and says which have no place there, such as mixes. */
export const fill = run => {
  const others = Object.keys(run.properties).filter(name => !control("properties." + name));
  $("notice").textContent = others.length ? "Not in the form: " + others.join(", ") + "." : "";
  clear();
  $("system").value = run.system;
  $("workload").value = run.workload;
  Object.entries(run.properties).forEach(([name, text]) => {
    const input = control("properties." + name);
    if (input) input.value = text;
  });
  if (run.properties.endpoints) choose("running");
  about();
  arrange();
  checkSoon();
  $("system").focus();
};

export const build = (declared, onStarted) => {
  catalog = declared;
  started = onStarted;
  $("system").append(element("option", "Choose a system", { value: "" }), ...catalog.systems.map(each => element("option", each)));
  $("workload").append(element("option", "Choose a workload", { value: "" }), ...catalog.workloads.map(each => element("option", each)));
  const shown = catalog.properties.filter(isShown);
  const taken = new Set();
  const put = (name, parent, data = {}) => {
    const found = shown.find(each => each.name === name);
    if (!found) return;
    taken.add(found);
    const made = field(found);
    Object.assign(made.dataset, data);
    parent.append(made);
  };
  // If the operator has set the servers, there is nothing to choose.
  $("servers").hidden = !shown.some(each => each.name === "endpoints");
  if (!$("servers").hidden) {
    Object.entries(SERVERS).forEach(([servers, [name]]) => put(name, $("servers"), { servers }));
    choose("here");
  }
  Object.keys(FIRST).forEach(name => put(name, $("first")));
  $("groups").append(...[OWN, ...GROUPS.map(([name]) => name), OTHERS].map(group));
  const place = new Map(groups().map(each => [each.dataset.group, each.querySelector(".fields")]));
  shown.filter(each => !taken.has(each)).forEach(each => place.get(groupOf(each)).append(field(each)));
  filter();
  $("filter").addEventListener("input", filter);
  $("filter").addEventListener("keydown", event => { if (event.key === "Enter") event.preventDefault(); });
  $("system").addEventListener("change", arrange);
  $("workload").addEventListener("change", about);
  $("servers").addEventListener("change", event => { if (event.target.type === "radio") choose(event.target.value); });
  $("new").addEventListener("change", event => {
    if (event.target.id !== "filter") {
      count();
      checkSoon();
    }
  });
  $("new").addEventListener("submit", submit);
  $("check").addEventListener("click", check);
  $("clear").addEventListener("click", clear);
};
