// How figures are written, and the colours of the page. Pure functions but for the colours.

const figures = JSON.parse(document.getElementById("figures").textContent);

/** What is not known is -1 in the figures and null in charts, which leave a gap there. */
function known(value) {
  return value < 0 ? null : value;
}

function digits(value) {
  const size = Math.abs(value);
  return size === 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
}

function plain(value) {
  return value.toLocaleString("en-US", { maximumFractionDigits: digits(value) });
}

function scaled(value, names, step) {
  let index = 0;
  while (index < names.length - 1 && Math.abs(value) >= step * 0.9995) {
    value /= step;
    index++;
  }
  return plain(value) + " " + names[index];
}

const units = {
  PER_SECOND: (value) => plain(value) + "/s",
  SECONDS: (value) => units.MICROS(value * 1e6),
  CPU_SECONDS: (value) => units.MICROS(value * 1e6),
  COUNT: (value) => plain(value),
  MEAN: (value) => plain(value),
  RATIO: (value) => plain(value) + " ×",
  SHARE: (value) => plain(value * 100) + " %",
  MICROS: (value) =>
    value >= 999500 ? plain(value / 1e6) + " s" : scaled(value, ["µs", "ms"], 1000),
  CPU_PERCENT: (value) => plain(value) + " %",
  BINARY_BYTES: (value) => scaled(value, ["B", "KiB", "MiB", "GiB", "TiB"], 1024),
  BINARY_BYTES_PER_SECOND: (value) => units.BINARY_BYTES(value) + "/s",
  BYTES: (value) => scaled(value, ["B", "kB", "MB", "GB", "TB"], 1000),
  MEAN_BYTES: (value) => units.BYTES(value),
  MEGABYTES: (value) => units.BYTES(value * 1e6),
  BYTES_PER_SECOND: (value) => units.BYTES(value) + "/s",
};

/** A label of an axis, which has little room: 400k/s. */
function onAxis(unit, value) {
  const text = units[unit](value);
  return Math.abs(value) < 100000
    ? text
    : text.replace(/,000(,000)?(\/s)?$/, (all, millions, rate) => (millions ? "M" : "k") + (rate || ""));
}

/** Seconds from the beginning, such as 0:05 or 1:00:00; to the tenth where that can be seen. */
function clock(seconds, fine) {
  const tenths = Math.round(seconds * 10);
  const whole = Math.floor(tenths / 10);
  const two = (part) => String(part).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const text = hours ? hours + ":" + two(minutes) : String(minutes);
  const rest = fine || tenths % 10 ? "." + (tenths % 10) : "";
  return text + ":" + two(whole % 60) + rest;
}

/** One of so many took longer, as a percentile: 1000 is 99.9 %. */
function percentile(oneOf) {
  return Number((100 - 100 / oneOf).toFixed(6)) + " %";
}

const dashes = ["solid", [8, 4], [2, 3], [12, 3, 2, 3], [5, 2]];
const darkPaper = window.matchMedia("(prefers-color-scheme: dark)");
const onPaper = { ink: "#000000", soft: "#444444", line: "#bbbbbb", paper: "#ffffff", bad: "#9c1c00", doubt: "#8a4b00" };
let printing = false;

function isDark() {
  return darkPaper.matches && !printing;
}

/** A colour of the style sheet. */
function pageColor(name) {
  if (printing) {
    return onPaper[name];
  }
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

function strokeColor(stroke) {
  return isDark() ? stroke.dark : stroke.light;
}

function translucent(color, opacity) {
  const part = (at) => parseInt(color.slice(at, at + 2), 16);
  return `rgba(${part(1)}, ${part(3)}, ${part(5)}, ${opacity})`;
}
