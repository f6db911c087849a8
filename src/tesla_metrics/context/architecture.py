"""What an encoder is: how many layers of what size, and what its arrays are called here."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..arrays import Singles
from ..files.schema import Shape, misfit, number, record, whole

# All matrices of a layer that texts are multiplied with, and whose inner size they have.
LINEAR = ("q", "k", "v", "o", "up", "down")
# An encoder by the names below; matrices have a row for each output.
Arrays = Mapping[str, Singles]


class Architecture(NamedTuple):
    """Sizes of an encoder.

    positions   how many pieces it takes at once, those that mark both ends among them
    first       the number of the first position: some leave the first ones free
    epsilon     of its normalisation
    """

    layers: int
    heads: int
    dim: int
    inner: int
    vocabulary: int
    positions: int
    first: int
    epsilon: float

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """What arrays there are, and of which size."""
        dim = self.dim
        found: dict[str, tuple[int, ...]] = {
            "words": (self.vocabulary, dim),
            "positions": (self.first + self.positions, dim),
            "type": (dim,),
            "norm.weight": (dim,),
            "norm.bias": (dim,),
        }
        for layer in range(self.layers):
            for name, shape in self.linear(layer):
                found[f"{name}.weight"], found[f"{name}.bias"] = shape, shape[:1]
            for norm in ("norm1", "norm2"):
                found[f"{layer}.{norm}.weight"] = found[f"{layer}.{norm}.bias"] = (dim,)
        return found

    def linear(self, layer: int) -> Iterator[tuple[str, tuple[int, int]]]:
        """The names of a layer's matrices, without `.weight`, and their sizes."""
        for name in LINEAR:
            rows = self.inner if name == "up" else self.dim
            columns = self.inner if name == "down" else self.dim
            yield f"{layer}.{name}", (rows, columns)


_FIELDS = record(
    {
        "layers": whole(1, 200),
        "heads": whole(1, 1000),
        "dim": whole(1, 20_000),
        "inner": whole(1, 200_000),
        "vocabulary": whole(1, 10_000_000),
        "positions": whole(8, 1_000_000),
        "first": whole(0, 1000),
        "epsilon": number(0.0, 0.1, above=True),
    }
)


def architecture_shape() -> Shape:
    """Of what a file says of it."""

    def check(value: Any, where: str = "") -> Any:
        found: dict[str, Any] = _FIELDS(value, where)
        if found["dim"] % found["heads"]:
            raise misfit(f"{where}.dim", found["dim"], f"a multiple of {found['heads']} heads")
        return found

    return check
