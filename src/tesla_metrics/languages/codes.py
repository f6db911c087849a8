"""Codes of languages: which there are, and the one of several that is used here."""

from ..errors import UsageError
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
# Languages without a two-letter code that MT test sets have; `und` is any other language.
_THREE_LETTERS = frozenset(
    """ace ast awa ban bem bho bjn bug ceb ckb crh din dsb dyu enm fil fon fur fuv grc gsw hbs hil
    hne hsb ilo kab kac kam kas kea khk kmb kmr lij lmo ltg lua luo lus lzh mag mai min mni mos
    nan nds
    nus pag pap pcm prs quy sat scn shn sme smn szl tpi tum tzm umb und vec war wuu yue""".split()
)
_CODES = _TWO_LETTERS | _THREE_LETTERS
# ISO 639-2 and 639-3 codes, for those who type them.
_ALIASES = dict(
    pair.split(":")
    for pair in """ara:ar bul:bg cat:ca ces:cs chi:zh cmn:zh cze:cs dan:da deu:de dut:nl ell:el
    eng:en est:et fas:fa fin:fi fra:fr fre:fr ger:de gle:ga glg:gl gre:el heb:he hin:hi hrv:hr
    hun:hu hye:hy ind:id isl:is ita:it jpn:ja kat:ka kor:ko lat:la lav:lv lit:lt mkd:mk msa:ms
    nld:nl nob:nb nor:no per:fa pol:pl por:pt ron:ro rum:ro rus:ru slk:sk slo:sk slv:sl spa:es
    sqi:sq srp:sr swa:sw swe:sv tam:ta tha:th tgl:tl tur:tr ukr:uk urd:ur vie:vi zho:zh""".split()
)


def parse_language(code: str) -> str:
    """The language of a code such as `en`, `pt-BR` or `zh_Hans`, without region and script."""
    primary = str(code).replace("_", "-").split("-")[0].lower()
    primary = _ALIASES.get(primary, primary)
    if primary not in _CODES and not is_registered(primary):
        raise UsageError(
            f"unknown language {code!r}: give an ISO 639 code such as en, de or zh "
            "('tesla languages' shows what each has), or 'und' for a language without one"
        )
    return primary
