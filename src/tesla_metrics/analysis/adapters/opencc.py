"""OpenCC, so that traditional and simplified Chinese match each other."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ...errors import UsageError
from ...languages import find_language
from ...optional import needs

AS_IS = "as-is"
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONVERSIONS = {"simplified": "t2s", "traditional": "s2t"}
SCRIPTS = (AS_IS, *_CONVERSIONS)


@dataclass(frozen=True, eq=False)
class Script:
    """Text in, text in that script out."""

    name: str  # for signatures
    _converter: Any = field(repr=False)

    def __call__(self, text: str) -> str:
        # ASCII is the same in both, and there is much of it among lemmas.
        if text.isascii() or _SURROGATE.search(text):  # half a character is none to convert
            return text
        return str(self._converter.convert(text))


def load_script(script: str, lang: str = "zh") -> Script | None:
    """The conversion to `simplified` or `traditional`; None for `as-is`."""
    if script not in SCRIPTS:
        raise UsageError(f"unknown script {script!r}: choose one of {', '.join(SCRIPTS)}")
    if script == AS_IS:
        return None
    if not find_language(lang).is_chinese:
        raise UsageError(f"--script converts Chinese, not '{lang}': leave it out")
    return _load(_CONVERSIONS[script])


@lru_cache(maxsize=2)
def _load(conversion: str) -> Script:
    with needs("OpenCC", "zh"):
        from importlib.metadata import version

        from opencc import OpenCC

        # Other packages have a module of this name, too.
        name = f"opencc-{version('opencc')}:{conversion}"
    return Script(name, OpenCC(conversion))
