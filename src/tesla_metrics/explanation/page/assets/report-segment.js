// One segment: its texts, and the alignment of one system or of two side by side.

Tesla.SegmentPane = class {
  constructor(app) {
    this.app = app;
    this.place = Tesla.make("div", { class: "alignment" });
    this.element = Tesla.make("section", {
      class: "pane",
      id: "segment",
      "aria-label": "Segment",
      onkeydown: (event) => {
        if (event.key === "Escape") app.leave();
      },
    });
    this.asked = 0;
  }

  async show(segment) {
    const asked = ++this.asked;
    if (segment === null || !this.app.report.texts) {
      this.element.replaceChildren(
        Tesla.make(
          "p",
          { class: "muted hint" },
          "Choose a segment to see how its words are matched. In the table: arrow keys and Enter."
        )
      );
      return;
    }
    const series = Tesla.chosenSeries(this.app);
    const { report, metric } = this.app;
    const found = await Promise.all(series.map((one) => report.explanation(metric, segment, one.system)));
    if (asked !== this.asked) return; // another one was opened meanwhile
    this.element.replaceChildren(
      this.head(segment),
      this.texts(segment),
      this.place,
      ...this.others(segment)
    );
    if (found[0]) {
      Tesla.view(this.place, found[0], {
        other: found[1] ?? null,
        names: series.map((one) => `${one.mark} ${one.name}`),
      });
      this.place.append(...this.rest(segment, series));
    } else this.place.replaceChildren(...this.undrawn(segment, series));
  }

  // Whether so much of it is on the screen that one sees what happens there.
  isSeen() {
    const { top } = this.element.getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  }

  head(segment) {
    const { facts } = this.app,
      rows = this.app.segments.grid.rows,
      at = rows.indexOf(segment);
    const named = [
      facts.ids[segment],
      facts.documents && facts.documents.names[facts.documents.of[segment]],
    ].filter(Boolean);
    const step = (by, text, label) =>
      Tesla.make(
        "button",
        {
          type: "button",
          "aria-label": label,
          disabled: rows[at + by] === undefined,
          onclick: () => this.app.choose({ segment: rows[at + by] }),
        },
        text
      );
    return Tesla.make(
      "header",
      {},
      Tesla.make("h2", { tabindex: -1 }, `Segment ${segment + 1}`),
      named.length ? Tesla.make("span", { class: "muted" }, named.join(" · ")) : null,
      Tesla.make(
        "span",
        { class: "steps no-print" },
        step(-1, "◀", "Segment before, as sorted"),
        step(1, "▶", "Next segment, as sorted"),
        Tesla.make(
          "button",
          { type: "button", "aria-label": "Close segment", onclick: () => this.app.leave() },
          "✕"
        )
      )
    );
  }

  texts(segment) {
    const { report, metric } = this.app;
    const [references, sources] = report.texts[segment];
    const line = (name, text) => [
      Tesla.make("dt", {}, name),
      Tesla.make("dd", { dir: "auto" }, text || Tesla.make("em", { class: "muted" }, "empty")),
    ];
    const beside = references.map((text, k) =>
      line(references.length > 1 ? `reference ${k + 1}` : "reference", text)
    );
    const own = report.isDrawn(metric, segment)
      ? []
      : Tesla.chosenSeries(this.app).map((one) =>
          line(
            `${one.mark} ${one.name} ${Tesla.number(this.app.scores(one.system)[segment], 4)}`,
            report.output(segment, one.system)
          )
        );
    const shown = [
      ...sources.map((text) => line("source", text)),
      ...(own.length || report.drawn(metric)?.against === "source" ? beside : []),
      ...own,
    ];
    return Tesla.make("dl", { class: "texts" }, shown.flat());
  }

  undrawn(segment, series) {
    const { facts, metric } = this.app;
    const { name, explained } = facts.metrics[metric];
    if (!explained) return [this.unexplained(name)];
    const commands = this.commands(segment, series);
    return [
      Tesla.make(
        "p",
        { class: "muted" },
        `The explanation of this segment by ${name} is not in the report${commands.length ? "; this shows it:" : "."}`
      ),
      ...commands,
    ];
  }

  // A note instead of the explanation, with buttons for the metrics that have explanations.
  unexplained(name) {
    const { facts } = this.app;
    const others = facts.drawn.map((one) =>
      Tesla.make(
        "button",
        {
          type: "button",
          class: "link",
          onclick: () =>
            this.app.choose({ metric: facts.metrics.findIndex((metric) => metric.name === one.metric) }),
        },
        one.metric
      )
    );
    const note = `${name} has no word-level explanation. `;
    if (!others.length)
      return Tesla.make("p", { class: "muted" }, `${note}A report with -m tesla-x draws how words are matched.`);
    const choices = others.flatMap((button, place) => (place ? [", ", button] : [button]));
    return Tesla.make("p", { class: "muted" }, `${note}See how words are matched by `, choices);
  }

  // What is drawn is not all there is to say.
  rest(segment, series) {
    const commands = this.commands(segment, series);
    const title = "Drawn are single words; n-grams, characters and proofs are told by";
    return commands.length ? [Tesla.unfolding(`${title} tesla explain`, () => commands)] : [];
  }

  commands(segment, series) {
    const { facts, metric } = this.app;
    const commands = facts.commands[facts.metrics[metric].name] ?? [];
    return series
      .map((one) => commands[one.system])
      .filter(Boolean)
      .map((command) =>
        Tesla.make("pre", { tabindex: 0 }, Tesla.make("code", {}, `${command} --segment ${segment + 1}`))
      );
  }

  // What all systems say, where there are more.
  others(segment) {
    const { facts, report, metric } = this.app;
    if (facts.systems.length < 3) return [];
    const sign = facts.metrics[metric].higher ? -1 : 1;
    const rows = facts.systems
      .map((name, system) => ({ name, system, score: this.app.scores(system)[segment] }))
      .sort((x, y) => sign * (x.score - y.score));
    return [
      Tesla.unfolding(`All ${rows.length} systems`, () =>
        Tesla.make(
          "div",
          { class: "scroll", tabindex: 0, role: "region", "aria-label": "All systems" },
          Tesla.make(
            "table",
            {},
            Tesla.make(
              "tbody",
              {},
              rows.map((row) =>
                Tesla.make(
                  "tr",
                  {},
                  Tesla.make(
                    "th",
                    { scope: "row" },
                    Tesla.make(
                      "button",
                      {
                        type: "button",
                        class: "link",
                        onclick: () =>
                          this.app.choose({
                            a: row.system,
                            b: row.system === this.app.b ? this.app.a : this.app.b,
                          }),
                      },
                      row.name
                    )
                  ),
                  Tesla.make("td", { class: "number" }, Tesla.number(row.score, 4)),
                  Tesla.make("td", { dir: "auto" }, report.output(segment, row.system))
                )
              )
            )
          )
        )
      ),
    ];
  }
};
