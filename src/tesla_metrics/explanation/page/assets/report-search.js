// What is typed to search for: words, "a phrase", /pattern/.

// Milliseconds that all rows may take.
Tesla.SEARCHING = 1500;

// Patterns that a text must have all of, and one that marks them; an Error says why there are none.
Tesla.searched = (typed) => {
  const inside = typed.length > 2 && typed.startsWith("/") && typed.endsWith("/");
  if (inside && Tesla.repeatsRepeats(typed.slice(1, -1)))
    throw new Error("a repeated group with repeats or choices in it may never end");
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "[^\\p{L}\\p{N}]+");
  const terms = inside
    ? [typed.slice(1, -1)]
    : (typed.match(/"[^"]+"|[^\s"]+/g) ?? []).map((term) => escaped(term.replaceAll('"', "")));
  try {
    return {
      all: terms.map((term) => new RegExp(term, "iu")),
      marking: new RegExp(terms.map((term) => `(?:${term})`).join("|"), "giu"),
    };
  } catch {
    throw new Error("no regular expression");
  }
};

// Such as (a+)+ or (a|b)*: their time may double with every letter, and nothing can stop it.
Tesla.repeatsRepeats = (pattern) => {
  const plain = pattern.replace(/\\./gsu, "x").replace(/\[[^\]]*\]/gu, "x");
  const open = [];
  for (let at = 0; at < plain.length; at++) {
    const sign = plain[at];
    if (sign === "(") open.push(false);
    else if (sign === ")") {
      const risky = open.pop() ?? false;
      const repeated = /^(?:[*+]|\{\d+,\d*\})/.test(plain.slice(at + 1));
      if (risky && repeated) return true;
      if (open.length && (risky || repeated)) open[open.length - 1] = true;
    } else if (open.length && (/[*+|]/.test(sign) || /^\{\d+,/.test(plain.slice(at)))) open[open.length - 1] = true;
  }
  return false;
};

// A text with what was searched for marked.
Tesla.marked = (text, pattern) => {
  const found = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (!match[0]) continue;
    found.push(text.slice(from, match.index), Tesla.make("mark", {}, match[0]));
    from = match.index + match[0].length;
  }
  return [...found, text.slice(from)];
};
