"""The interface over HTTP as an OpenAPI 3.1 document, made from what each operation declares."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import msgspec

import wordsmith
from wordsmith.server.messages.refusal import STATUSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordsmith.server.http.asking import Operation

    Json = dict[str, Any]

_REF = "#/components/schemas/{name}"
_JSON = "application/json"


def openapi(operations: Sequence[Operation], cookie: str) -> Json:
    """The document; ``cookie`` is the name of that by which a visitor is known."""
    kinds = _kinds(operations)
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    told = dict(zip(kinds, schemas, strict=True))
    paths: defaultdict[str, Json] = defaultdict(dict)
    for operation in operations:
        paths[operation.path][operation.method.lower()] = _operation(operation, told)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Wordsmith", "version": wordsmith.__version__},
        "paths": dict(paths),
        "components": {
            "schemas": components,
            "securitySchemes": {"visitor": {"type": "apiKey", "in": "cookie", "name": cookie}},
        },
        "security": [{}, {"visitor": []}],  # whoever has no cookie is given one
    }


def _kinds(operations: Iterable[Operation]) -> list[Any]:
    """Every type that is asked for or answered, once."""
    kinds: list[Any] = []
    for operation in operations:
        answer = [] if isinstance(operation.answer, str) else [operation.answer]
        body = [] if operation.body is None else [operation.body]
        for kind in (*answer, *body, *operation.query.values()):
            if kind not in kinds:
                kinds.append(kind)
    return kinds


def _operation(operation: Operation, schemas: dict[Any, Json]) -> Json:
    told: Json = {
        "operationId": re.sub(r"\W+", "_", f"{operation.method.lower()}{operation.path}"),
        "summary": operation.asks,
        "parameters": [*_in_path(operation.path), *_in_query(operation, schemas)],
        "responses": _responses(operation, schemas),
    }
    if operation.body is not None:
        content = {_JSON: {"schema": schemas[operation.body]}}
        told["requestBody"] = {"required": True, "content": content}
    return told


def _in_path(path: str) -> list[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", path)
    ]


def _in_query(operation: Operation, schemas: dict[Any, Json]) -> list[Json]:
    return [
        {"name": name, "in": "query", "required": False, "schema": schemas[kind]}
        for name, kind in operation.query.items()
    ]


def _responses(operation: Operation, schemas: dict[Any, Json]) -> Json:
    if isinstance(operation.answer, str):
        content: Json = {operation.answer: {"schema": {}}}
    else:
        content = {_JSON: {"schema": schemas[operation.answer]}}
    responses: Json = {"200": {"description": operation.asks, "content": content}}
    for status, codes in sorted(_codes(operation).items()):
        schema = {
            "type": "object",
            "required": ["error", "detail"],
            "properties": {"error": {"enum": sorted(codes)}, "detail": {"type": "object"}},
        }
        said = ", ".join(sorted(codes))
        responses[str(status)] = {"description": said, "content": {_JSON: {"schema": schema}}}
    return responses


def _codes(operation: Operation) -> dict[int, set[str]]:
    """What may be answered instead, by status."""
    codes = {"unavailable", "fault", *operation.refusals}
    if not operation.by_machines:
        codes.add("too_fast")
    if not operation.even_banned:
        codes.add("banned")
    if operation.method == "POST":
        codes |= {"bad_origin", "too_fast"}
    if operation.body is not None:
        codes |= {"bad_request", "too_large"}
    by_status: defaultdict[int, set[str]] = defaultdict(set)
    for code in codes:
        for status in STATUSES[code]:
            by_status[status].add(code)
    return by_status
