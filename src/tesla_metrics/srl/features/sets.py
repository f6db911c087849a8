"""Sets of features by the name that model files and commands have."""

from .own import OWN
from .paper import PAPER
from .stage import FeatureSet

FEATURE_SETS: dict[str, FeatureSet] = {one.name: one for one in (PAPER, OWN)}
