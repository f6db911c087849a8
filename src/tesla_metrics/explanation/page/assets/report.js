// The report: what is chosen, and who is told of it.

Tesla.App = class {
  constructor(report) {
    this.report = report;
    this.facts = report.facts;
    const { systems, standings, metrics } = this.facts;
    const best = standings
      .filter((one) => one.metric === metrics[0].name)
      .map((one) => systems.indexOf(one.system));
    Object.assign(this, { metric: 0, a: best[0] ?? 0, b: best[1] ?? null, segment: null, n: 1 });
    this.read();
    this.bar = Tesla.make("div", { class: "choices no-print", role: "group", "aria-label": "What is shown" });
    this.overview = Tesla.make("div", { class: "cards" });
    this.segments = new Tesla.Segments(this);
    this.pane = new Tesla.SegmentPane(this);
    addEventListener("hashchange", () => {
      if (location.hash === this.written) return;
      this.read();
      this.draw(this.segment !== null);
    });
  }

  scores(system) {
    return this.report.scores(this.metric, system);
  }

  choose(changes) {
    Object.assign(this, changes);
    if (this.b === this.a) this.b = null;
    this.write();
    if (Object.keys(changes).every((name) => name === "segment")) this.drawSegment(true);
    else this.draw();
  }

  leave() {
    this.choose({ segment: null });
    this.segments.grid.element.focus();
  }

  // #segment=12&systems=a,b&metric=tesla-x
  read() {
    const { systems, metrics, count } = this.facts;
    const asked = new URLSearchParams(location.hash.slice(1));
    const named = (asked.get("systems") ?? "")
      .split(",")
      .map((name) => systems.indexOf(Tesla.decoded(name)))
      .filter((place) => place >= 0);
    if (named.length) [this.a, this.b = null] = named;
    const metric = metrics.findIndex((one) => one.name === asked.get("metric"));
    if (metric >= 0) this.metric = metric;
    const segment = Number(asked.get("segment")) - 1;
    this.segment = Number.isInteger(segment) && segment >= 0 && segment < count ? segment : null;
  }

  write() {
    const { systems, metrics } = this.facts;
    const chosen = [this.a, this.b]
      .filter((one) => one !== null)
      .map((one) => encodeURIComponent(systems[one]))
      .join(",");
    const parts = [
      this.segment === null ? null : ["segment", this.segment + 1],
      systems.length > 1 ? ["systems", chosen] : null,
      metrics.length > 1 ? ["metric", metrics[this.metric].name] : null,
    ].filter(Boolean);
    this.written = `#${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
    try {
      history.replaceState(null, "", this.written);
    } catch {
      location.hash = this.written; // where a page has no history of its own
    }
  }

  drawBar() {
    const { systems, metrics } = this.facts;
    const chooser = (label, value, options, set) =>
      options.length < 2
        ? null
        : Tesla.make(
            "label",
            {},
            Tesla.make("span", {}, label),
            Tesla.make(
              "select",
              { onchange: (event) => set(event.target.value === "" ? null : Number(event.target.value)) },
              options.map(([key, text]) =>
                Tesla.make("option", { value: key ?? "", selected: key === value }, text)
              )
            )
          );
    const all = systems.map((name, place) => [place, name]);
    const focused = [...this.bar.querySelectorAll("select")].indexOf(document.activeElement);
    this.bar.replaceChildren(
      ...[
        chooser(
          "Metric",
          this.metric,
          metrics.map((one, place) => [place, one.name]),
          (metric) => this.choose({ metric })
        ),
        chooser("● System", this.a, all, (a) => this.choose({ a, b: a === this.b ? this.a : this.b })),
        systems.length > 1
          ? chooser("◆ beside", this.b, [[null, "none"], ...all.filter(([place]) => place !== this.a)], (b) =>
              this.choose({ b })
            )
          : null,
        Tesla.make(
          "nav",
          { "aria-label": "Parts of the report" },
          [
            ["scores", "Scores"],
            ["spread", "Distribution"],
            ["lengths", "Lengths"],
            ["grams", "Words"],
            ["segments", "Segments"],
          ].map(([id, text]) =>
            Tesla.make(
              "button",
              { type: "button", class: "link", onclick: () => document.getElementById(id)?.scrollIntoView() },
              text
            )
          )
        ),
      ].filter(Boolean)
    );
    if (focused >= 0) this.bar.querySelectorAll("select")[focused]?.focus();
  }

  // opened: whether the segment is new, so that it is what one wants to see
  draw(opened = false) {
    this.drawBar();
    this.overview.replaceChildren(
      ...[
        Tesla.standingsSection(this),
        Tesla.verdictSection(this),
        Tesla.spreadSection(this),
        Tesla.make("div", { class: "stack" }, Tesla.lengthSection(this), Tesla.documentSection(this)),
        Tesla.gramsSection(this),
        ...Tesla.groupSections(this),
      ].filter(Boolean)
    );
    this.segments.update();
    this.drawSegment(opened);
  }

  async drawSegment(opened) {
    this.segments.grid.setChosen(this.segment);
    await this.pane.show(this.segment);
    if (!opened || this.segment === null) return;
    this.pane.element.scrollIntoView({ block: this.pane.isSeen() ? "nearest" : "start" });
    this.pane.element.querySelector("h2")?.focus({ preventScroll: true });
  }

  start() {
    const { facts } = this;
    const many = (count, name) => `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
    document.querySelector("main").append(
      Tesla.make(
        "p",
        { class: "muted summary" },
        [
          many(facts.systems.length, "system"),
          many(facts.count, "segment"),
          facts.metrics.map((one) => one.name).join(", "),
        ].join(" · ")
      ),
      this.bar,
      this.overview,
      Tesla.make(
        "section",
        { id: "segments", class: "card", "aria-labelledby": "segments-title" },
        Tesla.make("h2", { id: "segments-title" }, "Segments"),
        Tesla.make("div", { class: "both" }, this.segments.element, this.pane.element)
      ),
      Tesla.make(
        "footer",
        { class: "muted" },
        facts.metrics.map((one) =>
          Tesla.make("p", { class: "signature" }, Tesla.make("code", {}, one.signature))
        )
      )
    );
    this.draw();
  }
};

// A name may have commas of its own; one that was typed may have any signs.
Tesla.decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

document.addEventListener("DOMContentLoaded", async () => {
  const report = new Tesla.Report(Tesla.data("report"));
  const texts = report.readTexts(); // meanwhile
  await report.readScores();
  const app = (Tesla.app = new Tesla.App(report));
  app.start();
  await texts;
  app.segments.addTexts();
  await app.drawSegment(true); // one that the address names
  document.documentElement.dataset.ready = performance.now().toFixed();
});
