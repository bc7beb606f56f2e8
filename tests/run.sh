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

# nothing but this of the machine's environment, so that none of its settings hides a fault or makes one
clean() {
    echo "+ $*" >&2
    env -i PATH="$PWD/.venv/bin:$PATH" HOME="${HOME:-/}" ${TMPDIR:+TMPDIR="$TMPDIR"} ${CHROMIUM:+CHROMIUM="$CHROMIUM"} \
        ${SCHEMATHESIS_EXAMPLES:+SCHEMATHESIS_EXAMPLES="$SCHEMATHESIS_EXAMPLES"} "$@"
}
clean ruff check .
clean ruff format --check .
clean mypy
clean lint-imports
# what measures time or reads a process's own figures runs by itself
alone="tests/api/http/test_observation.py tests/api/http/test_docs.py tests/api/service/test_operation.py tests/api/service/test_cache.py
tests/web/test_page.py"
others=""
for one in $alone; do others="$others --ignore=$one"; done
# shellcheck disable=SC2086  one word a file
clean pytest $alone "$@"
# shellcheck disable=SC2086
clean pytest -n auto --dist loadfile $others "$@"
