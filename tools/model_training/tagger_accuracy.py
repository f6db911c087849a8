"""Measure the accuracy of a part-of-speech tagger."""

from collections.abc import Iterable

from tesla_metrics.files.sentence import FUNCTION_WORD_UPOS, Sentence
from tesla_metrics.text.tagging import Tagger


def measure_accuracy(tagger: Tagger, sentences: Iterable[Sentence]) -> dict[str, float]:
    """Return the percentages of tokens with correct tags, for sentences with gold tokens.

    The keys are `upos`, `function` (whether the word is a function word) and, if the tagger has
    XPOS, `xpos`.
    """
    n_tokens = 0
    n_correct = {"upos": 0, "function": 0, "xpos": 0}
    for sentence in sentences:
        tags = tagger.tag([token.form for token in sentence.tokens])
        for token, (upos, xpos) in zip(sentence.tokens, tags, strict=True):
            n_tokens += 1
            is_function = upos in FUNCTION_WORD_UPOS
            n_correct["upos"] += upos == token.upos
            n_correct["xpos"] += xpos == token.xpos
            n_correct["function"] += is_function == (token.upos in FUNCTION_WORD_UPOS)
    if not any(" " in label for label in tagger.labels):
        del n_correct["xpos"]
    return {name: round(100 * count / max(n_tokens, 1), 2) for name, count in n_correct.items()}
