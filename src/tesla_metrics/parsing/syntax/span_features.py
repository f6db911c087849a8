"""Features of spans for the chart parser, in pure Python.

A feature is a 32-bit hash of a template number and of the ids of words and tags. The native
implementation computes the same hashes; they are the keys of the weights in parser files.
"""

from collections.abc import Iterable, Sequence

_UINT32_MASK = 0xFFFFFFFF
_MAX_TAG_SEQUENCE_LENGTH = 5  # longer spans have no feature with all their tags
_WORD_TEMPLATE_OFFSET = 64  # added to template numbers for spans of a single word
_N_PADDING = 3  # words added before and after a sentence
# Pairs of maximum length and bucket; lengths up to 5 are their own bucket.
_LENGTH_BUCKETS = ((7, 6), (10, 7), (15, 8), (25, 9))


def _mix_hash(hash_value: int, key_part: int) -> int:
    hash_value = (hash_value ^ key_part) * 0x9E3779B1 & _UINT32_MASK
    return hash_value ^ hash_value >> 15


def _mix_parts(hash_value: int, key_parts: Iterable[int]) -> int:
    for key_part in key_parts:
        hash_value = _mix_hash(hash_value, key_part)
    return hash_value


def _make_key(template: int, *key_parts: int) -> int:
    return _mix_parts(_mix_hash(0x2545F491, template), key_parts)


def _get_length_bucket(length: int) -> int:
    if length <= 5:
        return length
    return next((bucket for max_length, bucket in _LENGTH_BUCKETS if length <= max_length), 10)


class SpanFeatures:
    """Feature keys of the spans of a sentence, from rows of word id, tag id and kind of tag.

    Spans are words[i:j], and k is a split point with i < k < j. In the lists of templates, w and t
    are the padded word ids and tag ids, and a, b and c are the padded indices of i, j and k.
    """

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        padding = [(0, 0, 0)] * _N_PADDING
        padded_rows = [*padding, *rows, *padding]
        self.words = [row[0] for row in padded_rows]
        self.tags = [row[1] for row in padded_rows]
        self._kinds = [row[2] for row in rows]

    def get_start_keys(self, i: int, is_word: bool) -> list[int]:
        """Return the features of a labelled span that depend on its start."""
        template_offset = _WORD_TEMPLATE_OFFSET if is_word else 0
        w, t, index = self.words, self.tags, i + _N_PADDING
        return [
            _make_key(template_offset + 1, w[index]),
            _make_key(template_offset + 2, t[index - 1], t[index]),
            _make_key(template_offset + 3, w[index - 1]),
            _make_key(template_offset + 4, t[index - 2], t[index - 1], t[index]),
            _make_key(template_offset + 5, w[index - 1], t[index]),
            _make_key(template_offset + 6, t[index], t[index + 1]),
            _make_key(template_offset + 7, t[index - 1], w[index]),
            _make_key(template_offset + 8, t[index], t[index + 1], t[index + 2]),
        ]

    def get_end_keys(self, j: int, is_word: bool) -> list[int]:
        """Return the features of a labelled span that depend on its end."""
        template_offset = _WORD_TEMPLATE_OFFSET if is_word else 0
        w, t, index = self.words, self.tags, j + _N_PADDING
        return [
            _make_key(template_offset + 9, w[index - 1]),
            _make_key(template_offset + 10, t[index - 1], t[index]),
            _make_key(template_offset + 11, w[index]),
            _make_key(template_offset + 12, t[index - 1], t[index], t[index + 1]),
            _make_key(template_offset + 13, t[index - 1], w[index]),
            _make_key(template_offset + 14, t[index - 2], t[index - 1]),
            _make_key(template_offset + 15, w[index - 1], t[index]),
            _make_key(template_offset + 16, t[index - 3], t[index - 2], t[index - 1]),
        ]

    def get_span_keys(self, i: int, j: int) -> list[int]:
        """Return the features of a labelled span that depend on both start and end."""
        w, t, a, b = self.words, self.tags, i + _N_PADDING, j + _N_PADDING
        kind_sequence, kind_mask, length = (
            self._hash_kind_sequence(i, j),
            self._get_kind_mask(i, j),
            _get_length_bucket(j - i),
        )
        before, first, last, after = t[a - 1], t[a], t[b - 1], t[b]
        keys = [
            _make_key(17, first, last),
            _make_key(18, w[a], last),
            _make_key(19, first, w[b - 1]),
            _make_key(20, w[a], w[b - 1]),
            _make_key(21, before, after),
            _make_key(22, before, first, last, after),
            _make_key(23, w[a - 1], after),
            _make_key(24, before, w[b]),
            _make_key(25, w[a], w[b]),
            _make_key(26, w[a - 1], w[b - 1]),
            _make_key(27, length, first),
            _make_key(28, length, last),
            _make_key(29, kind_mask),
            _make_key(30, kind_mask, first),
            _make_key(31, kind_sequence),
            _make_key(32, kind_sequence, before, after),
            _make_key(33, w[a - 1], first, last),
            _make_key(34, first, last, w[b]),
            _make_key(35, length, w[a]),
            _make_key(36, kind_mask, before, after),
        ]
        if j - i <= _MAX_TAG_SEQUENCE_LENGTH:
            tag_sequence = _mix_parts(0, t[a:b])
            keys += [_make_key(37, tag_sequence), _make_key(38, tag_sequence, before, after)]
        return keys

    def get_split_keys(self, k: int) -> list[int]:
        """Return the features of a span split at k that depend on k only."""
        w, t, index = self.words, self.tags, k + _N_PADDING
        return [
            _make_key(40, w[index - 1]),
            _make_key(41, w[index]),
            _make_key(42, t[index - 1], t[index]),
            _make_key(43, w[index - 1], w[index]),
            _make_key(44, t[index - 1], w[index]),
            _make_key(45, w[index - 1], t[index]),
            _make_key(46, t[index - 2], t[index - 1], t[index]),
            _make_key(47, t[index - 1], t[index], t[index + 1]),
        ]

    def get_left_part_keys(self, i: int, k: int) -> list[int]:
        """Return the features of a split span that depend on its left part."""
        w, t, a, c = self.words, self.tags, i + _N_PADDING, k + _N_PADDING
        length = _get_length_bucket(k - i)
        return [
            _make_key(130, t[a], t[c - 1], t[c]),
            _make_key(131, w[a], w[c]),
            _make_key(132, w[a], t[c]),
            _make_key(133, t[a], w[c]),
            _make_key(134, t[a], length),
            _make_key(135, t[a - 1], t[c]),
            _make_key(136, self._get_kind_mask(i, k), t[c]),
            _make_key(137, length, t[c]),
        ]

    def get_right_part_keys(self, k: int, j: int) -> list[int]:
        """Return the features of a split span that depend on its right part."""
        w, t, c, b = self.words, self.tags, k + _N_PADDING, j + _N_PADDING
        length = _get_length_bucket(j - k)
        return [
            _make_key(140, t[c], t[b - 1], t[c - 1]),
            _make_key(141, w[c], w[b - 1]),
            _make_key(142, w[c - 1], t[b - 1]),
            _make_key(143, t[c - 1], length),
            _make_key(144, w[c], length),
            _make_key(145, t[c - 1], t[b]),
            _make_key(146, self._get_kind_mask(k, j), t[c - 1]),
            _make_key(147, w[c - 1], t[c], t[b]),
        ]

    def get_rule_keys(self, k: int) -> list[int]:
        """Return the features of a grammar rule applied at split point k."""
        w, t, index = self.words, self.tags, k + _N_PADDING
        return [
            _make_key(150),
            _make_key(151, t[index - 1]),
            _make_key(152, t[index]),
            _make_key(153, w[index]),
            _make_key(154, w[index - 1]),
            _make_key(155, t[index - 1], t[index]),
        ]

    def _get_kind_mask(self, i: int, j: int) -> int:
        mask = 0
        for kind in self._kinds[i:j]:
            mask |= 1 << kind
        return mask

    def _hash_kind_sequence(self, i: int, j: int) -> int:
        hash_value = previous_kind = 0
        for kind in self._kinds[i:j]:
            if kind != previous_kind:
                hash_value = _mix_hash(hash_value, kind)
            previous_kind = kind
        return hash_value
