"use strict";
// A visit by a page: a cookie, a WebSocket, and the way back to where one was when the connection is lost.

const FIRST_WAIT = 500, LONGEST_WAIT = 10000;
const words = document.body.dataset;
const byId = (id) => document.getElementById(id);

function show(id, text) {
  const element = byId(id);
  if (text !== undefined) element.textContent = text;
  element.hidden = text === "";
}

// What stands behind the # of a link that brought somebody here; it leaves the address at once.
function fragment() {
  const found = /^#(in|join|watch)=([\w-]{1,100})$/.exec(location.hash);
  if (location.hash) history.replaceState(null, "", location.pathname);
  return found === null ? null : [found[1], found[2]];
}

// The title gets a dot when the page rings and nobody looks at it, until somebody does.
const title = {text: document.title, rang: false};
function entitle(change) {
  Object.assign(title, change);
  document.title = `${title.rang ? "● " : ""}${title.text}`;
}
const ring = () => { if (document.hidden) entitle({rang: true}); };

// One button of several under a question; the id of the one that was pressed.
function ask(question, ...buttons) {
  show("asked", question);
  byId("over").hidden = false;
  return new Promise((answer) => {
    for (const button of byId("over").querySelectorAll("button")) {
      button.hidden = !buttons.includes(button.id);
      button.onclick = () => {
        byId("over").hidden = true;
        answer(button.id);
      };
    }
    byId(buttons[0]).focus();
  });
}

const post = (content) => fetch("/visit", {method: "POST", body: JSON.stringify(content)});

// Lets this browser in as the player who made a link, if its reader agrees.
async function comeIn(word) {
  const link = await post({whose: word});
  if (!link.ok) {
    await ask(await link.text(), "again");
    return;
  }
  const invited = byId("come-in").dataset.invited.replaceAll("{name}", (await link.json()).name);
  if (await ask(invited, "come-in", "not-now") !== "come-in") return;
  const answer = await post({in: word});
  if (!answer.ok) {
    await ask(await answer.text(), "again");
    return;
  }
  const {name, guest} = await answer.json();
  if (guest) await ask(`${words.guest.replace("{name}", name)} ${guest}\n${words.claim}`, "come-in");
}

class Visit {
  // path: of the WebSocket. page: `size()`, `data(bytes)`, `ended()` and `begun()`.
  constructor(path, page) {
    this.path = path;
    this.page = page;
    this.wait = FIRST_WAIT;
    this.socket = null;
    this.blank = true; // nothing has been shown yet of this connection
    this.at = JSON.parse(sessionStorage.getItem("at") || "null");
  }

  async begin() {
    const brought = fragment();
    if (brought !== null && brought[0] === "in") await comeIn(brought[1]);
    else if (brought !== null) this.at = brought;
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      this.tell({hidden: document.hidden});
      if (document.hidden) return;
      entitle({rang: false});
      this.hurry();
    });
    show("status", words.connecting);
    this.connect();
  }

  async connect() {
    clearTimeout(this.timer);
    this.timer = null;
    try {
      const answer = await post({});
      if (!answer.ok) throw new Error(answer.status);
    } catch (error) {
      this.later(error.message === "429" ? words.full : words.reconnecting);
      return;
    }
    const socket = this.socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}${this.path}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.blank = true;
      this.page.begun();
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.tell({size: this.page.size(), at: this.at, still, hidden: document.hidden});
    };
    socket.onmessage = (event) => {
      if (typeof event.data === "string") this.hear(JSON.parse(event.data));
      else {
        if (this.blank) show("status", ""); // not before: an empty page says nothing
        this.blank = false;
        this.page.data(new Uint8Array(event.data));
      }
    };
    socket.onclose = () => {
      if (this.socket === socket) this.later(words.reconnecting);
    };
  }

  hear(said) {
    if ("at" in said) {
      this.at = said.at;
      sessionStorage.setItem("at", JSON.stringify(said.at));
    }
    if ("keep" in said) post({keep: said.keep});
    if ("end" in said && !said.restarts) {
      this.socket = null;
      this.over();
    }
  }

  async over() {
    this.page.ended();
    const chosen = await ask("", "again", "forget");
    if (chosen === "forget") {
      const answer = await post({out: true});
      sessionStorage.clear();
      this.at = null;
      await ask(answer.ok ? words.forgotten : await answer.text(), "again");
    }
    this.connect();
  }

  later(said) {
    this.socket = null;
    show("status", said);
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  // Tries at once, if it is waiting to.
  hurry() {
    if (this.timer) this.connect();
  }

  get open() {
    return this.socket !== null && this.socket.readyState === WebSocket.OPEN;
  }

  tell(content) {
    if (this.open) this.socket.send(JSON.stringify(content));
  }

  send(text) {
    const bytes = new TextEncoder().encode(text);
    for (let start = 0; this.open && start < bytes.length; start += 1024) this.socket.send(bytes.slice(start, start + 1024));
  }
}
