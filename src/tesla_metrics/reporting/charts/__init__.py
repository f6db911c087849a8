"""Charts of scores: describe them with the classes of `chart`, then call `write_charts`."""

from .chart import Bar, BarChart, Chart, Point, ScatterPlot
from .write import check_chart_path, write_charts

__all__ = ["Bar", "BarChart", "Chart", "Point", "ScatterPlot", "check_chart_path", "write_charts"]
