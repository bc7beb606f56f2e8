"""Finds every fact that the source makes: its code and the names of its parameters, read from the syntax tree.

A fact is made by `Reason(code, rule, params)` or by `say(code, params)`, or by a function that hands its own argument
on as the code (found by itself, also through several functions). Codes that are chosen by a condition, held in a local
name or returned by a comparison are followed; what cannot be read counts as `unread`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
PACKAGES: Final = ("solver", "advisor", "api")
_FIRST: Final = {"Reason": ("code", "params", 2), "say": ("code", "params", 1)}


@dataclass(frozen=True, slots=True)
class Made:
    """A place where a fact is made. `open` if parameters may come that cannot be read there."""

    code: str
    where: str
    sure: frozenset[str]
    perhaps: frozenset[str]
    open: bool


@dataclass(slots=True)
class _Maker:
    """A function whose argument is a code: the argument's name and place, names that are no parameters of the fact,
    and the parameters that it adds itself."""

    argument: str
    place: int
    own: frozenset[str]
    added: frozenset[str]
    perhaps: frozenset[str]
    takes_more: bool


def made_facts() -> tuple[list[Made], list[str]]:
    """Every fact in the source, and the places whose code cannot be read."""
    trees = {
        path: ast.parse(path.read_text(encoding="utf-8"))
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }
    functions = [
        (path, node) for path, tree in trees.items() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    ]
    makers: dict[str, _Maker] = {}
    while True:
        found = {node.name: maker for _, node in functions if (maker := _maker(node, makers))}
        if found.keys() == makers.keys():
            break
        makers = found
    made: list[Made] = []
    unread: list[str] = []
    for path, node in functions:
        for call in _calls(node):
            place = f"{path.relative_to(ROOT)}:{call.lineno}"
            for code in _codes(call, node, makers):
                if code is None:
                    unread.append(place)
                elif code:
                    made.append(Made(code, place, *_params(call, node, makers)))
    return made, unread


def _calls(function: ast.FunctionDef) -> Iterator[ast.Call]:
    """The calls of a function, without those of functions inside it."""
    todo: list[ast.AST] = list(ast.iter_child_nodes(function))
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef):
            continue
        todo += ast.iter_child_nodes(node)
        if isinstance(node, ast.Call):
            yield node


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _argument(call: ast.Call, name: str, place: int) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return call.args[place] if place < len(call.args) else None


def _code_of(call: ast.Call, makers: dict[str, _Maker]) -> ast.expr | None:
    """The argument of a call that is a code; None if the call makes no fact."""
    name = _name(call)
    if name in _FIRST:
        return _argument(call, "code", 0)
    if name in makers:
        return _argument(call, makers[name].argument, makers[name].place)
    return None


def _maker(function: ast.FunctionDef, makers: dict[str, _Maker]) -> _Maker | None:
    arguments = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    method = bool(arguments) and arguments[0] == "self"
    for call in _calls(function):
        code = _code_of(call, makers)
        if function.name not in _FIRST and isinstance(code, ast.Name) and code.id in arguments:
            sure, perhaps, _ = _params(call, function, makers)
            named = (*arguments, *(one.arg for one in function.args.kwonlyargs))
            return _Maker(
                code.id,
                arguments.index(code.id) - method,
                frozenset(named),
                sure,
                perhaps,
                function.args.kwarg is not None or "params" in named,
            )
    return None


def _codes(call: ast.Call, function: ast.FunctionDef, makers: dict[str, _Maker]) -> list[str | None]:
    """The codes that a call may make: none if it makes no fact or hands on its function's own argument."""
    code = _code_of(call, makers)
    if code is None or function.name in _FIRST:
        return []
    own = makers.get(function.name)
    if own and isinstance(code, ast.Name) and code.id == own.argument:
        return []
    return _texts(code, function)


def _texts(node: ast.expr, function: ast.FunctionDef) -> list[str | None]:
    """The texts that an expression may be: constants, both branches of a condition, values of a local name, and the
    known fillings of `draw_{source}`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _texts(node.body, function) + _texts(node.orelse, function)
    if isinstance(node, ast.JoinedStr) and ast.unparse(node) == "f'draw_{source}'":
        return ["draw_stock", "draw_discard", "draw_bottom"]
    if isinstance(node, ast.Name):
        found = list(_assigned(node.id, function))
        if found:
            return [text for value in found for text in _texts(value, function)]
    if isinstance(node, ast.Attribute) and node.attr == "code":
        return [""]
    return [None]


def _assigned(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
    """The values that a local name is given, also as one of several in a tuple."""
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple):
                    names = [one.id if isinstance(one, ast.Name) else "" for one in target.elts]
                    if name in names:
                        yield from _elements(node.value, names.index(name))


def _elements(value: ast.expr, place: int) -> Iterator[ast.expr]:
    if isinstance(value, ast.Tuple):
        yield value.elts[place]
    elif isinstance(value, ast.IfExp):
        yield from _elements(value.body, place)
        yield from _elements(value.orelse, place)


def _params(
    call: ast.Call, function: ast.FunctionDef, makers: dict[str, _Maker]
) -> tuple[frozenset[str], frozenset[str], bool]:
    """The names of a fact's parameters: sure ones, possible ones, and whether there may be more."""
    name = _name(call)
    sure: set[str] = set()
    perhaps: set[str] = set()
    is_open = False
    if name in _FIRST:
        given = _argument(call, *_FIRST[name][1:])
        parts = [] if given is None else [given]
    else:
        maker = makers[name]
        sure |= maker.added
        perhaps |= maker.perhaps
        sure |= {one.arg for one in call.keywords if one.arg and one.arg not in maker.own}
        parts = [one.value for one in call.keywords if one.arg is None or (one.arg == "params" and maker.takes_more)]
    for part in parts:
        for value, certain in _records(part, function, True):
            if value is None:
                is_open = True
                continue
            keys = {one.value for one in value.keys if isinstance(one, ast.Constant) and isinstance(one.value, str)}
            (sure if certain else perhaps).update(keys)
    return frozenset(sure), frozenset(perhaps - sure), is_open


def _records(node: ast.expr, function: ast.FunctionDef, certain: bool) -> Iterator[tuple[ast.Dict | None, bool]]:
    """The dict displays that an expression is made of, each with whether it is always there; None: not read."""
    if isinstance(node, ast.Dict):
        yield node, certain
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                yield from _records(value, function, certain)
    elif isinstance(node, ast.IfExp):
        yield from _records(node.body, function, False)
        yield from _records(node.orelse, function, False)
    elif isinstance(node, ast.Name) and (values := list(_assigned(node.id, function))):
        for value in values:
            yield from _records(value, function, certain and len(values) == 1)
        for name in _subscripts(node.id, function):
            yield ast.Dict(keys=[ast.Constant(name)], values=[ast.Constant(None)]), False
    else:
        yield None, False


def _subscripts(name: str, function: ast.FunctionDef) -> Iterator[str]:
    """The keys that are set on a local name: `name["key"] = …`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            owner, key = node.value, node.slice
            if isinstance(owner, ast.Name) and owner.id == name and isinstance(key, ast.Constant):
                yield str(key.value)
