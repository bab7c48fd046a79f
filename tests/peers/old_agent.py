"""An agent of A2A 0.3 on the official Python SDK 0.3, over JSON-RPC and over HTTP+JSON, with the structured output extension.

    python old_agent.py

listens on a free port of 127.0.0.1 and prints its base URL as the first line. It ends when its standard input ends.
Addresses: /rpc/ and /rest/. The first word of the message is a command: `answer JSON` gives the JSON as the typed result,
`text` answers in words, `slow` works until it is canceled.
"""

import asyncio
import base64

from a2a.server.agent_execution import AgentExecutor
from a2a.server.apps import A2ARESTFastAPIApplication, A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import (
    AgentCapabilities, AgentCard, AgentExtension, AgentSkill, FilePart, FileWithBytes, Part, TaskState, TextPart,
)
from a2a.utils import new_task
from starlette.applications import Starlette
from starlette.routing import Mount

import extension
import serving

JSON = "application/json"


class Agent(AgentExecutor):
    """Does what the message says."""

    async def execute(self, context, queue):
        command, _, rest = (context.get_user_input() or "").strip().partition(" ")
        task = context.current_task or new_task(context.message)
        await queue.enqueue_event(task)
        updater = TaskUpdater(queue, task.id, task.context_id)
        await updater.update_status(TaskState.working, words(updater, "reading the order"))
        if command == "slow":
            for step in range(300):
                await updater.update_status(TaskState.working, words(updater, f"step {step}"))
                await asyncio.sleep(0.1)
        elif command == "answer":
            try:
                request, _ = extension.request_of(context.metadata)
                extension.validate(extension.schema_of(request, 32768), rest)
                if extension.URI not in (context.message.extensions or []):
                    raise extension.Refused("the message does not list the extension")
                if extension.URI not in context.requested_extensions:
                    raise extension.Refused("no header requests the extension")
            except extension.Refused as refused:
                await updater.failed(words(updater, str(refused)))
                return
            result = FileWithBytes(bytes=base64.b64encode(rest.encode()).decode(), mime_type=JSON, name="output.json")
            await updater.add_artifact(
                [Part(root=FilePart(file=result))], name=extension.ARTIFACT, extensions=[extension.URI], last_chunk=True
            )
        await updater.complete(words(updater, "only words" if command == "text" else "done"))

    async def cancel(self, context, queue):
        await TaskUpdater(queue, context.task_id, context.context_id).cancel()


def words(updater, text):
    return updater.new_agent_message([Part(root=TextPart(text=text))])


def served(base, path, transport, application):
    declared = AgentExtension(uri=extension.URI, description="Typed answers", params=extension.parameters())
    card = AgentCard(
        name="Python peer of 0.3",
        description="Answers by the schema it is sent",
        version="1.0.0",
        url=base + path,
        preferred_transport=transport,
        protocol_version="0.3.0",
        capabilities=AgentCapabilities(streaming=True, extensions=[declared]),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain", JSON],
        skills=[AgentSkill(id="answer", name="Answer", description="Answers", tags=["test"], examples=["answer {}"])],
    )
    handler = DefaultRequestHandler(agent_executor=Agent(), task_store=InMemoryTaskStore())
    return Mount(path, app=application(agent_card=card, http_handler=handler).build())


def main():
    listener, base = serving.listen()
    app = Starlette(routes=[
        served(base, "/rpc", "JSONRPC", A2AStarletteApplication),
        served(base, "/rest", "HTTP+JSON", A2ARESTFastAPIApplication),
    ])
    serving.serve(app, listener, base)


if __name__ == "__main__":
    main()
