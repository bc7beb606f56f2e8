"""Any call with a request and an answer in JSON, exactly as the service takes and gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from api.service.calls import CALLS
from zolik.errors import InvalidInput, told
from zolik.given import check_given, record, wrong_type

Language: TypeAlias = Literal["en", "cs", "sk"]
Notation: TypeAlias = Literal["ascii", "unicode", "emoji"]
Json: TypeAlias = dict[str, Any]

TIME_MS: Final = 1000
"""The solver's budget in milliseconds where none is told."""


@told(lambda call=None, request=None, language="en": language)  # noqa: ARG005  names as in the call
def ask(call: str, request: Mapping[str, Any], language: Language = "en") -> Json:
    """The answer of a call (`opening`, `closing`, `penalty`, `turn`, `outlook`, `check`, `score`) to a request, both as
    the service's OpenAPI document describes them; the caller's card ids come back.

    Raises InvalidInput and NotAnswered.
    """
    check_given(language, language=language)
    if not isinstance(call, str):
        raise wrong_type("call", "string", call)
    if call not in CALLS:
        raise InvalidInput(f"There is no call {call!r}; there are {', '.join(CALLS)}.")
    return CALLS[call].reply(record("request", request), language, TIME_MS)
