"""Part-of-speech taggers: trained, loaded, used."""

from .model import Tagger
from .training import train

__all__ = ["Tagger", "train"]
