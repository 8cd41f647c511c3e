"""The OpenAPI document, and the same as a page that needs no script and no other host."""

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from typing import Any

from flask import Flask, Response

from service.api.routing import JSON, PREFIX

PUBLIC = {"Cache-Control": "public, no-cache"}
STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
h2 { margin-top: 2.5rem; border-bottom: 1px solid }
section { margin: 1.5rem 0 }
h3 code { font-size: 1em }
table { border-collapse: collapse; margin: .5rem 0 }
th, td { text-align: left; vertical-align: top; padding: .15rem .8rem .15rem 0 }
pre { overflow-x: auto; padding: .5rem; border: 1px solid }
"""
_CODE = re.compile(r"`+([^`]+)`+")
METHODS = ("get", "post", "put", "delete")


def add_document(app: Flask, document: Mapping[str, Any]) -> None:
    """Serve it at ``openapi.json`` and, to be read, at ``docs``."""
    data = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    html = "".join(_page(document))
    policy = f"default-src 'none'; style-src '{_hash(STYLE)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    @app.get(f"{PREFIX}/openapi.json")
    def openapi() -> Response:
        return Response(data, content_type=JSON, headers=PUBLIC)

    @app.get(f"{PREFIX}/docs")
    def docs() -> Response:
        return Response(html, content_type="text/html; charset=utf-8", headers={**PUBLIC, "Content-Security-Policy": policy})


@cache
def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _page(document: Mapping[str, Any]) -> Iterator[str]:
    info = document["info"]
    yield f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(info["title"])}: the API</title>'
    yield f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body><main>'
    yield f"<h1>{escape(info['title'])}: the API, version {escape(info['version'])}</h1>"
    yield _paragraphs(info.get("description", ""))
    yield '<p>The same for programs: <a href="openapi.json">openapi.json</a>.</p>'
    groups = document.get("tags", [])
    yield "<nav><ul>"
    yield from (f'<li><a href="#{escape(group["name"])}">{escape(group["name"])}</a></li>' for group in groups)
    yield '<li><a href="#shapes">shapes</a></li></ul></nav>'
    for group in groups:
        yield f'<h2 id="{escape(group["name"])}">{escape(group["name"])}</h2>{_paragraphs(group.get("description", ""))}'
        for path, method, operation in _operations(document):
            if group["name"] in operation.get("tags", ()):
                yield from _operation(path, method, _whole(document, operation))
    yield '<h2 id="shapes">Shapes</h2>'
    for name, schema in sorted(document["components"]["schemas"].items()):
        yield from _shape(name, schema)
    yield "</main></body></html>"


def _operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                shared = item.get("parameters", [])
                yield path, method, {**item[method], "parameters": [*shared, *item[method].get("parameters", [])]}


def _whole(document: Mapping[str, Any], operation: Mapping[str, Any]) -> dict[str, Any]:
    """The operation with its answers in place of where they are shared."""
    shared = document["components"].get("responses", {})
    answers = {status: shared.get(found.get("$ref", "").rpartition("/")[2], found) for status, found in operation["responses"].items()}
    return {**operation, "responses": dict(sorted(answers.items()))}


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    name = escape(f"{method}-{path}".replace("/", "-").replace("{", "").replace("}", ""))
    yield f'<section id="{name}"><h3><code>{method.upper()} {escape(path)}</code></h3>'
    yield _paragraphs(operation.get("summary", "")) + _paragraphs(operation.get("description", ""))
    yield "" if operation.get("security") else "<p>No token is needed.</p>"
    if operation["parameters"]:
        yield "<table><thead><tr><th>parameter</th><th>in</th><th>what</th></tr></thead><tbody>"
        yield from map(_parameter, operation["parameters"])
        yield "</tbody></table>"
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"<p>Body (<code>{escape(media)}</code>): {_kind(content.get('schema', {}))}</p>"
    yield "<table><thead><tr><th>answer</th><th>what</th></tr></thead><tbody>"
    for status, found in operation["responses"].items():
        yield f"<tr><td>{escape(str(status))}</td><td>{_answer(found)}</td></tr>"
    yield "</tbody></table></section>"


def _parameter(parameter: Mapping[str, Any]) -> str:
    needed = ", needed" if parameter.get("required") else ""
    place = escape(parameter["in"]) + needed
    return f"<tr><td><code>{escape(parameter['name'])}</code></td><td>{place}</td><td>{_kind(parameter.get('schema', {}))}</td></tr>"


def _answer(found: Mapping[str, Any]) -> str:
    kinds = [f"<code>{escape(media)}</code> {_kind(content.get('schema', {}))}" for media, content in found.get("content", {}).items()]
    return "; ".join((escape(found.get("description", "")), *kinds)).strip("; ")


def _shape(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f'<section id="shape-{escape(name)}"><h3>{escape(name)}</h3>{_paragraphs(schema.get("description", ""))}<table><tbody>'
    required = schema.get("required", ())
    for field, kind in schema.get("properties", {}).items():
        yield f"<tr><td><code>{escape(field)}</code></td><td>{'always' if field in required else ''}</td><td>{_kind(kind)}</td></tr>"
    yield "</tbody></table></section>"


def _kind(schema: Mapping[str, Any]) -> str:
    """A schema in a few words, its shape linked."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#shape-{name}">{name}</a>'
    kind = schema.get("type", "anything")
    words = escape(" or ".join(kind) if isinstance(kind, list) else str(kind))
    if "items" in schema:
        return f"{words} of {_kind(schema['items'])}"
    limits = {name: schema[name] for name in ("format", "enum", "pattern", "minimum", "maximum", "default") if name in schema}
    return words + "".join(f", {name} <code>{escape(json.dumps(value))}</code>" for name, value in limits.items())


def _paragraphs(text: str) -> str:
    parts = (_CODE.sub(r"<code>\1</code>", escape(part)) for part in text.split("\n\n") if part.strip())
    return "".join(f"<p>{part}</p>" for part in parts)
