// The hypotheses with their scores, as they were typed; one or two are chosen.

Tesla.Contest = class {
  // chosen: called with the numbers of those that are to be shown
  constructor(chosen) {
    Object.assign(this, { chosen, shown: [0], records: [], texts: [] });
    this.list = Tesla.make("ol", { class: "contest" });
    this.hint = Tesla.make("p", { class: "muted hint" });
    this.element = Tesla.make("div", {}, this.list, this.hint);
  }

  set(texts, records) {
    Object.assign(this, { texts, records });
    this.shown = this.shown.filter((number) => number < texts.length);
    if (!this.shown.length && texts.length) this.shown = [0];
    this.draw();
  }

  // Nothing is known of these; what was chosen stays so.
  clear() {
    Object.assign(this, { texts: [], records: [] });
    this.draw();
  }

  toggle(number) {
    const without = this.shown.filter((one) => one !== number);
    if (without.length < this.shown.length) this.shown = without.length ? without : [number];
    else this.shown = [...without.slice(-1), number];
    this.draw();
    this.chosen();
  }

  draw() {
    const focused = [...this.list.children].findIndex((row) => row.contains(document.activeElement));
    const most = Math.max(1, ...this.records.map((one) => Math.abs(one.score))) > 1 ? 100 : 1;
    const digits = most > 1 ? 2 : 4;
    const rows = this.texts.map((text, number) => {
      const { score } = this.records[number];
      const place = this.shown.indexOf(number);
      return Tesla.make("li", {},
        Tesla.make("button", {
          type: "button",
          "aria-pressed": String(place >= 0),
          onclick: () => this.toggle(number),
        },
        Tesla.make("span", { class: "letter", "aria-hidden": "true" },
          this.shown.length > 1 && place >= 0 ? "AB"[place] : String(number + 1)),
        Tesla.make("span", { class: "value" }, Tesla.number(score, digits)),
        Tesla.bar(score / most),
        Tesla.make("bdi", { class: "text" }, text || "(empty)")));
    });
    this.list.replaceChildren(...rows);
    this.hint.textContent = this.texts.length > 1
      ? "Choose one to see its alignment, or two to see them side by side." : "";
    this.list.children[focused]?.querySelector("button").focus();
  }
};

// How much of a track is filled, as a picture: no style in an attribute, which the page forbids.
Tesla.bar = (share) => {
  const width = 100 * Math.min(Math.max(share, 0), 1);
  return Tesla.draw("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    Tesla.draw("rect", { class: "track", width: 100, height: 8 }),
    Tesla.draw("rect", { class: "filled", width, height: 8 }));
};
