"""An agent of A2A 1.0 and 0.3 on the official Python SDK 1.3, over JSON-RPC and HTTP+JSON, with the structured output extension.

    python dual_agent.py

listens on a free port of 127.0.0.1 and prints its base URL as the first line. It ends when its standard input ends.
Addresses: / states all four interfaces, /rest/ only HTTP+JSON of 1.0, /unsaid/ all four without a version, /lying/ states
1.0 over JSON-RPC where only 0.3 is spoken. The first word of the message is a command: `answer JSON` gives the JSON as the
typed result, `text` answers in words, `slow` works until it is canceled.
"""

import asyncio

from a2a.helpers import new_task_from_user_message, new_text_part
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentExtension, AgentInterface, AgentSkill, Part
from starlette.applications import Starlette
from starlette.routing import Mount

import extension
import serving

JSON = "application/json"


class Agent(AgentExecutor):
    """Does what the message says."""

    async def execute(self, context, queue):
        command, _, rest = (context.get_user_input() or "").strip().partition(" ")
        if context.current_task is None:
            await queue.enqueue_event(new_task_from_user_message(context.message))
        task = TaskUpdater(queue, context.task_id, context.context_id)
        await task.start_work(words(task, "reading the order"))
        if command == "slow":
            for step in range(300):
                await task.start_work(words(task, f"step {step}"))
                await asyncio.sleep(0.1)
        elif command == "answer":
            try:
                request, _ = extension.request_of(context.metadata)
                extension.validate(extension.schema_of(request, 32768), rest)
                if extension.URI not in context.message.extensions:
                    raise extension.Refused("the message does not list the extension")
                if extension.URI not in context.requested_extensions:
                    raise extension.Refused("no header requests the extension")
            except extension.Refused as refused:
                await task.failed(words(task, str(refused)))
                return
            result = Part(raw=rest.encode(), media_type=JSON)
            await task.add_artifact(
                [result], artifact_id="result", name=extension.ARTIFACT, extensions=[extension.URI], last_chunk=True
            )
        await task.complete(words(task, "only words" if command == "text" else "done"))

    async def cancel(self, context, queue):
        await TaskUpdater(queue, context.task_id, context.context_id).cancel()


def words(task, text):
    return task.new_agent_message([new_text_part(text)])


def agent(base, path, stated, compat=True):
    """One agent below a path, whose card states these interfaces: (address below, binding, version).

    Each is an application of its own: the SDK's HTTP+JSON routes take every path that begins with a tenant.
    """
    declared = AgentExtension(uri=extension.URI, description="Typed answers", params=extension.parameters())
    interfaces = [
        AgentInterface(url=f"{base}{path}/{below}", protocol_binding=binding, protocol_version=version)
        for below, binding, version in stated
    ]
    card = AgentCard(
        name="Python peer of both generations",
        description="Answers by the schema it is sent",
        version="1.0.0",
        supported_interfaces=interfaces,
        capabilities=AgentCapabilities(streaming=True, extensions=[declared]),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain", JSON],
        skills=[AgentSkill(id="answer", name="Answer", description="Answers", tags=["test"], examples=["answer {}"])],
    )
    handler = DefaultRequestHandler(agent_executor=Agent(), task_store=InMemoryTaskStore(), agent_card=card)
    return Mount(path, routes=[
        *create_agent_card_routes(card),
        *create_jsonrpc_routes(handler, "/rpc", enable_v0_3_compat=compat),
        *create_rest_routes(handler, path_prefix="/http", enable_v0_3_compat=compat),
    ])


class OnlyOld:
    """Takes the version of A2A 1.0 off requests to /lying/, as a proxy that does not know the header does."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http" and scope["path"].startswith("/lying/"):
            headers = [(name, value) for name, value in scope["headers"] if name != b"a2a-version" or value == b"0.3"]
            scope = dict(scope, headers=headers)
        await self.app(scope, receive, send)


def main():
    listener, base = serving.listen()
    four = [("rpc", "JSONRPC", "1.0"), ("rpc", "JSONRPC", "0.3"), ("http", "HTTP+JSON", "1.0"), ("http", "HTTP+JSON", "0.3")]
    app = Starlette(routes=[
        agent(base, "/rest", [("http", "HTTP+JSON", "1.0")], compat=False),
        agent(base, "/unsaid", [("rpc", "JSONRPC", ""), ("http", "HTTP+JSON", "")]),
        agent(base, "/lying", [("rpc", "JSONRPC", "1.0")]),
        agent(base, "", four),
    ])
    serving.serve(OnlyOld(app), listener, base)


if __name__ == "__main__":
    main()
