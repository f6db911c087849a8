// How a text hangs together, as TextCoherence.to_dict() has it: its relations in the text, the roles
// of the terms that weigh most, and what the score is made of.

Tesla.MOST_RELATIONS = 200;
Tesla.MOST_TERMS = 12;
// What opens and closes each part of a relation: nothing is said by colour alone.
Tesla.PART_MARKS = { arg1: ["[", "]₁"], arg2: ["[", "]₂"], connective: ["{", "}"] };

Tesla.signed = (value, digits = 3) => {
  const text = Tesla.number(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
};

Tesla.coherence = (told) => Tesla.make("section", { class: "coherence" },
  Tesla.relationList(told.relations ?? []),
  Tesla.roleMatrix(told),
  Tesla.unfolding("Features that weigh most", () => Tesla.featureTable(told.features ?? [])),
  Tesla.marginLine(told));

Tesla.relationList = (relations) => {
  if (!relations.length) return Tesla.make("p", { class: "muted" }, "No relations were found.");
  const more = relations.length - Tesla.MOST_RELATIONS;
  return Tesla.make("div", {},
    Tesla.make("h3", {}, "Relations, and what they add to the margin"),
    Tesla.make("p", { class: "muted" }, "[…]₁ first argument, […]₂ second argument, {…} connective"),
    Tesla.make("ol", { class: "relations" }, relations.slice(0, Tesla.MOST_RELATIONS).map((one) =>
      Tesla.make("li", {},
        Tesla.make("span", { class: "told" }, Tesla.make("strong", {}, Tesla.relationTitle(one)),
          Tesla.share(one.share)),
        Tesla.make("p", { dir: "auto" }, Tesla.markedPieces(one.pieces ?? []))))),
    more > 0 ? Tesla.make("p", { class: "muted" }, `and ${more} more`) : null);
};

Tesla.relationTitle = ({ type, sense, connective }) => {
  if (sense === type) return type;
  const words = !connective || type === "Explicit" ? connective : `(${connective})`;
  return `${sense}: ${[type, words].filter(Boolean).join(" ")}`;
};

Tesla.share = (share) => {
  const text = Tesla.signed(share);
  const kind = { "+": "better", "−": "worse" }[text[0]] ?? "";
  return Tesla.make("span", { class: `share ${kind}` }, text);
};

// A part opens where it begins and closes where it does not go on.
Tesla.markedPieces = (pieces) => pieces.map(({ text, parts }, place) => {
  const before = pieces[place - 1]?.parts ?? [], after = pieces[place + 1]?.parts ?? [];
  const opened = parts.filter((part) => !before.includes(part))
    .sort((a, b) => after.includes(b) - after.includes(a));
  const closed = parts.filter((part) => !after.includes(part))
    .sort((a, b) => before.includes(a) - before.includes(b));
  return Tesla.make("span", { class: parts.join(" ") || null },
    opened.map((part) => Tesla.PART_MARKS[part][0]).join(""), text,
    closed.map((part) => Tesla.PART_MARKS[part][1]).join(""));
});

// Each role once: one that stands there with E. or N. stands there without it, too.
Tesla.shownRoles = (roles) => {
  const told = roles.filter((role) => /^[EN]\./.test(role));
  return told.length ? told : roles;
};

Tesla.roleMatrix = ({ terms = [], sentences = [] }) => {
  const shown = terms.slice(0, Tesla.MOST_TERMS);
  if (!shown.length) return null;
  const cells = shown.map((term) => new Map(term.cells.map((cell) => [cell.sentence, cell])));
  const rows = sentences.map((_, place) => place).filter((place) => cells.some((own) => own.has(place)));
  const columns = [
    { name: "sentence", of: (place) => String(place + 1) },
    ...shown.map((term, k) => ({
      name: `${term.words.slice(0, 3).join(", ")} ${Tesla.signed(term.share)}`,
      of: (place) => Tesla.roleCell(cells[k].get(place)),
    })),
  ];
  const caption = `Roles of the ${shown.length === 1 ? "term" : `${shown.length} terms`} that weigh most, `
    + "and what they add to the margin";
  return Tesla.make("div", { class: "roles" }, Tesla.make("h3", {}, "Role matrix"),
    Tesla.table(caption, columns, rows.slice(0, Tesla.MOST_ROWS)));
};

Tesla.roleCell = (cell) => (cell
  ? Tesla.make("span", {}, Tesla.shownRoles(cell.roles).join(" "), " ", Tesla.share(cell.share))
  : Tesla.make("span", { class: "muted" }, "nil"));

Tesla.featureTable = (features) => Tesla.table("Features, each with what it adds to the margin", [
  { name: "feature", of: (one) => one.name },
  { name: "value", of: (one) => one.value, number: 4 },
  { name: "weight", of: (one) => one.weight, number: 3 },
  { name: "adds", of: (one) => one.share, number: 3 },
], features.filter((one) => one.weight).slice(0, Tesla.MOST_ROWS));

Tesla.marginLine = ({ score, margin, of_nil: nil, terms = [], sentences = [] }) => {
  const own = terms.reduce((sum, term) => sum + term.share, 0);
  return Tesla.make("p", { class: "margin" },
    Tesla.fact("roles of terms", Tesla.signed(own)),
    Tesla.fact("no role anywhere", Tesla.signed(nil)),
    Tesla.fact("margin", Tesla.number(margin, 3)),
    sentences.length ? Tesla.fact("coherence",
      `${Tesla.number(score, 4)} = 1 / (1 + exp(${Tesla.number(-margin, 3)}))`)
      : Tesla.fact("coherence", Tesla.number(score, 4)));
};
