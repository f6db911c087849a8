"""Regions: their codes, and where a language is at home in one that is also a language's code."""

# ISO 3166-1, and what people write beside it: UK, the European Union, Kosovo.
REGIONS = frozenset(
    """AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR
    BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC
    EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK
    HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB
    LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
    NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU
    RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN
    TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW UK EU
    XK""".split()
)

# Languages and regions where they are at home or official and that are codes of languages as well:
# `pt-br` in small letters may be the Portuguese of Brazil, or a translation into Breton. English is
# official in many more (en-gu, en-mt, en-sl), where nobody means the region.
_AT_HOME = {
    language: frozenset(regions.split())
    for language, regions in (
        line.strip().split(": ")
        for line in """
        aa: et; af: na za; am: et; an: es; ar: ae dz kw lb mr om ps sa sd ss tn; ace: id; ast: es;
        av: ru; ay: bo; ba: ru; ban: id; bjn: id; bm: ml; br: fr; bs: ba; bug: id; ca: es; ce: ru;
        ch: gu; co: fr; cr: ca; cv: ru; de: be ch li lu; dsb: de; ee: tg; el: cy;
        en: ca ie ng sg za; es: ar bo co cr cu pa sv ve; et: ee; eu: es; fa: af;
        ff: gn ml ne ng sn; fr: be bi ca ch ga gn ht km lu mg ml ne rw sc sn tg; fur: it; fuv: ng;
        fy: nl; ga: ie; gl: es; gn: ar; gsw: ch; ha: ne ng; hr: ba; hsb: de; hy: am; ig: ng;
        it: ch sm; iu: ca; jv: id; kea: cv; khk: mn; kl: gl; kmr: tr; ko: kr; kr: ng; ku: tr;
        kv: ru; ky: kg; lb: lu; lg: ug; li: be nl; lij: it; lmo: it; lo: la; ltg: lv; min: id;
        ms: bn my sg; na: nr; nan: tw; nb: no; nds: de; nl: be sr; nn: no; nr: za; oc: es fr;
        oj: ca; om: et; os: ru; pcm: ng; prs: af; ps: af; pt: br cv st tl; qu: bo; rm: ch; rn: bi;
        ru: kg; sc: it; scn: it; se: fi no; sh: ba; sl: si; sm: as; sme: fi no se; so: et; sq: mk;
        sr: ba; ss: za; st: za; su: id; sv: fi se; sw: ug; szl: pl; ta: my sg; ti: et; tn: na za;
        tr: cy; ts: za; tt: ru; ve: za; vec: it; wa: be; wo: sn; xh: za; yo: ng; zh: sg tw; zu: za
        """.split(";")
    )
}
# Regions that people write for the language spoken there, though its code is another: `en-cz`.
_SPOKEN = dict(
    pair.split(":")
    for pair in """al:sq bd:bn by:be cn:zh cz:cs dk:da eg:ar ge:ka gr:el il:he iq:ar ir:fa jo:ar
    jp:ja kh:km kp:ko kz:kk lk:si mm:my np:ne qa:ar rs:sr sy:ar tj:tg tm:tk ua:uk vn:vi
    ye:ar""".split()
)
_NAMES = dict(
    line.strip().split(" ", 1)
    for line in """
    ae the Emirates; af Afghanistan; am Armenia; ar Argentina; as American Samoa; ba Bosnia;
    be Belgium; bi Burundi; bn Brunei; bo Bolivia; br Brazil; ca Canada; ch Switzerland;
    co Colombia; cr Costa Rica; cu Cuba; cv Cape Verde; cy Cyprus; de Germany; dz Algeria;
    ee Estonia; es Spain; et Ethiopia; fi Finland; fr France; ga Gabon; gl Greenland; gn Guinea;
    gu Guam; ht Haiti; id Indonesia; ie Ireland; it Italy; kg Kyrgyzstan; km the Comoros; kr Korea;
    kw Kuwait; la Laos; lb Lebanon; li Liechtenstein; lu Luxembourg; lv Latvia; mg Madagascar;
    mk North Macedonia; ml Mali; mn Mongolia; mr Mauritania; my Malaysia; na Namibia; ne Niger;
    ng Nigeria; nl the Netherlands; no Norway; nr Nauru; om Oman; pa Panama; pl Poland;
    ps Palestine; ru Russia; rw Rwanda; sa Saudi Arabia; sc the Seychelles; sd Sudan; se Sweden;
    sg Singapore; si Slovenia; sm San Marino; sn Senegal; sr Suriname; ss South Sudan; st São Tomé;
    sv El Salvador; tg Togo; tl Timor-Leste; tn Tunisia; tr Turkey; tw Taiwan; ug Uganda;
    ve Venezuela; za South Africa
    """.split(";")
)


def spoken_in(region: str) -> str | None:
    """The language that a region (in small letters) is taken for."""
    return _SPOKEN.get(region)


def at_home(language: str, region: str) -> bool:
    """Whether the language is spoken in this region (in small letters) as a matter of course."""
    return region in _AT_HOME.get(language, ())


def region_name(region: str) -> str:
    """In English, of those that `at_home` knows."""
    return _NAMES[region]
