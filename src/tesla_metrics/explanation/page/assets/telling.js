// What is said of words and flows: in the panel below a drawing, and to screen readers.

Tesla.otherSide = (name) => Tesla.SIDES[1 - Tesla.SIDES.indexOf(name)];

// Two reasons or more: one for each pair of words.
Tesla.tellReasons = (flow) => {
  const said = (flow.reasons ?? []).map((reason) => {
    const shown = reason.shown?.length ? ` (${reason.shown.join(", ")})` : "";
    return Tesla.titleOf(reason.kind) + shown;
  });
  return [...new Set(said)].join("; ");
};

Tesla.labelOf = (word, side) => {
  const flows = word.anchors.flatMap((anchor) => anchor.flows);
  const partners = flows.map((flow) =>
    `${flow[Tesla.otherSide(side.name)] ?? ""} (${Tesla.titleOf(flow.kind)})`);
  const parts = [word.text];
  if (Math.abs(word.lost ?? 0) >= 0.0005) parts.push(`lost ${Tesla.number(word.lost)}`);
  if (partners.length) parts.push(`matched with ${partners.slice(0, 4).join(", ")}`);
  else if (Tesla.stateOf(word) === "lost") parts.push("no partner");
  return parts.join(", ");
};

Tesla.fact = (name, value) =>
  Tesla.make("span", { class: "fact" }, Tesla.make("span", { class: "muted" }, `${name} `), value);

Tesla.tellWord = (word, pair) => {
  const side = pair.sides.find((one) => one.words[word.place] === word);
  const head = Tesla.make("div", { class: "told" },
    Tesla.make("strong", { dir: "auto" }, word.text),
    word.lemma && word.lemma !== word.text.toLowerCase() ? Tesla.fact("lemma", word.lemma) : null,
    word.tag ? Tesla.fact("class", word.tag) : null,
    Tesla.fact("lost in all", Tesla.number(word.lost ?? 0, 4)));
  const grams = word.anchors.flatMap((anchor) => anchor.grams.map((gram) => [gram, anchor]));
  const lines = grams.slice(0, 6).map(([gram]) => Tesla.tellGram(gram));
  const flows = [...new Set(word.anchors.flatMap((anchor) => anchor.flows))];
  lines.push(...flows.slice(0, 8).map((flow) => Tesla.tellFlow(flow, side.name)));
  if (flows.length > 8) lines.push(Tesla.make("li", {}, `and ${flows.length - 8} more`));
  for (const penalty of pair.penalties) {
    for (const cause of penalty.causes ?? []) {
      if (cause[`${side.name}_words`]?.includes(word.place))
        lines.push(Tesla.make("li", {}, `${penalty.name}: ${cause.shown}`));
    }
  }
  return [head, Tesla.make("ul", {}, lines)];
};

Tesla.tellGram = (gram) =>
  Tesla.make("li", {},
    Tesla.make("q", { dir: "auto" }, gram.text ?? ""), " ",
    Tesla.fact("weight", Tesla.number(gram.weight)),
    gram.matched === undefined ? null : Tesla.fact("matched", Tesla.number(gram.matched)),
    gram.price === undefined ? null : Tesla.fact("price", Tesla.number(gram.price)),
    gram.lost === undefined ? null : Tesla.fact("lost", Tesla.number(gram.lost, 4)));

Tesla.tellFlow = (flow, from = "reference") =>
  Tesla.make("li", {},
    Tesla.mark(flow.kind), " ",
    Tesla.make("q", { dir: "auto" }, flow[from] ?? ""), " ↔ ",
    Tesla.make("q", { dir: "auto" }, flow[Tesla.otherSide(from)] ?? ""), " ",
    Tesla.fact("flow", Tesla.number(flow.weight)),
    Tesla.fact("similarity", Tesla.number(flow.similarity)),
    Tesla.make("span", { class: "fact" }, Tesla.tellReasons(flow)));
