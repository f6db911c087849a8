// One hypothesis against one reference by one feature, prepared for drawing.

Tesla.SIDES = ["reference", "hypothesis"];

// By the first letter that has a direction.
Tesla.direction = (text) => {
  const letter = /\p{L}/u.exec(text ?? "")?.[0] ?? "";
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
    .test(letter) ? "rtl" : "ltr";
};

// Weights that rounding has left are none.
Tesla.DUST = 1e-6;

// The words of either side with what the feature says of them. An anchor is a place that flows
// come from: a word, or several that make an n-gram; all n-grams of the same words share one.
Tesla.pair = (against, feature) => {
  const sides = Tesla.SIDES.map((name) => Tesla.pairSide(against, feature, name));
  const written = (side, places) => places?.map((place) => side.words[place]?.text).join(" ");
  const flows = (feature?.matched ?? []).filter((one) => one.weight > Tesla.DUST).map((one) => ({
    ...one,
    // A pivot n-gram is of another language: what is written here says more, and it is shown as
    // the reason.
    reference: written(sides[0], one.reference_words) || one.reference,
    hypothesis: written(sides[1], one.hypothesis_words) || one.hypothesis,
    kind: Tesla.loosest(one.reasons),
    ends: Tesla.SIDES.map((name, s) => Tesla.anchor(sides[s], one[`${name}_words`])),
  }));
  for (const flow of flows) flow.ends.forEach((anchor) => anchor?.flows.push(flow));
  const drawn = flows.filter((flow) => flow.ends[0] && flow.ends[1]);
  for (const side of sides) {
    for (const anchor of side.anchors.values()) {
      const flowing = anchor.flows.reduce((sum, flow) => sum + flow.weight, 0);
      anchor.flowing = flowing;
      anchor.weight = Math.max(flowing, anchor.grams.reduce((sum, g) => sum + g.weight, 0));
    }
  }
  const weights = sides.flatMap((side) => [...side.anchors.values()].map((a) => a.weight));
  return {
    sides, flows: drawn, all: flows, penalties: against.penalties ?? [],
    heaviest: Math.max(0, ...weights), feature,
  };
};

Tesla.pairSide = (against, feature, name) => {
  const text = against[name]?.text ?? "";
  const letters = [...text];
  const words = (against[name]?.words ?? []).map((word, place) => ({
    ...word, place, anchors: [],
    text: word.text ?? letters.slice(word.start, word.end).join(""),
  }));
  const side = { name, text, words, anchors: new Map(), direction: Tesla.direction(text) };
  for (const gram of feature?.[name] ?? []) Tesla.anchor(side, gram.words)?.grams.push(gram);
  return side;
};

Tesla.anchor = (side, places) => {
  if (!places?.length || !side.words[places[0]]) return null;
  const key = places.join(" ");
  if (!side.anchors.has(key)) {
    const words = places.filter((place) => side.words[place]);
    const anchor = { key, words, side, grams: [], flows: [] };
    side.anchors.set(key, anchor);
    for (const place of words) side.words[place].anchors.push(anchor);
  }
  return side.anchors.get(key);
};

// How a word is marked: by the reason of most of its weight, or as lost.
Tesla.stateOf = (word) => {
  const own = word.anchors.flatMap((anchor) => anchor.flows);
  if (!own.length) {
    const weighs = word.anchors.some((anchor) => anchor.weight > Tesla.DUST);
    return weighs || word.weight > Tesla.DUST ? "lost" : "";
  }
  return own.reduce((a, b) => (b.weight > a.weight ? b : a)).kind;
};
