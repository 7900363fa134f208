"""`python -m front1914` is the command line."""

from front1914.cli import main

if __name__ == "__main__":
    main()
