"""A tiny English-French bitext of greetings, written for these tests."""

from pathlib import Path

PEOPLE = [("sir", "monsieur"), ("madam", "madame"), ("doctor", "docteur"), ("captain", "capitaine")]
PAIRS = [
    *((f"Good morning, {one}.", f"Bonjour, {other}.") for one, other in PEOPLE),
    *((f"Hello, {one}!", f"Bonjour, {other} !") for one, other in PEOPLE),
    *((f"Goodbye, {one}!", f"Adieu, {other} !") for one, other in PEOPLE),
    ("Good morning!", "Bonjour !"),
    ("Hello.", "Bonjour."),
    ("The doctor reads.", "Le docteur lit."),
    ("The captain sleeps.", "Le capitaine dort."),
]


def write_bitext(path: Path, header: str = "en\tfr\n") -> Path:
    path.write_text(header + "".join(f"{one}\t{other}\n" for one, other in PAIRS), "utf-8")
    return path
