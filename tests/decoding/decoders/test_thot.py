"""The real decoder: trained on a bitext that is made here, tuned, and better for it."""

import math
import random
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from app.cli.running import run, write

from tesla_metrics import TeslaM, TeslaWarning, translate
from tesla_metrics.decoding.decoders.thot import (
    FEATURE_NAMES,
    ThotDecoder,
    get_language_model_prefix,
)
from tesla_metrics.decoding.decoders.thot_training import train_smt
from tesla_metrics.decoding.nbest.nbest_files import read_nbest, write_nbest
from tesla_metrics.decoding.nbest.weights import Weights, read_weights
from tesla_metrics.decoding.tuning.loop import tune_decoder
from tesla_metrics.decoding.tuning.loop_config import read_config
from tesla_metrics.errors import InputError, ResourceError, UsageError

pytestmark = [
    pytest.mark.smt,
    pytest.mark.skipif(
        find_spec("thot") is None, reason="sil-thot is not installed: tools/thot.sh installs it"
    ),
]

WHO = (
    *(("Le chat", "The cat"), ("Un chien", "A dog"), ("La fille", "The girl")),
    *(("Une femme", "A woman"), ("L'homme", "The man"), ("Mon ami", "My friend")),
)
# What a word means depends on others: a hot drink is had, a train caught; lawyers are not eaten.
DOES = (
    *(("prend le", "train", "catches the", "train"), ("prend un", "café", "has a", "coffee")),
    *(("prend la", "clé", "takes the", "key"), ("prend une", "douche", "has a", "shower")),
    *(
        ("mange l'", "avocat", "eats the", "avocado"),
        ("cherche l'", "avocat", "seeks the", "lawyer"),
    ),
    *(("mange une", "glace", "eats an", "ice cream"), ("casse la", "glace", "breaks the", "ice")),
    *(
        ("passe un", "test", "takes a", "test"),
        ("passe devant la", "rue", "walks past the", "road"),
    ),
    *(("porte un", "chapeau", "wears a", "hat"), ("porte la", "valise", "carries the", "suitcase")),
    *(("ferme la", "porte", "closes the", "door"), ("visite la", "ferme", "visits the", "farm")),
)
# These stand after the noun there, and before it or first of all here.
HOW = (("", ""), (" rouge", "red "), (" très vieux", "very old "))
WHEN = (("", ""), (" demain", "Tomorrow "), (" ce soir", "Tonight "))


def pairs() -> list[tuple[str, str]]:
    """Sentences with their translations, in any order."""
    found = [
        (
            f"{who[0]} {does[0]} {does[1]}{how[0]}{when[0]}.",
            f"{when[1]}{who[1]} {does[2]} {how[1]}{does[3]}.",
        )
        for who, does, how, when in product(WHO, DOES, HOW, WHEN)
    ]
    random.Random(1).shuffle(found)
    return found


PAIRS = pairs()
DEV, TRAIN = PAIRS[:60], PAIRS[60:260]


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("smt") / "fr-en"
    steps: list[str] = []

    def watch(what: str, total: int) -> Callable[[int], None]:
        steps.append(what)
        return lambda more: None

    trained = train_smt(TRAIN, ("fr", "en"), folder, lowercase=True, watch=watch)
    assert trained.pairs == len(TRAIN)
    assert steps == ["tokenising", "language model", "aligning", "phrases"]
    assert [one.name for one in folder.parent.iterdir()] == ["fr-en"]
    return folder


def test_three_iterations_of_tuning_make_it_better(system: Path, tmp_path: Path) -> None:
    for place, name in enumerate(("dev.fr", "dev.en")):
        text = "".join(f"{pair[place]}\n" for pair in DEV)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "tune.toml").write_text(
        "source = 'dev.fr'\nreferences = 'dev.en'\nmetric = 'tesla-m'\nlang = 'en'\n"
        # So few candidates that one iteration does not see them all.
        "nbest = 5\niterations = 3\nrestarts = 5\n"
        # A bad start: what the models say hardly counts, and lengths count the wrong way.
        "[features]\nlm = 0.01\ndirect = 0.01\ninverse = 0.01\ntarget = -1\nsource = -1\n"
        f"[decoder]\nkind = 'thot'\nmodel = '{system.as_posix()}'\n",
        encoding="utf-8",
    )
    result = tune_decoder(read_config(tmp_path / "tune.toml"))
    first, second, third, *_ = result.iterations
    assert result.start == first.decoded < 0.75
    assert result.value > result.start + 0.1
    # Each was really decoded with other weights, which found what was not seen before.
    assert len({one.weights for one in (first, second, third)}) == 3
    assert min(first.new, second.new, third.new) > 0
    assert first.tuned > first.before
    assert read_weights(str(tmp_path / "tune.weights")) == result.weights
    assert "|references:tokenised+lowercased" in result.signature
    translated = translate(tmp_path / "tune.toml", tmp_path / "dev.fr")
    form = ThotDecoder(system, ["Le chat."]).normalise_references([pair[1] for pair in DEV])
    with pytest.warns(TeslaWarning, match="looks tokenised"):
        fresh = TeslaM(lang="en").score(translated, form)
    assert abs(fresh.score - result.value) <= 1e-9
    config = tmp_path / "tune.toml"
    config.write_text(config.read_text("utf-8").replace("'en'", "'de'"), encoding="utf-8")
    with pytest.raises(
        InputError, match=r"lang is 'de' but .* translates into 'en': give lang = \"en\""
    ):
        tune_decoder(config)


@pytest.mark.parametrize("reordering", [0, 2])
def test_scores_are_weights_times_features(system: Path, tmp_path: Path, reordering: int) -> None:
    from thot import translation as thot

    decoder = ThotDecoder(system, [pair[0] for pair in DEV[:4]], reordering=reordering)
    assert ("jump" in decoder.start.names) == bool(reordering)
    lists = decoder.decode(decoder.start, 20, tmp_path, lambda more: None)
    assert lists.ids == (0, 1, 2, 3)
    assert lists.scores is not None
    for place in range(4):
        own = slice(lists.starts[place], lists.starts[place + 1])
        assert len(set(lists.texts[own])) == len(lists.texts[own]) <= 20
        # Best first, and as far apart as Thot says itself.
        assert (np.diff(lists.scores[own]) <= 1e-4).all()
    model = decoder._model
    given = " ".join(decoder._tokens[0])
    for one in thot.SmtDecoder(model).translate_n(given, 10):
        assert len(one.score_components) == len(FEATURE_NAMES)
    scores = [one.score for one in thot.SmtDecoder(model).translate_n(given, 10)]
    told = [
        float(np.dot(one.score_components, model.weights))
        for one in thot.SmtDecoder(model).translate_n(given, 10)
    ]
    assert np.ptp(np.subtract(scores, told)) <= 1e-4


def test_odd_sentences_are_translated_all_the_same(system: Path, tmp_path: Path) -> None:
    odd = ["", "Zzyx ||| <unk> <s>", "chat " * 500, "Le chat prend le train."]
    decoder = ThotDecoder(system, odd)
    lists = decoder.decode(decoder.start, 3, tmp_path, lambda more: None)
    assert lists.ids == (0, 1, 2, 3)
    assert lists.candidates(0) == [""]
    assert "cat" in lists.candidates(3)[0]
    assert np.isfinite(lists.features).all()
    assert all("|||" not in text for text in lists.texts)
    write_nbest(lists, str(tmp_path / "nbest"))
    again = read_nbest([str(tmp_path / "nbest")])
    assert list(again.texts) == list(lists.texts)
    assert again.features.tolist() == lists.features.tolist()


def test_references_are_brought_into_its_form(system: Path) -> None:
    decoder = ThotDecoder(system, ["Le chat."])
    assert decoder.normalise_references(["The cat's House, here."]) == ["the cat 's house , here ."]


@pytest.mark.parametrize("quiet", [True, False])
def test_the_command_says_what_it_made_unless_it_is_quiet(tmp_path: Path, quiet: bool) -> None:
    for place, name in enumerate(("fr", "en")):
        write(tmp_path / name, [pair[place] for pair in TRAIN[:20]])
    train = (
        "--train-smt",
        tmp_path / "fr",
        tmp_path / "en",
        "-l",
        "fr-en",
        "--smt",
        tmp_path / "new",
    )
    result = run("tune", *train, *["-q"] * quiet)
    assert (result.code, result.out) == (0, "")
    assert ("trained on 20 sentence pairs" in result.err) != quiet
    assert bool(result.err) != quiet


def test_unknown_features_are_refused(system: Path) -> None:
    with pytest.raises(
        UsageError, match="no feature 'lm_0' with these settings: its features are words, lm"
    ):
        ThotDecoder(system, ["Le chat."], {"lm_0": 1.0})
    with pytest.raises(UsageError, match="no feature 'jump' with"):
        ThotDecoder(system, ["Le chat."], {"jump": 1.0})


def test_the_language_model_is_read_as_it_was_meant(system: Path) -> None:
    from thot.common import NGramLanguageModel

    model = NGramLanguageModel()
    assert model.load(str(get_language_model_prefix(system)))
    likely = model.get_sentence_log_probability("the cat catches the train .".split())
    assert math.isfinite(likely)
    assert likely > model.get_sentence_log_probability("train the catches . cat the".split())


def test_a_folder_that_exists_or_is_no_system_is_refused(system: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="exists"):
        train_smt(TRAIN, ("fr", "en"), system)
    with pytest.raises(ResourceError, match="tesla tune --train-smt"):
        ThotDecoder(tmp_path, ["Le chat."])


@pytest.mark.parametrize("damage", ["cut", "gone", "changed"])
def test_a_system_that_is_not_whole_is_refused(system: Path, tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(system, folder)
    table = folder / "tm.ttable"
    content = table.read_bytes()
    if damage == "gone":
        table.unlink()
    else:
        table.write_bytes(content[:100] if damage == "cut" else b"x" * len(content))
    with pytest.raises(ResourceError, match=r"tm.ttable .*: copy the system again"):
        ThotDecoder(folder, ["Le chat."])


def test_too_small_a_bitext_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the bitext has 1 sentence pair"):
        train_smt([("", "a"), ("b", "b"), ("c " * 90, "c")], ("fr", "en"), str(tmp_path / "new"))
    assert not list(tmp_path.iterdir())


def test_weights_by_name_in_any_order(system: Path, tmp_path: Path) -> None:
    decoder = ThotDecoder(system, ["Le chat mange."])
    names = decoder.start.names[::-1]
    turned = Weights(names, tuple(decoder.start.of(names).tolist()))
    one, other = (
        decoder.decode(weights, 5, tmp_path, lambda more: None)
        for weights in (decoder.start, turned)
    )
    assert list(one.texts) == list(other.texts)
