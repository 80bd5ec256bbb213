// What stands around a drawing: buttons that show and hide lines, and the same figures as a table.
// Texts become text nodes, so that nothing in them is markup.

function element(name, text, attributes) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) {
    made.textContent = text;
  }
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

function row(cells, name) {
  const made = element("tr");
  cells.forEach((cell, index) =>
    made.append(
      index && name === "td"
        ? element("td", cell)
        : element("th", cell, { scope: name === "td" ? "row" : "col" }),
    ),
  );
  return made;
}

function table(caption, header, rows) {
  const made = element("table", null, { class: "figures" });
  const head = element("thead");
  const body = element("tbody");
  head.append(row(header, "th"));
  rows.forEach((cells) => body.append(row(cells, "td")));
  made.append(element("caption", caption), head, body);
  return made;
}

/** A part of the page that is made when it is opened, and anew each time. */
function unfolded(summary, make) {
  const details = element("details");
  const place = element("div", null, {
    class: "scroll long",
    tabindex: "0",
    role: "region",
    "aria-label": summary,
  });
  details.append(element("summary", summary), place);
  details.addEventListener("toggle", () => place.replaceChildren(...(details.open ? make() : [])));
  return details;
}

/** The line as it is drawn, beside its name. */
function sample(stroke) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  const dash = dashes[stroke.dash % dashes.length];
  const attributes = { x1: 0, x2: 28, y1: 4, y2: 4, "stroke-width": 3 };
  Object.entries(attributes).forEach(([key, value]) => line.setAttribute(key, value));
  line.setAttribute("stroke", strokeColor(stroke));
  if (dash !== "solid") {
    line.setAttribute("stroke-dasharray", dash.join(" "));
  }
  svg.setAttribute("width", "28");
  svg.setAttribute("height", "8");
  svg.setAttribute("aria-hidden", "true");
  svg.append(line);
  return svg;
}

/** Buttons that show and hide the lines of a chart; no buttons where there is one line. */
function fillLegend(place, lines, chart) {
  const buttons = new Map();
  place.replaceChildren();
  lines.forEach((line) => {
    const button = element("button", null, { type: "button", "aria-pressed": "true" });
    button.append(sample(line.stroke), element("span", line.name));
    button.addEventListener("click", () =>
      chart.dispatchAction({ type: "legendToggleSelect", name: line.name }),
    );
    buttons.set(line.name, button);
    place.append(button);
  });
  const selected = (chart.getOption().legend || [{}])[0].selected || {};
  const show = (state) =>
    buttons.forEach((button, name) =>
      button.setAttribute("aria-pressed", String(state[name] !== false)),
    );
  show(selected);
  chart.off("legendselectchanged");
  chart.on("legendselectchanged", (event) => show(event.selected));
}

/** What a pointer at a drawing is told: a heading, and a name and a figure on each line. */
function tip(heading, rows) {
  const box = element("div", null, { class: "tip" });
  box.append(element("p", heading));
  if (rows.length) {
    const body = element("table");
    rows.forEach(([name, figure, stroke]) => {
      const line = element("tr");
      const mark = element("td");
      if (stroke) {
        mark.append(sample(stroke));
      }
      line.append(mark, element("td", name), element("td", figure));
      body.append(line);
    });
    box.append(body);
  }
  return box;
}
