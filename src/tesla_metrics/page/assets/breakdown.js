// Where the score went: what is left of 1, and what each feature and penalty has taken.

Tesla.featureName = (feature) => feature.name ?? feature.kind ?? "words";

Tesla.scoreBar = (against) => {
  const parts = [
    ...(against.features ?? []).map((one) => [Tesla.featureName(one), one.lost ?? 0, "feature"]),
    ...(against.penalties ?? []).map((one) => [one.name, one.lost ?? 0, "penalty"]),
  ].filter(([, lost]) => lost > 0.0005);
  const piece = (kind, size, text) => {
    const element = Tesla.make("span", { class: `piece ${kind}`, title: text },
      Tesla.make("span", {}, size > 0.06 ? text : ""));
    element.style.flexGrow = Math.max(size, 0);
    return element;
  };
  return Tesla.make("div", { class: "score-bar", "aria-hidden": "true" },
    piece("kept", against.score, Tesla.number(against.score)),
    parts.map(([name, lost, kind]) => piece(kind, lost, `${name} ${Tesla.number(-lost)}`)));
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

Tesla.referenceChooser = (explanation, chosen, choose) => {
  const held = explanation.held === "source" ? "Source" : "Reference";
  if (explanation.against.length < 2) return null;
  const how = explanation.combined === "max" ? "the best one counts"
    : explanation.combined === "mean" ? "the mean counts" : "";
  return Tesla.make("div", { class: "chooser", role: "group", "aria-label": held },
    explanation.against.map((against, number) => Tesla.make("button",
      { type: "button", "aria-pressed": String(number === chosen), onclick: () => choose(number) },
      `${held} ${number + 1} `,
      Tesla.make("span", { class: "sub" }, Tesla.number(against.score)))),
    how ? Tesla.make("span", { class: "muted" }, how) : null);
};
