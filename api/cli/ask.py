"""Asks one call for the `zolik` command: makes the request of arguments and files, and tells the service's answer."""

from __future__ import annotations

import argparse
import json
import logging
import os
import re
import sys
from collections.abc import Mapping
from typing import Any, Final

from advisor.words.say import known_language
from api.cli.exit_codes import BAD_INPUT, FAILED, NO, YES
from api.cli.streams import complain, tell
from api.problems import Problem, problem_of
from api.requests.strict_json import as_object, read_json
from api.service.calls import CALLS
from api.service.settings import InvalidSetting, Settings
from api.wire import json_bytes
from solver.errors import InvalidCard
from solver.game.notation import read_cards

Json = dict[str, Any]

VERDICT: Final = {"opening": "opens", "closing": "closes", "check": "legal"}
"""The calls that say yes or no, and the field of the answer that says it."""

_NO_FIELDS: Final = frozenset({"call", "hand", "rules", "overrides", "json"})
_PATH: Final = re.compile(r"[^~,;|\s]*(?:/[^~,;|]*|[^~,;|]*\.[A-Za-z]\w{0,9})", re.DOTALL)
"""A word with a slash in it, or with an ending as files have it."""
_NAME: Final = re.compile(r"(?=.*[^\W\d_]{4})[\w-]+")
"""A word of which at least four letters stand together."""
_LINE: Final = re.compile(r"z[0-9]+~", re.ASCII)


class _Brief(logging.Formatter):
    """What is logged, without a stack trace."""

    def formatException(self, ei: object) -> str:  # noqa: ARG002, N802  logging's own name
        return ""


def ask(args: argparse.Namespace) -> int:
    """Asks the call that the arguments name, tells the answer, and gives back the exit code."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Brief("zolik: %(message)s"))
    log = logging.getLogger("zolik")
    log.addHandler(handler)
    language = _locale_language(os.environ)
    try:
        settings = Settings.from_environment(os.environ)
        body = request_of(args, settings.body_limit)
        language = body.setdefault("language", language)
        answer = CALLS[args.call].reply(body, known_language(language), settings.time_ms)
    except InvalidSetting as error:
        complain(str(error))
        return BAD_INPUT
    except Exception as error:
        problem = problem_of(error)
        tell_problem(problem, known_language(language), args.json)
        return FAILED if problem.status >= 500 else BAD_INPUT
    finally:
        log.removeHandler(handler)
    tell(json_bytes(answer).decode() if args.json else readable(answer))
    return YES if answer.get(VERDICT.get(args.call, ""), True) else NO


def request_of(args: argparse.Namespace, limit: int) -> Json:
    """The request's body: what the cards, file or standard input give, overridden by the options.

    Raises Problem.
    """
    body = read_source(args.hand, limit)
    body |= {name: one for name, one in vars(args).items() if name not in _NO_FIELDS and one is not None}
    if args.rules is not None:
        body["rules"] = args.rules
    if args.overrides:
        rules = body.get("rules", {})
        told = {"base": rules} if isinstance(rules, str) else rules
        body["rules"] = told | dict(args.overrides) if isinstance(told, dict) else rules
    return body


def read_source(words: list[str], limit: int) -> Json:
    """The fields that the cards on the command line, a file or standard input give. Raises Problem."""
    path = file_of(words[0]) if len(words) == 1 else None
    if path is None and len(words) == 1:
        _check_meant(words[0])
    if path is None:
        return _plain_fields(" ".join(words)) if words else {}
    try:
        if path == "-":
            data = sys.stdin.buffer.read(limit + 1) if sys.stdin else b""
        else:
            with open(path, "rb") as file:
                data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        detail = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise Problem(400, "unreadable_file", f"{path}: {detail}") from None
    return read_text(data, limit)


def file_of(word: str) -> str | None:
    """The file that an argument names: - for standard input, @FILE, or a path, which has an ending or a slash in it."""
    if word == "-" or word.startswith("@"):
        return word.removeprefix("@")
    is_path = _PATH.fullmatch(word) and not any(map(_are_cards, word.split("/")))
    return word if is_path or (os.path.isfile(word) and not _are_cards(word)) else None


def _are_cards(text: str) -> bool:
    try:
        return bool(read_cards(text))
    except InvalidCard:
        return False


def _check_meant(word: str) -> None:
    """Raises Problem 400 for a word that looks like a file's name, and not like cards."""
    if _NAME.fullmatch(word) and not _are_cards(word):
        detail = f"“{word}” is neither cards nor a file; a file is told as @FILE or by its path."
        raise Problem(400, "unreadable_file", detail)


def read_text(data: bytes, limit: int) -> Json:
    """The fields of a text: JSON, a position line, or cards with # before remarks. Raises Problem."""
    if len(data) > limit:
        raise Problem(413, "body_too_large", f"The input is larger than {limit} bytes.")
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        read = read_json(data)
        return {"hand": read} if isinstance(read, list) else as_object(read)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Problem(400, "broken_text", f"The input is not UTF-8 (byte {error.start}).") from None
    return _plain_fields(" ".join(line.partition("#")[0].strip() for line in text.splitlines()).strip())


def _plain_fields(text: str) -> Json:
    return {"position": text} if _LINE.match(text) else {"hand": text}


def _locale_language(environment: Mapping[str, str]) -> str:
    """The language of the locale, English if it is not one of ours."""
    asked = next((environment[one] for one in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(one)), "")
    return known_language(asked[:2])


def readable(answer: Json) -> str:
    """An answer as people read it: a sentence a line, the position line last."""
    lines = [step["text"] for step in answer["explanation"]["steps"]]
    return "\n".join([*lines, *([answer["position"]] if "position" in answer else [])])


def tell_problem(problem: Problem, language: str, as_json: bool) -> None:
    """Says what is wrong on standard error: the field and what is wrong with it, a line each."""
    record = problem.as_json(language)
    if as_json:
        complain(json.dumps(record), prefix="")
        return
    for one in record.get("errors") or [{"pointer": "", "detail": record["detail"]}]:
        place = one["pointer"].removeprefix("/")
        complain(f"{place}: {one['detail']}" if place else one["detail"])
