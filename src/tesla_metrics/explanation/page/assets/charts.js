// Charts made of boxes: they wrap, print and zoom as text does.

// From 0 to 1 on an axis.
Tesla.Scale = class {
  // Around all of the values, but not beyond [least, most].
  constructor(values, least = -Infinity, most = Infinity) {
    const known = values.filter(Number.isFinite);
    const low = Math.min(...known),
      high = Math.max(...known);
    const room = high > low ? (high - low) * 0.06 : Math.abs(high) / 20 || 0.5;
    const step = Tesla.niceStep((high - low + 2 * room) / 4);
    this.low = Math.max(least, Math.floor((low - room) / step) * step);
    this.high = Math.min(most, Math.ceil((high + room) / step) * step);
    this.digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    this.ticks = [];
    for (let k = 0; this.low + k * step <= this.high + step / 1e6; k++) this.ticks.push(this.low + k * step);
  }

  at(value) {
    return (value - this.low) / (this.high - this.low);
  }
};

Tesla.niceStep = (rough) => {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((one) => one * power >= rough * 0.999);
};

Tesla.placed = (element, from, to = null) => {
  element.style.insetInlineStart = `${100 * from}%`;
  if (to !== null) element.style.width = `${100 * (to - from)}%`;
  return element;
};

// A line with a mark and what it spans for each series: {kind, value, low, high}.
Tesla.track = (scale, series) => {
  const marks = series
    .filter((one) => Number.isFinite(one.value))
    .flatMap((one) => [
      Number.isFinite(one.low)
        ? Tesla.placed(
            Tesla.make("span", { class: `whisker ${one.kind}` }),
            scale.at(one.low),
            scale.at(one.high)
          )
        : null,
      Tesla.placed(Tesla.make("span", { class: `point ${one.kind}` }), scale.at(one.value)),
    ]);
  const grid = scale.ticks.map((tick) => Tesla.placed(Tesla.make("span", { class: "tick" }), scale.at(tick)));
  return Tesla.make("div", { class: "track", "aria-hidden": "true" }, grid, marks);
};

Tesla.axis = (scale, percent = false) =>
  Tesla.make(
    "div",
    { class: "axis", "aria-hidden": "true" },
    scale.ticks.map((tick) =>
      Tesla.placed(
        Tesla.make("span", {}, percent ? `${Math.round(100 * tick)} %` : Tesla.number(tick, scale.digits)),
        scale.at(tick)
      )
    )
  );

// A table whose rows have a track. columns: {name, of(row), number, start}; series(row) as above.
Tesla.trackTable = (caption, columns, rows, series, { scale, percent = false, rowClass } = {}) => {
  const head = columns.map((column) =>
    Tesla.make(
      "th",
      { scope: "col", class: `${column.number ? "number" : ""} ${column.minor ? "minor" : ""}` },
      column.name
    )
  );
  head.splice(1, 0, Tesla.make("td", { class: "chart" }, Tesla.axis(scale, percent)));
  const body = rows.map((row) => {
    const cells = columns.map((column, place) => {
      const value = column.of(row);
      const attributes = {
        class: [column.number ? "number" : "", column.minor ? "minor" : ""].join(" ").trim() || null,
      };
      return place
        ? Tesla.make("td", attributes, value)
        : Tesla.make("th", { scope: "row", class: "label" }, value);
    });
    cells.splice(1, 0, Tesla.make("td", { class: "chart" }, Tesla.track(scale, series(row))));
    return Tesla.make("tr", { class: rowClass?.(row) ?? null }, cells);
  });
  return Tesla.make(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    Tesla.make(
      "table",
      { class: "tracks" },
      Tesla.make("caption", { class: "unseen" }, caption),
      Tesla.make("thead", {}, Tesla.make("tr", {}, head)),
      Tesla.make("tbody", {}, body)
    )
  );
};

// How many values are in each of so many equal bins.
Tesla.bins = (values, low, high, count) => {
  const found = new Array(count).fill(0);
  for (const value of values) {
    const place = Math.floor((count * (value - low)) / (high - low));
    if (Number.isFinite(place)) found[Math.min(count - 1, Math.max(0, place))]++;
  }
  return found;
};

// Histograms over each other: the first is filled, the second an outline.
Tesla.histogram = (label, scale, series, count, choose) => {
  const all = series.map((one) => Tesla.bins(one.values, scale.low, scale.high, count));
  const most = Math.max(1, ...all.flat());
  const shape = (bins, closed) => {
    const points = bins.flatMap((bin, k) => [
      [k, bin],
      [k + 1, bin],
    ]);
    const path = points.map(([x, y]) => `${x} ${100 - (96 * y) / most}`).join("L");
    return closed ? `M0 100L${path}L${bins.length} 100Z` : `M0 100L${path}L${bins.length} 100`;
  };
  const picture = Tesla.draw(
    "svg",
    { viewBox: `0 0 ${count} 100`, preserveAspectRatio: "none", "aria-hidden": "true" },
    all.map((bins, k) => Tesla.draw("path", { d: shape(bins, !k), class: `shape ${series[k].kind}` }))
  );
  const width = (scale.high - scale.low) / count;
  const strips = all[0].map((_, k) => {
    const [from, to] = [scale.low + k * width, scale.low + (k + 1) * width];
    const range = `${Tesla.number(from, scale.digits + 1)} to ${Tesla.number(to, scale.digits + 1)}`;
    const counts = series.map((one, s) => `${one.name} ${all[s][k]}`).join(", ");
    return Tesla.make("button", {
      type: "button",
      tabindex: -1,
      class: "bin",
      title: `${range}: ${counts} segments`,
      "aria-label": `segments from ${range}: ${counts}`,
      onclick: () => choose(from, to),
    });
  });
  return Tesla.make(
    "div",
    { class: "histogram", role: "group", "aria-label": label },
    Tesla.make("div", { class: "plot" }, picture, Tesla.make("div", { class: "bins" }, strips)),
    Tesla.axis(scale)
  );
};

// Shares of a whole beside each other.
Tesla.stacked = (parts) => {
  const total = parts.reduce((sum, part) => sum + part.value, 0) || 1;
  return Tesla.make(
    "div",
    { class: "stacked" },
    parts
      .filter((part) => part.value)
      .map((part) => {
        const share = `${Math.round((100 * part.value) / total)} %`;
        const piece = Tesla.make(
          "div",
          { class: `piece ${part.kind}`, title: `${part.text} (${share})` },
          Tesla.make("span", {}, part.text)
        );
        piece.style.flexGrow = part.value;
        return piece;
      })
  );
};
