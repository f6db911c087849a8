// Bands between the words of one strip, and stubs of those that lead to another one.

Tesla.HEIGHT = 84;
Tesla.STUB = 26;

Tesla.Drawing.prototype.bands = function (strip) {
  const svg = Tesla.draw("svg", {
    class: "bands", width: this.room, height: Tesla.HEIGHT,
    viewBox: `0 0 ${this.room} ${Tesla.HEIGHT}`, "aria-hidden": "true",
  });
  const shelves = this.pair.sides.map((side, s) => this.shelves(side, s, strip));
  const bands = [], marks = [];
  for (const flow of this.pair.flows) {
    const ends = shelves.map((own) => own.portions.get(flow));
    const drawn = ends[0] && ends[1] ? Tesla.band(flow, ends)
      : ends[0] || ends[1] ? Tesla.stub(flow, ends[0] ? 0 : 1, ends[0] ?? ends[1]) : null;
    if (!drawn) continue;
    flow.drawn = [...(ends[0] ? [] : flow.drawn ?? []), ...drawn];
    drawn[0].addEventListener("mouseenter", () => this.lightFlow(flow));
    drawn[0].addEventListener("mouseleave", () => this.unlight());
    bands.push(drawn[0]);
    marks.push(...drawn.slice(1));
  }
  svg.append(...bands, ...shelves.flatMap((own) => own.left), ...marks);
  return svg;
};

// On the edge of each word its weight, cut into what flows where and what is left.
Tesla.Drawing.prototype.shelves = function (side, s, strip) {
  const portions = new Map(), left = [];
  const towards = (flow) => {
    const place = flow.ends[1 - s].words[0];
    const far = this.stripOf[1 - s][place] - strip;
    return this.middles[1 - s][place] + 1e5 * (this.pair.sides[1 - s].direction === "rtl" ? -far : far);
  };
  for (const anchor of side.anchors.values()) {
    if (this.stripOf[s][anchor.words[0]] !== strip || anchor.weight <= Tesla.DUST) continue;
    const inside = anchor.words.filter((place) => this.stripOf[s][place] === strip);
    const first = this.middles[s][inside[0]], last = this.middles[s][inside.at(-1)];
    let x = (first + last - anchor.weight * this.scale) / 2;
    const flows = anchor.flows.filter((flow) => flow.ends[0] && flow.ends[1]);
    for (const flow of flows.sort((a, b) => towards(a) - towards(b))) {
      portions.set(flow, [x, x + flow.weight * this.scale]);
      x += flow.weight * this.scale;
    }
    const rest = (anchor.weight - anchor.flowing) * this.scale;
    if (rest > 0.3) {
      const y = s === 0 ? 0 : Tesla.HEIGHT - 7;
      left.push(Tesla.draw("rect", { class: "left", x, y, width: rest, height: 7, fill: "url(#tesla-lost)" }));
    }
  }
  return { portions, left };
};

Tesla.band = (flow, [[a, b], [c, d]]) => {
  const h = Tesla.HEIGHT, m = h / 2;
  // No band is too thin to be seen.
  const more = Math.max(0, (1.5 - (b - a)) / 2);
  [a, b, c, d] = [a - more, b + more, c - more, d + more];
  const path = `M${a} 0C${a} ${m} ${c} ${m} ${c} ${h}L${d} ${h}C${d} ${m} ${b} ${m} ${b} 0Z`;
  const band = Tesla.draw("path", { d: path, class: `band ${flow.kind}`, fill: `url(#tesla-${flow.kind})` });
  band.style.setProperty("--similarity", flow.similarity ?? 1);
  return [band, ...Tesla.markAt(flow.kind, (a + b + c + d) / 4, m)];
};

Tesla.stub = (flow, s, [a, b]) => {
  const down = s === 0, y = down ? 0 : Tesla.HEIGHT, tip = down ? Tesla.STUB : Tesla.HEIGHT - Tesla.STUB;
  const path = `M${a} ${y}L${b} ${y}L${(a + b) / 2} ${tip}Z`;
  const stub = Tesla.draw("path", { d: path, class: `band stub ${flow.kind}`, fill: `url(#tesla-${flow.kind})` });
  stub.style.setProperty("--similarity", flow.similarity ?? 1);
  return [stub];
};

// The same form needs no mark: it is the plain band.
Tesla.markAt = (kind, x, y) => kind === "form" ? [] : [
  Tesla.draw("circle", { class: `dot ${kind}`, cx: x, cy: y, r: 8.5 }),
  Tesla.draw("text", { class: "glyph", x, y: y + 4 }, Tesla.markOf(kind)),
];
