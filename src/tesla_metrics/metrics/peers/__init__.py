"""Metrics to compare with on their own scales: those of sacreBLEU, and ROUGE."""
