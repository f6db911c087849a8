"""The public interface as text: names, kinds and signatures, without the modules they live in."""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any

import tesla_metrics
from golden.outputs import Output
from tesla_metrics import sdk

# Adapters that need no further package here.
INTEGRATIONS = {"sacrebleu": ("SacrebleuMetric",), "sklearn": ("TextScore", "text_scorer")}
_PACKAGE = tesla_metrics.__name__
# Modules move: of a.b.Name only the name is kept.
_MODULES = re.compile(r"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])")
# As numpy spells the types of arrays depends on its version.
_ARRAYS = re.compile(r"ndarray\[[^\[\]]*(?:\[[^\[\]]*\])?, dtype\[(\w+)\]\]")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_PLAIN = (str, int, float, bool, tuple, frozenset, Enum, type(None))


def interface_outputs() -> list[Output]:
    """Annotations look different in other versions of Python."""
    return [
        Output("interface/package.txt", package_interface, python=True),
        Output("interface/sdk.txt", sdk_interface, python=True),
        Output(
            "interface/integrations.txt",
            integrations_interface,
            python=True,
            packages=tuple(INTEGRATIONS),
        ),
    ]


def package_interface() -> str:
    """Every name of the package."""
    return _text({name: getattr(tesla_metrics, name) for name in dir(tesla_metrics)})


def sdk_interface() -> str:
    """Every name of the SDK."""
    return _text({name: getattr(sdk, name) for name in sdk.__all__})


def integrations_interface() -> str:
    """Names in modules of integrations."""
    texts = []
    for module, names in INTEGRATIONS.items():
        values = {name: getattr(tesla_metrics, name) for name in names}
        texts.append(f"# {module}\n" + _text(values))
    return "".join(texts)


def _text(values: dict[str, Any]) -> str:
    lines = [line for name, value in values.items() for line in _described(name, value)]
    return "\n".join(lines) + "\n"


def _described(name: str, value: Any) -> Iterator[str]:
    if name == "__version__":
        yield f"{name}: {type(value).__name__}"
    elif inspect.isclass(value):
        yield f"class {name}{_signature(value)}"
        if bases := [base.__name__ for base in value.__mro__[1:] if _is_shown(base)]:
            yield f"    bases: {', '.join(bases)}"
        yield from (f"    {line}" for line in _members(value))
    elif callable(value):
        yield f"def {name}{_signature(value)}"
    else:
        yield f"{name}: {_annotation(type(value))} = {_default(value)}"


def _members(own: type) -> Iterator[str]:
    """Public ones, those of bases included that are in this package and not public themselves."""
    found: dict[str, Any] = {}
    for base in reversed(own.__mro__):
        if _is_own(base) and (base is own or not _is_public(base)):
            found |= {name: value for name, value in vars(base).items() if not name.startswith("_")}
    for name in sorted(found):
        yield _member(name, found[name])


def _is_own(base: type) -> bool:
    return base.__module__.partition(".")[0] == _PACKAGE


def _is_public(base: type) -> bool:
    return base.__name__ in dir(tesla_metrics)


def _is_shown(base: type) -> bool:
    """Bases that users may rely on: public ones, and those of other packages."""
    return base is not object and (_is_public(base) or not _is_own(base))


def _member(name: str, value: Any) -> str:
    if isinstance(value, classmethod | staticmethod):
        return f"{type(value).__name__} {name}{_signature(value.__func__)}"
    if isinstance(value, property):
        return f"property {name}{_result(value.fget)}"
    if function := getattr(value, "func", None):  # cached
        return f"property {name}{_result(function)}"
    if inspect.isfunction(value):
        return f"def {name}{_signature(value)}"
    if isinstance(value, _PLAIN):
        return f"{name} = {_default(value)}"
    return f"{name}: (attribute)"


def _signature(value: Callable[..., Any]) -> str:
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return "(?)"
    parts: list[str] = []
    before = ""
    for parameter in signature.parameters.values():
        kind = parameter.kind.name
        if before == "POSITIONAL_ONLY" != kind:
            parts.append("/")
        if kind == "KEYWORD_ONLY" and not any(part.startswith("*") for part in parts):
            parts.append("*")
        parts.append(_parameter(parameter))
        before = kind
    return f"({', '.join(parts)}){_arrow(signature.return_annotation)}"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
    text = stars + parameter.name
    if parameter.annotation is not parameter.empty:
        text += f": {_annotation(parameter.annotation)}"
    if parameter.default is not parameter.empty:
        text += f" = {_default(parameter.default)}"
    return text


def _result(function: Callable[..., Any] | None) -> str:
    return "" if function is None else _arrow(inspect.signature(function).return_annotation)


def _arrow(annotation: Any) -> str:
    empty = annotation is inspect.Signature.empty
    return "" if empty else f" -> {_annotation(annotation)}"


def _annotation(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = _MODULES.sub("", re.sub(r"ForwardRef\('([^']*)'\)", r"\1", text)).replace("'", "")
    return _ARRAYS.sub(r"ndarray[\1]", text)


def _default(value: Any) -> str:
    if isinstance(value, dict | MappingProxyType):
        return f"{{{', '.join(f'{key!r}: {_default(one)}' for key, one in value.items())}}}"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_default, value)))}}}"
    if isinstance(value, Enum):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):  # sets in them have no order
        own = [f"{one.name}={_default(getattr(value, one.name))}" for one in fields(value)]
        return f"{type(value).__name__}({', '.join(own)})"
    if inspect.isclass(value) or inspect.isroutine(value):
        return str(value.__name__)
    text = _ADDRESS.sub("", repr(value))
    return _MODULES.sub("", text) if text.startswith("<") else text
