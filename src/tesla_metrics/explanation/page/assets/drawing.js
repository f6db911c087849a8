// The alignment: words as boxes, flows as bands of their width.

Tesla.GAP = 6;
Tesla.BAND = 40; // pixels of the heaviest
Tesla.LONG = 300; // words
Tesla.ENDLESS = 100; // letters of one

// pair: of Tesla.pair; changed: of Tesla.changesOf, or null.
Tesla.Drawing = class {
  constructor(pair, changed = null) {
    Object.assign(this, { pair, changed });
    this.strips = Tesla.make("div", { class: "strips" });
    this.panel = Tesla.make("div", { class: "panel", "aria-live": "polite" });
    this.many = pair.sides.some((side) => side.words.length > Tesla.LONG);
    const kind = `drawing${this.many ? " long" : ""}`;
    this.element = Tesla.make("div", { class: kind }, this.strips, this.panel);
    this.scale = pair.heaviest ? Tesla.BAND / pair.heaviest : 0;
    this.worst = Math.max(1e-9, ...pair.sides.flatMap((side) => side.words.map((w) => w.lost ?? 0)));
    for (const side of pair.sides) for (const word of side.words) this.makeBox(word, side);
    this.tabStop = pair.sides[0].words[0] ?? pair.sides[1].words[0];
    if (this.tabStop) this.tabStop.box.tabIndex = 0;
    this.rest();
    this.element.addEventListener("keydown", (event) => this.move(event));
  }

  get titles() {
    return [this.pair.held === "source" ? "Source" : "Reference", "Hypothesis"];
  }

  get hasLeft() {
    return this.pair.sides.some((side) => [...side.anchors.values()].some((anchor) =>
      anchor.weight - anchor.flowing > Tesla.DUST));
  }

  makeBox(word, side) {
    const state = Tesla.stateOf(word);
    const lost = word.lost ?? 0;
    const kind = state === "lost" ? (side.name === "reference" ? "missing" : "strange") : state;
    word.box = Tesla.make("button",
      {
        type: "button", class: `word ${state}`, tabindex: -1, dir: side.direction,
        "aria-label": Tesla.labelOf(word, side),
        onfocus: () => this.choose(word), onblur: () => this.rest(),
        onmouseenter: () => this.light(word), onmouseleave: () => this.unlight(),
      },
      Tesla.make("span", { class: `text${word.text.length > Tesla.ENDLESS ? " endless" : ""}` },
        word.text || "\u00a0"),
      kind ? Tesla.mark(kind) : null,
      this.changed?.badge(side.name, word.place));
    // Not what is next to nothing beside the largest.
    const cost = Math.abs(lost) >= Math.max(0.0005, 0.04 * this.worst) ? Tesla.number(-lost) : "";
    word.cell = Tesla.make("div", { class: "cell" },
      Tesla.make("span", { class: "cost", dir: "ltr", "aria-hidden": "true" }, cost || "\u00a0"), word.box);
    word.box.style.setProperty("--loss", `${Math.round((50 * Math.max(0, lost)) / this.worst)}%`);
    const own = word.anchors.filter((anchor) => anchor.words.length === 1);
    const shelf = Math.max(0, ...own.map((anchor) => anchor.weight * this.scale));
    word.box.style.minWidth = `${Math.ceil(shelf) + 8}px`;
  }

  // For this width; boxes are measured where they stand and then moved.
  layOut(room) {
    if (room < 40) return;
    const focused = document.activeElement;
    this.element.classList.remove("large");
    if (this.many) this.estimate(room);
    else this.measure(room);
    // A short pair on a wide screen is written large.
    const longest = Math.max(...this.widths.map((own) => own.reduce((a, b) => a + b + Tesla.GAP, 0)));
    if (longest * 1.4 < room) {
      this.element.classList.add("large");
      this.measure(room);
    }
    this.room = room;
    const ends = this.pair.flows.map((flow) =>
      ({ weight: flow.weight, ends: flow.ends.map((anchor) => anchor.words[0]) }));
    const padded = this.widths.map((own) => own.map((width) => width + Tesla.GAP));
    const ranges = this.many ? Tesla.strips(padded, ends, room) : Tesla.balanced(padded, ends, room);
    this.place(ranges, ends);
    this.strips.replaceChildren(...ranges.map((range, number) => this.strip(range, number)));
    if (this.element.contains(focused)) focused.focus({ preventScroll: true });
  }

  // Thousands of boxes are not laid out to be measured, nor before they are in sight.
  estimate(room) {
    const style = getComputedStyle(this.strips), size = parseFloat(style.fontSize);
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.font = style.font;
    const known = new Map();
    const measured = (text) => {
      if (!known.has(text)) known.set(text, canvas.measureText(text).width);
      return known.get(text);
    };
    this.widths = this.pair.sides.map((side) => side.words.map((word) => {
      const inside = measured(word.box.textContent) + 1.1 * size + 3;
      const cost = 0.7 * measured(word.cell.firstChild.textContent);
      const width = Math.min(room, Math.ceil(Math.max(inside, cost, parseFloat(word.box.style.minWidth))));
      word.cell.style.width = word.box.style.width = `${width}px`;
      return width;
    }));
  }

  measure(room) {
    const cells = this.pair.sides.map((side) => side.words.map((word) => word.cell));
    const rows = cells.map((own) => Tesla.make("div", { class: "row measured" }, own));
    this.strips.replaceChildren(...rows);
    for (const own of cells) for (const cell of own) cell.style.marginInlineStart = "";
    this.widths = cells.map((own) => own.map((cell) =>
      Math.min(cell.getBoundingClientRect().width, room)));
  }

  // Where the middle of each word is, and in which strip.
  place(ranges, ends) {
    this.middles = this.widths.map((own) => own.map(() => 0));
    this.stripOf = this.widths.map((own) => own.map(() => 0));
    this.before = this.widths.map((own) => own.map(() => 0));
    const mixed = this.pair.sides[0].direction !== this.pair.sides[1].direction;
    ranges.forEach((range, number) => {
      const inside = (end, s) => end >= range[s][0] && end < range[s][1];
      const within = mixed ? [] : ends
        .filter((flow) => flow.ends.every(inside))
        .map((flow) => ({ ...flow, ends: flow.ends.map((end, s) => end - range[s][0]) }));
      const widths = this.widths.map((own, s) => own.slice(...range[s]));
      const spaces = Tesla.spaces(widths, within, Tesla.GAP, this.room);
      range.forEach(([from, to], s) => {
        let x = 0;
        for (let k = from; k < to; k++) {
          x += spaces[s][k - from];
          const middle = x + this.widths[s][k] / 2;
          const rightToLeft = this.pair.sides[s].direction === "rtl";
          this.before[s][k] = spaces[s][k - from];
          this.middles[s][k] = rightToLeft ? this.room - middle : middle;
          this.stripOf[s][k] = number;
          x += this.widths[s][k] + Tesla.GAP;
        }
      });
    });
  }

  strip(range, number) {
    const rows = this.pair.sides.map((side, s) => {
      const words = side.words.slice(...range[s]);
      words.forEach((word) => {
        word.cell.style.marginInlineStart = `${this.before[s][word.place]}px`;
      });
      const title = this.titles[s];
      const empty = side.words.length ? [] : [Tesla.make("em", { class: "muted" }, "no words")];
      return Tesla.make("div",
        { class: `row ${side.name}`, dir: side.direction, role: "group", "aria-label": title },
        words.map((word) => word.cell), empty);
    });
    const [above, below] = number ? [] : this.pair.sides.map(({ direction }, s) =>
      Tesla.make("p", { class: "side-name", dir: direction, "aria-hidden": "true" }, this.titles[s]));
    return Tesla.make("div", { class: "strip" }, above, rows[0], this.bands(number), rows[1], below);
  }

  move(event) {
    const word = this.focused;
    const side = word && this.pair.sides.findIndex((one) => one.words[word.place] === word);
    if (!word) return;
    const words = this.pair.sides[side].words;
    const forward = this.pair.sides[side].direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const to = {
      [forward]: () => words[word.place + 1],
      [backward]: () => words[word.place - 1],
      Home: () => words[0],
      End: () => words.at(-1),
      ArrowDown: () => side === 0 && this.across(word, 0),
      ArrowUp: () => side === 1 && this.across(word, 1),
    }[event.key]?.();
    if (!to) return;
    event.preventDefault();
    this.tabStop.box.tabIndex = -1;
    this.tabStop = to;
    to.box.tabIndex = 0;
    to.box.focus();
  }

  // The partner that most flows to, or whoever stands nearest.
  across(word, s) {
    const flows = word.anchors.flatMap((anchor) => anchor.flows).filter((flow) => flow.ends[1 - s]);
    const others = this.pair.sides[1 - s].words;
    if (flows.length) {
      const most = flows.reduce((a, b) => (b.weight > a.weight ? b : a));
      return others[most.ends[1 - s].words[0]];
    }
    const x = this.middles[s][word.place], strip = this.stripOf[s][word.place];
    const far = (one) => Math.abs(this.middles[1 - s][one.place] - x) +
      1e5 * Math.abs(this.stripOf[1 - s][one.place] - strip);
    return others.length ? others.reduce((a, b) => (far(b) < far(a) ? b : a)) : null;
  }

  choose(word) {
    if (this.tabStop) this.tabStop.box.tabIndex = -1;
    this.tabStop = word;
    word.box.tabIndex = 0;
    this.focused = word;
    this.light(word);
  }

  rest() {
    this.focused = null;
    this.unlight();
  }

  light(word) {
    const flows = word.anchors.flatMap((anchor) => anchor.flows);
    this.lightFlows(flows, [word]);
    this.panel.replaceChildren(...Tesla.tellWord(word, this.pair));
  }

  lightFlow(flow) {
    this.lightFlows([flow], []);
    this.panel.replaceChildren(Tesla.make("ul", {}, Tesla.tellFlow(flow)));
  }

  lightCause(cause) {
    this.lightFlows([], this.pair.sides.flatMap((side) =>
      (cause[`${side.name}_words`] ?? []).map((place) => side.words[place]).filter(Boolean)));
  }

  lightFlows(flows, words) {
    this.element.classList.add("lit");
    for (const one of this.element.querySelectorAll(".on")) one.classList.remove("on");
    for (const word of words) word.cell.classList.add("on");
    for (const flow of flows) {
      flow.drawn?.forEach((element) => element.classList.add("on"));
      for (const anchor of flow.ends) {
        for (const place of anchor?.words ?? []) anchor.side.words[place].cell.classList.add("on");
      }
    }
  }

  unlight() {
    if (this.focused) return this.light(this.focused);
    this.element.classList.remove("lit");
    const hint = "Point at a word or a band, or move among words with the arrow keys.";
    this.panel.replaceChildren(Tesla.make("p", { class: "muted no-print" }, hint));
  }
};
