"""Linear classifiers, ranking SVMs, regression and cross-validation on feature matrices."""
