"""Linear models of features: classifiers (Huber loss, maximum entropy, ASO), ranking SVM, ridge
regression, cross-validation over segments.
"""
