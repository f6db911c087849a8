"""Compare encoded pairs; return one column per feature.

`graded` has the features of TESLA-X, `covers` of TESLA-CELAB, `skip_bigrams` of TESLA-S,
`contextual` of TESLA-N, `bag_comparers` of TESLA-M, `pivot_comparers` of TESLA-B and PEM.
"""
