"""An agent on the official Python SDK that implements the structured output extension and judges every request.

    python structured_agent.py

listens on a free port of 127.0.0.1 and prints its base URL as the first line. It ends when its standard input ends.

The first word of the message is a command, a word with # after it marks the request for the test, the rest is the
result's JSON text:

    answer    the result, validated here first          unchecked  the same without validating
    text      no artifact, words only                   fail reject cancel input auth: the task's state
    missing misnamed twice unmarked media-type latin-1 truncated malformed non-finite padded parts both bad-both
    data url  the result, spoiled in this way

Addresses: / the extension in full, /plain/ without it, /tiny/ with a limit of 100 bytes, /fixed/ in mode fixed.
GET /judgements gives what was judged, as JSON.
"""


from a2a.helpers import new_task_from_user_message, new_text_part
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentExtension, AgentInterface, AgentSkill, Part
from google.protobuf import json_format, struct_pb2
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

import exact_json
import extension
import judge
import serving

JSON = "application/json"
PADDED = 4 * 1024 * 1024 + 1
judgements = []


class Agent(AgentExecutor):
    """Does what the message says."""

    def __init__(self, max_bytes):
        self.max_bytes = max_bytes

    async def execute(self, context, queue):
        command, _, rest = (context.get_user_input() or "").strip().partition(" ")
        if rest.startswith("#"):
            _, _, rest = rest.partition(" ")
        if context.current_task is None:
            await queue.enqueue_event(new_task_from_user_message(context.message))
        task = TaskUpdater(queue, context.task_id, context.context_id)
        await task.start_work(words(task, "reading the order"))
        await task.add_artifact([new_text_part("one ")], artifact_id="notes", name="notes")
        await task.add_artifact([new_text_part("two")], artifact_id="notes", name="notes", append=True, last_chunk=True)
        ends = {"fail": task.failed, "reject": task.reject, "cancel": task.cancel, "input": task.requires_input,
                "auth": task.requires_auth}
        if command in ends:
            await ends[command](words(task, f"this is what {command} says"))
        elif command == "text" or extension.URI not in context.message.extensions:
            await task.complete(words(task, "only words"))
        else:
            await self.answer(context, task, command, rest)

    async def answer(self, context, task, command, text):
        try:
            request, encoding = extension.request_of(context.metadata)
            schema = extension.schema_of(request, self.max_bytes)
            if command == "answer":
                value = extension.validate(schema, text)
                if encoding == "protobuf-value" and exact_json.lossy(value):
                    raise extension.Refused("a number of the result would not survive protobuf")
        except extension.Refused as refused:
            await task.failed(words(task, str(refused)))
            return
        for artifact in artifacts(command, text, encoding):
            await task.add_artifact(**artifact)
        await task.complete()

    async def cancel(self, context, queue):
        await TaskUpdater(queue, context.task_id, context.context_id).cancel()


def words(task, text):
    return task.new_agent_message([new_text_part(text)])


def raw(data, media_type=JSON):
    return Part(raw=data, media_type=media_type)


def data(text):
    return Part(data=json_format.Parse(text, struct_pb2.Value()), media_type=JSON)


def artifacts(command, text, encoding):
    """The artifacts that end the task: the result as it should be, or spoiled."""
    whole = text.encode("utf-8")
    good = [raw(whole) if encoding == "json-utf8" else data(text)]
    result = {"parts": good, "artifact_id": "result", "name": extension.ARTIFACT, "extensions": [extension.URI]}

    def parts(*them):
        return [dict(result, parts=list(them))]

    spoiled = {
        "missing": lambda: [],
        "misnamed": lambda: [dict(result, name="result")],
        "twice": lambda: [result, dict(result, artifact_id="again")],
        "unmarked": lambda: [dict(result, extensions=None)],
        "media-type": lambda: parts(raw(whole, "text/plain")),
        "latin-1": lambda: parts(raw('"crème"'.encode("latin-1"))),
        "truncated": lambda: parts(raw(whole[: len(whole) // 2])),
        "malformed": lambda: parts(raw(b"Here you are: " + whole)),
        "non-finite": lambda: parts(raw(b'{"a": NaN}')),
        "padded": lambda: parts(raw(whole.ljust(PADDED))),
        "parts": lambda: parts(raw(whole), raw(whole)),
        "both": lambda: parts(data('{"from": "data"}'), raw(whole)),
        "bad-both": lambda: parts(data(text), raw(whole[:-1])),
        "data": lambda: parts(data(text)),
        "url": lambda: parts(Part(url="https://127.0.0.1:1/result.json", media_type=JSON)),
    }
    return spoiled[command]() if command in spoiled else [result]


def card(base, path, declared):
    extensions = [AgentExtension(uri=extension.URI, description="Typed answers", params=declared)] if declared else []
    return AgentCard(
        name="Python peer",
        description="Answers by the schema it is sent, and judges how it was asked",
        version="1.0.0",
        supported_interfaces=[AgentInterface(url=base + path, protocol_binding="JSONRPC", protocol_version="1.0")],
        capabilities=AgentCapabilities(streaming=True, extensions=extensions),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain", JSON],
        skills=[AgentSkill(id="answer", name="Answer", description="Answers", tags=["test"], examples=["answer {}"])],
    )


def routes(base, path, declared, max_bytes):
    agent_card = card(base, path, declared)
    handler = DefaultRequestHandler(
        agent_executor=Agent(max_bytes), task_store=InMemoryTaskStore(), agent_card=agent_card
    )
    return [
        *create_agent_card_routes(agent_card, card_url=f"{path}.well-known/agent-card.json"),
        *create_jsonrpc_routes(handler, path),
    ]


class Judging:
    """Sees the bytes of each request before the SDK does."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http" or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        body, more = b"", True
        while more:
            event = await receive()
            body += event.get("body", b"")
            more = event.get("more_body", False)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            record = judge.judge(headers, body)
        except Exception as error:  # A request that cannot be judged is a fault of the client, and must be seen.
            record = {"text": "", "faults": [f"not to be judged: {error!r}"]}
        if record is not None:
            judgements.append(record)
        given = False

        async def again():
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, again, send)


async def show_judgements(_request):
    return JSONResponse(judgements)


def main():
    listener, base = serving.listen()
    app = Starlette(routes=[
        Route("/judgements", show_judgements),
        *routes(base, "/plain/", None, 0),
        *routes(base, "/tiny/", extension.parameters(max_bytes=100), 100),
        *routes(base, "/fixed/", extension.parameters(mode="fixed"), 32768),
        *routes(base, "/", extension.parameters(), 32768),
    ])
    serving.serve(Judging(app), listener, base)


if __name__ == "__main__":
    main()
