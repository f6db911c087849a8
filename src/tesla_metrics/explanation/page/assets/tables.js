// The same as tables: for screen readers, and for who wants the numbers.

Tesla.table = (caption, columns, rows) =>
  Tesla.make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    Tesla.make("table", {},
      Tesla.make("caption", {}, caption),
      Tesla.make("thead", {}, Tesla.make("tr", {}, columns.map((column) =>
        Tesla.make("th", { scope: "col", class: column.number ? "number" : null }, column.name)))),
      Tesla.make("tbody", {}, rows.map((row) => Tesla.make("tr", {}, columns.map((column) => {
        const value = column.of(row);
        const attributes = column.number ? { class: "number" } : { dir: "auto" };
        return Tesla.make("td", attributes, column.number ? Tesla.number(value, column.number) : value);
      }))))));

// Made when it is opened: a text of thousands of words has many rows.
Tesla.unfolding = (title, make) => {
  const details = Tesla.make("details", {}, Tesla.make("summary", {}, title));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(...[make()].flat());
  });
  return details;
};

Tesla.MOST_ROWS = 2000;

Tesla.flowTable = (flows, held) => {
  const columns = [
    { name: held, of: (one) => one.reference },
    { name: "hypothesis", of: (one) => one.hypothesis },
    { name: "flow", of: (one) => one.weight, number: 4 },
    { name: "similarity", of: (one) => one.similarity, number: 3 },
    { name: "reason", of: Tesla.tellReasons },
  ];
  const caption = flows.length > Tesla.MOST_ROWS
    ? `The ${Tesla.MOST_ROWS} heaviest of ${flows.length} flows` : "Flows";
  return Tesla.table(caption, columns, flows.slice(0, Tesla.MOST_ROWS));
};

Tesla.leftOf = (gram) => Math.max(0, gram.weight - (gram.matched ?? 0));

// N-grams of one side with weight that found no partner.
Tesla.leftTable = (grams, kind, held) => {
  const [own, other] = kind === "missing" ? [held, "hypothesis"] : ["hypothesis", held];
  const left = grams.filter((gram) => Tesla.leftOf(gram) > Tesla.DUST)
    .sort((a, b) => Tesla.leftOf(b) - Tesla.leftOf(a));
  const columns = [
    { name: `of the ${own}`, of: (gram) => gram.text },
    { name: "weight left over", of: Tesla.leftOf, number: 4 },
    { name: "of", of: (gram) => gram.weight, number: 4 },
    { name: "price", of: (gram) => gram.price, number: 4 },
    { name: "lost", of: (gram) => gram.lost, number: 4 },
  ];
  const title = `${Tesla.markOf(kind)} left without a partner in the ${other}`;
  return Tesla.table(title, columns, left.slice(0, Tesla.MOST_ROWS));
};

// What caused a penalty lights its words up.
Tesla.penaltyList = (penalties, drawing) => {
  const struck = penalties.filter((penalty) => penalty.factor !== 1);
  if (!struck.length) return null;
  const items = struck.map((penalty) => Tesla.make("li", {},
    Tesla.make("strong", {}, penalty.name), " ",
    Tesla.fact("times", Tesla.number(penalty.factor)),
    Tesla.fact("lost", Tesla.number(penalty.lost, 4)),
    (penalty.causes ?? []).slice(0, 20).map((cause) =>
      Tesla.make("button",
        {
          type: "button", dir: "auto", class: "cause",
          onfocus: () => drawing.lightCause(cause), onblur: () => drawing.unlight(),
          onmouseenter: () => drawing.lightCause(cause), onmouseleave: () => drawing.unlight(),
        },
        cause.shown || "here"))));
  return Tesla.make("section", { class: "penalties" },
    Tesla.make("h3", {}, "Penalties"), Tesla.make("ul", {}, items));
};
