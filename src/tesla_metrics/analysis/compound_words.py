"""What the splitter of German compounds knows beside counts: joints, short parts, barred words."""

from typing import NamedTuple


class Joint(NamedTuple):
    """Letters that fall away after a part, and which parts this is limited to."""

    drop: str
    shortest: int = 1
    only: frozenset[str] | None = None

    def follows(self, part: str) -> bool:
        """Whether it may stand after this part."""
        return len(part) >= self.shortest and (self.only is None or part in self.only)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The plural in -er stands in compounds of these. After other nouns -er makes another noun
# (Arbeit-er, Besuch-er), which must not be cut down. Where the vowel changes too (Häuser), the
# plural itself is the part and the lemmatiser finds the noun.
_PLURALS_IN_ER = _words(
    """
    bild brett feld geist geld glied gut kind kleid leib licht lied mitglied nest rind schild
    schwert vorbild weib
    """
)

# Regierung-s-chef, Tag-es-licht, Hund-e-hütte, Sonne-n-schein, Held-en-tat, Freundin-nen-kreis,
# Herz-ens-wunsch, Kind-er-wagen. A short word is too often found before -en (Eis-en-bahn).
JOINTS = (
    *map(Joint, ("", "s", "es", "e")),
    *(Joint(drop, shortest=4) for drop in ("n", "en", "nen", "ens")),
    Joint("er", only=_PLURALS_IN_ER),
)

# What a part may lose at a joint instead, and how much of it must be left: Schul(e)-hof.
LOST = "e"
SHORTEST_REST = 3

# Strings of three letters abound inside longer words, so only these words, which compounds are
# made of and whose letters seldom end other words, count as parts.
SHORT_PARTS = _words(
    """
    aal abt alt amt arm art ast axt bad bar bau bus cup dom ehe eid eis erz fan fee fuß gas gut
    hof hut job kai kur kuh lob lok maß mut neu not ohr ort ost pol pop rad rat reh rot ruf see
    süd tag tal tat tee tod ton tor tür typ uhr uni wal web weg wut zoo zug
    """
)

_FUNCTION_WORDS = _words(
    """
    aber alle allem allen aller alles also andere anderen anderer auch beide beiden beim bevor bist
    damit dann dass dein deine dem denen denn deren dessen diese diesem diesen dieser dieses doch
    dort durch eben eine einem einen einer eines erst euch euer euren falls gegen habe haben halt
    hatte heran herein heute hier hinein hinter ihnen ihre ihrem ihren ihrer immer jede jedem jeden
    jeder jedes jene jenen jener jetzt kann kein keine mehr mein meine mich mindestens nach neben
    nein nicht nichts noch oben oder ohne rück samt schon sehr sein seine seinem seinen seiner seit
    sich sind sonst soweit sowie trotz über unser unsere unten unter viel viele vom vorn
    wann warum weder weil welche welcher wenn wenig werden wessen wider wied wieder wird wohin
    würde zum zur zurück zusamm zusammen zwischen
    """
)

# Infinitives end nouns that are no compounds (Unter-nehmen, Gut-achten); those that are nouns in
# their own right (Leben, Essen, Treffen) are not here.
_INFINITIVES = _words(
    """
    achten ändern arten bringen bleiben dingen enden engen fallen fühlen führen geben gehen haften
    halten hangen heben holen kommen lassen laufen legen leiten liegen losen machen nahmen nehmen
    nennen ragen sagen sehen setzen stehen stellen tragen treten tun weisen wenden werfen ziehen
    """
)

# Endings, beginnings and chance strings that tables of counts hold as words.
_FRAGMENTS = _words(
    """
    alien aliens amen aria arien chen cher dern diens eile eilen elle ellen ente enten erle erna
    erne esch esse fake fort fresse gegend gerung haber heit ieren inge ingen inger innen ionen isch
    ismen ismus isten ität keit lache lein leite lern lich ling linge lings lose lung massa moni
    mont nehm nichte nisse nomen para ping quad richte rings rinnen rise rita rune runen sani
    sauf schaft schafte schaften schafter schafts scher schere schiefe sion sole sonde sten sure
    tern tion tionen tums ungen uren verdi volle vorsitz zeug zeuge zeugen zeugs ären
    """
)

NEVER_PARTS = _FUNCTION_WORDS | _INFINITIVES | _FRAGMENTS

# Frequent words that only look like compounds of their parts, or no longer mean what these say.
WHOLE = _words(
    """
    freitag freitags freitage sonntag sonntags sonntage donnerstag donnerstags donnerstage
    mannheim neurose neurosen
    """
)
