"""The version of the package, in a module that other modules can import quickly."""

__version__ = "0.1.0"
