"""Version number, used by the package build."""

__version__ = "2.0.0"
