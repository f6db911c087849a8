"""Make the small files that the golden scores of tests/golden are made with.

    python tools/make_golden_files.py

Phrase tables and language models of a few common words, models with made-up weights, a dictionary
and analysed sentences. They are kept in the repository, since signatures print their hashes: make
them anew only where a format changes, and the golden scores after them.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tesla_metrics.core.encoding.session import Session
from tesla_metrics.metrics.tesla_f_model import (
    FeatureSettings,
    TeslaFModel,
    UsedFile,
    build_features,
    write_tesla_f,
)
from tesla_metrics.metrics.tesla_x_model import ConstantsModel, write_constants
from tesla_metrics.resources.lm import load_language_model
from tesla_metrics.resources.pivot.phrase_table import open_phrase_table

TESTS = Path(__file__).parents[1] / "tests"
FILES = TESTS / "golden" / "files"
MADE_BY = "tools/make_golden_files.py"  # without a version, so that hashes stay

# Target lemmas = pivot lemma/tag : how often.
TABLES = {
    "en-fr": """the=le/DET:29 the=ce/DET:2 a=un/DET:7 of=de/ADP:8 in=dans/ADP:5 in=en/ADP:3
    and=et/CCONJ:9
    to=à/ADP:4 to=pour/ADP:2 for=pour/ADP:5 on=sur/ADP:4 with=avec/ADP:4 by=par/ADP:3
    be=être/AUX:8 have=avoir/AUX:6 he=il/PRON:4 it=il/PRON:3 it=ce/PRON:2 they=il/PRON:3
    not=ne/ADV_pas/ADV:5 not=pas/ADV:2 year=an/NOUN:3 year=année/NOUN:3 bank=banque/NOUN:4
    say=dire/VERB:3 announce=annoncer/VERB:2 declare=déclarer/VERB:2 say=déclarer/VERB:2
    time=temps/NOUN:3 time=fois/NOUN:2 country=pays/NOUN:4 company=société/NOUN:2
    company=entreprise/NOUN:3 firm=entreprise/NOUN:2 new=nouveau/ADJ:4 first=premier/ADJ:4
    old=vieux/ADJ:2 old=ancien/ADJ:2 former=ancien/ADJ:3 car=voiture/NOUN:3 vehicle=voiture/NOUN:1
    good=bon/ADJ:3 great=grand/ADJ:2 big=grand/ADJ:3 child=enfant/NOUN:3 also=aussi/ADV:2
    also=également/ADV:2 in_the=dans/ADP_le/DET:4 of_the=du/ADP:5 of_the=de/ADP_le/DET:2
    have_be=avoir/AUX_être/AUX:2 at_the_same_time=en/ADP_même/ADJ_temps/NOUN:2
    however=cependant/ADV:2 but=mais/CCONJ:4 however=mais/CCONJ:1 today=aujourd'hui/ADV:2""",
    "en-de": """the=der/DET:29 the=dieser/DET:2 a=ein/DET:7 of=von/ADP:5 in=in/ADP:8 and=und/CCONJ:9
    to=zu/PART:5
    for=für/ADP:5 on=auf/ADP:4 with=mit/ADP:5 by=von/ADP:2 by=durch/ADP:2 be=sein/AUX:7
    be=werden/AUX:3 have=haben/AUX:6 he=er/PRON:4 it=es/PRON:4 not=nicht/PART:6 year=jahr/NOUN:5
    bank=bank/NOUN:4 say=sagen/VERB:4 time=zeit/NOUN:4 time=mal/NOUN:2 country=land/NOUN:4
    state=land/NOUN:1 state=staat/NOUN:3 company=firma/NOUN:2 company=unternehmen/NOUN:3
    firm=firma/NOUN:3 new=neu/ADJ:4 first=erst/ADJ:3 old=alt/ADJ:3 great=groß/ADJ:2 big=groß/ADJ:3
    but=aber/CCONJ:3 however=aber/CCONJ:2 in_the=in/ADP_der/DET:4 have_be=sein/AUX_werden/AUX:2""",
    "de-en": """der=the/DET:9 ein=a/DET:7 in=in/ADP:8 und=and/CCONJ:9 werden=become/VERB:2
    werden=be/AUX:4 sein=be/AUX:7 von=of/ADP:5 von=by/ADP:2 dass=that/SCONJ:5 für=for/ADP:5
    haben=have/AUX:6 mit=with/ADP:5 zu=to/PART:5 zu=too/ADV:1 sie=they/PRON:3 sie=she/PRON:2
    an=at/ADP:2 an=on/ADP:2 auf=on/ADP:4 er=he/PRON:4 sagen=say/VERB:4 erklären=say/VERB:2
    nicht=not/PART:6 auch=also/ADV:3 regierung=government/NOUN:4 neu=new/ADJ:4 land=country/NOUN:4
    staat=country/NOUN:1 staat=state/NOUN:3 jahr=year/NOUN:4 groß=big/ADJ:2 groß=great/ADJ:2
    mensch=people/NOUN:2 person=people/NOUN:1 person=person/NOUN:2 woche=week/NOUN:2
    in_der=in/ADP_the/DET:4 von_der=of/ADP_the/DET:3 es_geben=there/PRON_be/VERB:3""",
    "fr-en": """le=the/DET:9 un=a/DET:7 de=of/ADP:8 de=from/ADP:2 avoir=have/AUX:6 être=be/AUX:7
    et=and/CCONJ:9 en=in/ADP:4 dans=in/ADP:5 à=to/ADP:5 à=at/ADP:2 il=he/PRON:4 il=it/PRON:3
    que=that/SCONJ:4 pour=for/ADP:5 pas=not/PART:4 ne_pas=not/PART:3 sur=on/ADP:4 avec=with/ADP:4
    banque=bank/NOUN:3 premier=first/ADJ:3 nouveau=new/ADJ:3 grand=big/ADJ:2 grand=great/ADJ:2
    an=year/NOUN:3 année=year/NOUN:3 déclarer=say/VERB:1 dire=say/VERB:4 également=also/ADV:2
    aussi=also/ADV:3 société=company/NOUN:2 entreprise=company/NOUN:3 dans_le=in/ADP_the/DET:4""",
    "cs-en": """být=be/AUX:9 v=in/ADP:8 a=and/CCONJ:9 na=on/ADP:4 na=at/ADP:2 ten=the/DET:4
    ten=that/PRON:3 že=that/SCONJ:5 z=from/ADP:4 z=of/ADP:2 který=which/PRON:4 on=he/PRON:4
    s=with/ADP:4 do=to/ADP:3 do=into/ADP:2 mít=have/VERB:4 také=also/ADV:3 rok=year/NOUN:4
    ale=but/CCONJ:3 však=but/CCONJ:2 však=however/ADV:2 banka=bank/NOUN:3 člověk=people/NOUN:2
    člověk=man/NOUN:2 muž=man/NOUN:3 nový=new/ADJ:3 země=country/NOUN:3 stát=country/NOUN:1
    říci=say/VERB:3 říkat=say/VERB:2 velký=big/ADJ:2 firma=company/NOUN:2 v_ten=in/ADP_the/DET:2""",
}
# For language models, in the order of how frequent they are.
WORDS = {
    "en": "the , . of to and a in is that for on was it with he as at by be not from we",
    "de": ", . der die und in den von zu das mit für im ist auf dass nicht ein des eine",
}
# Strange on purpose: what is read from a model must be seen in the scores.
CONSTANTS = {
    "order": 3, "characters": 5, "alpha": 0.75, "lemma": 0.85, "synonym": 0.7, "synset": 0.5,
    "paraphrase": 0.75, "tag": 0.125, "function": 0.25, "spelling": 2.0, "unknown": 1.0,
    "least": 0.25, "character_alpha": 0.625, "stand_in": 0.75, "word_share": 0.5,
    "number_penalty": 0.25, "negation_penalty": 0.125, "order_penalty": 0.0625,
    "derivation": 0.625, "case_penalty": 0.375, "ending_penalty": 0.1875,
}  # fmt: skip
SYNSETS = [
    "company firm business", "say declare announce", "big great large", "country state nation",
    "car vehicle", "old former", "begin start", "buy purchase", "house home", "man human",
]  # fmt: skip


def write_tables(folder: Path) -> None:
    """One for each pair above."""
    sys.path.insert(0, str(TESTS))
    from resources.pivot.small_tables import write_small

    for pair, entries in TABLES.items():
        target, pivot = pair.split("-")
        rows = []
        for entry in entries.split():
            one, _, other = entry.partition("=")
            units, _, count = other.rpartition(":")
            rows.append((one.replace("_", " "), units.replace("_", " "), int(count)))
        with TemporaryDirectory() as work:
            made = write_small(Path(work) / f"{pair}.table", rows, target, pivot)
            (folder / made.name).write_bytes(made.read_bytes())


def write_language_model(path: Path, words: list[str]) -> None:
    """Bigrams; eighths, so that engines of 32 and of 64 bits add up the same."""
    alone = ["-3\t<unk>", "-99\t<s>\t-0.5", "-1.5\t</s>"]
    alone += [f"{-1 - n / 8}\t{word}\t{-(n % 4) / 8}" for n, word in enumerate(words)]
    pairs = [f"{-0.5 - n / 8}\t<s>\t{word}" for n, word in enumerate(words[2::2])]
    pairs += [
        f"{-(1 + (n * k) % 16) / 8}\t{one}\t{other}"
        for n, one in enumerate(words, 1)
        for k, other in enumerate([*words, "</s>"], 1)
        if (n + 2 * k) % 5 == 0
    ]
    lines = ["\\data\\", f"ngram 1={len(alone)}", f"ngram 2={len(pairs)}", "", "\\1-grams:", *alone]
    lines += ["", "\\2-grams:", *pairs, "", "\\end\\", ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def write_weights(folder: Path, lang: str, which: str, pivots: list[str], lms: list[str]) -> None:
    """A model of TESLA-F; of English alone what `auto` chooses is the same everywhere."""
    settings = FeatureSettings(lang=lang, synonyms="auto" if lang == "en" else "none")
    tables = {pivot: str(folder / f"{lang}-{pivot}.table") for pivot in pivots}
    models = {label: load_language_model(folder / f"{label}.arpa") for label in lms}
    names = build_features(which, settings, tables, models, Session()).columns
    weights = {name: ((7 * n + 3) % 11 - 2) / 8 for n, name in enumerate(names)}
    used = tuple(
        UsedFile(pivot, Path(file).name, open_phrase_table(file).digest)
        for pivot, file in tables.items()
    )
    fluent = tuple(UsedFile(label, f"{label}.arpa", lm.digest) for label, lm in models.items())
    write_tesla_f(
        folder / f"tesla-f.{lang}.model",
        TeslaFModel(settings, which, weights, {}, used, fluent, {"method": "made up"}, MADE_BY),
    )


def write_constants_model(path: Path, constants: Mapping[str, float]) -> None:
    """A model of TESLA-X."""
    languages = ("cs", "de", "en", "fr")
    training = {"method": "made up"}
    write_constants(path, ConstantsModel(constants, languages, {}, training, MADE_BY))


def main() -> None:
    """Write all of them."""
    FILES.mkdir(exist_ok=True)
    write_tables(FILES)
    for lang, words in WORDS.items():
        write_language_model(FILES / f"{lang}.arpa", words.split())
    write_weights(FILES, "en", "extended", ["fr", "de"], ["en"])
    write_weights(FILES, "de", "paper", ["en"], ["de"])
    write_weights(FILES, "fr", "paper", ["en"], [])
    write_weights(FILES, "cs", "extended", ["en"], [])
    write_constants_model(FILES / "tesla-x.model", CONSTANTS)
    lines = ["\t".join(synset.split()) + "\n" for synset in SYNSETS]
    (FILES / "en.synonyms.tsv").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
