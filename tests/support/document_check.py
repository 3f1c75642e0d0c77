"""Every answer that a test gets is held against the published document: status, kind, and every field of it."""

import gzip
import json
from functools import cache

from flask import Flask
from flask_smorest.spec import FlaskPlugin
from jsonschema_rs import Draft202012Validator, Registry
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse


def hold_against_document(app: Flask, method: str, path: str, answer: TestResponse) -> None:
    """Fails where the document does not tell the truth about an answer."""
    if not path.startswith("/v1/") or path.startswith("/v1/openapi.json"):  # the document is of the API
        return
    try:
        rule, _ = app.url_map.bind("localhost").match(path.partition("?")[0], method=method, return_rule=True)
    except HTTPException:
        return
    address = _address(rule.rule)
    documented = app.extensions["brade"].document()["paths"][address][method.lower()]["responses"]
    if answer.status_code == 304:
        return
    said = documented.get(str(answer.status_code))
    assert said, f"{method} {address} may not answer {answer.status_code}: {answer.get_data(as_text=True)[:300]}"
    contents = said.get("content", {})
    assert answer.status_code == 204 or answer.mimetype in contents, f"{method} {address} answers {answer.mimetype}"
    if answer.mimetype in ("application/json", "application/problem+json"):
        schema = contents[answer.mimetype]["schema"]
        packed = answer.headers.get("Content-Encoding") == "gzip"
        told = json.loads(gzip.decompress(answer.data) if packed else answer.data)
        if b"\\ud" in answer.data:  # half a pair of surrogates, which JSON may hold and the validator cannot read
            told = json.loads(json.dumps(told, ensure_ascii=False).encode(errors="replace"))
        errors = list(_validator(app, schema["$ref"]).iter_errors(told))
        assert not errors, f"{method} {address}: {errors[0].instance_path}: {errors[0].message}"


_address = cache(FlaskPlugin.flaskpath2openapi)
_DOCUMENT = "urn:brade:document"
_MADE: dict[str, Draft202012Validator] = {}


def _validator(app: Flask, reference: str) -> Draft202012Validator:
    # The document is the same for every application that is made. To read it takes longer than all else here.
    if not _READ:
        components = app.extensions["brade"].document()["components"]
        _READ.append(Registry([(_DOCUMENT, {"components": components})]))
    if reference not in _MADE:
        _MADE[reference] = Draft202012Validator({"$ref": f"{_DOCUMENT}{reference}"}, registry=_READ[0])
    return _MADE[reference]


_READ: list[Registry] = []
"""The document, once it was read."""
