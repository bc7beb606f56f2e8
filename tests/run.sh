#!/bin/sh
# Sets up everything that the tests need, then runs all checks and tests; arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

missing=""
for one in curl; do
    command -v "$one" >/dev/null || missing="$missing $one"
done
if [ -n "$missing" ]; then
    as_root apt-get update -q
    # shellcheck disable=SC2086  one word a package
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy $missing
fi
sh examples/setup.sh test

PATH="$PWD/.venv/bin:$PATH"
export PATH
set -x
ruff check .
ruff format --check .
mypy
lint-imports
pytest "$@"
