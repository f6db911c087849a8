"""Part-of-speech tagging. To train a tagger, use the module `training`."""

from .tagger import Tagger

__all__ = ["Tagger"]
