"""The published document (OpenAPI 3.1), made from the schemas: what flask-smorest and apispec leave out is put in."""

from collections.abc import Iterable
from inspect import getdoc
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from flask_smorest import Api, Blueprint
from marshmallow import Schema, fields
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from schemas.problems import Problem
from service.web.http import url_converters
from service.web.http.sessions import PLAIN, SECURE

OPENAPI = "3.1.0"
VERSION = "1"
ABOUT = """The record of matches and tournaments. Every fact is kept for good, in order and chained by hashes.
Workers judge the facts by the rules of the game. A fact is never changed: a correction is a new fact.

Send facts to `POST /v1/matches/{match}/events`, read them and their verdicts with `GET`, or follow them live at
`/stream`. Errors are problems (RFC 9457), writes may carry an `Idempotency-Key`, and a write with `If-Match` is
refused if another one came first."""

CONTACT = {"name": "The brade contributors"}
LICENSE = {"name": "MIT License", "identifier": "MIT"}


class Converter(OpenAPIConverter):
    """Knows docstrings and one-of schemas, which apispec documents as an object without any field."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """The JSON Schema of a marshmallow schema."""
        about = _about(schema)
        if isinstance(schema, OneOfSchema):
            refs = {name: self.resolve_nested_schema(type_schema) for name, type_schema in schema.type_schemas.items()}
            mapping = {name: ref["$ref"] for name, ref in refs.items()}
            discriminator = {"propertyName": schema.type_field, "mapping": mapping}
            return {"type": "object", "oneOf": list(refs.values()), "discriminator": discriminator, **about}
        data: dict[str, Any] = super().schema2jsonschema(schema)
        conditions = dict(getattr(schema, "json_schema", {}))
        if conditions.keys() & {"oneOf", "anyOf"}:
            # Beside fields, generators take the cases for types of their own, which have none of the fields.
            conditions = {"allOf": [conditions]}
        return data | conditions | about

    def list2properties(self, field: fields.Field[Any], **options: Any) -> dict[str, Any]:
        """The items of a list, but for a list that documents them itself: their schema would be of no use then."""
        itself = "items" in getattr(field, "json_schema", dict)()
        return {} if itself else dict(super().list2properties(field, **options))


def _about(schema: Schema) -> dict[str, str]:
    text = getdoc(type(schema)) or ""
    return {"description": " ".join(text.split())} if text else {}


def _own_kinds(_converter: Any, field: fields.Field, **_: Any) -> dict[str, Any]:
    """Document parts of our own kinds of value, with null where it is allowed."""
    if not hasattr(field, "json_schema"):
        return {}
    data = dict(field.json_schema())
    if field.allow_none:
        if "enum" in data:
            data["enum"] = [*data["enum"], None]
        if "type" in data:
            data["type"] = [data["type"], "null"]
    return data


class _Api(Api):
    """flask-smorest's API with our own errors."""

    ERROR_SCHEMA = Problem
    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Errors are answered in `service.web.http.problems`."""

    def _register_pagination_header(self) -> None:
        """Pages are linked (`Link`), not numbered in a header."""


class _Plugin(MarshmallowPlugin):
    Converter = Converter


def document(blueprints: Iterable[Blueprint]) -> dict[str, Any]:
    """The document of these operations. They are registered with an application that serves nothing else."""
    app = Flask("brade", static_folder=None, template_folder=None)
    app.url_map.converters.update(url_converters.CONVERTERS)
    app.config.update(API_TITLE="brade", API_VERSION=VERSION, OPENAPI_VERSION=OPENAPI)
    api = _Api(
        app,
        spec_kwargs={
            "marshmallow_plugin": _Plugin(),
            "info": {"description": ABOUT, "license": LICENSE, "contact": CONTACT},
            "servers": [{"url": "/"}],
        },
    )
    api.ma_plugin.converter.add_attribute_function(_own_kinds)
    api.spec.components.security_scheme(
        "bearer",
        {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of a club; its role reaches as far as `x-role` says: viewer < scorer < referee < "
            "organiser. `operator` is the admin token of the installation.",
        },
    )
    api.spec.components.security_scheme(
        "session",
        {
            "type": "apiKey",
            "in": "cookie",
            "name": PLAIN,
            "description": f"Who signed in with `POST /v1/session`, or on the page /sign-in; over TLS it is called "
            f"{SECURE}. Writes with it are taken from pages of this service only (Sec-Fetch-Site, Origin).",
        },
    )
    url_converters.document(api)
    for blueprint in blueprints:
        api.register_blueprint(blueprint)
    return dict(api.spec.to_dict())
