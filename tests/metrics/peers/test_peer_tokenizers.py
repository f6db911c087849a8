"""BLEU's tokenisers: by language, the same on every machine, and nothing is fetched."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest
from app.cli.running import refused, run, score, write
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.tokenizers import tokenizer_ja_mecab, tokenizer_ko_mecab, tokenizer_spm

from tesla_metrics import Bleu, ResourceError

# Next to the same, in languages without spaces between words.
PAIRS = {
    "th": ("เรือออกจากท่าตอนเก้าโมงเช้า", "เรือออกจากท่าตอนเก้าโมงตรง"),
    "lo": ("ເຮືອອອກຈາກທ່າຕອນເກົ້າໂມງເຊົ້າ", "ເຮືອອອກຈາກທ່າຕອນເກົ້າໂມງ"),
    "km": ("នាវាចេញពីកំពង់ផែនៅម៉ោងប្រាំបួនព្រឹក", "នាវាចេញពីកំពង់ផែនៅម៉ោងប្រាំបួន"),
    "my": ("သင်္ဘောသည်နံနက်ကိုးနာရီတွင်ထွက်သည်", "သင်္ဘောသည်ကိုးနာရီတွင်ထွက်သည်"),
}


@pytest.mark.parametrize("lang", PAIRS)
def test_languages_without_spaces_are_cut_into_characters(lang: str) -> None:
    hypothesis, reference = PAIRS[lang]
    score = Bleu(lang=lang).score([hypothesis], [reference])
    assert score.score > 50
    assert score.score == BLEU(tokenize="char").corpus_score([hypothesis], [[reference]]).score
    facts = dict(score.signature.fields)
    assert (facts["tok"], facts["deviation"]) == ("char", f"char-for-{lang}")
    asked = Bleu(lang=lang, tokenize="char").score([hypothesis], [reference])
    assert "deviation" not in dict(asked.signature.fields)
    assert asked.score == score.score


def test_others_are_as_sacrebleu_has_them() -> None:
    for lang, name in {"en": "13a", "ru": "13a", "zh-TW": "zh", "": "13a"}.items():
        facts = dict(Bleu(lang=lang).signature(1).fields)
        assert facts["tok"] == name
        assert "deviation" not in facts


@pytest.mark.parametrize(
    ("lang", "module"), [("ja", tokenizer_ja_mecab), ("ko", tokenizer_ko_mecab)]
)
def test_without_mecab(
    tmp_path: Path, lang: str, module: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MeCab", None)
    path = write(tmp_path / "a", ["船は九時に出る"])
    usual = ("score", path, "-r", path, "-l", lang, "-m", "bleu")
    install = f"pip install 'sacrebleu[{lang}]'"
    refused(run(*usual), 4, f"{lang}-mecab", install, "tokenize='char' (--tokenize char)")
    refused(run(*usual, "--tokenize", f"{lang}-mecab"), 4, install)
    (record,) = score(*usual[1:], "--tokenize", "char")
    assert record["score"] == pytest.approx(100)
    assert "|tok:char|" in record["signature"]


@pytest.mark.parametrize("lang", ["ja", "ko"])
def test_with_mecab(lang: str) -> None:
    pytest.importorskip({"ja": "MeCab", "ko": "mecab_ko"}[lang])
    texts = {"ja": "船は九時に港を出る", "ko": "배는 아홉 시에 항구를 떠난다"}[lang]
    own = BLEU(trg_lang=lang)
    assert (
        own.corpus_score([texts], [[texts]]).score == Bleu(lang=lang).score([texts], [texts]).score
    )
    assert own.get_signature().format() in str(Bleu(lang=lang).signature(1))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of sacreBLEU's, from which nobody may download."""

    def download(*_: object) -> NoReturn:
        raise AssertionError("nothing is fetched")

    monkeypatch.setattr(tokenizer_spm, "download_file", download)
    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(tmp_path))
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path))
    return tmp_path


class Pieces:
    """Stands for sentencepiece: two letters a piece."""

    def Load(self, path: str) -> None:  # noqa: N802
        if not Path(path).read_bytes():
            raise RuntimeError("no model")

    def EncodeAsPieces(self, line: str) -> list[str]:  # noqa: N802
        return [line[i : i + 2] for i in range(0, len(line), 2)]


MODELS = {
    "spm": "sacrebleu_tokenizer_spm.model",
    "flores101": "sacrebleu_tokenizer_spm.model",
    "flores200": "flores200sacrebleuspm",
}


@pytest.mark.parametrize("name", MODELS)
def test_models_that_are_not_in_the_cache(cache: Path, name: str) -> None:
    path = write(cache / "a", ["rain"])
    result = run("score", path, "-r", path, "-l", "en", "-m", "bleu", "--tokenize", name)
    refused(result, 4, name, "https://", str(cache / "models" / MODELS[name]))


@pytest.mark.parametrize("name", MODELS)
def test_models_in_the_cache(
    cache: Path, name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (cache / "models").mkdir()
    model = cache / "models" / MODELS[name]
    model.write_bytes(b"pieces")
    monkeypatch.setitem(sys.modules, "sentencepiece", None)
    with pytest.raises(ResourceError, match="pip install sentencepiece"):
        Bleu(tokenize=name).signature(1)
    own = SimpleNamespace(SentencePieceProcessor=Pieces)
    monkeypatch.setitem(sys.modules, "sentencepiece", own)
    found = Bleu(tokenize=name).score(["rain fell here"], ["rain fell there"])
    assert 0 < found.score < 100
    signature = "flores101" if name == "spm" else name
    assert f"|tok:{signature}|" in str(found.signature)
    assert not caplog.records
    model.write_bytes(b"")
    with pytest.raises(ResourceError, match="is damaged, download it again"):
        Bleu(tokenize=name).signature(1)


def test_a_tokeniser_of_a_later_sacrebleu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BLEU, "TOKENIZERS", {"13a": ""}.keys())
    with pytest.raises(ResourceError, match="upgrade sacrebleu"):
        Bleu(tokenize="spBLEU-1K").signature(1)
