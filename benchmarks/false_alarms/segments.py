"""Segments of each domain, chosen at random."""

from dataclasses import replace
from random import Random

from phrases import Piece, Segment, languages, render, wording

TEAMS = tuple("Rovers Borussia Nordstern Atletico Dynamo Olimpia Sparta Aurora Vega Titan".split())
STREETS = ("Rosenweg", "Calle Luna", "Mill Lane", "Via Verde", "Rue du Port", "Park Avenue")
COMPANIES = tuple(
    "Nordwind Helvatec Lumora Brightfield Casa&Co Quantix Ostrava-Steel Fjordline Terranova "
    "Silverpeak Kobalt Marenco Vistula Altamira Zephyr Palmetto Greyhaven Ibex Solaris".split()
)
FORMS = ("GmbH", "Ltd.", "Inc.", "S.A.", "AG", "Group", "Labs", "Airlines", "Motors", "3000")
PEOPLE = ("Anna", "Marta", "Luca", "Igor", "Noah", "Emil", "Sofia", "Jonas", "Mila", "Hugo")
SURNAMES = ("Berger", "Novak", "Rossi", "Larsen", "Weber", "Moreau", "Costa", "Kowalski", "Lindt")
WORDS = ("summer", "news", "docs", "travel", "music", "help", "shop", "blog", "sport", "data")
ENTITY = 7  # the line of `doc` that mentions an HTML entity; it is rare
EMOJI = ("😀", "🎉", "🔥", "👀", "💪", "☀️", "👨‍👩‍👧", "🙈")


def piece(section: str, rng: Random, fills: tuple[tuple[str, str], ...] = ()) -> Piece:
    """A random line of a section."""
    count = len(languages()["en"].sections[section])
    numbers = (rng.randint(1, 99), rng.randint(1, 9))
    name, city = rng.randrange(10), rng.randrange(8)
    return Piece(section, rng.randrange(count), name, city, numbers, fills)


def clause(rng: Random, clauses: int | None = None) -> Piece:
    """A sentence of one or two clauses."""
    picks: list[int] = []
    for _ in range(clauses or rng.choice([1, 1, 2])):
        picks += [rng.randrange(12), rng.randrange(2), rng.randrange(10), rng.randrange(20)]
        picks += [rng.randrange(10), rng.randrange(10)]
    return Piece("clause", rng.randrange(3), picks=tuple(picks))


def literal(first: str, second: str = "") -> Piece:
    """Text that is the same in all languages, with a second wording."""
    return Piece("literal", 0, fills=(("first", first), ("second", second or first)))


def code(rng: Random) -> str:
    """A product's code."""
    letters = "".join(rng.choices("ABCDEGHKLMPRSTXZ", k=rng.randint(1, 3)))
    return f"{letters}{rng.choice(['-', '', ' '])}{rng.randint(10, 9999)}"


def general(rng: Random) -> Segment:
    """A sentence."""
    return Segment((clause(rng),))


def long(rng: Random) -> Segment:
    """A paragraph."""
    return Segment(tuple(clause(rng) for _ in range(rng.randint(4, 20))))


def lowered(rng: Random) -> Segment:
    """A sentence in lower case."""
    return Segment((clause(rng),), case="lower")


def capitals(rng: Random) -> Segment:
    """A headline in capitals."""
    return Segment((piece("news", rng),), case="upper")


def news(rng: Random) -> Segment:
    """A headline or a sentence."""
    return Segment((piece("news", rng) if rng.random() < 0.3 else clause(rng),))


def interface(rng: Random) -> Segment:
    """A label of a button or menu, at times with a shortcut."""
    after = rng.choice(["", "", "", "...", " (Ctrl+S)", " (F5)"])
    return Segment((piece("ui", rng),), after=after if rng.random() < 0.3 else "")


def subtitle(rng: Random) -> Segment:
    """One or two short sentences."""
    if rng.random() < 0.15:
        return Segment((clause(rng, 1),))
    return Segment(tuple(piece("sub", rng) for _ in range(rng.choice([1, 1, 2]))))


def ellipsis(rng: Random) -> Segment:
    """A line that breaks off or goes on."""
    dots = rng.choice(["...", "…"])
    if rng.random() < 0.5:
        return Segment((piece("sub", rng),), before=dots)
    return Segment((piece("sub", rng), literal(dots)))


def link(rng: Random) -> Segment:
    """A sentence with an address on the Web."""
    where = f"https://www.{rng.choice(WORDS)}.example/{rng.choice(WORDS)}?id={rng.randint(1, 9999)}"
    return Segment((clause(rng, 1), literal(where))) if rng.random() < 0.6 else general(rng)


def hashtag(rng: Random) -> Segment:
    """A post with tags, names and emoji."""
    tags = [f"#{rng.choice(WORDS)}{rng.randint(1, 30)}", f"@{rng.choice(PEOPLE).lower()}_x"]
    tail = " ".join([*rng.sample(tags, rng.randint(1, 2)), rng.choice(EMOJI)])
    first = piece("sub", rng) if rng.random() < 0.5 else clause(rng, 1)
    return Segment((first, literal(tail)))


def switching(rng: Random) -> Segment:
    """A sentence, often followed by one that everybody leaves in another language."""
    if rng.random() < 0.6:
        return general(rng)
    return Segment((clause(rng, 1), literal(f"({foreign(rng)})")))


def foreign(rng: Random) -> str:
    """A short sentence in another language."""
    language = languages()[rng.choice(["en", "fr", "de", "es", "pt", "ru"])]
    chosen = piece("sub", rng) if rng.random() < 0.6 else clause(rng, 1)
    return render(Segment((chosen,)), language, wording(0, ""))


def entity(rng: Random) -> Segment:
    """A name that is the same in all languages."""
    if rng.random() < 0.4:
        first, last = rng.choice(PEOPLE), rng.choice(SURNAMES)
        return Segment((literal(f"{first} {last}", f"{last}, {first}"),))
    company, form = rng.choice(COMPANIES), rng.choice(FORMS)
    return Segment((literal(f"{company} {form}", company),))


def entity_or_text(rng: Random) -> Segment:
    """A name, or a sentence."""
    return entity(rng) if rng.random() < 0.5 else news(rng)


def address(rng: Random) -> Segment:
    """A postal address."""
    street, number = rng.choice(STREETS), rng.randint(1, 199)
    person = f"{rng.choice(PEOPLE)} {rng.choice(SURNAMES)}"
    post = rng.randint(10000, 99999)
    town = rng.choice(["Neustadt", "Lund", "Porto", "Linz", "Bergen", "Verona", "York"])
    first = f"{person}, {street} {number}, {post} {town}"
    return Segment((literal(first, f"{person}, {number} {street}, {town} {post}"),))


def number(rng: Random) -> Segment:
    """A number, a date, a time, a price or a range."""
    big, small = rng.randint(1000, 99999), rng.randint(1, 28)
    month, year, cents = rng.randint(1, 12), rng.randint(1950, 2030), rng.randint(0, 99)
    forms = [
        (f"{big:,}.{cents:02}", f"{big}.{cents:02}"),
        (f"{small:02}.{month:02}.{year}", f"{small}.{month}.{year}"),
        (f"{year}-{month:02}-{small:02}", f"{year}/{month:02}/{small:02}"),
        (f"{small}:{cents % 60:02}", f"{small}.{cents % 60:02}"),
        (f"€ {big}", f"{big} €"),
        (f"{small}–{small + month} %", f"{small}-{small + month}%"),
        (f"{year}", f"{year}"),
    ]
    return Segment((literal(*rng.choice(forms)),))


def typographic(rng: Random) -> Segment:
    """A line with punctuation or numbers that are typeset in more than one way."""
    make = rng.choice([subtitle, subtitle, news, ellipsis, number, _quoted])
    return make(rng)


def _quoted(rng: Random) -> Segment:
    """A sentence in quotes."""
    return Segment((clause(rng, 1),), before="“", after="”")


def table(rng: Random) -> Segment:
    """A cell: a label, a label with a number, or a number."""
    kind = rng.random()
    if kind < 0.2:
        return Segment((piece("label", rng),))
    if kind < 0.6:
        return Segment((piece("label", rng), *number(rng).pieces))
    return number(rng)


def chat(rng: Random) -> Segment:
    """One or two messages."""
    return Segment(tuple(piece("chat", rng) for _ in range(rng.choice([1, 1, 1, 2]))))


def product(rng: Random) -> Segment:
    """A title of a product."""
    return Segment((piece("product", rng, (("code", code(rng)),)),))


def documentation(rng: Random) -> Segment:
    """Text for programmers, some of it about markup."""
    if rng.random() < 0.4:
        return general(rng)
    if rng.random() < 0.03:
        return Segment((Piece("doc", ENTITY),))
    chosen = piece("doc", rng, (("code", f"/opt/{rng.choice(WORDS)}/bin"),))
    return Segment((replace(chosen, index=chosen.index % ENTITY),))


def is_rare(segment: Segment) -> bool:
    """Whether a segment mentions an HTML entity."""
    return any(piece.section == "doc" and piece.index == ENTITY for piece in segment.pieces)


def legal(rng: Random) -> Segment:
    """A clause of a contract; some are always the same."""
    before = f"§ {rng.randint(1, 40)} " if rng.random() < 0.2 else ""
    return Segment((piece("legal", rng),), before=before)


def poem(rng: Random) -> Segment:
    """A line of a poem."""
    return Segment((piece("poem", rng),))


def recipe(rng: Random) -> Segment:
    """A step or an ingredient."""
    before = f"{rng.randint(1, 9)}. " if rng.random() < 0.3 else ""
    return Segment((piece("recipe", rng),), before=before)


def sport(rng: Random) -> Segment:
    """A result."""
    home, guest = rng.sample(TEAMS, 2)
    if rng.random() < 0.2:
        score = f"{rng.randint(0, 5)}:{rng.randint(0, 5)}"
        return Segment((literal(f"{home} – {guest} {score}", f"{home} - {guest} {score}"),))
    return Segment((piece("sport", rng, (("team", home), ("team2", guest))),))


def medicine(rng: Random) -> Segment:
    """A finding, with Latin terms."""
    return Segment((piece("med", rng),)) if rng.random() < 0.7 else general(rng)


def religion(rng: Random) -> Segment:
    """A verse, at times with its number."""
    before = f"{rng.randint(1, 30)} " if rng.random() < 0.3 else ""
    return Segment((piece("rel", rng),), before=before)


def quotation(rng: Random) -> Segment:
    """A sentence that quotes another language, or none."""
    if rng.random() < 0.4:
        return general(rng)
    return Segment((piece("quote", rng, (("foreign", foreign(rng)),)),))
