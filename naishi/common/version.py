"""The number of this version, which the package is built with."""

__version__ = "1.0.0"
