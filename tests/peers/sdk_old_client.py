"""The official Python SDK's own client of A2A 0.3 on an agent: what it understands, as one JSON document.

    python sdk_old_client.py BASE_URL [JSONRPC | HTTP+JSON]
"""

import asyncio
import base64
import json
import sys
import uuid

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import (
    GetTaskPushNotificationConfigParams, Message, MessageSendConfiguration, Part, PushNotificationAuthenticationInfo,
    PushNotificationConfig, Role, TaskIdParams, TaskPushNotificationConfig, TaskQueryParams, TextPart,
)

import extension
from webhook import Webhook

SCHEMA = json.dumps({
    "type": "object",
    "properties": {"title": {"type": "string"}, "id": {"const": 9007199254740993}, "serves": {"type": "integer"}},
    "required": ["title", "id", "serves"],
    "additionalProperties": False,
})


def message(text, task_id=None, structured=False):
    extensions = [extension.URI] if structured else None
    parts = [Part(root=TextPart(text=text))]
    return Message(
        message_id=str(uuid.uuid4()), role=Role.user, parts=parts, task_id=task_id, extensions=extensions
    )


async def run(client, text, structured=False, task_id=None):
    """Sends a message: the kinds of events that came, the last state, the last `final`, the artifacts by name."""
    asked = {"version": 1, "resultEncoding": "json-utf8", "schemaJson": SCHEMA}
    metadata = {"kediStructuredOutput": asked} if structured else None
    configuration = MessageSendConfiguration(accepted_output_modes=["application/json"], blocking=True)
    kinds, finals, task = [], [], None
    sent = message(text, task_id, structured)
    async for event in client.send_message(sent, configuration=configuration, request_metadata=metadata):
        if isinstance(event, Message):
            return {"kinds": ["message"], "state": None, "artifacts": {}}
        task, update = event
        kinds.append("task" if update is None else update.kind)
        if kinds[-1] == "status-update":
            finals.append(update.final)
    artifacts = {artifact.name: "".join(map(content, artifact.parts)) for artifact in task.artifacts or []}
    return {"kinds": kinds, "finals": finals, "state": task.status.state, "task": task.id, "artifacts": artifacts}


def content(part):
    part = part.root
    if part.kind == "file":
        return base64.b64decode(part.file.bytes, validate=True).decode("utf-8")
    return part.text if part.kind == "text" else json.dumps(part.data)


async def attempt(call):
    """What a call comes to: its value, or the kind of error."""
    try:
        return await call
    except Exception as error:
        return f"{type(error).__name__}: {error}"


async def notifications(client, task_id):
    """A push notification configuration: kept, told, posted to."""
    report = {}
    with Webhook() as hook:
        authentication = PushNotificationAuthenticationInfo(schemes=["Bearer"], credentials="sec")
        config = PushNotificationConfig(id="mine", url=hook.url, token="tok", authentication=authentication)
        wanted = TaskPushNotificationConfig(task_id=task_id, push_notification_config=config)
        report["created"] = await client.set_task_callback(wanted) == wanted
        asked = GetTaskPushNotificationConfigParams(id=task_id, push_notification_config_id="mine")
        report["got"] = await client.get_task_callback(asked) == wanted
        await run(client, "Without.", task_id=task_id)
        posts = hook.wait_for(lambda body: '"completed"' in body)
        report["tokens"] = [post["token"] for post in posts]
        report["kind"] = json.loads(posts[-1]["body"])["kind"]
    return report


async def main(base_url, binding="JSONRPC"):
    report = {}
    async with httpx.AsyncClient(timeout=60) as http:
        card = await A2ACardResolver(http, base_url).get_agent_card()
        report["card"] = {"name": card.name, "url": card.url, "version": card.protocol_version}
        clients = {}
        for name, streaming in (("streamed", True), ("blocking", False)):
            config = ClientConfig(httpx_client=http, streaming=streaming, supported_transports=[binding])
            clients[name] = ClientFactory(config).create(card)
            report[name] = await run(clients[name], "Plan a dinner for four.", True)
            extension.validate(json.loads(SCHEMA), report[name]["artifacts"][extension.ARTIFACT])
        client = clients["blocking"]
        report["message"] = await run(client, "How are you today?")
        report["failed"] = (await run(client, "Burn the dinner.", True))["state"]
        asked = await run(clients["streamed"], "Cook it the way I like it.", True)
        report["asked"] = [asked["state"], asked["finals"]]
        report["got"] = (await client.get_task(TaskQueryParams(id=asked["task"]))).status.state
        follow = clients["streamed"].resubscribe(TaskIdParams(id=asked["task"]))
        report["followed"] = ["task" if update is None else update.kind async for _, update in follow]
        report["push"] = await notifications(client, (await run(client, "Cook it the way I like it."))["task"])
        report["canceled"] = (await client.cancel_task(TaskIdParams(id=asked["task"]))).status.state
        report["again"] = await attempt(client.cancel_task(TaskIdParams(id=asked["task"])))
        report["error"] = await attempt(run(client, "Bake it in the broken oven."))
        report["unknown"] = await attempt(client.get_task(TaskQueryParams(id="nobody")))
        http.headers["authorization"] = "Bearer demo"
        report["extended"] = (await client.get_card()).name
    print(json.dumps(report))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
