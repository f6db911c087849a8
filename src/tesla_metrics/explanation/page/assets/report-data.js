// What a report knows: facts at once, scores, texts and alignments when they are unpacked.

// Numbers whose bytes stand in planes: all first ones, all second ones, ...
Tesla.unplane = (bytes, from, count) => {
  const out = new Uint8Array(4 * count);
  for (let plane = 0; plane < 4; plane++) {
    const start = from + plane * count;
    for (let i = 0; i < count; i++) out[4 * i + plane] = bytes[start + i];
  }
  return out.buffer;
};

Tesla.columns = (buffer) => {
  const bytes = new Uint8Array(buffer),
    view = new DataView(buffer),
    found = [];
  for (let at = 0; at < bytes.length;) {
    const count = view.getInt32(at, true);
    const folded = new Uint32Array(Tesla.unplane(bytes, at + 4, count));
    found.push(Int32Array.from(folded, (value) => (value >>> 1) ^ -(value & 1)));
    at += 4 + 4 * count;
  }
  return found;
};

Tesla.Report = class {
  constructor(facts) {
    this.facts = facts;
    this.texts = null;
    this.blocks = new Map();
  }

  async readScores() {
    const bytes = new Uint8Array(await Tesla.unpack("scores"));
    this.all = new Float32Array(Tesla.unplane(bytes, 0, bytes.length / 4));
  }

  // The scores of all segments.
  scores(metric, system) {
    const { count, systems } = this.facts;
    return this.all.subarray((metric * systems.length + system) * count).subarray(0, count);
  }

  async readTexts() {
    this.texts = JSON.parse(new TextDecoder().decode(await Tesla.unpack("texts")));
  }

  // What people see beside the outputs: references, or sources where there are none; where there
  // are neither, what the first system says.
  beside(segment) {
    const [references, sources] = this.texts[segment];
    if (references.length) return references;
    return sources.length ? sources : [this.output(segment, 0)];
  }

  output(segment, system) {
    return this.texts[segment][2 + system];
  }

  // The description of the alignments of a metric; undefined if the report has none.
  drawn(metric) {
    return this.facts.drawn.find((one) => one.metric === this.facts.metrics[metric].name);
  }

  isDrawn(metric, segment) {
    const drawn = this.drawn(metric);
    return Boolean(drawn) && (drawn.segments ? drawn.segments.includes(segment) : segment < drawn.count);
  }

  // The explanation of a score by this metric, as in Explanation.to_dict() but with unigrams only;
  // null if the report does not have it.
  async explanation(metric, segment, system) {
    if (!this.isDrawn(metric, segment)) return null;
    const drawn = this.drawn(metric);
    const number = drawn.firsts.findLastIndex((first) => first <= segment);
    const id = `${drawn.prefix}${number}`;
    if (!this.blocks.has(id)) {
      if (this.blocks.size > 20) this.blocks.delete(this.blocks.keys().next().value);
      this.blocks.set(id, Tesla.Block.open(this, metric, number));
    }
    return (await this.blocks.get(id)).explanation(segment, system);
  }
};
