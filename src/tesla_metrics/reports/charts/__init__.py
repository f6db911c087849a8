"""Charts of scores: say what to draw (`model`), then `write_charts`."""

from .model import Bar, Bars, Chart, Point, Scatter
from .write import check_path, write_charts

__all__ = ["Bar", "Bars", "Chart", "Point", "Scatter", "check_path", "write_charts"]
