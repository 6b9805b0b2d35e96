"""Entry point of `python -m naishi`."""

from naishi.cli import main

if __name__ == "__main__":
    main()
