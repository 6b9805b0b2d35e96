"use strict";
// The game on a screen: a terminal, as large as it fits, with a bar of keys and taps for those without a keyboard.

const COLUMNS = 60, ROWS = 20, LARGEST_FONT = 17, SMALLEST_FONT = 5;
const KEYS = {up: "\x1b[A", down: "\x1b[B", right: "\x1b[C", left: "\x1b[D", enter: "\r", escape: "\x1b", tab: "\t"};
const TAP = 12, LONG = 700;
const ENOUGH = 30, TALLEST = 1.6; // rows that no table needs more of, and how tall a row may be for that

const place = byId("terminal");
const touch = matchMedia("(pointer: coarse)").matches;
const term = new Terminal({
  cols: 80, rows: 24, fontSize: LARGEST_FONT, scrollback: 0, cursorInactiveStyle: "none", macOptionIsMeta: true,
  fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace', logLevel: "off",
  theme: {background: "#101014", foreground: "#d8d8d8"},
});
term.open(place);
document.body.classList.toggle("touch", touch);

function cell() {
  const box = place.querySelector(".xterm-screen").getBoundingClientRect();
  return {left: box.left, top: box.top, width: box.width / term.cols, height: box.height / term.rows};
}

// The largest font with which the smallest layout fits, and as much of the layout as fits with it.
function fit() {
  const width = place.clientWidth, height = place.clientHeight;
  if (!width || !height) return;
  let font = LARGEST_FONT, one;
  if (term.options.lineHeight !== 1) term.options.lineHeight = 1;
  for (; font >= SMALLEST_FONT; font -= 0.5) {
    if (term.options.fontSize !== font) term.options.fontSize = font;
    one = cell();
    if (width >= COLUMNS * one.width && height >= ROWS * one.height) break;
  }
  // On an upright phone the width decides: taller rows fill the height, where smaller ones would leave it empty.
  const line = Math.min(TALLEST, Math.max(1, height / (ENOUGH * one.height)));
  if (touch && line > 1) {
    term.options.lineHeight = line;
    one = cell();
  }
  const columns = Math.max(COLUMNS, Math.floor(width / one.width)), rows = Math.max(ROWS, Math.floor(height / one.height));
  if (columns !== term.cols || rows !== term.rows) term.resize(columns, rows);
}

const visit = new Visit("/screen", {
  size: () => [term.cols, term.rows],
  data: (bytes) => term.write(bytes),
  begun: () => { term.reset(); focus(); },
  ended: () => {},
});

function focus() {
  if (!touch) term.focus();
}

let fitting = null;
function fitSoon() {
  cancelAnimationFrame(fitting);
  fitting = requestAnimationFrame(() => {
    const seen = visualViewport;
    if (seen) document.body.style.height = `${seen.height}px`;
    fit();
  });
}
new ResizeObserver(fitSoon).observe(place);
if (window.visualViewport) visualViewport.addEventListener("resize", fitSoon);

term.onData((text) => visit.send(text));
term.onBinary((text) => visit.send(text));
term.onResize(() => visit.tell({size: [term.cols, term.rows]}));
term.onTitleChange((title) => { document.title = title || "Naishi"; });
term.onBell(() => { if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(60); });

for (const button of document.querySelectorAll("#keys [data-key]")) {
  button.addEventListener("pointerdown", (event) => event.preventDefault()); // whatever has the focus keeps it
  button.addEventListener("click", () => visit.send(KEYS[button.dataset.key] || button.dataset.key));
}

// The keyboard of a phone covers half of the table: it comes when it is asked for.
const keyboard = byId("keyboard");
function useKeyboard(on) {
  term.textarea.inputMode = on ? "text" : "none";
  keyboard.setAttribute("aria-pressed", on);
  term.textarea.blur();
  if (on) term.focus();
}
if (touch) useKeyboard(false);
keyboard.addEventListener("pointerdown", (event) => event.preventDefault());
keyboard.addEventListener("click", () => useKeyboard(keyboard.getAttribute("aria-pressed") !== "true"));

// A tap is a click, and a swipe turns the wheel.
let began = null;
function at(point) {
  const one = cell();
  const column = Math.floor((point.clientX - one.left) / one.width), row = Math.floor((point.clientY - one.top) / one.height);
  return {column: Math.min(Math.max(column, 0), term.cols - 1) + 1, row: Math.min(Math.max(row, 0), term.rows - 1) + 1};
}
function mouse(button, point, end) {
  const {column, row} = at(point);
  visit.send(`\x1b[<${button};${column};${row}${end}`);
}
place.addEventListener("touchstart", (event) => {
  const point = event.touches[0];
  began = event.touches.length === 1 ? {x: point.clientX, y: point.clientY, time: event.timeStamp, moved: false} : null;
  event.stopPropagation();
}, {capture: true, passive: true});
place.addEventListener("touchmove", (event) => {
  if (began === null) return;
  const point = event.touches[0], step = 2 * cell().height;
  for (; Math.abs(point.clientY - began.y) > step; began.moved = true) {
    const down = point.clientY > began.y;
    mouse(down ? 64 : 65, point, "M");
    began.y += down ? step : -step;
  }
  event.stopPropagation();
  event.preventDefault();
}, {capture: true, passive: false});
place.addEventListener("touchend", (event) => {
  const point = event.changedTouches[0];
  if (began !== null && !began.moved && event.timeStamp - began.time < LONG && Math.abs(point.clientX - began.x) < TAP) {
    mouse(0, point, "M");
    mouse(0, point, "m");
  }
  began = null;
  event.stopPropagation();
  event.preventDefault();
}, {capture: true, passive: false});

fit();
visit.begin();
