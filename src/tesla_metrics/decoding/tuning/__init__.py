"""Tuning of feature weights: MERT, ranking SVM, and the loop of decoding and tuning."""
