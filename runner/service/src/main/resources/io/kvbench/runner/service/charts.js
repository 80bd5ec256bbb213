// Lines over time as SVG. Colours and strokes are classes of page.css.

const SPACE = "http://www.w3.org/2000/svg";
const HEIGHT = 190;
const TOP = 10;
const BOTTOM = 24;
const LEFT = 58;
const RIGHT = 22;
const MOST_POINTS = 600;
const MARK_WIDTH = 60;

export const shape = (name, attributes, text = "") => {
  const made = document.createElementNS(SPACE, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.textContent = text;
  return made;
};

/** Returns the least of 1, 2 and 5 times a power of ten that is not below a value. */
const nice = value => {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= value * 0.999999);
};

const linear = most => {
  const step = nice(Math.max(most, 1) / 4);
  const top = Math.ceil(Math.max(most, 1) / step) * step;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (unused, index) => index * step);
  return { ticks, share: value => value / top };
};

const logarithmic = (least, most) => {
  const from = Math.floor(Math.log10(least));
  const to = Math.max(from + 1, Math.ceil(Math.log10(most) - 1e-9));
  const ticks = Array.from({ length: to - from + 1 }, (unused, index) => 10 ** (from + index));
  return { ticks, share: value => (Math.log10(value) - from) / (to - from) };
};

const clock = seconds => {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const two = number => String(number).padStart(2, "0");
  return minutes < 60
    ? minutes + ":" + two(whole % 60)
    : Math.floor(minutes / 60) + ":" + two(minutes % 60) + ":" + two(whole % 60);
};

const STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 43200, 86400];

/** Joins points that would share a pixel: the mean of rates, the worst of times. */
const thinned = (points, worst) => {
  const size = Math.ceil(points.length / MOST_POINTS);
  if (size < 2) return points;
  const joined = [];
  for (let at = 0; at < points.length; at += size) {
    const some = points.slice(at, at + size);
    const values = some.map(point => point.y).filter(value => value !== null);
    const sum = values.reduce((one, other) => one + other, 0);
    joined.push({ x: some[0].x, y: !values.length ? null : worst ? Math.max(...values) : sum / values.length });
  }
  return joined;
};

const path = (points, across, up) => {
  let text = "";
  let drawing = false;
  points.forEach(point => {
    if (point.y === null) {
      drawing = false;
    } else {
      // A point without neighbours is a dot.
      text += (drawing ? "L" : "M") + across(point.x).toFixed(1) + " " + up(point.y).toFixed(1) + (drawing ? "" : "h0");
      drawing = true;
    }
  });
  return text;
};

/**
 * Draws series of points { x: seconds, y: value or null }.
 *
 * @param options log: whether the scale is logarithmic; format: for values; marks: { x, text }
 */
export const draw = (svg, series, options) => {
  const width = Math.max(260, svg.clientWidth || 600);
  const ys = series.flatMap(each => each.points.map(point => point.y)).filter(y => y !== null && (!options.log || y > 0));
  const until = Math.max(10, ...series.flatMap(each => each.points.slice(-1).map(point => point.x)));
  const scale = options.log
    ? logarithmic(ys.length ? ys.reduce((a, b) => Math.min(a, b)) : 1, ys.length ? ys.reduce((a, b) => Math.max(a, b)) : 10)
    : linear(ys.reduce((a, b) => Math.max(a, b), 0));
  const across = seconds => LEFT + (width - LEFT - RIGHT) * seconds / until;
  const up = value => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * scale.share(value);
  const parts = [];
  scale.ticks.forEach(tick => parts.push(
    shape("path", { class: "grid", d: "M" + LEFT + " " + up(tick) + "H" + (width - RIGHT) }),
    shape("text", { x: LEFT - 6, y: up(tick) + 4, "text-anchor": "end" }, options.format(tick))));
  const most = Math.max(2, Math.floor((width - LEFT) / 80));
  const step = STEPS.find(each => until / each <= most) || 86400 * Math.ceil(until / 86400 / most);
  for (let at = 0; at <= until; at += step) {
    parts.push(shape("text", { x: across(at), y: HEIGHT - 6, "text-anchor": "middle" }, clock(at)));
  }
  let row = 0;
  options.marks.forEach((mark, index) => {
    const before = options.marks[index - 1];
    row = before && across(mark.x) - across(before.x) < MARK_WIDTH ? row + 1 : 0;
    parts.push(
      shape("path", { class: "mark", d: "M" + across(mark.x) + " " + TOP + "V" + (HEIGHT - BOTTOM) }),
      shape("text", { x: across(mark.x) + 4, y: TOP + 11 + 13 * row }, mark.text));
  });
  series.forEach(each => parts.push(shape("path", {
    class: "line " + each.style,
    d: path(thinned(each.points, options.log).map(point =>
      ({ x: point.x, y: options.log && point.y !== null && point.y <= 0 ? null : point.y })), across, up)
  })));
  svg.setAttribute("viewBox", "0 0 " + width + " " + HEIGHT);
  svg.setAttribute("height", HEIGHT);
  svg.replaceChildren(...parts);
};

/** Writes what the lines are. */
export const explain = (list, series) => list.replaceChildren(...series.map(each => {
  const item = document.createElement("li");
  const sample = shape("svg", { viewBox: "0 0 28 10", width: 28, height: 10, "aria-hidden": "true" });
  sample.append(shape("path", { class: "line " + each.style, d: "M0 5H28" }));
  item.append(sample, " " + each.name);
  return item;
}));
