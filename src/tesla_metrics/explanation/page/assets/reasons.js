// Why words are alike, as it is shown: a colour (base.css), a mark, and a pattern on bands.

Tesla.reasons = Tesla.data("reasons", {});

// The one that a band is drawn by: of several words' the loosest, which say most about it.
Tesla.loosest = (reasons) => {
  const order = Object.keys(Tesla.reasons);
  const kinds = (reasons ?? []).map((reason) => reason.kind);
  return kinds.reduce((a, b) => (order.indexOf(b) > order.indexOf(a) ? b : a), kinds[0] ?? "form");
};

Tesla.markOf = (kind) => Tesla.reasons[kind]?.mark ?? "?";
Tesla.titleOf = (kind) => Tesla.reasons[kind]?.title ?? kind;

// Lines and dots over the colour, so that bands differ in print and for every eye.
Tesla.PATTERNS = {
  form: [],
  lemma: [["path", { d: "M0 0 8 8M-2 6 2 10M6 -2 10 2" }]],
  derivation: [["path", { d: "M0 2H8M0 6H8" }]],
  synonym: [["circle", { cx: 4, cy: 4, r: 1.4 }]],
  synset: [["path", { d: "M0 4H8" }]],
  paraphrase: [["path", { d: "M4 0V8" }]],
  spelling: [["path", { d: "M0 8 8 0M-2 2 2 -2M6 10 10 6" }]],
  tag: [["path", { d: "M0 4H8M4 0V8" }]],
  pivot: [["path", { d: "M0 0 4 4 8 0M0 8 4 12 8 8M0 -8 4 -4 8 -8" }]],
  cover: [["circle", { cx: 4, cy: 4, r: 2.4, class: "ring" }]],
  context: [["path", { d: "M0 4 2 2 6 6 8 4" }]],
  lost: [["path", { d: "M0 0 8 8M-2 6 2 10M6 -2 10 2" }]],
};

// Patterns are asked for by id: one element for the whole page.
Tesla.needPatterns = () => {
  if (document.getElementById("tesla-patterns")) return;
  const patterns = Object.entries(Tesla.PATTERNS).map(([kind, shapes]) =>
    Tesla.draw("pattern",
      { id: `tesla-${kind}`, width: 8, height: 8, patternUnits: "userSpaceOnUse", class: kind },
      Tesla.draw("rect", { width: 8, height: 8 }),
      shapes.map(([name, attributes]) => Tesla.draw(name, attributes))));
  const holder = Tesla.draw("svg",
    { id: "tesla-patterns", class: "patterns", width: 0, height: 0, "aria-hidden": "true" },
    Tesla.draw("defs", {}, patterns));
  document.body.append(holder);
};

Tesla.swatch = (kind) =>
  Tesla.draw("svg", { class: "swatch", width: 26, height: 14, "aria-hidden": "true" },
    Tesla.draw("rect", { width: 26, height: 14, rx: 2, fill: `url(#tesla-${kind})` }));

Tesla.mark = (kind) =>
  Tesla.make("span", { class: `mark ${kind}`, "aria-hidden": "true" }, Tesla.markOf(kind));

// What of all that a drawing has.
Tesla.legend = (kinds, lost) => {
  const entries = kinds.map((kind) =>
    Tesla.make("li", {}, Tesla.swatch(kind), Tesla.mark(kind), ` ${Tesla.titleOf(kind)}`));
  if (lost) entries.push(Tesla.make("li", {}, Tesla.swatch("lost"), " without a partner"));
  return Tesla.make("ul", { class: "legend", "aria-label": "Legend" }, entries);
};
