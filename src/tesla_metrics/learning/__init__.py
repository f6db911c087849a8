"""Linear models of features: ranking SVM, ridge regression, cross-validation over segments."""
