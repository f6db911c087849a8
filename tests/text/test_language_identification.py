"""Languages are identified by their script and their frequent words."""

from math import inf

import pytest

from tesla_metrics.text.language_identification import compare_languages, identify_language

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
