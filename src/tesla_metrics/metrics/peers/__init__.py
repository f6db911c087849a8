"""The metrics people compare with, computed by sacreBLEU, on their own scales."""
