"""Codes of languages: which there are, and the one of several that is used here."""

from ..errors import UsageError
from .english_names import language_name
from .regions import REGIONS, at_home, region_name, spoken_in
from .registry import is_registered

# ISO 639-1.
_TWO_LETTERS = frozenset(
    """aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy
    hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg
    li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or
    os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta
    te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu""".split()
)
UNDETERMINED = "und"
# Languages without a two-letter code that MT test sets have; `und` is any other language.
_THREE_LETTERS = frozenset(
    """ace ast awa ban bem bho bjn bug ceb ckb crh din dsb dyu enm fil fon fur fuv grc gsw hbs hil
    hne hsb ilo kab kac kam kas kea khk kmb kmr lij lmo ltg lua luo lus lzh mag mai min mni mos
    nan nds
    nus pag pap pcm prs quy sat scn shn sme smn szl tpi tum tzm umb und vec war wuu yue""".split()
)
_CODES = _TWO_LETTERS | _THREE_LETTERS
# ISO 639-2 and 639-3 codes, for those who type them and for FLORES, where a language such as Arabic
# stands for its standard variety.
_ALIASES = dict(
    pair.split(":")
    for pair in """aar:aa abk:ab afr:af aka:ak als:sq amh:am ara:ar arb:ar arg:an asm:as ava:av
    aym:ay ayr:ay aze:az azj:az bak:ba bam:bm baq:eu bel:be ben:bn bis:bi bod:bo bos:bs bre:br
    bul:bg bur:my cat:ca ces:cs cha:ch che:ce chi:zh chv:cv cmn:zh cor:kw cos:co cre:cr cym:cy
    cze:cs dan:da deu:de div:dv dut:nl dzo:dz ell:el eng:en epo:eo est:et eus:eu ewe:ee fao:fo
    fas:fa fij:fj fin:fi fra:fr fre:fr fry:fy ful:ff gaz:om geo:ka ger:de gla:gd gle:ga glg:gl
    glv:gv gre:el grn:gn guj:gu hat:ht hau:ha heb:he her:hz hin:hi hrv:hr hun:hu hye:hy ibo:ig
    ice:is iii:ii iku:iu ina:ia ind:id ipk:ik isl:is ita:it jav:jv jpn:ja kal:kl kan:kn kat:ka
    kau:kr kaz:kk khm:km kik:ki kin:rw kir:ky kom:kv kon:kg kor:ko kur:ku lao:lo lat:la lav:lv
    lim:li lin:ln lit:lt ltz:lb lug:lg lvs:lv mac:mk mah:mh mal:ml mao:mi mar:mr may:ms mkd:mk
    mlg:mg mlt:mt mon:mn mri:mi msa:ms mya:my nav:nv nde:nd nep:ne nld:nl nno:nn nob:nb nor:no
    npi:ne nya:ny oci:oc oji:oj ori:or orm:om ory:or oss:os pan:pa pbt:ps per:fa pes:fa plt:mg
    pol:pl por:pt pus:ps que:qu roh:rm ron:ro rum:ro run:rn rus:ru sag:sg san:sa sin:si slk:sk
    slo:sk slv:sl smo:sm sna:sn snd:sd som:so sot:st spa:es sqi:sq srd:sc srp:sr ssw:ss sun:su
    swa:sw swe:sv swh:sw tah:ty tam:ta tat:tt tel:te tgk:tg tgl:tl tha:th tib:bo tir:ti ton:to
    tsn:tn tso:ts tuk:tk tur:tr twi:tw uig:ug ukr:uk urd:ur uzb:uz uzn:uz ven:ve vie:vi wel:cy
    wln:wa wol:wo xho:xh ydd:yi yid:yi yor:yo zha:za zho:zh zsm:ms zul:zu""".split()
)
# ISO 15924: scripts that need no capital to be known.
_SCRIPTS = frozenset(
    """adlm arab armn aran beng bopo cans cher cyrl deva ethi geor goth grek gujr guru hang hani
    hans hant hebr hira java jpan kana khmr knda kore laoo latn lana limb mlym mong mtei mymr
    nkoo olck orya osma rohg sinh sund syrc tale talu taml telu tfng thaa thai tibt vaii
    yiii""".split()
)


def parse_language(code: str) -> str:
    """The language of a code such as `en`, `pt-BR` or `zh_Hans`, without region and script.

    A pair such as `de-en` is a translation, and its target counts. In small letters a region can
    look like a language: where both can be meant (`pt-br`), it is refused.
    """
    if is_registered(str(code)):
        return str(code)
    first, *rest = _parts(code)
    language = _known(first)
    if language is None:
        raise _unknown(code)
    pair = region = False
    for part in rest:
        target = _known(part)
        placed = _is_region(part)
        if _is_script(part) or _is_year(part):
            continue
        if placed and not region and (part.isupper() or target is None):
            if part.islower() and spoken_in(part) not in (None, language):
                raise _misspelt(code, language, part)
            region = True
        elif target is None or part.isdigit():
            raise _unknown(code)
        elif target != language:
            if placed and not region and at_home(language, part.lower()):
                raise _ambiguous(code, language, part.lower())
            if pair:
                raise _unknown(code)
            language, pair, region = target, True, False
    return language


def parse_tag(tag: str) -> str:
    """The language of a tag in a file (TMX, a header), where case means nothing and is no pair."""
    language = _known(_parts(tag)[0])
    if language is None:
        raise _unknown(tag)
    return language


def is_code(language: str) -> bool:
    """Whether it is a code of ours, and not one that a user has registered."""
    return language in _CODES and not is_registered(language)


def _parts(code: str) -> list[str]:
    text = str(code).replace("_", "-")
    # Where all is in capitals they tell nothing: EN-DE is no English of Germany.
    return (text.lower() if text.isupper() else text).split("-")


def _known(part: str) -> str | None:
    part = part.lower()
    part = _ALIASES.get(part, part)
    return part if part in _CODES or is_registered(part) else None


def _is_region(part: str) -> bool:
    return part.upper() in REGIONS or (len(part) == 3 and part.isdecimal())


def _is_script(part: str) -> bool:
    return part.lower() in _SCRIPTS or (len(part) == 4 and part.isalpha() and part.istitle())


def _is_year(part: str) -> bool:
    """A spelling reform, as in de-CH-1901."""
    return len(part) == 4 and part.isdecimal()


def _unknown(code: str) -> UsageError:
    spoken = spoken_in(str(code).lower())
    if spoken is not None:
        return UsageError(f"unknown language {code!r}, which is a region: did you mean {spoken}?")
    return UsageError(
        f"unknown language {code!r}: give an ISO 639 code such as en, de or zh "
        "('tesla languages' shows what each has), or 'und' for a language without one"
    )


def _misspelt(code: str, language: str, part: str) -> UsageError:
    spoken = str(spoken_in(part))
    return UsageError(
        f"{code!r}: {part!r} is a region, where {language_name(spoken)} is spoken: give "
        f"{language}-{spoken} for a translation, or {language}-{part.upper()} for the region"
    )


def _ambiguous(code: str, language: str, part: str) -> UsageError:
    name = language_name(language)
    return UsageError(
        f"{code!r} can be {name} of {region_name(part)} or {name} to {language_name(part)}: "
        f"give {language}-{part.upper()} or {part}"
    )
