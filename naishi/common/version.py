"""Version number, used by the package build."""

__version__ = "1.0.0"
