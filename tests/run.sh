#!/bin/sh
# Sets up everything that the tests need, then runs all checks and tests; arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

missing=""
for one in curl chromium libatomic1 redis-server; do
    dpkg -s "$one" >/dev/null 2>&1 || missing="$missing $one"
done
if [ -n "$missing" ]; then
    as_root apt-get update -q
    # shellcheck disable=SC2086  one word a package
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $missing
fi
sh examples/setup.sh test

PATH="$PWD/.venv/bin:$PATH"
export PATH
set -x
ruff check .
ruff format --check .
mypy
lint-imports
# what measures time or reads a process's own figures runs by itself
alone="tests/api/test_observation.py tests/api/test_docs.py tests/api/test_operation.py tests/api/test_cache.py
tests/web/test_page.py"
others=""
for one in $alone; do others="$others --ignore=$one"; done
# shellcheck disable=SC2086  one word a file
pytest $alone "$@"
# shellcheck disable=SC2086
pytest -n auto --dist loadfile $others "$@"
