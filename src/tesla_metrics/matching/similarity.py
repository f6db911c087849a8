"""s_ms as bit masks: which n-grams of the candidate resemble which of the reference, and how much.

`levels[c][i]` has bit j set where the n-gram at i resembles the one at j in every position, with
similarity 1 in exactly c positions and 1/2 in the others: s = (n + c) / 2n.
"""

from .bags import Bags

Levels = list[list[int]]


def unigram_levels(x: Bags, y: Bags) -> Levels:
    """Rows for each position of x over the positions of y."""
    half, one = [], []
    lemma_masks, tag_masks, synset_masks = y.lemma_masks, y.tag_masks, y.synset_masks
    known = frozenset(synset_masks)  # intersecting two sets looks at the smaller only
    words = x.words
    for lemma, tag, synsets in zip(words.lemmas, words.tags, words.synsets, strict=True):
        same = lemma_masks.get(lemma, 0)
        tagged = tag_masks.get(tag, 0)
        related = 0
        for synset in synsets & known:
            related |= synset_masks[synset]
        full = same | related & tagged
        one.append(full)
        half.append((related | tagged) & ~full)
    return [half, one]


def extend_levels(levels: Levels, unigrams: Levels, n: int) -> Levels:
    """From (n-1)-grams to n-grams: the last position joins, its bits moved to the gram's start."""
    shift = n - 1
    half = [mask >> shift for mask in unigrams[0][shift:]]
    one = [mask >> shift for mask in unigrams[1][shift:]]
    extended = [[a & b for a, b in zip(levels[0], half, strict=False)]]
    for c in range(1, n):
        lower, same = levels[c - 1], levels[c]
        extended.append([a & b | d & e for a, b, d, e in zip(same, half, lower, one, strict=False)])
    extended.append([a & b for a, b in zip(levels[n - 1], one, strict=False)])
    return extended
