// Long texts in strips, one below the other: a stretch of the reference above one of the
// hypothesis, cut where few flows are cut.

// widths: of the words of either side; flows: {ends: [place, place], weight}; result: for each
// strip [[from, to], [from, to]].
Tesla.strips = (widths, flows, room) => {
  const heaviest = Math.max(1e-9, ...flows.map((flow) => flow.weight));
  const shares = flows.map((flow) => ({ ...flow, weight: flow.weight / heaviest }));
  const near = Tesla.SIDES.map((_, s) => Tesla.byPlace(shares, s));
  const strips = [];
  let at = [0, 0];
  while (at[0] < widths[0].length || at[1] < widths[1].length) {
    const fits = at.map((from, s) => Tesla.fitting(widths[s], from, room));
    const next = Tesla.cut(at, fits, widths, near);
    strips.push([[at[0], next[0]], [at[1], next[1]]]);
    at = next;
  }
  return strips.length ? strips : [[[0, 0], [0, 0]]];
};

// As few strips as there must be, and none much shorter than the others.
Tesla.balanced = (widths, flows, room) => {
  const needed = Tesla.strips(widths, flows, room);
  if (needed.length === 1) return needed;
  for (let part = 0.5; part < 1; part += 0.05) {
    const found = Tesla.strips(widths, flows, part * room);
    if (found.length <= needed.length) return found;
  }
  return needed;
};

Tesla.byPlace = (flows, s) => {
  const found = new Map();
  for (const flow of flows) {
    const place = flow.ends[s];
    if (!found.has(place)) found.set(place, []);
    found.get(place).push(flow);
  }
  return found;
};

// How far one gets from here; one word at least.
Tesla.fitting = (widths, from, room) => {
  let to = from;
  for (let used = 0; to < widths.length && (to === from || used + widths[to] <= room); to++)
    used += widths[to];
  return to;
};

// The best of the ends that leave neither side too empty.
Tesla.cut = (at, fits, widths, near) => {
  const ends = fits.map((to, s) => Tesla.range(Tesla.least(at[s], to), to));
  if (fits.every((to, s) => to === widths[s].length)) return fits;
  let best = fits, least = Infinity;
  for (const i of ends[0]) {
    for (const j of ends[1]) {
      const empty = (fits[0] - i) / (fits[0] - at[0] || 1) + (fits[1] - j) / (fits[1] - at[1] || 1);
      const cost = Tesla.cutFlows(at, [i, j], near) + 1.2 * empty;
      if (cost < least) [best, least] = [[i, j], cost];
    }
  }
  return best;
};

Tesla.least = (from, to) => Math.min(to, from + Math.max(1, Math.ceil((to - from) * 0.45)));
Tesla.range = (from, to) => Array.from({ length: to - from + 1 }, (_, k) => from + k);

// The weight of flows with one end in the strip and one behind it.
Tesla.cutFlows = (at, to, near) => {
  let sum = 0;
  for (const s of [0, 1]) {
    for (let place = at[s]; place < to[s]; place++) {
      for (const flow of near[s].get(place) ?? []) if (flow.ends[1 - s] >= to[1 - s]) sum += flow.weight;
    }
  }
  return sum;
};

// Spaces before words, so that partners stand below each other where there is room.
Tesla.spaces = (widths, flows, gap, room) => {
  const before = widths.map((own) => own.map(() => 0));
  const spare = widths.map((own) => room - own.reduce((sum, width) => sum + width + gap, 0));
  const at = [0, 0], shifted = [0, 0];
  const middle = (s, place) => {
    let x = shifted[s];
    for (let k = 0; k < place; k++) x += widths[s][k] + gap;
    return x + widths[s][place] / 2;
  };
  for (const { ends } of Tesla.monotone(flows)) {
    const off = middle(1, ends[1]) - middle(0, ends[0]);
    const s = off > 0 ? 0 : 1;
    const step = Math.min(Math.abs(off), Math.max(0, spare[s]));
    if (ends[s] < at[s]) continue;
    before[s][ends[s]] += step;
    shifted[s] += step;
    spare[s] -= step;
    at[0] = ends[0] + 1;
    at[1] = ends[1] + 1;
  }
  return before;
};

// The heaviest chain of flows that do not cross.
Tesla.monotone = (flows) => {
  const sorted = [...flows].sort((a, b) => a.ends[0] - b.ends[0] || a.ends[1] - b.ends[1]);
  const total = [], from = [];
  sorted.forEach((flow, k) => {
    total[k] = flow.weight;
    from[k] = -1;
    for (let p = 0; p < k; p++) {
      const before = sorted[p].ends[0] < flow.ends[0] && sorted[p].ends[1] < flow.ends[1];
      if (before && total[p] + flow.weight > total[k]) [total[k], from[k]] = [total[p] + flow.weight, p];
    }
  });
  const chain = [];
  for (let k = total.indexOf(Math.max(...total)); k >= 0; k = from[k]) chain.unshift(sorted[k]);
  return chain;
};
