"""Colours by role. Data are in the hues of Okabe and Ito, which colour-blind readers tell apart."""

from typing import Literal, get_args

Ink = Literal["paper", "text", "muted", "axis", "grid", "dot", "fit", "bar"]
INKS: tuple[Ink, ...] = get_args(Ink)

LIGHT: dict[Ink, str] = {
    "paper": "#ffffff",
    "text": "#1c1e21",
    "muted": "#5c626b",
    "axis": "#7d848e",
    "grid": "#e7e9ec",
    "dot": "#0072b2",
    "fit": "#d55e00",
    "bar": "#56b4e9",
}
# Whiskers are in the colour of text: bars are pale on white and deep on black.
DARK: dict[Ink, str] = {
    "paper": "#15181c",
    "text": "#e8eaed",
    "muted": "#a4abb5",
    "axis": "#757d88",
    "grid": "#2c3138",
    "dot": "#56b4e9",
    "fit": "#e69f00",
    "bar": "#0072b2",
}
