// The view of an explanation, as Explanation.to_dict() has it; what is missing is left out.

// What was chosen last in a container, so that another explanation opens there in the same way.
Tesla.chosen = new WeakMap();

// other: an explanation of another system, to be shown beside; names: of both; compact: nothing
// but the drawing.
Tesla.view = (container, explanation, { other = null, names = ["A", "B"], compact = false } = {}) => {
  Tesla.needPatterns();
  const state = Tesla.chosen.get(container) ?? {};
  Tesla.chosen.set(container, state);
  const all = [explanation, ...(other ? [other] : [])];
  const shown = all.map((one, k) => new Tesla.Shown(one, { state, compact, name: other ? names[k] : "" }));
  const changed = Tesla.make("div");
  state.redraw = () => {
    const changes = Tesla.changesOf(shown.map((one) => one.against));
    shown.forEach((one, k) => one.draw(changes[k] ?? null));
    const list = changes.length ? Tesla.changeList(changes[0], shown[0].against, names) : [];
    changed.replaceChildren(...list.filter(Boolean));
  };
  state.redraw();
  container.replaceChildren(Tesla.make("div", { class: `view${other ? " two" : ""}` },
    changed, Tesla.make("div", { class: "systems" }, shown.map((one) => one.element))));
  shown.forEach((one) => one.fit());
};

Tesla.Shown = class {
  constructor(explanation, { state, compact, name }) {
    Object.assign(this, { explanation, state, compact, name });
    this.element = Tesla.make("section", { class: "shown", "aria-label": name || "Explanation" });
    this.element.shown = this;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.element);
  }

  get number() {
    const all = this.explanation.against;
    return all[this.state.reference] ? this.state.reference : Tesla.bestOf(all);
  }

  get against() {
    return this.explanation.against[this.number];
  }

  // By name: metrics and references may have others.
  get feature() {
    const features = this.against?.features ?? [];
    return features.find((one) => one.name === this.state.feature)
      ?? features.find((one) => one.matched?.length) ?? features[0];
  }

  choose(what) {
    Object.assign(this.state, what);
    const focused = document.activeElement?.textContent;
    const inside = this.element.contains(document.activeElement);
    this.state.redraw();
    if (!inside) return;
    const buttons = [...this.element.querySelectorAll(".chooser button")];
    buttons.find((button) => button.textContent === focused)?.focus();
  }

  draw(changes) {
    const { against, explanation } = this;
    if (!against) return this.element.replaceChildren(...this.alone());
    const lengths = Tesla.lengthsOf(this.feature);
    const length = lengths.includes(this.state.length) ? this.state.length : lengths[0];
    const feature = lengths.length ? Tesla.ofLength(this.feature, length) : this.feature;
    const pair = Tesla.pair(against, feature);
    pair.held = explanation.held ?? "reference";
    this.drawing = new Tesla.Drawing(pair, changes);
    this.width = 0;
    const features = against.features ?? [];
    const kinds = Object.keys(Tesla.reasons).filter((kind) => pair.flows.some((f) => f.kind === kind));
    const references =
      Tesla.referenceChooser(explanation, this.number, (reference) => this.choose({ reference }));
    const choosers = [
      features.length > 1 ? Tesla.featureChooser(features, features.indexOf(this.feature),
        (number) => this.choose({ feature: features[number].name })) : null,
      Tesla.lengthChooser(lengths, length, (chosen) => this.choose({ length: chosen })),
    ];
    this.element.replaceChildren(...[
      this.compact ? null : this.head(),
      references,
      ...(this.compact ? [] : [Tesla.scoreBar(against)]),
      ...choosers,
      Tesla.legend(kinds, this.drawing.hasLeft),
      this.drawing.element,
      ...(this.compact ? [] : this.more()),
    ].filter(Boolean));
    this.fit();
  }

  // Held against nothing: what there is to say of the text by itself.
  alone() {
    const { explanation } = this;
    if (!explanation.coherence) return [Tesla.make("p", {}, "nothing to explain")];
    return [this.head(), Tesla.coherence(explanation.coherence), this.signature()].filter(Boolean);
  }

  head() {
    const { explanation } = this;
    const parts = Object.entries(explanation.parts ?? {}).map(([name, value]) =>
      Tesla.fact(name, Tesla.number(value)));
    return Tesla.make("div", { class: "head" },
      this.name ? Tesla.make("strong", { class: "name" }, this.name) : null,
      Tesla.make("span", { class: "score" }, Tesla.number(explanation.score, 4)),
      Tesla.make("span", { class: "muted" },
        [explanation.metric, Tesla.tellCombined(explanation)].filter(Boolean).join(", ")),
      parts);
  }

  more() {
    const { against, feature, explanation } = this;
    const held = this.drawing.pair.held;
    const left = feature && [["reference", "missing"], ["hypothesis", "strange"]];
    return [
      Tesla.penaltyList(against.penalties ?? [], this.drawing),
      left && Tesla.unfolding("Left without a partner, with prices", () =>
        Tesla.make("div", { class: "tables" },
          left.map(([side, kind]) => Tesla.leftTable(feature[side] ?? [], kind, held)))),
      feature && Tesla.unfolding("All flows as a table", () => Tesla.flowTable(this.drawing.pair.all, held)),
      explanation.coherence ? Tesla.coherence(explanation.coherence) : null,
      this.signature(),
    ];
  }

  signature() {
    const { signature } = this.explanation;
    return signature
      ? Tesla.make("p", { class: "signature muted" }, Tesla.make("code", {}, signature)) : null;
  }

  // As wide as there is room, or as paper is.
  fit() {
    const room = this.drawing?.strips.getBoundingClientRect().width ?? 0;
    const width = Tesla.printing ? Tesla.PAPER : Math.floor(room);
    if (width && width !== this.width) {
      this.width = width;
      this.drawing.layOut(width);
    }
  }
};

// Paper is narrower than most screens; one listener, since views come and go.
Tesla.PAPER = 640;
Tesla.printing = false;
Tesla.print = (printing) => {
  Tesla.printing = printing;
  for (const element of document.querySelectorAll(".view .shown")) element.shown?.fit();
};
addEventListener("beforeprint", () => Tesla.print(true));
addEventListener("afterprint", () => Tesla.print(false));
