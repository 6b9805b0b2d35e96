"use strict";
// The game as lines: what is said goes into a log that a screen reader reads out, and one field takes what is typed.

const log = byId("log"), line = byId("line");
const KEPT = 2000;
const decoder = new TextDecoder();
const before = [];
let rest = "", back = 0;

function add(text, typed) {
  const row = document.createElement("p");
  row.textContent = text;
  if (typed) row.setAttribute("aria-hidden", "true"); // whoever typed it knows
  log.append(row);
  while (log.childElementCount > KEPT) log.firstElementChild.remove();
  log.scrollTop = log.scrollHeight;
  if (!typed) ring();
}

// Before the field stands what is asked; a question is read out, too.
function prompt(text) {
  const asks = text.trim() !== "" && !/^\S*> ?$/.test(text);
  byId("prompt").textContent = asks ? text : words.command;
  if (asks && log.lastElementChild?.textContent !== text) add(text);
}

const visit = new Visit("/lines", {
  size: () => [80, 24],
  data: (bytes) => {
    const text = rest + decoder.decode(bytes, {stream: true});
    const lines = text.replaceAll("\x07", "").split("\n");
    rest = lines.pop();
    for (const each of lines) if (each.trim() && !/^\S*> $/.test(each)) add(each);
    prompt(rest);
  },
  begun: () => { rest = ""; line.focus(); },
  ended: () => { rest = ""; },
});

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!visit.open) return;
  add(`> ${line.value}`, true);
  if (line.value) before.push(line.value);
  back = before.length;
  rest = "";
  visit.send(`${line.value}\n`);
  line.value = "";
});

line.addEventListener("keydown", (event) => {
  const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
  if (step === undefined) return;
  event.preventDefault();
  back = Math.min(Math.max(back + step, 0), before.length);
  line.value = before[back] || "";
});

visit.begin();
