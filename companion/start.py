"""What the installed command calls: loads next to nothing before Ctrl-C ends it without a traceback."""

import sys


def main() -> None:
    """See `companion.cli.main`; Ctrl-C while the modules are being loaded ends it with 130 too."""
    try:
        from companion.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()
