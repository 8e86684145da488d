"""`python -m inspector` is the installed command."""

from inspector.cli import main

if __name__ == "__main__":
    main()
