"""What the chart parser sees of a sentence: src/native/core/span_features.cpp in plain Python."""

from collections.abc import Iterable, Sequence

_MASK = 0xFFFFFFFF
_LONGEST_EXACT = 5
_LEAF = 64  # templates of single words are others
_PAD = 3
_BUCKETS = ((7, 6), (10, 7), (15, 8), (25, 9))


def _mixed(value: int, part: int) -> int:
    value = (value ^ part) * 0x9E3779B1 & _MASK
    return value ^ value >> 15


def _folded(value: int, parts: Iterable[int]) -> int:
    for part in parts:
        value = _mixed(value, part)
    return value


def _key(form: int, *parts: int) -> int:
    return _folded(_mixed(0x2545F491, form), parts)


def _bucket(length: int) -> int:
    if length <= 5:
        return length
    return next((number for most, number in _BUCKETS if length <= most), 10)


class SpanFeatures:
    """Keys of features by place, from words as numbers: word, tag, kind of tag."""

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        edge = [(0, 0, 0)] * _PAD
        padded = [*edge, *rows, *edge]
        self.words = [row[0] for row in padded]
        self.tags = [row[1] for row in padded]
        self._kinds = [row[2] for row in rows]

    def start(self, i: int, leaf: bool) -> list[int]:
        """Of a labelled span, what depends on its start."""
        form = _LEAF if leaf else 0
        w, t, at = self.words, self.tags, i + _PAD
        return [
            _key(form + 1, w[at]),
            _key(form + 2, t[at - 1], t[at]),
            _key(form + 3, w[at - 1]),
            _key(form + 4, t[at - 2], t[at - 1], t[at]),
            _key(form + 5, w[at - 1], t[at]),
            _key(form + 6, t[at], t[at + 1]),
            _key(form + 7, t[at - 1], w[at]),
            _key(form + 8, t[at], t[at + 1], t[at + 2]),
        ]

    def end(self, j: int, leaf: bool) -> list[int]:
        """What depends on its end."""
        form = _LEAF if leaf else 0
        w, t, at = self.words, self.tags, j + _PAD
        return [
            _key(form + 9, w[at - 1]),
            _key(form + 10, t[at - 1], t[at]),
            _key(form + 11, w[at]),
            _key(form + 12, t[at - 1], t[at], t[at + 1]),
            _key(form + 13, t[at - 1], w[at]),
            _key(form + 14, t[at - 2], t[at - 1]),
            _key(form + 15, w[at - 1], t[at]),
            _key(form + 16, t[at - 3], t[at - 2], t[at - 1]),
        ]

    def span(self, i: int, j: int) -> list[int]:
        """What depends on both."""
        w, t, a, b = self.words, self.tags, i + _PAD, j + _PAD
        runs, mask, length = self._runs(i, j), self._kinds_in(i, j), _bucket(j - i)
        before, first, last, after = t[a - 1], t[a], t[b - 1], t[b]
        keys = [
            _key(17, first, last),
            _key(18, w[a], last),
            _key(19, first, w[b - 1]),
            _key(20, w[a], w[b - 1]),
            _key(21, before, after),
            _key(22, before, first, last, after),
            _key(23, w[a - 1], after),
            _key(24, before, w[b]),
            _key(25, w[a], w[b]),
            _key(26, w[a - 1], w[b - 1]),
            _key(27, length, first),
            _key(28, length, last),
            _key(29, mask),
            _key(30, mask, first),
            _key(31, runs),
            _key(32, runs, before, after),
            _key(33, w[a - 1], first, last),
            _key(34, first, last, w[b]),
            _key(35, length, w[a]),
            _key(36, mask, before, after),
        ]
        if j - i <= _LONGEST_EXACT:
            tags = _folded(0, t[a:b])
            keys += [_key(37, tags), _key(38, tags, before, after)]
        return keys

    def cut(self, k: int) -> list[int]:
        """Of a span cut at k, what depends on k."""
        w, t, at = self.words, self.tags, k + _PAD
        return [
            _key(40, w[at - 1]),
            _key(41, w[at]),
            _key(42, t[at - 1], t[at]),
            _key(43, w[at - 1], w[at]),
            _key(44, t[at - 1], w[at]),
            _key(45, w[at - 1], t[at]),
            _key(46, t[at - 2], t[at - 1], t[at]),
            _key(47, t[at - 1], t[at], t[at + 1]),
        ]

    def left(self, i: int, k: int) -> list[int]:
        """What depends on the left part."""
        w, t, a, c = self.words, self.tags, i + _PAD, k + _PAD
        length = _bucket(k - i)
        return [
            _key(130, t[a], t[c - 1], t[c]),
            _key(131, w[a], w[c]),
            _key(132, w[a], t[c]),
            _key(133, t[a], w[c]),
            _key(134, t[a], length),
            _key(135, t[a - 1], t[c]),
            _key(136, self._kinds_in(i, k), t[c]),
            _key(137, length, t[c]),
        ]

    def right(self, k: int, j: int) -> list[int]:
        """What depends on the right part."""
        w, t, c, b = self.words, self.tags, k + _PAD, j + _PAD
        length = _bucket(j - k)
        return [
            _key(140, t[c], t[b - 1], t[c - 1]),
            _key(141, w[c], w[b - 1]),
            _key(142, w[c - 1], t[b - 1]),
            _key(143, t[c - 1], length),
            _key(144, w[c], length),
            _key(145, t[c - 1], t[b]),
            _key(146, self._kinds_in(k, j), t[c - 1]),
            _key(147, w[c - 1], t[c], t[b]),
        ]

    def rule(self, k: int) -> list[int]:
        """Of a rule applied at k."""
        w, t, at = self.words, self.tags, k + _PAD
        return [
            _key(150),
            _key(151, t[at - 1]),
            _key(152, t[at]),
            _key(153, w[at]),
            _key(154, w[at - 1]),
            _key(155, t[at - 1], t[at]),
        ]

    def _kinds_in(self, i: int, j: int) -> int:
        mask = 0
        for kind in self._kinds[i:j]:
            mask |= 1 << kind
        return mask

    def _runs(self, i: int, j: int) -> int:
        value = before = 0
        for kind in self._kinds[i:j]:
            if kind != before:
                value = _mixed(value, kind)
            before = kind
        return value
