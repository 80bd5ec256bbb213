// The charts without a time axis: times by percentile, figures over loads and over runs, and where
// the clients' time went.

function percentilesOption(chart) {
  const look = axisLook();
  const longest = Math.max(...chart.curves.map((curve) => curve.points[curve.points.length - 2]));
  return {
    animation: false,
    grid: { left: 84, right: 44, top: 12, bottom: 46 },
    legend: { show: false, data: chart.curves.map((curve) => curve.name) },
    xAxis: {
      type: "log",
      min: 1,
      max: 10 ** Math.max(1, Math.ceil(Math.log10(longest))),
      ...look,
      ...named("percentile of operations", 26),
      axisLabel: { ...look.axisLabel, formatter: percentile },
    },
    yAxis: valueAxis("MICROS", true, 1, "time (log scale)"),
    tooltip: {
      ...tooltipLook(),
      trigger: "axis",
      formatter: (points) =>
        tip(
          percentile(points[0].axisValue),
          points.map((point) => [
            point.seriesName,
            units.MICROS(point.value[1]),
            chart.curves.find((curve) => curve.name === point.seriesName).stroke,
          ]),
        ),
    },
    series: chart.curves.map((curve) => {
      const color = strokeColor(curve.stroke);
      const data = [];
      for (let at = 0; at < curve.points.length; at += 2) {
        data.push([curve.points[at], Math.max(1, curve.points[at + 1])]);
      }
      return {
        type: "line",
        name: curve.name,
        data,
        showSymbol: false,
        color,
        lineStyle: { color, width: 2, type: dashes[curve.stroke.dash % dashes.length] },
        emphasis: { disabled: true },
      };
    }),
  };
}

function percentilesTables(chart) {
  const shown = [0, 6, 10, 20, 26, 40, 60, 80, 100].map((step) => 10 ** (step / 20));
  const named = chart.curves.map((curve) => curve.name);
  // The last point of a curve is its slowest operation. Percentiles of too few have no point.
  const known = chart.curves.map((curve) => pairs(curve.points).slice(0, -1));
  const rows = shown.map((oneOf) => {
    const at = known.map((points) => points.find((point) => Math.abs(point[0] / oneOf - 1) < 1e-3));
    const one = at.find((point) => point);
    return one ? [percentile(one[0]), ...at.map((point) => (point ? units.MICROS(point[1]) : "–"))] : null;
  });
  const slowest = chart.curves.map((curve) => units.MICROS(curve.points[curve.points.length - 1]));
  rows.push(["max", ...slowest]);
  return [table(chart.title, ["percentile", ...named], rows.filter((cells) => cells))];
}

function pairs(points) {
  return points.flatMap((value, at) => (at % 2 ? [] : [[value, points[at + 1]]]));
}

/** Whether points differ by what became of them. */
function differ(chart) {
  return new Set(chart.curves.flatMap((curve) => curve.kinds)).size > 1;
}

/** What the curves have at a load, which they need not all have. */
function atLoad(chart, load) {
  return chart.curves.map((curve) => {
    const values = pairs(curve.points)
      .map((pair, at) => [...pair, chart.kinds[curve.kinds[at]].name])
      .filter((pair) => pair[0] === load)
      .map((pair) => units[chart.unit](pair[1]) + (differ(chart) ? " " + pair[2] : ""));
    return [curve.name, values.join(", ") || "–", curve.stroke];
  });
}

const toneColors = { BAD: "bad", DOUBTFUL: "doubt" };

/** The points of a curve, each with the mark of what became of it. */
function loadPoints(chart, curve, color) {
  return pairs(curve.points).map((value, at) => {
    const kind = chart.kinds[curve.kinds[at]];
    const tone = toneColors[kind.tone];
    return differ(chart)
      ? { value, ...shapes[kind.shape], itemStyle: { color: tone ? pageColor(tone) : color } }
      : { value };
  });
}

/** Values that equal the loads: a curve where the loads have a logarithmic scale, and they not. */
function equal(least, most, curved) {
  const steps = curved ? 50 : 1;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const value = curved ? least * (most / least) ** (step / steps) : (most * step) / steps;
    return [value, value];
  });
}

function loadsOption(chart) {
  const look = axisLook();
  const soft = pageColor("soft");
  const loads = chart.curves.flatMap((curve) => pairs(curve.points).map((pair) => pair[0]));
  const most = Math.max(...loads, ...chart.marks.map((mark) => mark.at));
  const highest = Math.max(...chart.curves.flatMap((curve) => pairs(curve.points).map((pair) => pair[1])));
  const scale = chart.wide ? { type: "log" } : { type: "value", min: 0, max: most };
  const series = chart.curves.map((curve) => {
    const color = strokeColor(curve.stroke);
    return {
      type: "line",
      name: curve.name,
      data: loadPoints(chart, curve, color),
      symbol: "circle",
      symbolSize: 9,
      showAllSymbol: true,
      color,
      lineStyle: { color, width: 1.8, type: dashes[curve.stroke.dash % dashes.length] },
      emphasis: { disabled: true },
    };
  });
  series.push({
    type: "line",
    name: "",
    silent: true,
    symbol: "none",
    tooltip: { show: false },
    color: soft,
    lineStyle: { color: soft, width: 1, type: [4, 4] },
    data: chart.diagonal ? equal(Math.min(...loads), Math.min(most, highest), chart.wide) : [],
    markLine: {
      silent: true,
      symbol: "none",
      animation: false,
      data: chart.marks.map((mark) => ({
        xAxis: mark.at,
        lineStyle: { color: soft, type: [6, 2], width: 1 },
        label: {
          position: "end",
          align: mark.name === "low" ? "right" : "left",
          color: soft,
          fontSize: 11,
          formatter: () => mark.name,
        },
      })),
    },
  });
  return {
    animation: false,
    grid: { left: 84, right: 34, top: 24, bottom: 46 },
    legend: { show: false, data: chart.curves.map((curve) => curve.name) },
    xAxis: {
      ...scale,
      ...look,
      ...named(chart.axis, 28),
      axisLabel: { ...look.axisLabel, formatter: plain },
    },
    yAxis: valueAxis(chart.unit, chart.logarithmic, 1, chart.values),
    tooltip: {
      ...tooltipLook(),
      trigger: "axis",
      formatter: (points) => {
        const load = points[0].value[0];
        return tip(plain(load) + " " + chart.axis, atLoad(chart, load));
      },
    },
    series,
  };
}

function loadsTables(chart) {
  const loads = chart.curves.flatMap((curve) => pairs(curve.points).map((pair) => pair[0]));
  const rows = [...new Set(loads)]
    .sort((one, other) => one - other)
    .map((load) => [plain(load), ...atLoad(chart, load).map((cells) => cells[1])]);
  return [table(chart.title, [chart.axis, ...chart.curves.map((curve) => curve.name)], rows)];
}

function share(value) {
  return value > 0 && value < 0.0005 ? "<0.1 %" : (value * 100).toFixed(1) + " %";
}

function sharesOption(chart) {
  const look = axisLook();
  const names = chart.parts.map((part) => part.name);
  return {
    animation: false,
    aria: { enabled: true, decal: { show: true } },
    grid: { left: 12, right: 26, top: 8, bottom: 8, containLabel: true },
    legend: { show: false, data: names },
    xAxis: {
      type: "value",
      min: 0,
      max: 1,
      ...look,
      axisLabel: { ...look.axisLabel, formatter: (value) => Math.round(value * 100) + " %" },
    },
    yAxis: {
      type: "category",
      inverse: true,
      data: chart.bars.map((bar) => bar.name),
      ...look,
      axisLabel: { ...look.axisLabel, width: 110, overflow: "truncate" },
    },
    tooltip: {
      ...tooltipLook(),
      trigger: "item",
      formatter: (point) => tip(point.name, [[point.seriesName, share(point.value)]]),
    },
    series: chart.parts.map(({ name, stroke }) => ({
      type: "bar",
      stack: "whole",
      name,
      barMaxWidth: 34,
      color: strokeColor(stroke),
      data: chart.bars.map((bar) => {
        const part = bar.parts.find((each) => each.name === name);
        return part ? part.share : 0;
      }),
    })),
  };
}

function sharesTables(chart) {
  const names = chart.parts.map((part) => part.name);
  const rows = chart.bars.map((bar) => [
    bar.name,
    ...names.map((name) => {
      const part = bar.parts.find((each) => each.name === name);
      return part ? share(part.share) : "–";
    }),
  ]);
  return [table(chart.title, ["", ...names], rows)];
}

/** From change to change: the first run, the run after the last, and the level. */
function levels(chart) {
  const ends = [...chart.changes, chart.names.length];
  return chart.levels.map((level, at) => ({ from: at ? ends[at - 1] : 0, to: ends[at], level }));
}

function runsOption(chart) {
  const look = axisLook();
  const color = strokeColor(chart.stroke);
  const soft = pageColor("soft");
  const upright = { color: soft, type: [4, 4], width: 1 };
  const drawn = chart.values.filter((value) => value >= 0);
  // Where values are close to each other, their differences would not be seen from 0 on.
  const isClose = Math.min(...drawn) > Math.max(...drawn) / 2;
  return {
    animation: false,
    grid: { left: 84, right: 26, top: 24, bottom: 60 },
    legend: { show: false, data: [chart.title] },
    xAxis: {
      type: "category",
      data: chart.names,
      ...look,
      ...named("run with version and date (UTC)", 40),
      axisLabel: { ...look.axisLabel, lineHeight: 14 },
    },
    yAxis: isClose
      ? { ...valueAxis(chart.unit, false, 1, "axis not from 0"), scale: true }
      : { ...valueAxis(chart.unit, false, 1, chart.title), min: 0 },
    tooltip: {
      ...tooltipLook(),
      trigger: "axis",
      formatter: (points) => {
        const value = chart.values[points[0].dataIndex];
        const text = value < 0 ? "–" : units[chart.unit](value);
        return tip(chart.names[points[0].dataIndex], [[chart.title, text, chart.stroke]]);
      },
    },
    series: [
      {
        type: "line",
        name: chart.title,
        data: chart.values.map(known),
        symbol: "circle",
        symbolSize: 6,
        showAllSymbol: true,
        color,
        lineStyle: { color, width: 1.6 },
        emphasis: { disabled: true },
        markLine: {
          silent: true,
          symbol: "none",
          animation: false,
          data: chart.changes.map((at, index) => ({
            xAxis: at,
            lineStyle: upright,
            label: {
              position: "end",
              color: soft,
              fontSize: 11,
              formatter: () => change(chart.levels[index], chart.levels[index + 1]),
            },
          })),
        },
      },
      ...levels(chart).map(({ from, to, level }) => ({
        type: "line",
        name: "level",
        silent: true,
        data: chart.values.map((_, at) => (at >= from && at < to ? level : null)),
        symbol: "none",
        color: soft,
        lineStyle: { color: soft, width: 1, type: "solid" },
        emphasis: { disabled: true },
      })),
    ],
  };
}

function change(before, after) {
  const percent = (after / before - 1) * 100;
  return (percent < 0 ? "" : "+") + percent.toFixed(1) + " %";
}

function runsTables(chart) {
  const rows = chart.names.map((name, at) => [
    name,
    chart.values[at] < 0 ? "–" : units[chart.unit](chart.values[at]),
    chart.changes.includes(at)
      ? change(...chart.levels.slice(chart.changes.indexOf(at), chart.changes.indexOf(at) + 2))
      : "",
  ]);
  return [table(chart.title, ["run", chart.title, "change"], rows)];
}
