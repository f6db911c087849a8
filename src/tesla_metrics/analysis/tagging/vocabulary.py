"""What a training corpus says of words before any learning: labels, candidates, counts."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from .features import normal, unknown_kind

Tagged = Sequence[tuple[str, str]]
KINDS = ("?X", "?x", "?0", "?.")


@dataclass(frozen=True)
class Limits:
    """How often something must be seen to count; found by trying them on held-out data."""

    label: int = 25  # a label seen less often gives way to the commonest of its UPOS
    listed: int = 8  # a word seen this often takes only the labels it was seen with
    closed: int = 2  # the same for a word seen with labels that are not open at all
    share: float = 0.005  # ... each of which makes up at least this much of it
    rare: int = 5  # words up to this count stand for the unlisted ones
    open_share: float = 0.002  # what a label must make up among those to be open


@dataclass(frozen=True)
class Vocabulary:
    """Candidates by word and by kind of word, as indices of `labels`."""

    labels: tuple[str, ...]
    replaced: dict[str, int]
    counts: dict[str, int]
    words: dict[str, tuple[int, ...]]
    open: dict[str, tuple[int, ...]]


def survey(sentences: Sequence[Tagged], limits: Limits) -> Vocabulary:
    """The labels, words and open classes of a corpus, as far as they are frequent enough."""
    seen = Counter(label for sentence in sentences for _, label in sentence)
    labels = tuple(sorted(label for label in seen if seen[label] >= limits.label)) or tuple(
        sorted(seen)
    )
    replaced = _replacements(seen, labels)
    by_word: defaultdict[str, Counter[int]] = defaultdict(Counter)
    kinds: dict[str, str] = {}
    by_kind: dict[str, Counter[int]] = {kind: Counter() for kind in KINDS}
    for sentence in sentences:
        for form, label in sentence:
            if label in replaced:
                by_word[normal(form)][replaced[label]] += 1
    counts = {word: tally.total() for word, tally in by_word.items()}
    for sentence in sentences:
        for form, label in sentence:
            kind = kinds.setdefault(form, unknown_kind(form))
            # There are few marks in any corpus: common ones must stand for the rare.
            if label in replaced and (kind == "?." or counts[normal(form)] <= limits.rare):
                by_kind[kind][replaced[label]] += 1
    opened = {kind: _frequent(tally, limits.open_share) for kind, tally in by_kind.items()}
    anywhere = {label for candidates in opened.values() for label in candidates}
    words = {
        word: _frequent(tally, limits.share)
        for word, tally in by_word.items()
        if counts[word] >= (limits.closed if anywhere.isdisjoint(tally) else limits.listed)
    }
    return Vocabulary(labels, replaced, counts, words, opened)


def _replacements(seen: Counter[str], labels: tuple[str, ...]) -> dict[str, int]:
    index = {label: number for number, label in enumerate(labels)}
    commonest: dict[str, int] = {}
    for label in sorted(labels, key=lambda label: seen[label]):
        commonest[label.partition(" ")[0]] = index[label]
    replaced = {}
    for label in seen:
        number = index.get(label, commonest.get(label.partition(" ")[0]))
        if number is not None:
            replaced[label] = number
    return replaced


def _frequent(tally: Counter[int], share: float) -> tuple[int, ...]:
    least = share * tally.total()
    return tuple(sorted(label for label, count in tally.items() if count >= least))
