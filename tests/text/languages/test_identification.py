"""Languages are identified by their script and their frequent words."""

from dataclasses import replace
from math import inf
from pathlib import Path
from unicodedata import normalize

import pytest

from tesla_metrics.errors import ResourceError
from tesla_metrics.files.resource import read_resource, write_resource
from tesla_metrics.text.languages.identification import (
    LANGUAGES_WITH_FEW_WORDS,
    compare_languages,
    identify_language,
)
from tesla_metrics.text.languages.profiles import KIND, TABLE_PATH, VERSION, load_profiles

SENTENCES = {
    "en": """The children were playing in the garden when it started to rain, so they ran back.
        Nobody knows where he has been all the time, but he must have been very far away.
        If you want to go there with us, you should tell me before the end of the week.""",
    "de": """Die Kinder spielten im Garten, als es zu regnen begann, und sie liefen nach Hause.
        Niemand weiß, wo er die ganze Zeit gewesen ist, aber er muss sehr weit weg gewesen sein.
        Wenn du mit uns dorthin gehen willst, solltest du es mir vor dem Ende der Woche sagen.""",
    "fr": """Les enfants jouaient dans le jardin quand il a commencé à pleuvoir et ils sont rentrés.
        Personne ne sait où il a été pendant tout ce temps, mais il devait être très loin.
        Si vous voulez y aller avec nous, vous devez me le dire avant la fin de la semaine.""",
    "es": """Los niños jugaban en el jardín cuando empezó a llover y por eso volvieron a la casa.
        Nadie sabe dónde ha estado todo este tiempo, pero debe de haber estado muy lejos.
        Si quieres ir allí con nosotros, tienes que decirme algo antes del fin de la semana.""",
    "cs": """Děti si hrály na zahradě, když začalo pršet, a tak se všechny vrátily zpátky do domu.
        Nikdo neví, kde byl celou tu dobu, ale musel být někde velmi daleko od nás.
        Jestli tam chcete jít s námi, měl byste mi to říct ještě před koncem týdne.""",
    "sk": """Deti sa hrali v záhrade, keď začalo pršať, a tak sa všetky vrátili späť do svojho domu.
        Nikto nevie, kde bol celý ten čas, ale musel byť niekde veľmi ďaleko od nás.
        Ak tam chcete ísť s nami, mali by ste mi to povedať ešte pred koncom týždňa.""",
    "ru": """Дети играли в саду, когда начался дождь, и поэтому они все вернулись обратно в дом.
        Никто не знает, где он был всё это время, но он, должно быть, был очень далеко.
        Если ты хочешь пойти туда с нами, ты должен сказать мне об этом до конца недели.""",
    "uk": """Діти гралися в саду, коли почався дощ, і тому вони всі повернулися назад до хати.
        Ніхто не знає, де він був увесь цей час, але він мав бути дуже далеко від нас.
        Якщо ти хочеш піти туди з нами, ти маєш сказати мені про це до кінця тижня.""",
    "bg": """Децата играеха в градината, когато започна да вали, и затова те се върнаха в къщата.
        Никой не знае къде е бил през цялото време, но трябва да е бил много далеч от нас.
        Ако искаш да отидеш там с нас, трябва да ми кажеш това преди края на седмицата.""",
    "zh": """孩子们正在花园里玩耍，突然下起了雨，于是他们都跑回家里去了。
        没有人知道他这段时间去了哪里，但他一定去了很远的地方。
        如果你想和我们一起去，你应该在周末之前告诉我。""",
    "ja": """子どもたちは庭で遊んでいましたが、雨が降ってきたので、みんな家に帰りました。
        彼がその間ずっとどこにいたのか誰も知りませんが、とても遠くにいたはずです。
        私たちと一緒に行きたいなら、週末までに教えてください。""",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_a_sentence_is_identified(language: str) -> None:
    guess = identify_language(SENTENCES[language].splitlines())
    assert guess is not None
    assert guess.language == language
    assert guess.margin > 0


def test_a_script_of_one_language_decides() -> None:
    guess = identify_language(["Τα παιδιά έπαιζαν στον κήπο όταν άρχισε να βρέχει."])
    assert guess is not None
    assert (guess.language, guess.margin) == ("el", inf)


@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize("declared", ["en", "de", "ru", "zh"])
def test_certainly_another_language(language: str, declared: str) -> None:
    comparison = compare_languages(SENTENCES[language].splitlines(), declared)
    assert comparison is not None
    assert comparison.is_other == (language != declared)


CLOSE_PAIRS = {
    "da": "Jeg ved ikke, hvad der er sket med mig, men vi kan nok ikke gøre noget ved det nu.",
    "nb": "Jeg vet ikke hva som har skjedd med meg, men vi kan nok ikke gjøre noe med det nå.",
    "hr": "Nitko ne zna gdje je bio cijelo to vrijeme, ali morao je biti negdje jako daleko.",
    "id": "Tidak ada yang tahu di mana dia berada selama ini, tetapi dia pasti sangat jauh.",
    "ms": "Tiada siapa yang tahu di mana dia berada selama ini, tetapi dia mesti sangat jauh.",
    "gl": "Ninguén sabe onde estivo todo este tempo, pero debeu de estar moi lonxe de nós.",
    "pt": "Ninguém sabe onde ele esteve todo este tempo, mas deve ter estado muito longe daqui.",
    "tl": "Walang nakakaalam kung nasaan siya sa lahat ng oras na ito, ngunit siya ay malayo.",
}


@pytest.mark.parametrize(
    ("language", "declared"),
    [
        ("da", "nb"),
        ("nb", "da"),
        ("nb", "no"),
        ("hr", "sr"),
        ("hr", "bs"),
        ("id", "ms"),
        ("ms", "id"),
        ("gl", "es"),
        ("gl", "pt"),
        ("pt", "gl"),
        ("tl", "fil"),
    ],
)
def test_similar_languages_are_not_called_wrong(language: str, declared: str) -> None:
    comparison = compare_languages([CLOSE_PAIRS[language]] * 5, declared)
    assert comparison is None or not comparison.is_other


def test_serbian_is_written_in_two_scripts() -> None:
    lines = [
        "Нико не зна где је био све то време, али мора да је био веома далеко од нас.",
        "Ако желиш да идеш тамо са нама, треба да ми кажеш то пре краја недеље.",
        "Деца су се играла у башти када је почела киша, па су се сви вратили кући.",
    ]
    guess = identify_language(lines)
    assert guess is not None
    assert guess.language == "sh"
    for declared in ("sr", "bs", "sh"):
        comparison = compare_languages(lines, declared)
        assert comparison is not None
        assert not comparison.is_other
    comparison = compare_languages(lines, "ru")
    assert comparison is not None
    assert comparison.is_other


NO_EVIDENCE = {
    "nothing": [],
    "blank": ["", " ", "\t"],
    "numbers": [f"{number}.{number * 7}" for number in range(100)],
    "one word": ["Yes", "OK", "no"],
    "names": ["Juan de la Cruz", "María del Carmen", "Ludwig van Beethoven", "Leonardo da Vinci"]
    * 20,
    "commands": [
        "for (auto line : lines) {",
        "return not self.done and value in table[key];",
        "if (value == other) return the_other_value();",
        "def get(self, a_name: str, the_value: int) -> None:",
        "git commit -m message && git push origin/main",
        "#include <with/this.h>",
    ]
    * 20,
    "codes": [f"c {number}" for number in range(20)] + ["a b d", "d e f", "la la la"],
    "addresses": ["https://www.example.org/all/about/this", "who@example.org", "a/b/c/the.txt"],
    "products": ["Microsoft Windows Server", "Samsung Galaxy", "Coca-Cola Zero"] * 10,
}


@pytest.mark.parametrize("lines", NO_EVIDENCE.values(), ids=NO_EVIDENCE)
@pytest.mark.parametrize("declared", ["de", "en", "es", "ru", "zh", "ja"])
def test_without_evidence_no_language_is_wrong(lines: list[str], declared: str) -> None:
    comparison = compare_languages(lines, declared)
    assert comparison is None or not comparison.is_other


def test_foreign_names_and_quotes_are_not_another_language() -> None:
    lines = [
        "请在 Microsoft Windows Server 上安装 LibreOffice Writer 和 Google Chrome。",
        "他最喜欢的歌是 Let It Be 和 All You Need Is Love。",
        "点击 File 菜单中的 Open，然后选择 Save As。",
    ]
    comparison = compare_languages(lines, "zh")
    assert comparison is None or not comparison.is_other
    lines = [
        "Er sagte: „That is not what I wanted to do with it“, und ging dann wieder nach Hause.",
        "Das Lied heißt „All you need is love“, und wir haben es gestern Abend noch gehört.",
    ]
    comparison = compare_languages(lines, "de")
    assert comparison is not None
    assert not comparison.is_other


def test_mixed_text_is_not_another_language() -> None:
    lines = SENTENCES["de"].splitlines() + SENTENCES["en"].splitlines()
    for declared in ("de", "en"):
        comparison = compare_languages(lines, declared)
        assert comparison is None or not comparison.is_other


def test_traditional_characters_are_chinese() -> None:
    lines = ["孩子們正在花園裡玩耍，突然下起了雨，於是他們都跑回家裡去了。"] * 3
    for declared in ("zh", "yue", "lzh"):
        comparison = compare_languages(lines, declared)
        assert comparison is not None
        assert not comparison.is_other


def test_a_declared_language_without_a_profile_is_not_judged() -> None:
    lines = SENTENCES["en"].splitlines()
    assert compare_languages(lines, "pcm") is None
    comparison = compare_languages(lines, "am")  # another script
    assert comparison is not None
    assert comparison.is_other


def test_upper_case_text_is_identified() -> None:
    guess = identify_language(SENTENCES["en"].upper().splitlines())
    assert guess is not None
    assert guess.language == "en"


def test_decomposed_characters_are_identified() -> None:
    guess = identify_language(normalize("NFD", SENTENCES["cs"]).splitlines())
    assert guess is not None
    assert guess.language == "cs"


def test_only_candidates_are_identified() -> None:
    lines = [CLOSE_PAIRS["hr"]] * 3
    guess = identify_language(lines, ["hr", "en"])
    assert guess is not None
    assert guess.language == "hr"
    guess = identify_language(lines, ["hr", "sr", "en"])
    assert guess is not None
    assert guess.language == "sh"
    assert identify_language(SENTENCES["zh"].splitlines(), ["en", "ja"]) is None


def test_lines_of_all_parts_are_read() -> None:
    german, english = SENTENCES["de"].splitlines(), SENTENCES["en"].splitlines()
    guess = identify_language(german * 200 + english * 3000)
    assert guess is not None
    assert guess.language == "en"


def test_the_table_has_many_languages() -> None:
    languages = {lang for profile in load_profiles().values() for lang in profile.languages}
    assert len(languages) >= 50
    assert TABLE_PATH.stat().st_size < 150_000


def test_languages_with_few_words_are_those_of_the_list() -> None:
    path = Path(__file__).parents[3] / "tools" / "frequent_words.txt"
    lines = path.read_text("utf-8").splitlines()
    languages = {line.partition(":")[0] for line in lines if not line.startswith("#")}
    assert languages == LANGUAGES_WITH_FEW_WORDS


def test_a_table_with_missing_levels_is_refused(tmp_path: Path) -> None:
    resource = read_resource(TABLE_PATH, KIND, VERSION)
    path = tmp_path / "short.profiles"
    write_resource(path, replace(resource, body=resource.body[:-1]))
    with pytest.raises(ResourceError, match="too few levels"):
        load_profiles(path)


@pytest.mark.data
def test_no_alarm_for_outputs_and_references(shared: Path) -> None:
    folder = shared / "mt"
    paths = [*folder.glob("*/*/ref.*.txt"), *folder.glob("*/*/systems/*.txt")]
    assert len(paths) > 200
    for path in paths:
        pair = path.parent if path.name.startswith("ref.") else path.parent.parent
        target = pair.name.partition("-")[2]
        lines = path.read_text("utf-8").splitlines()
        guess = identify_language(lines)
        assert guess is not None
        assert guess.language == target
        for part in (lines, lines[:2], lines[:10]):
            comparison = compare_languages(part, target)
            assert comparison is None or not comparison.is_other
