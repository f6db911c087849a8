"""The conventions of each language, a line a rule; | parts the words."""

import pytest

from tesla_metrics.text.tokenizers import get_tokenizer

CASES = {
    "en": [
        ("I don't, you can't, we cannot.", "I|do|n't|,|you|ca|n't|,|we|can|not|."),
        ("She's gonna go; we'll see.", "She|'s|gon|na|go|;|we|'ll|see|."),
        ("DON'T Cannot dont Im", "DO|N'T|Can|not|do|nt|I|m"),
        ("John's dogs' O'Neill's o'clock", "John|'s|dogs|'|O'Neill|'s|o'clock"),
        ("a well-known e-mail co-author", "a|well|-|known|e-mail|co-author"),
        ("Al-Noor's non-state-owned", "Al|-|Noor|'s|non-state|-|owned"),
        ("Dr. Lee of the U.S. left.", "Dr.|Lee|of|the|U.S.|left|."),
        ("It was I. Then J. came.", "It|was|I|.|Then|J.|came|."),
        ("1,000.5 costs $5, 10% off", "1,000.5|costs|$|5|,|10|%|off"),
        ("at 5pm or 7:30PM, pages 5-10", "at|5|pm|or|7:30|PM|,|pages|5|-|10"),
        ("call 555-1234 on 9/11, 1/2 and/or b/c", "call|555-1234|on|9/11|,|1|/|2|and|/|or|b/c"),
        ("(see http://x.org/a?b=c.)", "(|see|http://x.org/a?b=c|.|)"),
        ("www.x.com/a?b, me@x.org!", "www.x.com/a?b|,|me@x.org|!"),
        ("good:-) :( <3 ok...", "good|:-)|:(|<3|ok|..."),
        ("What?! No!!! wait--now", "What|?!|No|!!!|wait|--|now"),
        ("'Tis so, 'twas.", "'T|is|so|,|'t|was|."),
        ("“Yes,” the '90s said.Then", "“|Yes|,|”|the|'90s|said|.|Then"),
        ("do n't -LRB- `` so '' ’s 's", "do|n't|-LRB-|``|so|''|'s|'s"),
    ],
    "de": [
        ("Am Ende ging er zum Arzt im Dorf.", "An|dem|Ende|ging|er|zu|dem|Arzt|in|dem|Dorf|."),
        ("ZUR Zeit ins Haus, beim Essen", "ZU|DER|Zeit|in|das|Haus|,|bei|dem|Essen"),
        ("Dr. Maier, z.B. usw. und d.h.", "Dr.|Maier|,|z.B.|usw.|und|d.h."),
        ("Am 3. Mai 1996.", "An|dem|3.|Mai|1996|."),
        ("1.000,5 € um 20.15", "1.000,5|€|um|20.15"),
        ("»Ja«, US-Haus Ein- und", "»|Ja|«|,|US|-|Haus|Ein|-|und"),
        ("Karl V. und Otto IV., 50 v. Chr.", "Karl|V.|und|Otto|IV.|,|50|v.|Chr."),
        ("Gut!!! „So“", "Gut|!|!|!|„|So|“"),
    ],
    "fr": [
        ("L’homme du parc au lac", "L'|homme|de|le|parc|à|le|lac"),
        ("Aux fins des jours, auquel", "À|les|fins|de|les|jours|,|à|lequel"),
        ("Des amis qu'il n'a vus", "Des|amis|qu'|il|n'|a|vus"),
        ("aujourd'hui quelqu'un c'est-à-dire", "aujourd'hui|quelqu'un|c'est-à-dire"),
        ("Va-t-il, est-ce, donne-le-moi", "Va|-t-il|,|est|-ce|,|donne|-le|-moi"),
        ("celui-ci, ce jour-là, Jean-Paul", "celui-ci|,|ce|jour|-là|,|Jean-Paul"),
        ("un rendez-vous à 10h30 (p. ex.)", "un|rendez-vous|à|10|h|30|(|p.|ex.|)"),
        ("n° 5, av. J.-C. 1 000,5", "n°|5|,|av.|J.-C.|1|000,5"),
        ("d'«amis» l' homme -t-il", "d'|«|amis|»|l'|homme|-t-il"),
        ("l'arc-en-ciel qu'est-ce qu'au", "l'|arc-en-ciel|qu'|est|-ce|qu'|à|le"),
    ],
    "es": [
        ("Al lado del mar", "A|el|lado|de|el|mar"),
        ("¿Quieres dármelo? ¡Dámelo!", "¿|Quieres|dar|me|lo|?|¡|Da|me|lo|!"),
        ("quedarse diciéndoselo oírla", "quedar|se|diciendo|se|lo|oír|la"),
        ("parte muerte Carlos firme primeros", "parte|muerte|Carlos|firme|primeros"),
        ("El Sr. Ruiz en EE.UU. en 2004.", "El|Sr.|Ruiz|en|EE.UU.|en|2004|."),
    ],
    "cs": [
        ("abych přišel, kdyby šel", "aby|bych|přišel|,|když|by|šel"),
        ("Abyste věděl, aby byl", "Aby|byste|věděl|,|aby|by|byl"),
        ("je-li 3. patro tzv. dům...", "je|-|li|3|.|patro|tzv|.|dům|.|.|."),
        ("česko-německý 1,5 %", "česko|-|německý|1,5|%"),
    ],
}


@pytest.mark.parametrize(
    ("lang", "text", "words"),
    [(lang, text, words) for lang, cases in CASES.items() for text, words in cases],
)
def test_words(lang: str, text: str, words: str) -> None:
    assert get_tokenizer(lang).tokenize(text) == words.split("|")


def test_names_tell_the_tokenisers_apart() -> None:
    assert get_tokenizer("en").name == "rules-en"
    assert get_tokenizer("th").name == "script-th"


def test_a_language_tag_means_its_language() -> None:
    assert get_tokenizer("en-GB") is get_tokenizer("en")
    assert get_tokenizer("EN_us") is get_tokenizer("en")
