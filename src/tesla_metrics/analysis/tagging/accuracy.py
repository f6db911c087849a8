"""How often a tagger is right."""

from collections.abc import Iterable

from ..sentence import FUNCTION_UPOS, Sentence
from .model import Tagger


def accuracy(tagger: Tagger, sentences: Iterable[Sentence]) -> dict[str, float]:
    """Per cent right over gold tokens: `upos`, `function` (or content) and, where the tagger has
    it, `xpos`."""
    tokens = upos = xpos = function = 0
    for sentence in sentences:
        tags = tagger.tag([token.form for token in sentence.tokens])
        for token, (guess, fine) in zip(sentence.tokens, tags, strict=True):
            tokens += 1
            upos += guess == token.upos
            xpos += fine == token.xpos
            function += (guess in FUNCTION_UPOS) == (token.upos in FUNCTION_UPOS)
    shares = {"upos": upos, "function": function}
    if any(" " in label for label in tagger.labels):
        shares["xpos"] = xpos
    return {name: round(100 * right / max(tokens, 1), 2) for name, right in shares.items()}
