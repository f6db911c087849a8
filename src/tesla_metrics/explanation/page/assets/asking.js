// Questions to the server that the page came from.

// The token comes behind # in the address that the server printed. It is kept for this tab alone,
// and taken out of the address, which people share.
Tesla.token = (() => {
  const given = new URLSearchParams(location.hash.slice(1));
  let token = given.get("token") ?? "";
  try {
    if (token) sessionStorage.setItem("tesla-token", token);
    else token = sessionStorage.getItem("tesla-token") ?? "";
  } catch {
    // It lasts as long as the page does.
  }
  if (given.has("token")) {
    given.delete("token");
    history.replaceState(null, "", `#${given}`);
  }
  return token;
})();

// The answer; what the server refuses is an Error with its one line.
Tesla.ask = async (path, question) => {
  const headers = { "Content-Type": "application/json" };
  if (Tesla.token) headers.Authorization = `Bearer ${Tesla.token}`;
  // Half a character, as one gets by deleting, is no text for others.
  const whole = (_, value) => (typeof value === "string" ? value.toWellFormed?.() ?? value : value);
  const body = JSON.stringify(question, whole);
  const response = await fetch(path, { method: "POST", headers, body });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
};

// Runs one task at a time, a moment after the last call; what one gives that was overtaken is
// dropped. It is waited for, though: the server works on, and would have ever more to do.
Tesla.Latest = class {
  constructor(task, { wait = 180, failed }) {
    Object.assign(this, { task, wait, failed, controller: null, timer: 0, running: null });
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), this.wait);
  }

  async now() {
    clearTimeout(this.timer);
    this.controller?.abort();
    const { signal } = this.controller = new AbortController();
    await this.running;
    if (!signal.aborted) await (this.running = this.run(signal));
  }

  async run(signal) {
    try {
      await this.task(signal);
    } catch (error) {
      if (!signal.aborted) this.failed(error);
    }
  }
};

// Answers that may be asked for again: the last few.
Tesla.Remembered = class {
  constructor(most = 40) {
    Object.assign(this, { most, kept: new Map() });
  }

  async ask(path, question) {
    const key = path + JSON.stringify(question);
    const found = this.kept.get(key) ?? await Tesla.ask(path, question);
    this.kept.delete(key);
    this.kept.set(key, found);
    if (this.kept.size > this.most) this.kept.delete(this.kept.keys().next().value);
    return found;
  }
};
