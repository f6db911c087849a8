"""Negating words."""

import pytest

from tesla_metrics.text.negation import load_negation_detector


@pytest.mark.parametrize(
    ("lang", "negating", "others"),
    [
        (
            "en",
            "not no n't never nobody without cannot hardly barely w/o",
            "note know now nice nicht",
        ),
        ("de", "nicht kein keinen nie nichts ohne weder kaum", "ein nichte nieder oder not"),
        ("fr", "pas jamais rien aucune sans ni", "ne passé sang nid"),
        ("es", "no nunca nada ningún sin tampoco apenas", "nota nadar sino"),
        ("cs", "ne není nikdy nikdo žádný ani bez sotva", "ano někdy někdo něco"),
        ("cs", "nemá nebyl nemůže nevěděl nepřišel neznámý", "má byl může věděl přišel"),
        # ne- that belongs to the word.
        ("cs", "nelze", "nebo neděle nechat nemocnice než nedávno nehoda nesmysl"),
        # nej- is the superlative, unless the word itself begins with j.
        ("cs", "nejsem nejsou nejsme nejde nejím nejezdí", "nejlepší nejvíc nejraději nejen"),
        ("cs", "nejistý", "nejjistější nejspíš nejprve"),
        ("und", "", "not ne nicht"),
        ("zh", "", "不 没"),
    ],
)
def test_negations(lang: str, negating: str, others: str) -> None:
    negates = load_negation_detector(lang)
    assert [word for word in negating.split() if not negates(word)] == []
    assert [word for word in others.split() if negates(word)] == []


def test_a_word_that_is_no_text_does_not_negate() -> None:
    assert not load_negation_detector("cs")("ne\udc80")
    assert not load_negation_detector("cs")("")
