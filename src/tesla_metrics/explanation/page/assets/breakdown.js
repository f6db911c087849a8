// Where the score went: what is left of 1, and what each feature and penalty has taken.

Tesla.featureName = (feature) => feature.name ?? feature.kind ?? "words";

Tesla.scoreBar = (against) => {
  const parts = [
    ...(against.features ?? []).map((one) => [Tesla.featureName(one), one.lost ?? 0, "feature"]),
    ...(against.penalties ?? []).map((one) => [one.name, one.lost ?? 0, "penalty"]),
  ].filter(([, lost]) => lost > 0.0005);
  // What finds no room in the line is not seen: first the number, which buttons and lists have too.
  const piece = (kind, size, ...words) => {
    const element = Tesla.make("span", { class: `piece ${kind}`, title: words.join(" ") },
      size > 0.06 ? words.map((word) => Tesla.make("span", {}, word)) : []);
    element.style.flexGrow = Math.max(size, 0);
    return element;
  };
  return Tesla.make("div", { class: "score-bar", "aria-hidden": "true" },
    piece("kept", against.score, Tesla.number(against.score)),
    parts.map(([name, lost, kind]) => piece(kind, lost, name, Tesla.number(-lost))));
};

// One button a feature: what it is, and what it lost.
Tesla.featureChooser = (features, chosen, choose) =>
  Tesla.make("div", { class: "chooser", role: "group", "aria-label": "Feature" },
    features.map((feature, number) => {
      const lost = feature.lost === undefined ? "" : Tesla.number(-feature.lost);
      return Tesla.make("button",
        { type: "button", "aria-pressed": String(number === chosen), onclick: () => choose(number) },
        Tesla.featureName(feature),
        lost ? Tesla.make("span", { class: "sub" }, ` ${lost}`) : null);
    }));

// The reference that is opened: what counts most, of equals the highest.
Tesla.bestOf = (all) => {
  const counts = (one) => one.share ?? 0;
  const more = (x, y) => counts(x) - counts(y) || x.score - y.score;
  return all.reduce((a, one, k) => (more(one, all[a]) > 0 ? k : a), 0);
};

Tesla.tellCombined = ({ against, combined, held }) => {
  const how = { max: "the best", mean: "the mean" }[combined];
  return how && against.length > 1 ? `${how} of ${against.length} ${held ?? "reference"}s` : "";
};

// Which of several is shown below, what it counts for, and why this one.
Tesla.tellChosen = (explanation, chosen) => {
  const { against, combined } = explanation, held = explanation.held ?? "reference";
  const highest = against[chosen].score === Math.max(...against.map((one) => one.score));
  const share = against[chosen].share ?? (combined === "mean" ? 1 / against.length : null);
  // The best need not be the highest: a metric may go by one of its parts.
  const counts = share === null ? highest : share > 0;
  const why = combined === "max" && counts ? "the best, which alone counts"
    : combined === "max" ? "not the best, so it does not count"
    : [highest ? "the highest" : "", share === null ? "" : `counts for ${Math.round(100 * share)}%`]
      .filter(Boolean).join(", ");
  return `Shown from here on: ${held} ${chosen + 1}${why ? ` (${why})` : ""}.`;
};

Tesla.referenceChooser = (explanation, chosen, choose) => {
  const held = explanation.held === "source" ? "Source" : "Reference";
  if (explanation.against.length < 2) return null;
  return Tesla.make("div", { class: "chooser", role: "group", "aria-label": held },
    explanation.against.map((against, number) => Tesla.make("button",
      { type: "button", "aria-pressed": String(number === chosen), onclick: () => choose(number) },
      `${held} ${number + 1} `,
      Tesla.make("span", { class: "sub" }, Tesla.number(against.score, 4)))),
    Tesla.make("span", { class: "muted" }, Tesla.tellChosen(explanation, chosen)));
};
