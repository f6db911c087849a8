"""The committed type stub of the native core is that of the bindings."""

import ast
from pathlib import Path

import pytest

import tesla_metrics

STUB = Path(tesla_metrics.__file__).with_name("_native.pyi")
REGENERATE = "regenerate the stub as CONTRIBUTING.md says"

Outline = dict[str, list[tuple[str, ...]]]


def argument_names(arguments: ast.arguments) -> tuple[str, ...]:
    """Return the names, with the marks of positional-only and keyword-only arguments."""
    positional = [argument.arg for argument in arguments.posonlyargs]
    names = [*positional, "/"] if positional else []
    names += [argument.arg for argument in arguments.args]
    if arguments.vararg or arguments.kwonlyargs:
        names.append(f"*{arguments.vararg.arg if arguments.vararg else ''}")
    names += [argument.arg for argument in arguments.kwonlyargs]
    return tuple([*names, f"**{arguments.kwarg.arg}"] if arguments.kwarg else names)


def outline(source: str) -> Outline:
    """Return classes, and functions with the argument names of each overload."""
    found: Outline = {}

    def visit(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                found[f"class {prefix}{node.name}"] = []
                visit(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                names = argument_names(node.args)
                found.setdefault(f"{prefix}{node.name}", []).append(names)

    visit(ast.parse(source).body, "")
    return found


def generate_stub() -> str:
    stubgen = pytest.importorskip("nanobind.stubgen")
    native = pytest.importorskip("tesla_metrics._native")
    generator = stubgen.StubGen(native, quiet=True)
    generator.put(native)
    return str(generator.get())


def test_the_stub_is_current() -> None:
    generated, committed = outline(generate_stub()), outline(STUB.read_text("utf-8"))
    assert sorted(generated) == sorted(committed), REGENERATE
    changed = [name for name in generated if generated[name] != committed[name]]
    assert changed == [], REGENERATE


def test_an_outline_has_classes_functions_and_arguments() -> None:
    source = """
class A:
    def __init__(self, *, x: int) -> None: ...
    @overload
    def f(self, a: int, /, b: str) -> None: ...
    @overload
    def f(self, *rest: int, **others: int) -> None: ...

def g() -> None: ...
"""
    assert outline(source) == {
        "class A": [],
        "A.__init__": [("self", "*", "x")],
        "A.f": [("self", "a", "/", "b"), ("self", "*rest", "**others")],
        "g": [()],
    }
