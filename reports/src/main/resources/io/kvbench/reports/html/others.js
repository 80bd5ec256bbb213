// The charts without a time axis: times by percentile, and where the clients' time went.

function percentilesOption(chart) {
  const look = axisLook();
  const longest = Math.max(...chart.curves.map((curve) => curve.points[curve.points.length - 2]));
  return {
    animation: false,
    grid: { left: 76, right: 44, top: 12, bottom: 28 },
    legend: { show: false, data: chart.curves.map((curve) => curve.name) },
    xAxis: {
      type: "log",
      min: 1,
      max: 10 ** Math.max(1, Math.ceil(Math.log10(longest))),
      ...look,
      axisLabel: { ...look.axisLabel, formatter: percentile },
    },
    yAxis: valueAxis("MICROS", true),
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
  const shown = [0, 6, 10, 20, 26, 40, 60, 80, 100];
  const named = chart.curves.map((curve) => curve.name);
  // The last point of a curve is its slowest operation.
  const steps = (curve) => curve.points.length / 2 - 1;
  const rows = shown.map((step) => {
    const longest = chart.curves.find((curve) => step < steps(curve));
    const cells = chart.curves.map((curve) =>
      step < steps(curve) ? units.MICROS(curve.points[2 * step + 1]) : "–",
    );
    return longest ? [percentile(longest.points[2 * step]), ...cells] : null;
  });
  const slowest = chart.curves.map((curve) => units.MICROS(curve.points[curve.points.length - 1]));
  rows.push(["max", ...slowest]);
  return [table(chart.title, ["percentile", ...named], rows.filter((cells) => cells))];
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
