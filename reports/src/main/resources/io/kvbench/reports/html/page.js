// Puts drawings into the figures of the page, and keeps those with a time axis together.

const kinds = {
  lines: { timed: true, option: linesOption, tables: linesTables, legend: (chart) => chart.lines },
  events: { timed: true, option: eventsOption, tables: eventsTables, legend: () => [] },
  heat: { timed: true, option: heatOption, tables: heatTables, legend: () => [] },
  percentiles: {
    timed: false,
    option: percentilesOption,
    tables: percentilesTables,
    legend: (chart) => chart.curves,
  },
  loads: {
    timed: false,
    option: loadsOption,
    tables: loadsTables,
    legend: (chart) => (chart.curves.length > 1 ? chart.curves : []),
  },
  runs: { timed: false, option: runsOption, tables: runsTables, legend: () => [] },
  shares: {
    timed: false,
    option: sharesOption,
    tables: sharesTables,
    legend: (chart) => chart.parts,
  },
};

const drawings = [];
let pointedAt = null;

/** One figure of the page and what is drawn in it. */
class Drawing {
  constructor(figure) {
    this.figure = figure;
    this.chart = figures.charts[Number(figure.dataset.chart)];
    this.kind = kinds[this.chart.kind];
    // The first one with the time axis has its slider, and the names of what is marked on it.
    this.first = false;
    this.drawn = null;
    this.legend = element("div", null, { class: "legend" });
    this.place = element("div", null, {
      class: this.chart.kind === "percentiles" || this.chart.kind === "heat" ? "drawing tall" : "drawing",
      role: "img",
      tabindex: "0",
      "aria-label": this.chart.title + ". " + this.chart.note,
    });
    if (this.chart.kind === "shares") {
      this.place.style.height = 3 + 2.6 * this.chart.bars.length + "rem";
    }
    if (this.chart.kind === "events") {
      this.place.style.height = 3 + 2.6 * this.chart.rows.length + "rem";
    }
    const same = unfolded("Data table", () => this.kind.tables(this.chart));
    figure.append(this.legend, this.place, same);
    this.place.addEventListener("mouseenter", () => (pointedAt = this));
    this.place.addEventListener("mouseleave", () => (pointedAt = null));
    if (this.kind.timed) {
      this.place.addEventListener("keydown", (event) => byKey(event));
    }
  }

  draw() {
    if (this.drawn) {
      return;
    }
    this.drawn = echarts.init(this.place, null, { renderer: "svg" });
    this.redraw();
    if (this.kind.timed) {
      this.drawn.on("datazoom", () => {
        const zoom = this.drawn.getOption().dataZoom[0];
        look(zoom.start, zoom.end, this);
      });
      this.drawn.getZr().on("mousemove", (event) => pointOthers(this, event.offsetX));
      this.drawn.getZr().on("globalout", () => pointOthers(this, null));
      this.drawn.getZr().on("dblclick", () => look(0, 100, null));
    }
  }

  redraw() {
    const before = this.drawn.getOption();
    const option = this.kind.option(this.chart, this.first, () => pointedAt === this);
    if (before && before.legend && before.legend[0]) {
      option.legend.selected = before.legend[0].selected;
    }
    this.drawn.setOption(option, true);
    const lines = this.kind.legend(this.chart);
    fillLegend(this.legend, lines, this.drawn);
  }

  /** Shows another part of the time axis. */
  look() {
    this.drawn.dispatchAction({ type: "dataZoom", ...view }, { silent: true });
    this.refine();
  }

  /** The heat map has finer columns, and the first chart more names, where there is room for them. */
  refine() {
    const series = this.chart.kind === "heat" ? [heatSeries(this.chart)] : [];
    if (this.first) {
      series.push(uprights(true));
    }
    if (series.length) {
      this.drawn.setOption({ series });
    }
  }

  isSeen() {
    const box = this.place.getBoundingClientRect();
    return this.drawn && box.bottom > 0 && box.top < window.innerHeight;
  }
}

function timed() {
  return drawings.filter((drawing) => drawing.kind.timed && drawing.drawn);
}

/** Shows the part of the time axis between two per cents in all charts that have it. */
function look(start, finish, source) {
  const least = Math.min(100, 100 / end);
  const width = Math.min(100, Math.max(least, finish - start));
  view.start = Math.max(0, Math.min(100 - width, start));
  view.end = view.start + width;
  timed().forEach((drawing) => (drawing === source ? drawing.refine() : drawing.look()));
  const { from, to } = seen();
  document.getElementById("seen").textContent = clock(from) + " to " + clock(to);
}

function zoom(factor) {
  const middle = (view.start + view.end) / 2;
  const half = ((view.end - view.start) / 2) * factor;
  look(middle - half, middle + half, null);
}

function move(part) {
  const by = (view.end - view.start) * part;
  look(view.start + by, view.end + by, null);
}

const steps = [
  ["Earlier", "ArrowLeft", () => move(-0.25)],
  ["Later", "ArrowRight", () => move(0.25)],
  ["Zoom in", "+", () => zoom(0.5)],
  ["Zoom out", "-", () => zoom(2)],
  ["All", "0", () => look(0, 100, null)],
];

function byKey(event) {
  const step = steps.find(([, key]) => key === event.key);
  if (step && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    step[2]();
  }
}

/** The others show the same moment, without telling its figures. */
function pointOthers(source, x) {
  window.requestAnimationFrame(() =>
    timed()
      .filter((drawing) => drawing !== source && drawing.chart.kind === "lines" && drawing.isSeen())
      .forEach((drawing) =>
        drawing.drawn.dispatchAction(
          x === null ? { type: "hideTip" } : { type: "showTip", x, y: 60 },
          { silent: true },
        ),
      ),
  );
}

function tools() {
  const place = document.getElementById("tools");
  steps.forEach(([name, key, act]) => {
    const button = element("button", name, { type: "button", "aria-keyshortcuts": key });
    button.addEventListener("click", act);
    place.append(button);
  });
  place.append(element("output", clock(0) + " to " + clock(end), { id: "seen" }));
}

function redrawAll() {
  drawings.filter((drawing) => drawing.drawn).forEach((drawing) => drawing.redraw());
}

function print(on) {
  printing = on;
  drawings.forEach((drawing) => {
    drawing.draw();
    drawing.drawn.resize(on ? { width: 680 } : { width: "auto" });
  });
  redrawAll();
}

/** Draws what is seen at once, and the rest when there is nothing else to do. */
function drawAll() {
  drawings
    .filter((drawing) => drawing.place.getBoundingClientRect().top < window.innerHeight)
    .forEach((drawing) => drawing.draw());
  const next = () => {
    const left = drawings.find((drawing) => !drawing.drawn);
    if (left) {
      left.draw();
      setTimeout(next);
    } else {
      document.body.dataset.drawn = "true";
    }
  };
  setTimeout(next);
}

function start() {
  document.querySelectorAll("figure[data-chart]").forEach((figure) => {
    drawings.push(new Drawing(figure));
  });
  const first = drawings.find((drawing) => drawing.kind.timed);
  if (first) {
    first.first = true;
    tools();
  }
  drawAll();
  darkPaper.addEventListener("change", redrawAll);
  window.addEventListener("beforeprint", () => print(true));
  window.addEventListener("afterprint", () => print(false));
  window.addEventListener("resize", () =>
    drawings.filter((drawing) => drawing.drawn).forEach((drawing) => drawing.drawn.resize()),
  );
}

start();
