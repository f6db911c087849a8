"""How the shipped counts do on nouns whose splits a reader would agree on."""

import pytest

from tesla_metrics.text.compounds import CompoundSplitter, load_shipped_splitter

# Linking letters stand after a plus sign.
COMPOUNDS = """
Regen Schirm, Hand Schuh, Haus Tür, Wein Glas, Bier Garten, Apfel Baum, Zahn Arzt, Kinder Garten,
Sonne+n Schein, Sonne+n Blume, Straße+n Bahn, Auto Bahn, Bahn Hof, Regierung+s Chef,
Bund+es Kanzler, Bund+es Regierung, Bund+es Rat, Wirtschaft+s Minister, Verteidigung+s Minister,
Außen Minister, Minister Präsident, Partei Chef, Partei Tag, Wahl Kampf, Wahl Ergebnis,
Arbeit+s Platz, Arbeit+s Markt, Arbeit+s Zeit, Leben+s Mittel, Geburt+s Tag, Geburt+s Ort,
Liebe+s Brief, Tag+es Zeitung, Jahr+es Zeit, Staat+s Präsident, Volk+s Fest, Krieg+s Gefangener,
Frieden+s Vertrag, Sicherheit+s Rat, Gesundheit+s Minister, Universität+s Klinik,
Entwicklung+s Hilfe, Versicherung+s Vertrag, Zeitung+s Artikel, Wohnung+s Bau, Energie Politik,
Klima Wandel, Umwelt Schutz, Atom Kraft Werk, Finanz Krise, Bank Konto, Geld Schein,
Steuer Zahler, Aktien Markt, Börse+n Gang, Kredit Karte, Fach Hoch Schule, Computer Spiel,
Internet Seite, Daten Schutz, Daten Bank, Telefon Nummer, Fuß Ball Spieler, Tor Wart,
Welt Meister, Sport Verein, Schwimm Bad, Musik Lehrer, Film Festival, Theater Stück, Bücher Regal,
Wörter Buch, Lehr Buch, Schlaf Zimmer, Wohn Zimmer, Küche+n Tisch, Kranken Haus,
Kranken Schwester, Haut Farbe, Kopf Schmerzen, Herz Infarkt, Hund+e Hütte, Pferd+e Stall,
Katze+n Futter, Winter Reifen, Sommer Ferien, Nord See, Haupt Stadt, Groß Stadt, Alt Stadt,
Stadt Rat, Land Wirtschaft, Wasser Fall, Feuer Wehr, Donau Dampf Schiff, Führer Schein,
Last Wagen, Flug Begleiter, Reise Büro, Eisen Bahn
"""

OTHERS = """
Freitag Sonntag Aktion Eltern Mutter Schwester Menschen Unternehmen Gesellschaft Wissenschaft
Freundschaft Mannschaft Landschaft Entwicklung Entscheidung Verwaltung Regierung Wohnung Zeitung
Meinung Bewegung Beziehung Erfahrung Erklärung Ergebnis Beispiel Problem Programm Organisation
Information Situation Position Produktion Revolution Generation Kommission Million Milliarde
Minister Präsident Politiker Direktor Professor Doktor Student Schüler Lehrer Arbeiter Computer
Internet Telefon Artikel Interesse Geschichte Gemeinde Verein Sekunde Minuten Element Dokument
Parlament Instrument Moment Universität Qualität Realität Freiheit Sicherheit Möglichkeit
Öffentlichkeit Krankheit Gesundheit Mädchen Märchen Brötchen Theater Künstler Musiker Familie
Material Kapital General Hospital Journalist Tourist Polizist Kandidat Demokratie Republik
Kontrolle Adresse Klasse Terrasse Monitor Reaktor Portion Restaurant Karriere Religion
"""


@pytest.fixture(scope="module")
def german() -> CompoundSplitter:
    splitter = load_shipped_splitter("de")
    assert splitter is not None
    return splitter


def test_nine_in_ten_compounds_are_split_right(german: CompoundSplitter) -> None:
    compounds = [compound.split() for compound in COMPOUNDS.split(",")]
    wrong = [parts for parts in compounds if german.split(joined(parts)) != bare(parts)]
    assert len(wrong) <= len(compounds) // 10, wrong


def test_nineteen_in_twenty_other_nouns_are_left_whole(german: CompoundSplitter) -> None:
    nouns = OTHERS.split()
    split = [noun for noun in nouns if german.split(noun) != (noun,)]
    assert len(split) <= len(nouns) // 20, split


def bare(parts: list[str]) -> tuple[str, ...]:
    """Without linking letters."""
    return tuple(part.partition("+")[0] for part in parts)


def joined(parts: list[str]) -> str:
    """As one word, with them."""
    return "".join(parts).replace("+", "").capitalize()
