"""Numbers below a million in one word: einundzwanzig, zweitausendfünfhundert."""

import re
from collections.abc import Mapping

from ...languages import OneWord


class OneWordNumbers:
    """Reads such words; `simple` has the values of those that nothing is put on to."""

    def __init__(self, facts: OneWord, simple: Mapping[str, int], most_hundreds: int) -> None:
        self._simple = {**simple, **dict.fromkeys(facts.ones, 1)}
        self._scales = ((facts.thousand, 1000, 999), (facts.hundred, 100, most_hundreds))
        self._link = re.compile("|".join(map(re.escape, facts.links)))
        self._marks = (*facts.links, facts.hundred, facts.thousand)

    def __call__(self, form: str) -> int | None:
        """Its value; None where it is no number, or one of those that are known as words."""
        return self._value(form) if any(mark in form for mark in self._marks) else None

    def _value(self, form: str) -> int | None:
        for word, scale, most in self._scales:
            before, found, after = form.partition(word)
            if found:
                times = self._value(before) if before else 1
                link = self._link.match(after)
                rest = self._value(after[link.end() :] if link else after) if after else 0
                if times is None or rest is None or not 0 < times <= most or rest >= scale:
                    return None
                return times * scale + rest
        return self._simple.get(form) or self._pair(form)

    def _pair(self, form: str) -> int | None:
        for link in self._link.finditer(form):
            units = self._simple.get(form[: link.start()], 0)
            tens = self._simple.get(form[link.end() :], 0)
            if 0 < units < 10 and tens >= 20:
                return tens + units
        return None
