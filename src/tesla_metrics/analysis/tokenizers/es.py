"""Spanish, as in UD Spanish GSD."""

from .rules import Rules, listed
from .spanish_verbs import verb_clitics

RULES = Rules(
    lang="es",
    contractions={"del": ("de", "el"), "al": ("a", "el")},
    abbreviations=listed(
        "sr sra srta sres dr dra d dña prof ing lic arq gral st sto sta etc av avda núm no nº pág "
        "págs vol vols ed eds cap fig art ee.uu ee uu jr bros inc ltd cía aprox máx mín tel ud uds "
        "vd vds v vs f n p pp a c"
    ),
    clitics=verb_clitics,
)
