// Everything that has the time axis: lines, events, and the heat map.

const end = Math.max(figures.endSeconds, 0.001);
const view = { start: 0, end: 100 };

/** As many columns has the heat map at most. */
const COLUMNS = 160;

/** In pixels: the widest page, what is beside the plot in it, and a letter and a line of text. */
const PAGE = 1216;
const BESIDE_PLOT = 130;
const LETTER = 6.5;
const LINE = 14;

function seen() {
  return { from: (end * view.start) / 100, to: (end * view.end) / 100 };
}

function axisLook() {
  return {
    axisLine: { lineStyle: { color: pageColor("soft") } },
    axisTick: { lineStyle: { color: pageColor("soft") } },
    axisLabel: { color: pageColor("soft"), hideOverlap: true },
    splitLine: { lineStyle: { color: pageColor("line"), opacity: 0.6 } },
    nameTextStyle: { color: pageColor("soft") },
  };
}

function tooltipLook() {
  return {
    confine: true,
    transitionDuration: 0,
    backgroundColor: pageColor("paper"),
    borderColor: pageColor("line"),
    padding: 0,
  };
}

function timeOption(first) {
  const fine = () => seen().to - seen().from < 20;
  const zoom = {
    xAxisIndex: 0,
    start: view.start,
    end: view.end,
    filterMode: "none",
    minValueSpan: Math.min(end, 1),
  };
  return {
    animation: false,
    grid: { left: 84, right: 18, top: first ? 22 : 12, bottom: first ? 76 : 44 },
    legend: { show: false },
    xAxis: {
      type: "value",
      min: 0,
      max: end,
      ...axisLook(),
      ...named("time since the start (min:s)", 26),
      axisLabel: {
        ...axisLook().axisLabel,
        // The end is at no step of the axis: its label would lie over the last one.
        showMaxLabel: false,
        formatter: (value) => clock(value, false),
      },
      axisPointer: { label: { show: false }, lineStyle: { color: pageColor("soft") } },
    },
    dataZoom: [
      {
        ...zoom,
        type: "inside",
        id: "inside",
        zoomOnMouseWheel: "ctrl",
        moveOnMouseWheel: false,
        preventDefaultMouseMove: false,
      },
      {
        ...zoom,
        type: "slider",
        id: "slider",
        show: first,
        bottom: 6,
        height: 22,
        brushSelect: false,
        labelFormatter: (value) => clock(value, fine()),
        textStyle: { color: pageColor("soft") },
      },
    ],
    tooltip: { ...tooltipLook() },
  };
}

/** Bytes have steps that are powers of two. */
function byteSteps(most) {
  const interval = 2 ** Math.ceil(Math.log2(Math.max(most, 4) / 4));
  return { interval, max: Math.ceil(most / interval) * interval };
}

/** What an axis shows, in its middle. */
function named(name, gap) {
  return { name, nameLocation: "middle", nameGap: gap };
}

function valueAxis(unit, logarithmic, most, name) {
  const look = axisLook();
  return {
    ...(unit.startsWith("BINARY_BYTES") ? byteSteps(most) : {}),
    type: logarithmic ? "log" : "value",
    minInterval: unit === "COUNT" ? 1 : undefined,
    splitNumber: 4,
    ...look,
    ...named(name, 64),
    axisLabel: { ...look.axisLabel, formatter: (value) => onAxis(unit, value) },
  };
}

/**
 * Where phases begin and what happened seldom, as upright lines, and fault windows as shades. The
 * first chart has their names: those of phases above it, those of events along their lines. Among
 * several runs nobody could tell whose they are.
 */
function uprights(first) {
  const rows = figures.charts.flatMap((chart) => chart.rows || []);
  const seldom = new Set(rows.filter((row) => row.seldom).map((row) => row.kind));
  const phases = figures.phases;
  const look = (color, type, text, place) => ({
    lineStyle: { color, type, width: 1 },
    label: {
      show: first && text !== "",
      formatter: () => text,
      color: pageColor("soft"),
      fontSize: 11,
      ...place,
    },
  });
  const perPixel =
    (seen().to - seen().from) / Math.max(100, Math.min(window.innerWidth, PAGE) - BESIDE_PLOT);
  // Names would lie over one another where phases are short, and end outside of the drawing.
  let free = 0;
  const begins = phases.map((phase) => {
    const width = (phase.name.length * LETTER + 6) * perPixel;
    const align = phase.from + width > seen().to ? "right" : "left";
    const from = align === "left" ? phase.from : phase.from - width;
    const hasRoom = from >= free;
    free = hasRoom ? from + width : free;
    const text = hasRoom ? phase.name : "";
    return { xAxis: phase.from, ...look(pageColor("soft"), "solid", text, { position: "end", align }) };
  });
  let after = -Infinity;
  const events = figures.marks
    .filter((mark) => phases.length && seldom.has(mark.kind))
    .sort((one, other) => one.at - other.at)
    .map((mark) => {
      const hasRoom = mark.at - after >= LINE * perPixel;
      after = hasRoom ? mark.at : after;
      const text = hasRoom ? mark.kind : "";
      const place = { position: "insideEndTop", backgroundColor: pageColor("paper"), padding: [0, 2] };
      return { xAxis: mark.at, ...look(pageColor("soft"), [4, 4], text, place) };
    });
  const data = begins.concat(events);
  return {
    type: "line",
    id: "uprights",
    name: "",
    data: [],
    silent: true,
    markLine: { silent: true, symbol: "none", animation: false, data },
    markArea: {
      silent: true,
      animation: false,
      itemStyle: { color: pageColor("soft"), opacity: 0.12 },
      data: figures.faultWindows.map((span) => [{ xAxis: span.from }, { xAxis: span.to }]),
    },
  };
}

function lineSeries(line, index) {
  const times = figures.times[line.time];
  const color = strokeColor(line.stroke);
  return {
    type: "line",
    name: line.name,
    data: line.values.map((value, at) => [times[at], known(value)]),
    connectNulls: false,
    showSymbol: line.values.some((_, at) => isLonely(line.values, at)),
    showAllSymbol: true,
    symbol: (value, point) => (isLonely(line.values, point.dataIndex) ? "circle" : "none"),
    symbolSize: 5,
    color,
    lineStyle: { color, width: 1.6, type: dashes[line.stroke.dash % dashes.length] },
    emphasis: { disabled: true },
    z: 10 - index,
  };
}

/** A point between two gaps has no line, so it needs a mark. */
function isLonely(values, at) {
  return values[at] >= 0 && !(values[at - 1] >= 0) && !(values[at + 1] >= 0);
}

function pointed(chart, at) {
  return chart.lines
    .map((line) => {
      const times = figures.times[line.time];
      let best = -1;
      times.forEach((time, index) => {
        if (best < 0 || Math.abs(time - at) < Math.abs(times[best] - at)) {
          best = index;
        }
      });
      const value = best < 0 || Math.abs(times[best] - at) > 5 ? -1 : line.values[best];
      return [line.name, value < 0 ? "–" : units[chart.unit](value), line.stroke];
    });
}

function linesOption(chart, first, isPointedAt) {
  const option = timeOption(first);
  const most = chart.lines.flatMap((line) => line.values).reduce((a, b) => Math.max(a, b), 1);
  option.yAxis = valueAxis(chart.unit, chart.logarithmic, most, chart.axis);
  option.legend.data = chart.lines.map((line) => line.name);
  option.series = chart.lines.map(lineSeries);
  option.series.push(uprights(first));
  option.tooltip.trigger = "axis";
  option.tooltip.formatter = (points) => {
    const at = points.length ? points[0].axisValue : 0;
    return isPointedAt() ? tip(clock(at, true), pointed(chart, at)) : "";
  };
  return option;
}

/** The rows of the table beside a chart: the part of the time axis that is shown. */
function linesTables(chart) {
  const { from, to } = seen();
  return [...new Set(chart.lines.map((line) => line.time))].map((time) => {
    const lines = chart.lines.filter((line) => line.time === time);
    const rows = [];
    figures.times[time].forEach((at, index) => {
      if (at >= from && at <= to) {
        const cells = lines.map((line) =>
          line.values[index] < 0 ? "–" : units[chart.unit](line.values[index]),
        );
        rows.push([clock(at, true), ...cells]);
      }
    });
    return table(chart.title, ["time", ...lines.map((line) => line.name)], rows);
  });
}

const shapes = {
  TRIANGLE: { symbol: "triangle" },
  TRIANGLE_DOWN: { symbol: "triangle", symbolRotate: 180 },
  SQUARE: { symbol: "rect" },
  DIAMOND: { symbol: "diamond", symbolSize: 12 },
  CROSS: { symbol: "path://M0,2L2,0L5,3L8,0L10,2L7,5L10,8L8,10L5,7L2,10L0,8L3,5Z" },
  CIRCLE: { symbol: "circle" },
  ARROW: { symbol: "arrow", symbolSize: 12 },
  PIN: { symbol: "pin", symbolSize: 14 },
  BAR: { symbol: "rect", symbolSize: [3, 12] },
};

function eventsOption(chart, first) {
  const option = timeOption(first);
  const look = axisLook();
  option.yAxis = {
    type: "category",
    data: chart.rows.map((row) => row.label),
    inverse: true,
    ...look,
    axisLabel: {
      ...look.axisLabel,
      // Above the marks of its row, which are lower than its middle; from the left of the page on.
      inside: true,
      align: "left",
      verticalAlign: "bottom",
      margin: -72,
      padding: [0, 0, 2, 0],
      hideOverlap: false,
      interval: 0,
    },
    axisLine: { show: false },
    axisTick: { show: false },
    z: 6,
  };
  option.series = chart.rows.map((row, index) => ({
    type: "scatter",
    name: row.kind,
    symbolSize: 10,
    ...shapes[row.shape],
    symbolOffset: [0, 10],
    z: 10,
    color: strokeColor(row.stroke),
    itemStyle: { opacity: 1 },
    data: figures.marks
      .filter((mark) => mark.kind === row.kind)
      .map((mark) => ({ value: [mark.at, index], text: mark.text })),
  }));
  option.series.push(uprights(false));
  option.tooltip.trigger = "item";
  option.tooltip.formatter = (point) =>
    tip(clock(point.value[0], true) + "  " + point.seriesName, [[point.data.text, ""]]);
  return option;
}

function eventsTables(chart) {
  const rows = figures.marks.map((mark) => [clock(mark.at, true), mark.kind, mark.text]);
  return [table(chart.title, ["time", "kind", "what"], rows)];
}

/** The cells of what is shown, put together to as many columns as can be told apart. */
function heatCells(chart) {
  const times = figures.times[chart.time];
  const { from, to } = seen();
  const step = Math.ceil((to - from) / COLUMNS);
  const cells = new Map();
  times.forEach((time, index) => {
    const known = chart.columns[index];
    const half = chart.widths[index] / 2;
    if (known.length && time + half >= from && time - half <= to) {
      const column = Math.floor(time / step) * step;
      // Single columns are as wide as they are; those put together are all as wide.
      const [left, right] = step > 1 ? [column, column + step] : [time - half, time + half];
      for (let at = 0; at < known.length; at += 2) {
        const key = left + " " + known[at];
        const cell = cells.get(key) || [left, Math.min(end, right), known[at], 0];
        cell[3] += known[at + 1];
        cells.set(key, cell);
      }
    }
  });
  return [...cells.values()];
}

function heatSeries(chart) {
  const data = heatCells(chart);
  const most = data.reduce((most, cell) => Math.max(most, cell[3]), 1);
  const color = strokeColor(chart.stroke);
  return {
    type: "custom",
    id: "heat",
    name: chart.title,
    clip: true,
    data,
    encode: { x: [0, 1], y: -1 },
    renderItem: (params, api) => {
      const row = api.value(2);
      const [left, top] = api.coord([api.value(0), chart.edgesMicros[row + 1]]);
      const [right, bottom] = api.coord([api.value(1), chart.edgesMicros[row]]);
      const share = Math.log1p(api.value(3)) / Math.log1p(most);
      return {
        type: "rect",
        shape: { x: left, y: top, width: right - left + 0.3, height: bottom - top + 0.3 },
        style: { fill: translucent(color, 0.08 + 0.92 * share) },
      };
    },
  };
}

function heatOption(chart, first) {
  const option = timeOption(first);
  const rows = chart.columns.flatMap((column) => column.filter((_, at) => at % 2 === 0));
  const least = rows.reduce((least, row) => Math.min(least, row), 1000);
  option.yAxis = {
    ...valueAxis("MICROS", true),
    min: chart.edgesMicros[least],
    max: chart.edgesMicros[chart.edgesMicros.length - 1],
  };
  option.series = [heatSeries(chart), uprights(false)];
  option.tooltip.trigger = "item";
  option.tooltip.formatter = (point) => {
    const [from, to, row, count] = point.value;
    const between =
      units.MICROS(chart.edgesMicros[row]) + " – " + units.MICROS(chart.edgesMicros[row + 1]);
    return tip(clock(from) + " – " + clock(to), [[between, units.COUNT(count)]]);
  };
  return option;
}

function heatTables(chart) {
  const sums = new Map();
  const { from, to } = seen();
  figures.times[chart.time].forEach((time, index) => {
    const column = time >= from && time <= to ? chart.columns[index] : [];
    for (let at = 0; at < column.length; at += 2) {
      sums.set(column[at], (sums.get(column[at]) || 0) + column[at + 1]);
    }
  });
  const rows = [...sums.keys()]
    .sort((one, other) => one - other)
    .map((row) => [
      units.MICROS(chart.edgesMicros[row]) + " – " + units.MICROS(chart.edgesMicros[row + 1]),
      units.COUNT(sums.get(row)),
    ]);
  return [table(chart.title + ", together", ["response time", "operations"], rows)];
}
