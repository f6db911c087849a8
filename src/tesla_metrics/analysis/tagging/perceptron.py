"""The weights while they are learnt: integers, with the sums needed to average them."""


class Perceptron:
    """An averaged perceptron over numbered features.

    Instead of adding up all weights after every step, each change is also kept multiplied by the
    step at which it was made: the average is the weight less that sum over the number of steps.
    """

    def __init__(self) -> None:
        self.steps = 0
        self.weights: list[dict[int, int]] = []
        self._dated: list[dict[int, int]] = []
        self._numbers: dict[str, int] = {}

    def number(self, feature: str) -> int:
        """The number of a feature, a new one if need be."""
        number = self._numbers.get(feature)
        if number is None:
            number = self._numbers[feature] = len(self.weights)
            self.weights.append({})
            self._dated.append({})
        return number

    def best(self, features: list[int], candidates: tuple[int, ...], scores: list[int]) -> int:
        """The highest candidate, the first of equals; `scores` is a vector to start from."""
        weights = self.weights
        for feature in features:
            for label, weight in weights[feature].items():
                scores[label] += weight
        return max(candidates, key=scores.__getitem__)

    def update(self, features: list[int], truth: int, guess: int) -> None:
        """Learn from a mistake: raise the weights of the truth, lower those of the guess."""
        steps = self.steps
        for feature in features:
            now, dated = self.weights[feature], self._dated[feature]
            now[truth] = now.get(truth, 0) + 1
            dated[truth] = dated.get(truth, 0) + steps
            now[guess] = now.get(guess, 0) - 1
            dated[guess] = dated.get(guess, 0) - steps

    def averages(self) -> dict[str, dict[int, float]]:
        """Weights by feature, averaged over all steps: the last mistakes count no more."""
        steps = max(self.steps, 1)
        return {
            feature: {
                label: weight - self._dated[number][label] / steps
                for label, weight in self.weights[number].items()
            }
            for feature, number in self._numbers.items()
        }
