// Scores of systems, how those of segments are spread, and by what they differ.

Tesla.mean = (values) => {
  const sum = values.reduce((total, value) => total + value, 0);
  const mean = sum / values.length;
  const spread = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  // About 95 % where there are some; one value says nothing of its error.
  const error = values.length > 1 ? 1.96 * Math.sqrt(spread / (values.length - 1) / values.length) : NaN;
  return { value: mean, low: mean - error, high: mean + error };
};

Tesla.digits = (values) => (Math.max(...values.map(Math.abs)) > 3 ? 2 : 4);

// The two systems that are looked at, as series.
Tesla.chosenSeries = (app) =>
  [app.a, app.b]
    .filter((one) => one !== null)
    .map((system, place) => ({
      system,
      kind: "ab"[place],
      name: app.facts.systems[system],
      mark: "●◆"[place],
    }));

Tesla.key = (app) =>
  Tesla.make(
    "p",
    { class: "key" },
    Tesla.chosenSeries(app).map((one) =>
      Tesla.make(
        "span",
        { class: `name ${one.kind}` },
        Tesla.make("span", { class: "sign", "aria-hidden": "true" }, one.mark),
        one.name
      )
    )
  );

// A system in the head of a column, where its name would not fit.
Tesla.headMark = (one) =>
  Tesla.make(
    "span",
    { class: `name ${one.kind}`, title: one.name },
    Tesla.make("span", { "aria-hidden": "true" }, one.mark),
    Tesla.make("span", { class: "unseen" }, one.name)
  );

Tesla.section = (id, title, note, ...children) =>
  Tesla.make(
    "section",
    { id, "aria-labelledby": `${id}-title`, class: "card" },
    Tesla.make("h2", { id: `${id}-title` }, title),
    note ? Tesla.make("p", { class: "muted note" }, note) : null,
    children
  );

Tesla.standingsSection = (app) => {
  const { facts, metric } = app;
  const rows = facts.standings.filter((one) => one.metric === facts.metrics[metric].name);
  const scale = new Tesla.Scale(rows.flatMap((one) => [one.interval[0], one.interval[1], one.score]));
  const digits = Tesla.digits(rows.map((one) => one.score));
  const clusters = rows.some((one) => one.cluster);
  const kind = (row) => {
    const system = facts.systems.indexOf(row.system);
    return system === app.a ? "a" : system === app.b ? "b" : "other";
  };
  const columns = [
    { name: "system", of: (row) => Tesla.systemButton(app, row.system, kind(row)) },
    { name: "score", number: true, of: (row) => Tesla.make("strong", {}, Tesla.number(row.score, digits)) },
    {
      name: `${Math.round(100 * facts.level)} % interval`,
      number: true,
      of: (row) => row.interval.map((end) => Tesla.number(end, digits)).join(" – "),
    },
    { name: "rank", number: true, minor: true, of: (row) => String(row.rank) },
  ];
  if (clusters)
    columns.push({ name: "cluster", number: true, minor: true, of: (row) => String(row.cluster) });
  let last = rows[0]?.cluster;
  const rowClass = (row) => {
    const fresh = clusters && row.cluster !== last;
    last = row.cluster;
    return fresh ? "apart" : null;
  };
  const lower = facts.metrics[metric].higher ? "" : " Lower is better.";
  return Tesla.section(
    "scores",
    "Scores",
    `${facts.remark}.${lower}${clusters ? " A line parts clusters of systems that can be told apart." : ""}`,
    Tesla.trackTable(
      "Scores of systems with intervals",
      columns,
      rows,
      (row) => [
        {
          kind: kind(row),
          value: row.score,
          low: row.interval[0],
          high: row.interval[1],
        },
      ],
      { scale, rowClass }
    )
  );
};

Tesla.systemButton = (app, name, kind) => {
  const mark = { a: "●\u00a0", b: "◆\u00a0" }[kind] ?? "";
  if (app.facts.systems.length < 3) return Tesla.make("span", { class: `name ${kind}` }, mark + name);
  return Tesla.make(
    "button",
    {
      type: "button",
      class: `link name ${kind}`,
      title: "look at this system",
      onclick: () =>
        app.choose({
          a: app.facts.systems.indexOf(name),
          b: app.b === app.facts.systems.indexOf(name) ? app.a : app.b,
        }),
    },
    mark + name
  );
};

Tesla.spreadSection = (app) => {
  const series = Tesla.chosenSeries(app).map((one) => ({ ...one, values: app.scores(one.system) }));
  const all = series.flatMap((one) => [
    one.values.reduce((a, b) => Math.min(a, b)),
    one.values.reduce((a, b) => Math.max(a, b)),
  ]);
  const unit = all.every((value) => value >= 0 && value <= 1);
  const scale = unit ? new Tesla.Scale([0, 1], 0, 1) : new Tesla.Scale(all);
  const columns = [
    { name: "system", of: Tesla.headMark },
    ...[
      ["least", 0],
      ["¼", 0.25],
      ["median", 0.5],
      ["¾", 0.75],
      ["most", 1],
    ].map(([name, share]) => ({
      name,
      number: Tesla.digits(all),
      of: (one) => Tesla.quantile(one.sorted, share),
    })),
  ];
  for (const one of series) one.sorted = Float32Array.from(one.values).sort();
  return Tesla.section(
    "spread",
    "Segments' scores",
    "How many segments have which score; choose a bar to see them.",
    Tesla.key(app),
    Tesla.histogram(
      "Distribution of segments' scores",
      scale,
      series,
      app.facts.count < 100 ? 20 : 40,
      (from, to) => app.segments.filterBy({ low: from, high: to })
    ),
    Tesla.table("Quantiles of segments' scores", columns, series)
  );
};

Tesla.quantile = (sorted, share) => {
  const at = share * (sorted.length - 1),
    low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
};

// Means of segments by something that each of them has one of.
Tesla.meansTable = (app, caption, { names, of }, choose, most = Infinity) => {
  const series = Tesla.chosenSeries(app);
  const rows = names.map((name, place) => ({ name, place, values: series.map(() => []) }));
  series.forEach((one, s) =>
    app.scores(one.system).forEach((score, segment) => rows[of[segment]].values[s].push(score))
  );
  for (const row of rows) row.means = row.values.map(Tesla.mean);
  const sign = app.facts.metrics[app.metric].higher ? 1 : -1;
  const gap = (row) =>
    sign * (series.length > 1 ? row.means[0].value - row.means[1].value : row.means[0].value);
  if (most < rows.length) {
    rows.sort((x, y) => gap(x) - gap(y));
    const half = Math.floor(most / 2);
    rows.splice(half, rows.length - 2 * half);
  }
  const digits = Tesla.digits(rows.flatMap((row) => row.means.map((one) => one.value)));
  const columns = [
    {
      name: caption,
      of: (row) =>
        Tesla.make(
          "button",
          { type: "button", class: "link", title: "see these segments", onclick: () => choose(row.place) },
          row.name
        ),
    },
    { name: "segments", number: true, minor: true, of: (row) => String(row.values[0].length) },
    ...series.map((one, s) => ({
      name: Tesla.headMark(one),
      number: true,
      of: (row) => Tesla.number(row.means[s].value, digits),
    })),
  ];
  if (series.length > 1) {
    columns.push({
      name: "difference",
      number: true,
      of: (row) => Tesla.signed(row.means[0].value - row.means[1].value, digits, sign),
    });
  }
  const ends = rows.flatMap((row) => row.means.flatMap((one) => [one.low, one.value, one.high]));
  return Tesla.trackTable(
    `Means by ${caption}`,
    columns,
    rows,
    (row) => series.map((one, s) => ({ kind: one.kind, ...row.means[s] })),
    { scale: new Tesla.Scale(ends) }
  );
};

Tesla.signed = (value, digits, sign = 1) => {
  const text = `${value > 0 ? "+" : ""}${Tesla.number(value, digits)}`;
  return Tesla.make(
    "span",
    { class: !sign || Number(value.toFixed(digits)) === 0 ? "even" : sign * value > 0 ? "better" : "worse" },
    text
  );
};

Tesla.lengthSection = (app) =>
  Tesla.section(
    "lengths",
    "By length",
    "Means of segments' scores by words of the reference, with 95 % intervals.",
    Tesla.key(app),
    Tesla.meansTable(app, "words", app.facts.lengths, (length) => app.segments.filterBy({ length }))
  );

Tesla.documentSection = (app) => {
  const { documents } = app.facts;
  if (!documents) return null;
  const many = documents.names.length > 12;
  const what = app.b === null ? "lowest and highest" : "that differ most, either way";
  return Tesla.section(
    "documents",
    "By document",
    `Means of segments' scores, with 95 % intervals.${many ? ` The documents ${what}.` : ""}`,
    Tesla.key(app),
    Tesla.meansTable(app, "document", documents, (document) => app.segments.filterBy({ document }), 12),
    many
      ? Tesla.unfolding(`All ${documents.names.length} documents`, () =>
          Tesla.meansTable(app, "document", documents, (document) => app.segments.filterBy({ document }))
        )
      : null
  );
};
