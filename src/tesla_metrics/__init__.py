"""Automatic evaluation of machine translation with the TESLA metrics and others.

>>> from tesla_metrics import TeslaM
>>> score = TeslaM(lang="en").score(["a cat sat there"], ["the cat sat there"])
>>> 0 < score.score < 1
True
"""

# Nothing is imported here, so that `import tesla_metrics` and `tesla --help` are quick and the
# command handles Ctrl-C from the start. `__init__.pyi` declares the public names; each is imported
# when it is first used.

# Names from these modules need optional packages: they are neither listed nor part of `import *`.
_OPTIONAL = (".app.integrations.", ".scale.spark")
_homes: dict[str, str] = {}


def _find_homes() -> dict[str, str]:
    """Return the module of each public name, as declared in `__init__.pyi`."""
    if not _homes:
        stub = __file__.rpartition(".")[0] + ".pyi"
        text = __spec__.loader.get_data(stub).decode()  # also inside a zip file
        lines = [line.split() for line in text.splitlines() if line.startswith("from .")]
        _homes.update({name: home for _, home, _, name, *_ in lines})
    return _homes


def __getattr__(name: str) -> object:
    if name == "__all__":
        return __dir__()
    private = name.startswith("_") and name != "__version__"  # such as `_native`
    if private or name not in _find_homes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_find_homes()[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(name for name, home in _find_homes().items() if not home.startswith(_OPTIONAL))
