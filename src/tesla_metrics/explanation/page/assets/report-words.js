// Words: n-grams that systems get and miss, and what they get of classes and frequencies.

Tesla.gramsSection = (app) => {
  const { facts, a, b } = app;
  if (!facts.grams.some((one) => one.texts.length)) return null;
  const body = Tesla.make("div", { class: "pairs" });
  const fill = () => {
    const found = facts.grams[app.n - 1] ?? facts.grams[0];
    const rows = found.texts.map((text, k) => ({
      text,
      wanted: found.wanted[k],
      a: found.got[k][a],
      b: b === null ? found.wanted[k] : found.got[k][b],
    }));
    // Counts stray by their root: a difference is the surer the fewer there are beside it.
    for (const row of rows) row.sure = (row.a - row.b) / Math.sqrt(row.a + row.b + 1);
    const best = (sign) =>
      rows
        .filter((row) => sign * row.sure > 0)
        .sort((x, y) => sign * (y.sure - x.sure) || y.wanted - x.wanted)
        .slice(0, 12);
    const names = [facts.systems[a], b === null ? null : facts.systems[b]];
    body.replaceChildren(
      ...(b === null
        ? [Tesla.gramTable(app, `missed most by ${names[0]}`, best(-1))]
        : [
            Tesla.gramTable(app, `● ${names[0]} gets, ◆ ${names[1]} misses`, best(1)),
            Tesla.gramTable(app, `◆ ${names[1]} gets, ● ${names[0]} misses`, best(-1)),
          ])
    );
  };
  const chooser = Tesla.make(
    "div",
    { class: "chooser", role: "group", "aria-label": "Length of n-grams" },
    facts.grams.map((_, k) =>
      Tesla.make(
        "button",
        {
          type: "button",
          "aria-pressed": String(app.n === k + 1),
          onclick: (event) => {
            app.n = k + 1;
            for (const button of chooser.children)
              button.setAttribute("aria-pressed", String(button === event.currentTarget));
            fill();
          },
        },
        ["words", "2 words", "3 words", "4 words"][k]
      )
    )
  );
  fill();
  return Tesla.section(
    "grams",
    b === null ? "Words that are missed" : "Words that one gets and the other misses",
    "N-grams of the references, by how often outputs have them as they are; choose one to see its segments.",
    chooser,
    body
  );
};

Tesla.gramTable = (app, caption, rows) => {
  const bars = (row) => {
    const bar = (kind, value) =>
      Tesla.placed(Tesla.make("span", { class: `bar ${kind}` }), 0, value / row.wanted);
    return Tesla.make(
      "div",
      { class: "bars", "aria-hidden": "true" },
      bar("wanted", row.wanted),
      bar("a", row.a),
      app.b === null ? null : bar("b", row.b)
    );
  };
  const body = rows.map((row) =>
    Tesla.make(
      "tr",
      {},
      Tesla.make(
        "th",
        { scope: "row", class: "label" },
        Tesla.make(
          "button",
          {
            type: "button",
            class: "link",
            dir: "auto",
            onclick: () => app.segments.filterBy({ words: `"${row.text}"` }),
          },
          row.text
        )
      ),
      Tesla.make("td", { class: "chart" }, bars(row)),
      Tesla.make("td", { class: "number" }, String(row.a)),
      app.b === null ? null : Tesla.make("td", { class: "number" }, String(row.b)),
      Tesla.make("td", { class: "number muted" }, String(row.wanted))
    )
  );
  const heads = ["", null, "●", ...(app.b === null ? [] : ["◆"]), "wanted"];
  return Tesla.make(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    Tesla.make(
      "table",
      { class: "tracks" },
      Tesla.make("caption", {}, caption),
      Tesla.make(
        "thead",
        {},
        Tesla.make(
          "tr",
          {},
          heads.map((name) =>
            name ? Tesla.make("th", { scope: "col", class: "number" }, name) : Tesla.make("td", {})
          )
        )
      ),
      Tesla.make(
        "tbody",
        {},
        body.length ? body : Tesla.make("tr", {}, Tesla.make("td", { class: "muted" }, "none"))
      )
    )
  );
};

Tesla.groupSections = (app) =>
  app.facts.groups
    .filter((one) => one.names.length)
    .map((group, number) => {
      const series = Tesla.chosenSeries(app);
      const rows = group.names.map((name, k) => ({
        name,
        words: group.words[k],
        got: series.map((one) => group.got[k][one.system]),
      }));
      const percent = (value) => `${Tesla.number(100 * value, 1)} %`;
      const columns = [
        { name: group.title, of: (row) => row.name },
        { name: "words", number: true, minor: true, of: (row) => String(row.words) },
        ...series.map((one, s) => ({
          name: Tesla.headMark(one),
          number: true,
          of: (row) => percent(row.got[s]),
        })),
      ];
      if (series.length > 1) {
        columns.push({
          name: "difference",
          number: true,
          of: (row) => Tesla.signed(100 * (row.got[0] - row.got[1]), 1),
        });
      }
      const how = app.facts.got
        ? `as ${app.facts.got} matches them, by weight and similarity`
        : "as they are written";
      const scale = new Tesla.Scale(
        rows.flatMap((row) => row.got),
        0,
        1
      );
      const title = number || app.facts.groups.length === 1 ? "By frequency" : "By word class";
      return Tesla.section(
        `groups-${number}`,
        title,
        `What systems get of the references' words, ${how}.${group.note ? ` ${group.note}` : ""}`,
        Tesla.key(app),
        Tesla.trackTable(
          title,
          columns,
          rows,
          (row) => series.map((one, s) => ({ kind: one.kind, value: row.got[s] })),
          { scale, percent: true }
        )
      );
    });
