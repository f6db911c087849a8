// A feature with n-grams of several lengths in one: drawn one length at a time.

// Of pivot n-grams the words that count are those of the other language.
Tesla.lengthOf = (gram, pivot) =>
  pivot ? (gram.text ?? gram.reference ?? "").split(" ").length
    : (gram.words ?? gram.reference_words ?? []).length;

Tesla.isPivot = (feature) => feature.matched?.[0]?.reasons?.[0]?.kind === "pivot";

// The lengths there are, of features that do not say theirs.
Tesla.lengthsOf = (feature) => {
  if (!feature || feature.n || !feature.matched?.length) return [];
  const pivot = Tesla.isPivot(feature);
  const grams = Tesla.SIDES.flatMap((side) => feature[side] ?? []);
  const found = new Set(grams.map((gram) => Tesla.lengthOf(gram, pivot)));
  return found.size > 1 ? [...found].sort((a, b) => a - b) : [];
};

Tesla.ofLength = (feature, length) => {
  const pivot = Tesla.isPivot(feature);
  const own = (grams) => (grams ?? []).filter((gram) => Tesla.lengthOf(gram, pivot) === length);
  return {
    ...feature,
    ...Object.fromEntries(["matched", ...Tesla.SIDES].map((name) => [name, own(feature[name])])),
  };
};

Tesla.lengthChooser = (lengths, chosen, choose) => lengths.length < 2 ? null
  : Tesla.make("div", { class: "chooser", role: "group", "aria-label": "Length of n-grams" },
    Tesla.make("span", { class: "muted" }, "n ="),
    lengths.map((length) => Tesla.make("button",
      { type: "button", "aria-pressed": String(length === chosen), onclick: () => choose(length) },
      String(length))));
