"""`python -m naishi` does what the command `naishi` does."""

from naishi.cli import main

if __name__ == "__main__":
    main()
