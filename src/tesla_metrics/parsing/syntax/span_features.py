"""Features of spans for the chart parser, in pure Python."""

from collections.abc import Iterable, Sequence

_MASK = 0xFFFFFFFF
_MAX_EXACT_LENGTH = 5
_LEAF_TEMPLATES = 64  # offset of the templates of single words
_PAD = 3
_BUCKETS = ((7, 6), (10, 7), (15, 8), (25, 9))


def _mix(value: int, part: int) -> int:
    value = (value ^ part) * 0x9E3779B1 & _MASK
    return value ^ value >> 15


def _mix_all(value: int, parts: Iterable[int]) -> int:
    for part in parts:
        value = _mix(value, part)
    return value


def _key(template: int, *parts: int) -> int:
    return _mix_all(_mix(0x2545F491, template), parts)


def _bucket(length: int) -> int:
    if length <= 5:
        return length
    return next((bucket for max_length, bucket in _BUCKETS if length <= max_length), 10)


class SpanFeatures:
    """Feature keys by position, from rows of word id, tag id and kind of tag."""

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        edge = [(0, 0, 0)] * _PAD
        padded = [*edge, *rows, *edge]
        self.words = [row[0] for row in padded]
        self.tags = [row[1] for row in padded]
        self._kinds = [row[2] for row in rows]

    def start(self, i: int, leaf: bool) -> list[int]:
        """Return the features of a labelled span that depend on its start."""
        template = _LEAF_TEMPLATES if leaf else 0
        w, t, index = self.words, self.tags, i + _PAD
        return [
            _key(template + 1, w[index]),
            _key(template + 2, t[index - 1], t[index]),
            _key(template + 3, w[index - 1]),
            _key(template + 4, t[index - 2], t[index - 1], t[index]),
            _key(template + 5, w[index - 1], t[index]),
            _key(template + 6, t[index], t[index + 1]),
            _key(template + 7, t[index - 1], w[index]),
            _key(template + 8, t[index], t[index + 1], t[index + 2]),
        ]

    def end(self, j: int, leaf: bool) -> list[int]:
        """Return the features of a labelled span that depend on its end."""
        template = _LEAF_TEMPLATES if leaf else 0
        w, t, index = self.words, self.tags, j + _PAD
        return [
            _key(template + 9, w[index - 1]),
            _key(template + 10, t[index - 1], t[index]),
            _key(template + 11, w[index]),
            _key(template + 12, t[index - 1], t[index], t[index + 1]),
            _key(template + 13, t[index - 1], w[index]),
            _key(template + 14, t[index - 2], t[index - 1]),
            _key(template + 15, w[index - 1], t[index]),
            _key(template + 16, t[index - 3], t[index - 2], t[index - 1]),
        ]

    def span(self, i: int, j: int) -> list[int]:
        """Return the features of a labelled span that depend on both start and end."""
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
        if j - i <= _MAX_EXACT_LENGTH:
            tags = _mix_all(0, t[a:b])
            keys += [_key(37, tags), _key(38, tags, before, after)]
        return keys

    def cut(self, k: int) -> list[int]:
        """Return the features of a span split at k that depend on k only."""
        w, t, index = self.words, self.tags, k + _PAD
        return [
            _key(40, w[index - 1]),
            _key(41, w[index]),
            _key(42, t[index - 1], t[index]),
            _key(43, w[index - 1], w[index]),
            _key(44, t[index - 1], w[index]),
            _key(45, w[index - 1], t[index]),
            _key(46, t[index - 2], t[index - 1], t[index]),
            _key(47, t[index - 1], t[index], t[index + 1]),
        ]

    def left(self, i: int, k: int) -> list[int]:
        """Return the features of a split span that depend on its left part."""
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
        """Return the features of a split span that depend on its right part."""
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
        """Return the features of a grammar rule applied at split point k."""
        w, t, index = self.words, self.tags, k + _PAD
        return [
            _key(150),
            _key(151, t[index - 1]),
            _key(152, t[index]),
            _key(153, w[index]),
            _key(154, w[index - 1]),
            _key(155, t[index - 1], t[index]),
        ]

    def _kinds_in(self, i: int, j: int) -> int:
        mask = 0
        for kind in self._kinds[i:j]:
            mask |= 1 << kind
        return mask

    def _runs(self, i: int, j: int) -> int:
        value = previous = 0
        for kind in self._kinds[i:j]:
            if kind != previous:
                value = _mix(value, kind)
            previous = kind
        return value
