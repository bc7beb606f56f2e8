"""The `zolik` command: the calls of the service on the command line, and the service itself.

Heavy imports happen only once it is known what is wanted, so that `zolik --help` answers at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from api.cli.arguments import make_parser
from api.cli.exit_codes import FAILED, INTERRUPTED
from api.cli.streams import complain, use_utf8, utf8_words


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and gives back its exit code: 0 yes, 1 no, 2 bad input, 3 not done."""
    use_utf8()
    try:
        return _run(make_parser().parse_args(utf8_words() if argv is None else argv))
    except SystemExit as stop:  # of argparse and gunicorn
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # the output cannot be written
        told = error.strerror or str(error)
        complain(f"{error.filename}: {told}" if error.filename else told)
        return FAILED


def _run(args: argparse.Namespace) -> int:
    if args.call == "serve":
        from api.cli.serve import serve

        return serve(args.host, args.port, args.workers)
    if args.call == "mcp":
        from api.cli.mcp import serve_assistants

        return serve_assistants(args.http, args.host, args.port)
    if args.call == "rules":
        from api.cli.rules import tell_rules

        return tell_rules(args.id, args.json)
    if args.call == "batch":
        from api.cli.batch import batch

        return batch(args)
    if args.call == "arena":
        from api.cli.arena import arena

        return arena(args)
    from api.cli.ask import ask

    return ask(args)


if __name__ == "__main__":
    sys.exit(main())
