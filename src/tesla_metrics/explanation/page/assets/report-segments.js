// The segments in a table that sorts, filters and searches.

Tesla.Segments = class {
  constructor(app) {
    this.app = app;
    this.filters = { words: "", low: null, high: null, document: null, length: null, differ: "" };
    this.grid = new Tesla.Grid({
      label: "Segments",
      columns: this.columns(),
      open: (segment) => app.choose({ segment }),
    });
    this.count = Tesla.make("p", { class: "muted count", role: "status" });
    this.form = Tesla.make("form", {
      class: "filters no-print",
      role: "search",
      "aria-label": "Filter segments",
      onsubmit: (event) => event.preventDefault(),
    });
    this.unprinted = Tesla.make("p", { class: "muted print-only" });
    this.element = Tesla.make(
      "div",
      { class: "segments" },
      this.form,
      this.count,
      this.grid.element,
      this.unprinted
    );
  }

  get texts() {
    return this.app.report.texts;
  }

  columns() {
    const { app } = this,
      { facts } = app;
    const higher = facts.metrics[app.metric].higher;
    const scores = Tesla.chosenSeries(app).map((one) => ({ ...one, of: app.scores(one.system) }));
    const digits = Tesla.digits(scores.flatMap((one) => Array.from(one.of.slice(0, 1000))));
    const columns = [
      {
        name: "#",
        title: "by number",
        width: "3.2rem",
        narrow: "3rem",
        class: "number",
        key: (k) => k,
        cell: (k) => String(k + 1),
      },
    ];
    if (facts.ids.length)
      columns.push({
        name: "id",
        title: "by id",
        width: "minmax(4rem, 8rem)",
        minor: true,
        class: "clip",
        key: (k) => facts.ids[k],
        cell: (k) => facts.ids[k],
      });
    if (facts.documents) {
      const { names, of } = facts.documents;
      columns.push({
        name: "document",
        title: "by document",
        width: "minmax(5rem, 9rem)",
        minor: true,
        class: "clip",
        key: (k) => names[of[k]],
        cell: (k) => names[of[k]],
      });
    }
    for (const one of scores) {
      columns.push({
        name: `${one.mark} ${one.name}`,
        title: `by the score of ${one.name}`,
        width: "minmax(5rem, 7rem)",
        narrow: "1fr",
        class: "number clip",
        down: !higher,
        key: (k) => one.of[k],
        cell: (k) => Tesla.number(one.of[k], digits),
      });
    }
    if (scores.length > 1) {
      const [x, y] = scores;
      columns.push({
        name: "difference",
        title: `${x.name} less ${y.name}`,
        width: "6rem",
        narrow: "1fr",
        class: "number",
        down: higher,
        key: (k) => x.of[k] - y.of[k],
        cell: (k) => Tesla.signed(x.of[k] - y.of[k], digits, higher ? 1 : -1),
      });
    }
    columns.push({
      ...this.textColumn(facts.beside, (k) => this.app.report.beside(k)[0] ?? ""),
      class: "text",
    });
    if (facts.sources && facts.beside !== "source")
      columns.push({
        ...this.textColumn("source", (k) => this.texts[k][1][0] ?? ""),
        minor: true,
        class: "clip text",
      });
    return columns;
  }

  // A column of texts; read returns the text of a segment.
  textColumn(name, read) {
    return {
      name,
      title: "by the length of the text",
      width: "minmax(0, 1fr)",
      key: (k) => (this.texts ? read(k).length : k),
      cell: (k) => (this.texts ? this.textCell(read(k)) : "…"),
    };
  }

  textCell(text) {
    const short = text.length > 400 ? `${text.slice(0, 400)}…` : text;
    return Tesla.make(
      "span",
      { dir: "auto" },
      this.pattern
        ? Tesla.marked(short, this.pattern)
        : short || Tesla.make("em", { class: "muted" }, "empty")
    );
  }

  // Texts have come: rows show them, and what was asked for before is searched for.
  addTexts() {
    if (this.filters.words) this.apply();
    else this.grid.redraw();
  }

  // After a choice of metric or systems.
  update() {
    this.haystack = null;
    this.grid.setColumns(this.columns());
    this.drawForm();
    this.apply();
  }

  filterBy(changes) {
    Object.assign(
      this.filters,
      { words: "", low: null, high: null, document: null, length: null, differ: "" },
      changes
    );
    this.drawForm();
    this.apply();
    this.element.scrollIntoView({ block: "start" });
  }

  drawForm() {
    const { facts } = this.app,
      { filters } = this;
    const change = (name, read) => (event) => {
      filters[name] = read(event.target.value);
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.apply(), 80);
    };
    const number = (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? null : Number(text));
    const field = (label, input) => Tesla.make("label", {}, Tesla.make("span", {}, label), input);
    const box = (name, read, more) =>
      Tesla.make("input", { value: filters[name] ?? "", oninput: change(name, read), ...more });
    const choice = (name, options) =>
      Tesla.make(
        "select",
        { onchange: change(name, number) },
        options.map(([value, text]) =>
          Tesla.make("option", { value, selected: String(filters[name] ?? "") === String(value) }, text)
        )
      );
    const listed = (all, { names }) => [["", all], ...names.map((name, place) => [place, name])];
    const [a, b] = Tesla.chosenSeries(this.app);
    this.search = box("words", (text) => text, {
      type: "search",
      placeholder: 'words, "a phrase", /pattern/',
      class: "search",
    });
    const fields = [
      field("Search texts", this.search),
      field("Score from", box("low", number, { type: "number", step: "any", class: "short" })),
      field("to", box("high", number, { type: "number", step: "any", class: "short" })),
      b
        ? field(
            "Which is better",
            choice("differ", [
              ["", "all"],
              [1, `● ${a.name}`],
              [-1, `◆ ${b.name}`],
              [0, "equal"],
            ])
          )
        : null,
      field("Length", choice("length", listed("all", facts.lengths))),
      facts.documents ? field("Document", choice("document", listed("all", facts.documents))) : null,
      Tesla.make("button", { type: "button", onclick: () => this.filterBy({}) }, "Show all"),
    ];
    // What has the focus keeps it.
    const focused = [...this.form.querySelectorAll("input, select")].indexOf(document.activeElement);
    this.form.replaceChildren(...fields.filter(Boolean));
    if (focused >= 0) this.form.querySelectorAll("input, select")[focused]?.focus();
  }

  apply() {
    const { facts } = this.app;
    this.search.setCustomValidity("");
    this.search.removeAttribute("aria-invalid");
    this.wrong = "";
    const rows = this.filtered();
    const all = rows.length === facts.count;
    const said = all ? `${facts.count} segments` : `${rows.length} of ${facts.count} segments`;
    this.count.textContent = this.wrong ? `${said}; not searched: ${this.wrong}` : said;
    const more = rows.length - this.grid.PRINTED;
    this.unprinted.textContent = more > 0 ? `and ${more} more segments, which are not printed` : "";
    this.grid.setRows(rows);
  }

  filtered() {
    const { facts } = this.app,
      { filters } = this;
    const matches = this.matcher(filters.words.trim());
    const series = Tesla.chosenSeries(this.app).map((one) => this.app.scores(one.system));
    const sign = facts.metrics[this.app.metric].higher ? 1 : -1;
    const rows = [];
    for (let k = 0; k < facts.count; k++) {
      if (filters.low !== null && series[0][k] < filters.low) continue;
      if (filters.high !== null && series[0][k] > filters.high) continue;
      if (filters.length !== null && facts.lengths.of[k] !== filters.length) continue;
      if (filters.document !== null && facts.documents.of[k] !== filters.document) continue;
      if (filters.differ !== "" && filters.differ !== null && series[1]) {
        const gap = sign * (series[0][k] - series[1][k]);
        if ((Math.abs(gap) < 1e-6 ? 0 : Math.sign(gap)) !== filters.differ) continue;
      }
      rows.push(k);
    }
    try {
      return matches ? rows.filter(matches) : rows;
    } catch (error) {
      this.refuse(error);
      return rows;
    }
  }

  // Whether a segment has all that is searched for: in its references, sources or selected outputs.
  matcher(words) {
    this.pattern = null;
    if (!words || !this.texts) return null;
    const systems = Tesla.chosenSeries(this.app).map((one) => one.system);
    this.haystack ??= this.texts.map((texts) =>
      [...texts[0], ...texts[1], ...systems.map((system) => texts[2 + system])].join("\n")
    );
    try {
      const { all, marking } = Tesla.searched(words);
      this.pattern = marking;
      const until = performance.now() + Tesla.SEARCHING;
      return (k) => {
        if (performance.now() > until) throw new Error("this search takes too long");
        return all.every((pattern) => pattern.test(this.haystack[k]));
      };
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  // What was typed cannot be searched for.
  refuse(error) {
    this.search.setCustomValidity(error.message);
    this.search.setAttribute("aria-invalid", "true");
    this.wrong = error.message;
    this.pattern = null;
  }
};
