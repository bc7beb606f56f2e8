#!/bin/sh
# Sets up the product in .venv beside pyproject.toml, on a bare Debian too; may be run again at any time.
# An argument names an extra to install as well, editable: sh examples/setup.sh test
set -eu
cd "$(dirname "$0")/.."

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy python3-venv
fi
[ -x .venv/bin/pip ] && .venv/bin/python -c '' || python3 -m venv --clear .venv
if [ $# -gt 0 ]; then
    .venv/bin/pip install -q --no-compile --disable-pip-version-check -c constraints.txt -e ".[$1]"
else
    .venv/bin/pip install -q --no-compile --disable-pip-version-check -c constraints.txt .
fi
