// Two systems: for words of the reference which of them loses less, for those of the hypotheses
// which the other has not.

Tesla.Changes = class {
  // shared: places of words of the hypothesis that the other has too
  constructor(mine, other, shared) {
    const words = (against, side) => against?.[side]?.words ?? [];
    const same = mine?.reference?.text === other?.reference?.text;
    const theirs = words(other, "reference");
    this.gains = words(mine, "reference").map((word, place) =>
      same && theirs[place] ? (theirs[place].lost ?? 0) - (word.lost ?? 0) : 0);
    this.least = Math.max(0.0005, 0.04 * Math.max(0, ...this.gains.map(Math.abs)));
    this.shared = shared;
  }

  badge(side, place) {
    if (side === "hypothesis") {
      return this.shared.has(place) ? null
        : Tesla.make("span", { class: "badge new", title: "not in the other hypothesis, or elsewhere" }, "◆");
    }
    const gain = this.gains[place] ?? 0;
    if (Math.abs(gain) < this.least) return null;
    const [kind, mark] = gain > 0 ? ["better", "▲"] : ["worse", "▼"];
    const title = `loses ${Tesla.number(Math.abs(gain))} ${gain > 0 ? "less" : "more"} than in the other`;
    return Tesla.make("span", { class: `badge ${kind}`, title }, mark);
  }
};

// Of two, for each what the other has not; of one, nothing.
Tesla.changesOf = ([one, other]) => {
  if (!one || !other) return [];
  const texts = [one, other].map((own) => (own.hypothesis?.words ?? []).map((word) => word.text));
  const shared = Tesla.common(...texts);
  return [new Tesla.Changes(one, other, shared[0]), new Tesla.Changes(other, one, shared[1])];
};

// Places of both in a longest common subsequence; of long texts whatever the other has anywhere,
// since the table takes its time.
Tesla.common = (mine, other) => {
  const long = mine.length * other.length > 1e6;
  if (long) {
    return [[mine, new Set(other)], [other, new Set(mine)]].map(([own, known]) =>
      new Set(own.flatMap((text, place) => (known.has(text) ? [place] : []))));
  }
  const row = other.length + 1, best = new Uint16Array((mine.length + 1) * row);
  for (let i = mine.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      best[i * row + j] = mine[i] === other[j] ? best[(i + 1) * row + j + 1] + 1
        : Math.max(best[(i + 1) * row + j], best[i * row + j + 1]);
    }
  }
  const found = [new Set(), new Set()];
  for (let i = 0, j = 0; i < mine.length && j < other.length;) {
    if (mine[i] === other[j]) found[0].add(i++), found[1].add(j++);
    else if (best[(i + 1) * row + j] >= best[i * row + j + 1]) i++;
    else j++;
  }
  return found;
};

// The words of the reference on which two systems differ most, a line for each of them.
Tesla.changeList = (changes, against, names) => {
  const words = against.reference?.words ?? [];
  return [1, -1].map((sign, k) => {
    const most = changes.gains.map((gain, place) => [sign * gain, place])
      .filter(([gain]) => gain >= changes.least).sort((a, b) => b[0] - a[0]).slice(0, 8);
    if (!most.length) return null;
    return Tesla.make("p", { class: "changed" },
      Tesla.make("span", { class: "badge-inline better", "aria-hidden": "true" }, "▲ "),
      `Better in ${names[k]}: `, most.map(([gain, place]) => Tesla.make("span", { class: "fact" },
        Tesla.make("q", { dir: "auto" }, words[place].text), ` ${Tesla.number(gain)}`)));
  });
};
