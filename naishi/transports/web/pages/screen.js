"use strict";
// The game on a screen: a terminal, as large as it fits, with a bar of keys and taps for those without a keyboard.

const COLUMNS = 60, ROWS = 20, LARGEST_FONT = 17, SMALLEST_FONT = 5;
const KEYS = {up: "\x1b[A", down: "\x1b[B", right: "\x1b[C", left: "\x1b[D", enter: "\r", escape: "\x1b", tab: "\t"};
const TAP = 12, LONG = 700, PASTED = 1000;
const ENOUGH = 30, TALLEST = 1.6; // rows that no table needs more of, and how tall a row may be for that

const place = byId("terminal");
const touch = matchMedia("(pointer: coarse)").matches;
const term = new Terminal({
  cols: 80, rows: 24, fontSize: LARGEST_FONT, scrollback: 0, cursorInactiveStyle: "none", macOptionIsMeta: true,
  macOptionClickForcesSelection: true, logLevel: "off", theme: {background: "#101014", foreground: "#d8d8d8"},
  fontFamily: '"Naishi blocks", ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace',
});
term.open(place);
document.body.classList.toggle("touch", touch);

function cell() {
  const box = place.querySelector(".xterm-screen").getBoundingClientRect();
  return {left: box.left, top: box.top, width: box.width / term.cols, height: box.height / term.rows};
}

let narrowed = false; // xterm.js keeps what stood beyond the last column until it is erased

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
  narrowed ||= columns < term.cols;
  if (columns !== term.cols || rows !== term.rows) term.resize(columns, rows);
}

const visit = new Visit("/screen", {
  size: () => [term.cols, term.rows],
  data: (bytes) => {
    if (narrowed) term.write("\x1b[2J"); // all is drawn again at another size
    narrowed = false;
    term.write(bytes);
  },
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
const NAME = title.text;
term.onTitleChange((text) => entitle({text: text || NAME}));
term.parser.registerOscHandler(9, () => { // a notification, for those who have chosen that
  ring();
  return true;
});
term.onBell(() => {
  ring();
  if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(60);
});

// Keys that stay the browser's: it copies and pastes, loads the page again, goes back, fills the screen.
const ITS_KEYS = new Set(["F3", "F5", "F6", "F7", "F11", "F12"]), ITS_LETTERS = new Set(["c", "v", "x", "l"]);
function isTheBrowsers({key, ctrlKey, altKey, metaKey}) {
  if (ctrlKey && !altKey) return ITS_LETTERS.has(key.toLowerCase()) || key === "F5";
  if (altKey) return !ctrlKey && !metaKey && (key === "ArrowLeft" || key === "ArrowRight");
  return ITS_KEYS.has(key);
}
term.attachCustomKeyEventHandler((event) => !isTheBrowsers(event));

// Of a long text, what a field takes: the server would read the rest bit by bit, and the keys behind it later.
place.addEventListener("paste", (event) => {
  event.preventDefault();
  event.stopPropagation();
  term.paste(event.clipboardData.getData("text/plain").slice(0, PASTED));
}, {capture: true});

// Links for friends and the codes of guests are copied by a click or a tap on them: marking takes Shift as well.
const COPIED = /https?:\/\/\S+#(?:join|watch|in)=[\w-]+|\bguest(?:-[0-9a-z]{4}){3}\b/g;
function copies(row) {
  const line = term.buffer.active.getLine(row - 1);
  const found = line ? [...line.translateToString(true).matchAll(COPIED)] : [];
  return found.map((each) => ({text: each[0], first: each.index + 1, last: each.index + each[0].length}));
}
async function copy(text) {
  const give = (event) => {
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  try {
    await navigator.clipboard.writeText(text);
  } catch { // a page without TLS has no clipboard
    document.addEventListener("copy", give, {capture: true, once: true});
    document.execCommand("copy");
    document.removeEventListener("copy", give, {capture: true});
  }
  show("status", words.copied.replace("{text}", text));
  setTimeout(() => { if (visit.open) show("status", ""); }, 2000);
}
term.registerLinkProvider({
  provideLinks: (y, give) => give(copies(y).map(({text, first, last}) => (
    {text, range: {start: {x: first, y}, end: {x: last, y}}, activate: () => copy(text)}))),
});

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
    const {column, row} = at(point), under = copies(row).find(({first, last}) => first <= column && column <= last);
    if (under) copy(under.text);
    mouse(0, point, "M");
    mouse(0, point, "m");
  }
  began = null;
  event.stopPropagation();
  event.preventDefault();
}, {capture: true, passive: false});

// Blocks and lines of this font meet those of the next cell, at any height of a row. xterm.js measures a letter once:
// nothing is drawn before the font is there.
const RANGE = "U+2500-259F, U+25A1, U+25CB, U+2B21";
const blocks = new FontFace("Naishi blocks", `url(${words.blocks})`, {unicodeRange: RANGE, weight: "100 900"});
document.fonts.add(blocks);
blocks.load().catch(() => {}).finally(() => {
  fit();
  visit.begin();
});
