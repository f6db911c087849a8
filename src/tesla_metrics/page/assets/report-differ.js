// Where two systems differ: segments won and lost, n-grams, classes and frequencies of words.

Tesla.verdictSection = (app) => {
  const { facts, metric, a, b } = app;
  if (b === null) return null;
  const sign = facts.metrics[metric].higher ? 1 : -1;
  const left = app.scores(a), right = app.scores(b);
  const counts = { won: 0, tied: 0, lost: 0 };
  left.forEach((score, k) => {
    const gap = sign * (score - right[k]);
    counts[Math.abs(gap) < 1e-6 ? "tied" : gap > 0 ? "won" : "lost"]++;
  });
  const [nameA, nameB] = [facts.systems[a], facts.systems[b]];
  return Tesla.section("verdict", "Two systems", null, Tesla.key(app),
    Tesla.verdicts(app),
    Tesla.stacked([
      { kind: "a", text: `● better ${counts.won}`, value: counts.won },
      { kind: "tie", text: `equal ${counts.tied}`, value: counts.tied },
      { kind: "b", text: `◆ better ${counts.lost}`, value: counts.lost },
    ]),
    Tesla.make("p", { class: "muted note" }, `Of ${facts.count} segments ${nameA} wins ${counts.won}, ${nameB} ${counts.lost}; ${counts.tied} are equal.`),
    facts.systems.length > 2 && facts.pairs.length ? Tesla.pairMatrix(app) : null);
};

// What the tests say, a line each.
Tesla.verdicts = (app) => {
  const { facts, metric, a, b } = app;
  const [nameA, nameB] = [facts.systems[a], facts.systems[b]];
  const own = facts.pairs.filter((pair) => pair.metric === facts.metrics[metric].name
    && ((pair.a === nameA && pair.b === nameB) || (pair.a === nameB && pair.b === nameA)));
  if (!own.length) return null;
  return Tesla.make("ul", { class: "verdicts" }, own.map((pair) => {
    const turned = pair.a !== nameA ? -1 : 1;
    const ends = pair.interval.map((end) => turned * end).sort((x, y) => x - y);
    const digits = Tesla.digits([pair.difference, ...ends]);
    const other = pair.better === nameA ? nameB : nameA;
    const said = pair.significant && pair.better ? [Tesla.make("strong", {}, pair.better), ` is better than ${other}`]
      : ["They cannot be told apart"];
    return Tesla.make("li", {}, said, ` (${Tesla.pValue(pair.p_holm)}, ${pair.test}): `,
      `${nameA} − ${nameB} is `, Tesla.make("strong", {}, Tesla.signed(turned * pair.difference, digits, facts.metrics[metric].higher ? 1 : -1)),
      ` [${ends.map((end) => Tesla.number(end, digits)).join(", ")}].`);
  }));
};

Tesla.pValue = (p) => (p < 0.001 ? "p < .001" : p > 0.9995 ? "p = 1" : `p = ${p.toFixed(3).slice(1)}`);

Tesla.pairMatrix = (app) => {
  const { facts, metric } = app;
  const name = facts.metrics[metric].name, higher = facts.metrics[metric].higher;
  const order = facts.standings.filter((one) => one.metric === name);
  const test = facts.pairs[0].test;
  const known = new Map(facts.pairs.filter((pair) => pair.metric === name && pair.test === test)
    .flatMap((pair) => [[`${pair.a}\n${pair.b}`, [pair, 1]], [`${pair.b}\n${pair.a}`, [pair, -1]]]));
  const digits = Tesla.digits(order.map((one) => one.score)) === 2 ? 1 : 3;
  const cell = (row, column) => {
    const [pair, turned] = known.get(`${row.system}\n${column.system}`) ?? [];
    if (!pair) return Tesla.make("td", {}, "");
    const gap = turned * pair.difference, good = (higher ? gap : -gap) > 0;
    const text = `${gap > 0 ? "+" : ""}${Tesla.number(gap, digits)}`;
    return Tesla.make("td", { class: `number ${pair.significant ? (good ? "better" : "worse") : "even"}` },
      Tesla.make("button", { type: "button", class: "link", title: `${row.system} − ${column.system}: ${Tesla.pValue(pair.p_holm)}`,
        onclick: () => app.choose({ a: facts.systems.indexOf(row.system), b: facts.systems.indexOf(column.system) }) },
      pair.significant ? Tesla.make("strong", {}, `${text}${good ? "▲" : "▼"}`) : text));
  };
  const label = "All pairs: row less column";
  return Tesla.make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    Tesla.make("table", { class: "matrix" },
      Tesla.make("caption", {}, `Score of the row less that of the column; marked where the difference holds by p_holm of ${test}.`),
      Tesla.make("thead", {}, Tesla.make("tr", {}, Tesla.make("td", {}), order.map((one, k) => Tesla.make("th", { scope: "col", class: "number", title: one.system },
        Tesla.make("span", { "aria-hidden": "true" }, String(k + 1)), Tesla.make("span", { class: "unseen" }, one.system))))),
      Tesla.make("tbody", {}, order.map((row, k) => Tesla.make("tr", {},
        Tesla.make("th", { scope: "row" }, Tesla.make("span", { class: "muted" }, `${k + 1} `), row.system), order.map((column) => cell(row, column)))))));
};

Tesla.gramsSection = (app) => {
  const { facts, a, b } = app;
  if (!facts.grams.some((one) => one.texts.length)) return null;
  const body = Tesla.make("div", { class: "pairs" });
  const fill = () => {
    const found = facts.grams[app.n - 1] ?? facts.grams[0];
    const rows = found.texts.map((text, k) => ({ text, wanted: found.wanted[k], a: found.got[k][a], b: b === null ? found.wanted[k] : found.got[k][b] }));
    // Counts stray by their root: a difference is the surer the fewer there are beside it.
    for (const row of rows) row.sure = (row.a - row.b) / Math.sqrt(row.a + row.b + 1);
    const best = (sign) => rows.filter((row) => sign * row.sure > 0)
      .sort((x, y) => sign * (y.sure - x.sure) || y.wanted - x.wanted).slice(0, 12);
    const names = [facts.systems[a], b === null ? null : facts.systems[b]];
    body.replaceChildren(...(b === null
      ? [Tesla.gramTable(app, `missed most by ${names[0]}`, best(-1))]
      : [Tesla.gramTable(app, `● ${names[0]} gets, ◆ ${names[1]} misses`, best(1)),
        Tesla.gramTable(app, `◆ ${names[1]} gets, ● ${names[0]} misses`, best(-1))]));
  };
  const chooser = Tesla.make("div", { class: "chooser", role: "group", "aria-label": "Length of n-grams" },
    facts.grams.map((_, k) => Tesla.make("button", { type: "button", "aria-pressed": String(app.n === k + 1), onclick: (event) => {
      app.n = k + 1;
      for (const button of chooser.children) button.setAttribute("aria-pressed", String(button === event.currentTarget));
      fill();
    } }, ["words", "2 words", "3 words", "4 words"][k])));
  fill();
  return Tesla.section("grams", b === null ? "Words that are missed" : "Words that one gets and the other misses",
    "N-grams of the references, by how often outputs have them as they are; choose one to see its segments.", chooser, body);
};

Tesla.gramTable = (app, caption, rows) => {
  const bars = (row) => {
    const bar = (kind, value) => Tesla.placed(Tesla.make("span", { class: `bar ${kind}` }), 0, value / row.wanted);
    return Tesla.make("div", { class: "bars", "aria-hidden": "true" }, bar("wanted", row.wanted), bar("a", row.a), app.b === null ? null : bar("b", row.b));
  };
  const body = rows.map((row) => Tesla.make("tr", {},
    Tesla.make("th", { scope: "row", class: "label" }, Tesla.make("button",
      { type: "button", class: "link", dir: "auto", onclick: () => app.segments.filterBy({ words: `"${row.text}"` }) }, row.text)),
    Tesla.make("td", { class: "chart" }, bars(row)),
    Tesla.make("td", { class: "number" }, String(row.a)),
    app.b === null ? null : Tesla.make("td", { class: "number" }, String(row.b)),
    Tesla.make("td", { class: "number muted" }, String(row.wanted))));
  const heads = ["", null, "●", ...(app.b === null ? [] : ["◆"]), "wanted"];
  return Tesla.make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    Tesla.make("table", { class: "tracks" }, Tesla.make("caption", {}, caption),
      Tesla.make("thead", {}, Tesla.make("tr", {}, heads.map((name) => (name
        ? Tesla.make("th", { scope: "col", class: "number" }, name) : Tesla.make("td", {}))))),
      Tesla.make("tbody", {}, body.length ? body : Tesla.make("tr", {}, Tesla.make("td", { class: "muted" }, "none")))));
};

Tesla.groupSections = (app) => app.facts.groups.filter((one) => one.names.length).map((group, number) => {
  const series = Tesla.chosenSeries(app);
  const rows = group.names.map((name, k) => ({ name, words: group.words[k], got: series.map((one) => group.got[k][one.system]) }));
  const percent = (value) => `${Tesla.number(100 * value, 1)} %`;
  const columns = [
    { name: group.title, of: (row) => row.name },
    { name: "words", number: true, minor: true, of: (row) => String(row.words) },
    ...series.map((one, s) => ({ name: Tesla.headMark(one), number: true, of: (row) => percent(row.got[s]) })),
  ];
  if (series.length > 1) {
    columns.push({ name: "difference", number: true, of: (row) => Tesla.signed(100 * (row.got[0] - row.got[1]), 1) });
  }
  const how = app.facts.got ? `as ${app.facts.got} matches them, by weight and similarity` : "as they are written";
  const scale = new Tesla.Scale(rows.flatMap((row) => row.got), 0, 1);
  const title = number || app.facts.groups.length === 1 ? "By frequency" : "By word class";
  return Tesla.section(`groups-${number}`, title, `What systems get of the references' words, ${how}.${group.note ? ` ${group.note}` : ""}`, Tesla.key(app),
    Tesla.trackTable(title, columns, rows, (row) => series.map((one, s) => ({ kind: one.kind, value: row.got[s] })), { scale, percent: true }));
});
