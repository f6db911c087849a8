"""Given analyses: sentences of odd tokens, as objects and as CoNLL-U."""

import random
from typing import Any

from tesla_metrics import InputError, Sentence, Token
from tesla_metrics.files.conllu import read_conllu

from .choices import OURS, random_metric
from .damage import damaged
from .faults import check, check_equal, refusal
from .place import Place
from .scores import IDENTITY, agreed, segments
from .texts import random_text
from .words import BY_LANGUAGE, ODD

_UPOS = "NOUN VERB ADJ ADV PROPN PRON DET ADP AUX PART CCONJ SCONJ NUM PUNCT X _ noun".split()
_XPOS = "NN NNS NNP VB VBD DT IN CD MD TO _ $ '' weird".split()


def fuzz_sentences(rng: random.Random, place: Place) -> None:
    """Objects: scored both ways, 1 against themselves, the same when written and read."""
    metric: Any = random_metric(rng, place, rng.choice(OURS))
    references = [_sentence(rng, metric.lang) for _ in range(rng.choice((1, 3, 6)))]
    hypotheses = [rng.choice((_sentence(rng, metric.lang), _changed(rng, y))) for y in references]
    found = agreed(place, metric, hypotheses, references, rng.choice((1, 2)))
    if metric.name in IDENTITY and all(map(_tagged, references)):
        own = segments(place, metric, references, references, session=place.native)
        check(all(score == 1 for score in own), f"{metric}: {own} against themselves")
    if all(_writable(token) for one in (*hypotheses, *references) for token in one.tokens):
        sides = [read_conllu(_written(side).split("\n"), "it") for side in (hypotheses, references)]
        again = segments(place, metric, *sides, session=place.native)
        check_equal(f"{metric}, from CoNLL-U", again, found, 0)
    place.count(f"analyses/{metric.name}", len(references))


def _token(rng: random.Random, lang: str) -> Token:
    form = rng.choice(BY_LANGUAGE[lang] if rng.random() < 0.85 else ODD) or "x"
    if rng.random() < 0.03:
        form = rng.choice(("a b", "\u3000", "a\tb", "a\nb", "9" * 400, "É" * 50))
    lemma = rng.choice((form.lower(), form, rng.choice(BY_LANGUAGE[lang]), "_", "x y"))
    return Token(form, lemma, *(rng.choice(tags) for tags in (_UPOS, _XPOS)))


def _sentence(rng: random.Random, lang: str) -> Sentence:
    tokens = tuple(_token(rng, lang) for _ in range(rng.choice((0, 1, 2, 4, 7))))
    return Sentence(" ".join(" ".join(token.form for token in tokens).split()), tokens)


def _changed(rng: random.Random, sentence: Sentence) -> Sentence:
    tokens = list(sentence.tokens)
    rng.shuffle(tokens)
    tokens = tokens[rng.randint(0, 1) :]
    return Sentence(" ".join(" ".join(token.form for token in tokens).split()), tuple(tokens))


def _tagged(sentence: Sentence) -> bool:
    """A tag of "_" equals nothing, not even itself."""
    return all("_" not in (token.upos, token.xpos) for token in sentence.tokens)


def _writable(token: Token) -> bool:
    """CoNLL-U has no tabs and line ends in a cell, and "_" for a lemma that is not given."""
    return not set("\t\n\r") & set(token.form + token.lemma) and token.lemma != "_"


def _written(sentences: list[Sentence]) -> str:
    blocks = []
    for sentence in sentences:
        rows = [f"# text = {sentence.text}"]
        for number, token in enumerate(sentence.tokens, 1):
            rows.append("\t".join((str(number), *token, *"_____")))
        blocks.append("\n".join(rows) + "\n\n")
    return "".join(blocks)


def fuzz_conllu(rng: random.Random, place: Place) -> None:
    """Lines of odd columns: sentences, or an error that names the line."""
    rows = []
    for _ in range(rng.randint(0, 12)):
        count = rng.choice((10, 10, 10, 10, 9, 1))
        row = "\t".join(_column(rng, position) for position in range(count))
        rows.append(rng.choice((row, row, row, "", f"# text = {row}", "#")))
    content = "\n".join(rows).encode("utf-8", "surrogatepass")
    if content and rng.random() < 0.5:
        content = damaged(rng, content)
    text = content.decode("utf-8", rng.choice(("replace", "surrogateescape")))
    place.watchdog.again()
    sentences, _ = refusal(lambda: read_conllu(text.split("\n"), "odd"), InputError)
    if sentences:
        metric = random_metric(
            rng, place, rng.choice(("tesla-m", "tesla-x", "tesla-celab-", "tesla-s"))
        )
        agreed(place, metric, sentences, sentences[::-1])
    place.count("analyses/conllu")


def _column(rng: random.Random, position: int) -> str:
    if position == 0 and rng.random() < 0.9:
        return rng.choice(("1", "2", "3-4", "5.1", "٣", "9" * rng.choice((3, 5000)), "²", "2-1"))
    known = ("_", "NOUN", "", "SpaceAfter=No", "the", "12")
    return rng.choice((*known, rng.choice(ODD), random_text(rng)[:9]))
