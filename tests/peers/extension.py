"""The server's half of the Kedi structured output extension v1, as its text describes it, with Python's jsonschema."""

from decimal import Decimal

import jsonschema
from jsonschema import Draft202012Validator

import exact_json

URI = "https://docs.kedi-lang.org/a2a/extensions/structured-output/v1/"
ARTIFACT = "kedi-structured-output"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
MAX_LEVELS = 64

# Decimals are numbers to the validator, and 78.0 is an integer as JSON Schema says.
_TYPES = Draft202012Validator.TYPE_CHECKER.redefine(
    "number", lambda _, value: isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)
).redefine(
    "integer",
    lambda _, value: not isinstance(value, bool)
    and (isinstance(value, int) or (isinstance(value, Decimal) and value == value.to_integral_value())),
)
Validator = jsonschema.validators.extend(Draft202012Validator, type_checker=_TYPES)


class Refused(Exception):
    """The task fails with this sentence."""


def parameters(mode="request-schema", max_bytes=32768):
    """The seven parameters of the declaration."""
    return {
        "version": 1,
        "mode": mode,
        "schemaDialect": DIALECT,
        "maxSchemaBytes": max_bytes,
        "resultArtifactName": ARTIFACT,
        "schemaEncodings": ["json-utf8", "protobuf-value"],
        "resultEncodings": ["json-utf8", "protobuf-value"],
    }


def request_of(metadata):
    """The extension's object in the request's metadata: (schema, result encoding). Raises Refused."""
    request = metadata.get("kediStructuredOutput")
    if not isinstance(request, dict):
        raise Refused("the request has no kediStructuredOutput")
    if request.get("version") != 1:
        raise Refused("only version 1 is spoken")
    encoding = request.get("resultEncoding", "protobuf-value")
    if encoding not in ("json-utf8", "protobuf-value"):
        raise Refused(f"no such result encoding: {encoding}")
    return request, encoding


def schema_of(request, max_bytes):
    """The schema, checked. An invalid schemaJson never falls back to schema. Raises Refused."""
    text = request.get("schemaJson")
    if text is None:
        raise Refused("this peer takes schemaJson only")
    if len(text.encode("utf-8")) > max_bytes:
        raise Refused(f"the schema has more than {max_bytes} bytes")
    try:
        schema = exact_json.loads(text)
    except ValueError as error:
        raise Refused(f"the schema is no JSON: {error}") from error
    if exact_json.depth(schema) > MAX_LEVELS:
        raise Refused(f"the schema nests deeper than {MAX_LEVELS} levels")
    _refuse_remote(schema)
    try:
        Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        raise Refused(f"the schema is not valid: {error.message}") from error
    return schema


def _refuse_remote(value):
    if isinstance(value, dict):
        if isinstance(value.get("$id"), str):
            raise Refused("$id is not supported")
        reference = value.get("$ref")
        if isinstance(reference, str) and not reference.startswith("#"):
            raise Refused(f"remote references are not supported: {reference}")
        for item in value.values():
            _refuse_remote(item)
    elif isinstance(value, list):
        for item in value:
            _refuse_remote(item)


def validate(schema, text):
    """The value, when the text is JSON and valid against the schema. Raises Refused."""
    try:
        value = exact_json.loads(text)
    except ValueError as error:
        raise Refused(f"the result is no JSON: {error}") from error
    errors = sorted(Validator(schema).iter_errors(value), key=lambda error: list(error.absolute_path))
    if errors:
        place = "/".join(str(step) for step in errors[0].absolute_path)
        raise Refused(f"the result is not valid at /{place}: {errors[0].message}")
    return value
