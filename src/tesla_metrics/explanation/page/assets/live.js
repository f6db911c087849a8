// The live page: what is typed is scored, and one or two hypotheses are explained.

Tesla.Live = class {
  constructor() {
    this.remembered = new Tesla.Remembered();
    this.latest = new Tesla.Latest((signal) => this.work(signal), {
      failed: (error) => { this.contest.clear(); this.doubt([]); this.tell(error.message, true); },
    });
    this.contest = new Tesla.Contest(() => { this.keep(); this.latest.now(); });
    this.make({ ...Tesla.data("start"), ...this.shared() });
    this.latest.now();
  }

  make(start) {
    const changed = () => { this.name(); this.keep(); this.latest.soon(); };
    const choice = (id, label, options, value) => {
      this[id] = Tesla.make("select", { id, onchange: changed }, options.map(([code, text]) =>
        Tesla.make("option", { value: code, selected: code === value }, text)));
      return Tesla.make("div", { class: "field" }, Tesla.make("label", { for: id }, label), this[id]);
    };
    const texts = (id, label, rows, value) => {
      this[id] = Tesla.make("textarea", { id, rows, dir: "auto", spellcheck: "false", oninput: changed });
      this[id].value = value;
      return Tesla.make("div", { class: "field" }, Tesla.make("label", { for: id }, label), this[id]);
    };
    const metrics = Object.keys(Tesla.data("metrics")).map((name) => [name, name]);
    const languages = Object.entries(Tesla.data("languages")).map(([code, name]) =>
      [code, name === code ? code : `${name} (${code})`]);
    const copy = Tesla.make("button", { type: "button", onclick: () => this.copy() }, "Copy link");
    const form = Tesla.make("form", { class: "asked", onsubmit: (event) => event.preventDefault() },
      Tesla.make("div", { class: "choices" },
        choice("metric", "Metric", metrics, start.metric),
        choice("lang", "Language", languages, start.lang), copy),
      texts("references", "", 3, start.references),
      texts("hypotheses", "Hypotheses, one a line", 6, start.hypotheses));
    this.told = Tesla.make("p", { class: "told-live", role: "status" });
    this.doubts = Tesla.make("ul", { class: "doubts", "aria-label": "Warnings" });
    this.view = Tesla.make("div", { class: "explained" });
    this.right = Tesla.make("section", { class: "right", "aria-label": "Scores" },
      this.contest.element, this.told, this.doubts, this.view);
    const dropping = new Tesla.Dropping(() => this.chosen);
    document.querySelector("main").append(Tesla.make("div", { class: "live" },
      form, this.right, dropping.element));
    this.name();
  }

  // What texts are held against.
  name() {
    const beside = this.against === "source" ? "Source" : "Reference";
    this.references.labels[0].textContent = `${beside}, or several: one a line`;
    this.references.parentElement.hidden = this.alone;
  }

  get against() {
    return Tesla.data("against")[this.metric.value];
  }

  get alone() {
    return this.against === "nothing";
  }

  get chosen() {
    return { metric: this.metric.value, lang: this.lang.value };
  }

  // Lines with something in them.
  lines(id) {
    return this[id].value.split("\n").map((line) => line.trim()).filter(Boolean);
  }

  // What is shown meanwhile is of another question.
  async work(signal) {
    this.right.setAttribute("aria-busy", "true");
    try {
      await this.score(signal);
    } finally {
      if (!signal.aborted) this.right.removeAttribute("aria-busy");
    }
  }

  async score(signal) {
    const references = this.alone ? [] : this.lines("references");
    const texts = this.lines("hypotheses");
    if (!(this.alone || references.length) || !texts.length) {
      this.contest.set([], []);
      this.view.replaceChildren();
      this.doubt([]);
      return this.tell(this.alone ? "Type a text." : "Type a reference and a hypothesis.");
    }
    const systems = Object.fromEntries(texts.map((text, number) => [`${number + 1}:`, [text]]));
    const sets = references.map((text) => [text]);
    const asked = { ...this.chosen, systems };
    if (!this.alone) Object.assign(asked, { references: sets, references_by: "set" });
    const records = await this.remembered.ask("/score", asked);
    if (signal.aborted) return null;
    this.contest.set(texts, records);
    this.doubt(records.flatMap((record) => record.warnings ?? []));
    return this.explain(references, texts, signal);
  }

  async explain(references, texts, signal) {
    if (!Tesla.data("metrics")[this.metric.value]) {
      this.view.replaceChildren();
      return this.tell(`${this.metric.value} does not explain its scores: choose tesla-x or another of ours.`);
    }
    const { shown } = this.contest;
    const found = await Promise.all(shown.map((number) =>
      this.remembered.ask("/explain",
        { ...this.chosen, hypothesis: texts[number], ...(this.alone ? {} : { references }) })));
    if (signal.aborted) return null;
    this.tell("");
    const names = shown.length > 1 ? ["A", "B"] : undefined;
    return Tesla.view(this.view, found[0], { other: found[1] ?? null, names });
  }

  // Each once: what is said of the references is said beside every hypothesis.
  doubt(warnings) {
    this.doubts.replaceChildren(...[...new Set(warnings)].slice(0, 5).map((text) =>
      Tesla.make("li", {}, text)));
  }

  tell(message, wrong = false) {
    this.told.textContent = message;
    this.told.classList.toggle("wrong", wrong);
    if (wrong) this.view.replaceChildren();
  }

  // What is behind # says all that is shown, so that the address can be sent to others.
  get state() {
    const { references, hypotheses } = this;
    const shown = this.contest.shown.map((number) => number + 1).join(",");
    return { ...this.chosen, references: references.value, hypotheses: hypotheses.value, shown };
  }

  keep() {
    history.replaceState(null, "", `#${new URLSearchParams(this.state)}`);
  }

  shared() {
    const given = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    const numbers = (given.shown ?? "").split(",").map((one) => Number(one) - 1);
    const right = numbers.filter((one) => Number.isInteger(one) && one >= 0).slice(0, 2);
    if (right.length) this.contest.shown = right;
    return given;
  }

  async copy() {
    this.keep();
    try {
      await navigator.clipboard.writeText(location.href);
      this.tell("The link is copied; it has all that is shown, and opens where this server runs.");
    } catch {
      this.tell("The address of this page is the link: copy it.");
    }
  }
};

document.addEventListener("DOMContentLoaded", () => new Tesla.Live());
