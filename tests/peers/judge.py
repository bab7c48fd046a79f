"""Judges the requests a client sends, on the bytes as they came."""

import exact_json
from extension import URI

SENDS = ("SendMessage", "SendStreamingMessage")


def judge(headers, body):
    """What is wrong with a structured request, as sentences; None when it is no structured request."""
    request = exact_json.loads(body)
    params = request.get("params") or {}
    message = params.get("message") or {}
    if request.get("method") not in SENDS:
        return None
    metadata = params.get("metadata") or {}
    extensions = message.get("extensions") or []
    record = {
        "method": request["method"],
        "text": "".join(part.get("text", "") for part in message.get("parts", [])),
        "message_id": message.get("messageId"),
        "structured": "kediStructuredOutput" in metadata or URI in extensions,
        "schema_json": None,
        "has_schema": False,
        "faults": [],
    }
    fault = record["faults"].append
    if headers.get("a2a-version") != "1.0":
        fault(f"A2A-Version is {headers.get('a2a-version')!r}")
    if not record["structured"]:
        if b"kediStructuredOutput" in body or URI.encode() in body:
            fault("a plain request carries something of the extension")
        return record
    named = [uri.strip() for uri in headers.get("a2a-extensions", "").split(",")]
    if URI not in named:
        fault("the A2A-Extensions header does not name the extension")
    if extensions.count(URI) != 1:
        fault("Message.extensions does not list the extension once")
    modes = (params.get("configuration") or {}).get("acceptedOutputModes")
    if modes != ["application/json"]:
        fault(f"accepted output modes are {modes!r}")
    if body.count(b'"kediStructuredOutput"') != 1:
        fault("the object stands in more than one place")
    asked = metadata.get("kediStructuredOutput")
    if not isinstance(asked, dict):
        fault("the object is not in the request's metadata")
        return record
    judge_object(asked, record, fault)
    return record


def judge_object(asked, record, fault):
    """The object's keys, and the legacy schema against schemaJson."""
    surplus = set(asked) - {"version", "resultEncoding", "schemaJson", "schema"}
    missing = {"version", "resultEncoding", "schemaJson"} - set(asked)
    if surplus or missing:
        fault(f"keys too many: {sorted(surplus)}, missing: {sorted(missing)}")
    if asked.get("version") != 1 or not isinstance(asked.get("version"), int):
        fault(f"version is {asked.get('version')!r}")
    if asked.get("resultEncoding") not in ("json-utf8", "protobuf-value"):
        fault(f"resultEncoding is {asked.get('resultEncoding')!r}")
    record["schema_json"] = asked.get("schemaJson")
    record["has_schema"] = "schema" in asked
    if not isinstance(asked.get("schemaJson"), str):
        fault("schemaJson is no string")
    elif "schema" in asked:
        if asked["schema"] != exact_json.loads(asked["schemaJson"].removeprefix("\ufeff")):
            fault("schema is another document than schemaJson")
        if exact_json.lossy(asked["schema"]):
            fault("schema holds a number that a double would change")
        if exact_json.depth(asked["schema"]) > 32:
            fault("schema nests deeper than 32 levels")
