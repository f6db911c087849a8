// A block of alignments as alignments.py packs them, and explanations made of it.

Tesla.sums = (counts) => {
  const found = new Int32Array(counts.length + 1);
  counts.forEach((count, place) => {
    found[place + 1] = found[place] + count;
  });
  return found;
};

Tesla.Block = class {
  static async open(report, metric, number) {
    const { prefix } = report.drawn(metric);
    return new Tesla.Block(report, metric, number, Tesla.columns(await Tesla.unpack(`${prefix}${number}`)));
  }

  constructor(report, metric, number, columns) {
    Object.assign(this, { report, metric, drawn: report.drawn(metric) });
    const names = [
      "xCounts",
      "xGaps",
      "xLengths",
      "yCounts",
      "yGaps",
      "yLengths",
      "flows",
      "xSteps",
      "ySteps",
      "xWeights",
      "yWeights",
      "lacking",
      "unlike",
      "reasons",
      "xLost",
      "yLost",
      "xPrices",
      "yPrices",
      "scores",
      "struck",
      "penalties",
      "factors",
      "taken",
      "xForms",
      "xLetters",
      "yForms",
      "yLetters",
    ];
    names.forEach((name, place) => {
      this[name] = columns[place];
    });
    this.places = this.placesOf(number);
    this.xOffsets = Tesla.sums(this.xCounts);
    this.yOffsets = Tesla.sums(this.yCounts);
    this.xFormOffsets = Tesla.sums(this.xForms);
    this.yFormOffsets = Tesla.sums(this.yForms);
    this.flowOffsets = Tesla.sums(this.flows);
    this.penaltyOffsets = Tesla.sums(this.struck);
    this.addPairs();
    this.addWeights();
  }

  // Of each segment here: the places of its first reference, output and pair.
  placesOf(number) {
    const { drawn } = this,
      { systems } = this.report.facts;
    const all = drawn.segments ?? Array.from({ length: drawn.count }, (_, k) => k);
    const [from, to] = [drawn.firsts[number], drawn.firsts[number + 1] ?? Infinity];
    const places = new Map();
    let reference = 0,
      output = 0,
      pair = 0;
    for (const segment of all.filter((one) => one >= from && one < to)) {
      const references = this.held(segment).length;
      places.set(segment, { reference, output, pair, references });
      reference += references;
      output += systems.length;
      pair += references * systems.length;
    }
    return places;
  }

  // The texts that the metric compares outputs with.
  held(segment) {
    const [references, sources] = this.report.texts[segment];
    return this.drawn.against === "source" && sources.length ? sources : references;
  }

  // Where the words of each pair begin among shares and prices.
  addPairs() {
    const x = [],
      y = [];
    for (const { reference, output, references } of this.places.values()) {
      for (let system = 0; system < this.report.facts.systems.length; system++) {
        for (let k = 0; k < references; k++) {
          x.push(this.xCounts[reference + k]);
          y.push(this.yCounts[output + system]);
        }
      }
    }
    this.xPairs = Tesla.sums(x);
    this.yPairs = Tesla.sums(y);
  }

  // Of outputs they are told by those of the words that they are first matched with.
  addWeights() {
    for (const { reference, output, pair, references } of this.places.values()) {
      for (let system = 0; system < this.report.facts.systems.length; system++) {
        const seen = new Set();
        for (const { i, j } of this.steps(pair + system * references)) {
          if (seen.has(j)) continue;
          seen.add(j);
          this.yWeights[this.yOffsets[output + system] + j] += this.xWeights[this.xOffsets[reference] + i];
        }
      }
    }
  }

  // The flows of a pair: their places, and those of the words.
  *steps(pair) {
    let i = 0,
      j = 0;
    for (let at = this.flowOffsets[pair]; at < this.flowOffsets[pair + 1]; at++) {
      i += this.xSteps[at];
      j += this.xSteps[at] + this.ySteps[at];
      yield { at, i, j };
    }
  }

  explanation(segment, system) {
    const { drawn, metric } = this;
    const { reference, output, pair, references } = this.places.get(segment);
    const against = this.held(segment).map((text, k) =>
      this.against({
        text,
        hypothesis: this.report.output(segment, system),
        reference: reference + k,
        output: output + system,
        pair: pair + system * references + k,
      })
    );
    return {
      metric: drawn.metric,
      score: Math.round(1e6 * this.report.scores(metric, system)[segment]) / 1e6, // as pairs have it
      combined: references > 1 ? drawn.combined : "only",
      held: drawn.against,
      against,
    };
  }

  against({ text, hypothesis, reference, output, pair }) {
    const score = this.scores[pair] / 1e6;
    const x = this.side("x", text, reference, pair),
      y = this.side("y", hypothesis, output, pair);
    const matched = this.matched(x, y, pair);
    const penalties = this.penaltiesOf(pair);
    const taken = penalties.reduce((sum, one) => sum + one.lost, 0);
    const feature = { name: "unmatched", n: 0, lost: 1 - score - taken, matched };
    feature.reference = this.grams(x, matched, "reference_words");
    feature.hypothesis = this.grams(y, matched, "hypothesis_words");
    return { score, reference: x, hypothesis: y, features: [feature], penalties };
  }

  penaltiesOf(pair) {
    const { unit, penalties } = this.drawn;
    const found = [];
    for (let at = this.penaltyOffsets[pair]; at < this.penaltyOffsets[pair + 1]; at++) {
      found.push({
        name: penalties[this.penalties[at]],
        factor: this.factors[at] * unit,
        lost: this.taken[at] * unit,
      });
    }
    return found;
  }

  side(which, text, place, pair) {
    // Words are counted in characters, strings here in halves of some.
    const characters = Array.from(text),
      { unit, endless } = this.drawn;
    const first = this[`${which}Offsets`][place],
      own = this[`${which}Pairs`][pair];
    const words = [];
    for (let k = 0, at = 0; k < this[`${which}Counts`][place]; k++) {
      const start = at + this[`${which}Gaps`][first + k];
      const end = (at = start + this[`${which}Lengths`][first + k]);
      const price = this[`${which}Prices`][own + k];
      words.push({
        text: this.form(which, first + k) || characters.slice(start, end).join(""),
        start,
        end,
        weight: this[`${which}Weights`][first + k] * unit,
        lost: this[`${which}Lost`][own + k] * unit,
        price: Math.abs(price) >= endless ? null : price * unit,
      });
    }
    return { text, words };
  }

  // The form of a word that is not written in the text, such as a part of a compound; else "".
  form(which, word) {
    const [from, to] = this[`${which}FormOffsets`].subarray(word, word + 2);
    return String.fromCodePoint(...this[`${which}Letters`].subarray(from, to));
  }

  matched(x, y, pair) {
    const { unit, reasons } = this.drawn;
    const found = [];
    for (const { at, i, j } of this.steps(pair)) {
      found.push({
        reference: x.words[i].text,
        hypothesis: y.words[j].text,
        weight: Math.min(x.words[i].weight, y.words[j].weight) - this.lacking[at] * unit,
        similarity: 1 - this.unlike[at] * unit,
        reasons: [{ kind: reasons[this.reasons[at]], shown: [] }],
        reference_words: [i],
        hypothesis_words: [j],
      });
    }
    return found.sort((a, b) => b.weight - a.weight);
  }

  grams(side, matched, key) {
    const flowing = side.words.map(() => 0);
    for (const one of matched) flowing[one[key][0]] += one.weight;
    return side.words.map((word, place) => ({
      text: word.text,
      words: [place],
      weight: word.weight,
      matched: flowing[place],
      price: word.price,
      lost: word.lost,
    }));
  }
};
