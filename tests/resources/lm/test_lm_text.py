"""How a line becomes words."""

import pytest

from tesla_metrics.errors import UsageError
from tesla_metrics.resources.lm import TextSettings


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (TextSettings(), ["it's", "late,", "dr.", "who"]),
        (TextSettings(lower=False), ["It's", "late,", "Dr.", "Who"]),
        (TextSettings("en", "builtin"), ["it", "'s", "late", ",", "dr.", "who"]),
        (TextSettings("en", "builtin", False), ["It", "'s", "late", ",", "Dr.", "Who"]),
        (TextSettings("en", "none"), ["it's", "late,", "dr.", "who"]),
    ],
)
def test_words(settings: TextSettings, words: list[str]) -> None:
    assert settings.words("It's  late,\u00a0Dr. Who\t") == words
    assert TextSettings.from_dict(settings.to_dict()) == settings
    assert settings.words("") == []


def test_refused() -> None:
    with pytest.raises(UsageError, match="unknown tokeniser 'moses'"):
        TextSettings("en", "moses")
    with pytest.raises(UsageError, match="needs a language"):
        TextSettings(None, "builtin")
