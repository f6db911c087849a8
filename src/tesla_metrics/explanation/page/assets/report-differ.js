// Two systems: what tests say, and segments won and lost; all pairs where there are more.

Tesla.verdictSection = (app) => {
  const { facts, metric, a, b } = app;
  if (b === null) return null;
  const sign = facts.metrics[metric].higher ? 1 : -1;
  const left = app.scores(a),
    right = app.scores(b);
  const counts = { won: 0, tied: 0, lost: 0 };
  left.forEach((score, k) => {
    const gap = sign * (score - right[k]);
    counts[Math.abs(gap) < 1e-6 ? "tied" : gap > 0 ? "won" : "lost"]++;
  });
  const [nameA, nameB] = [facts.systems[a], facts.systems[b]];
  return Tesla.section(
    "verdict",
    "Two systems",
    null,
    Tesla.key(app),
    Tesla.verdicts(app),
    Tesla.stacked([
      { kind: "a", text: `● better ${counts.won}`, value: counts.won },
      { kind: "tie", text: `equal ${counts.tied}`, value: counts.tied },
      { kind: "b", text: `◆ better ${counts.lost}`, value: counts.lost },
    ]),
    Tesla.make(
      "p",
      { class: "muted note" },
      `Of ${facts.count} segments ${nameA} wins ${counts.won}, ${nameB} ${counts.lost}; ${counts.tied} are equal.`
    ),
    facts.systems.length > 2 && facts.pairs.length ? Tesla.pairMatrix(app) : null
  );
};

// What the tests say, a line each.
Tesla.verdicts = (app) => {
  const { facts, metric, a, b } = app;
  const [nameA, nameB] = [facts.systems[a], facts.systems[b]];
  const own = facts.pairs.filter(
    (pair) =>
      pair.metric === facts.metrics[metric].name &&
      ((pair.a === nameA && pair.b === nameB) || (pair.a === nameB && pair.b === nameA))
  );
  if (!own.length) return null;
  return Tesla.make(
    "ul",
    { class: "verdicts" },
    own.map((pair) => {
      const turned = pair.a !== nameA ? -1 : 1;
      const ends = pair.interval.map((end) => turned * end).sort((x, y) => x - y);
      const digits = Tesla.digits([pair.difference, ...ends]);
      const sign = facts.metrics[metric].higher ? 1 : -1;
      const other = pair.better === nameA ? nameB : nameA;
      const said =
        pair.significant && pair.better
          ? [Tesla.make("strong", {}, pair.better), ` is better than ${other}`]
          : ["They cannot be told apart"];
      return Tesla.make(
        "li",
        {},
        said,
        ` (${Tesla.pValue(pair.p_holm)}, ${pair.test}): `,
        `${nameA} − ${nameB} is `,
        Tesla.make(
          "strong",
          {},
          Tesla.signed(turned * pair.difference, digits, pair.significant ? sign : 0)
        ),
        ` [${ends.map((end) => Tesla.number(end, digits)).join(", ")}].`
      );
    })
  );
};

Tesla.pValue = (p) => (p < 0.001 ? "p < .001" : p > 0.9995 ? "p = 1" : `p = ${p.toFixed(3).slice(1)}`);

Tesla.pairMatrix = (app) => {
  const { facts, metric } = app;
  const name = facts.metrics[metric].name,
    higher = facts.metrics[metric].higher;
  const order = facts.standings.filter((one) => one.metric === name);
  const test = facts.pairs[0].test;
  const known = new Map(
    facts.pairs
      .filter((pair) => pair.metric === name && pair.test === test)
      .flatMap((pair) => [
        [`${pair.a}\n${pair.b}`, [pair, 1]],
        [`${pair.b}\n${pair.a}`, [pair, -1]],
      ])
  );
  const digits = Tesla.digits(order.map((one) => one.score)) === 2 ? 1 : 3;
  const cell = (row, column) => {
    const [pair, turned] = known.get(`${row.system}\n${column.system}`) ?? [];
    if (!pair) return Tesla.make("td", {}, "");
    const gap = turned * pair.difference,
      good = (higher ? gap : -gap) > 0;
    const text = `${gap > 0 ? "+" : ""}${Tesla.number(gap, digits)}`;
    return Tesla.make(
      "td",
      { class: `number ${pair.significant ? (good ? "better" : "worse") : "even"}` },
      Tesla.make(
        "button",
        {
          type: "button",
          class: "link",
          title: `${row.system} − ${column.system}: ${Tesla.pValue(pair.p_holm)}`,
          onclick: () =>
            app.choose({ a: facts.systems.indexOf(row.system), b: facts.systems.indexOf(column.system) }),
        },
        pair.significant ? Tesla.make("strong", {}, `${text}${good ? "▲" : "▼"}`) : text
      )
    );
  };
  const label = "All pairs: row less column";
  return Tesla.make(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    Tesla.make(
      "table",
      { class: "matrix" },
      Tesla.make(
        "caption",
        {},
        `Score of the row less that of the column; marked where they can be told apart (${test}, p corrected for all pairs by Holm).`
      ),
      Tesla.make(
        "thead",
        {},
        Tesla.make(
          "tr",
          {},
          Tesla.make("td", {}),
          order.map((one, k) =>
            Tesla.make(
              "th",
              { scope: "col", class: "number", title: one.system },
              Tesla.make("span", { "aria-hidden": "true" }, String(k + 1)),
              Tesla.make("span", { class: "unseen" }, one.system)
            )
          )
        )
      ),
      Tesla.make(
        "tbody",
        {},
        order.map((row, k) =>
          Tesla.make(
            "tr",
            {},
            Tesla.make(
              "th",
              { scope: "row" },
              Tesla.make("span", { class: "muted" }, `${k + 1} `),
              row.system
            ),
            order.map((column) => cell(row, column))
          )
        )
      )
    )
  );
};
