"""``python -m wordsmith`` is the command ``wordsmith``."""

from wordsmith.cli import main

if __name__ == "__main__":
    main()
