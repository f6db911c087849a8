"""Automatic evaluation of machine translation with the TESLA metrics and others.

>>> from tesla_metrics import TeslaM
>>> score = TeslaM(lang="en").score(["a cat sat there"], ["the cat sat there"])
>>> 0 < score.score < 1
True
"""

# Nothing is imported here, so that `import tesla_metrics` and `tesla --help` are quick and the
# command can handle Ctrl-C as soon as possible. The public names are declared in `__init__.pyi`;
# each is imported when it is used for the first time.

# Names from these modules need optional packages. `dir()` and `import *` do not include them.
_OPTIONAL_MODULES = (".app.integrations.", ".scale.spark")
_module_by_name: dict[str, str] = {}


def _get_module_by_name() -> dict[str, str]:
    """Return the module of each public name, as declared in `__init__.pyi`."""
    if not _module_by_name:
        stub_path = __file__.rpartition(".")[0] + ".pyi"
        # The loader can read the file even if the package is in a zip file.
        text = __spec__.loader.get_data(stub_path).decode()
        # Lines are `from .module import name as name`.
        imports = [line.split() for line in text.splitlines() if line.startswith("from .")]
        _module_by_name.update({name: module for _, module, _, name, *_ in imports})
    return _module_by_name


def __getattr__(name: str) -> object:
    if name == "__all__":
        return __dir__()
    is_private = name.startswith("_") and name != "__version__"  # such as `_native`
    if is_private or name not in _get_module_by_name():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_get_module_by_name()[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(
        name
        for name, module in _get_module_by_name().items()
        if not module.startswith(_OPTIONAL_MODULES)
    )
