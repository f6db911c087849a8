"""Comparers, which compute one row of features per pair of texts.

The module `graded` has the features of TESLA-X, `covers` of TESLA-CELAB, `skip_bigrams` of TESLA-S,
`contextual` of TESLA-N, `bag_comparers` of TESLA-M, `pivot_comparers` of TESLA-B and PEM, and
`rouge` of ROUGE.
"""
