"""Text inside XML and HTML."""

import re
from html import escape as _escape_html

# XML has no way to write these, not even escaped; lone surrogates come from odd file names.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> str:
    """Fit for elements and quoted attributes."""
    return _escape_html(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))
