"""The official Python SDK's own client on an agent: what it understands, as one JSON document on standard output.

    python sdk_client.py BASE_URL [JSONRPC | HTTP+JSON]
"""

import asyncio
import json
import sys
import uuid

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import (
    CancelTaskRequest, DeleteTaskPushNotificationConfigRequest, GetTaskPushNotificationConfigRequest, GetTaskRequest,
    ListTaskPushNotificationConfigsRequest, ListTasksRequest, Message, Part, Role, SendMessageConfiguration,
    SendMessageRequest, SubscribeToTaskRequest, TaskPushNotificationConfig, TaskState,
)
from google.protobuf import json_format

import extension
from webhook import Webhook

SCHEMA = json.dumps({
    "type": "object",
    "properties": {"title": {"type": "string"}, "id": {"const": 9007199254740993}, "serves": {"type": "integer"}},
    "required": ["title", "id", "serves"],
    "additionalProperties": False,
})


def request(text, structured):
    message = Message(message_id=str(uuid.uuid4()), role=Role.ROLE_USER, parts=[Part(text=text)])
    sent = SendMessageRequest(message=message)
    if structured:
        message = sent.message
        message.extensions.append(extension.URI)
        sent.configuration.CopyFrom(SendMessageConfiguration(accepted_output_modes=["application/json"]))
        asked = {"version": 1, "resultEncoding": "json-utf8", "schemaJson": SCHEMA}
        json_format.ParseDict({"kediStructuredOutput": asked}, sent.metadata)
    return sent


async def run(client, text, structured):
    """Sends a message: the kinds of events that came, the last state, the last task id, the artifacts by name."""
    kinds, state, task_id, artifacts = [], None, None, {}
    async for event in client.send_message(request(text, structured)):
        kind = event.WhichOneof("payload")
        kinds.append(kind)
        if kind == "task":
            task_id, state = event.task.id, event.task.status.state
            for artifact in event.task.artifacts:
                artifacts[artifact.name] = list(artifact.parts)
        elif kind == "status_update":
            state = event.status_update.status.state
        elif kind == "artifact_update":
            update = event.artifact_update
            known = artifacts.get(update.artifact.name, []) if update.append else []
            artifacts[update.artifact.name] = known + list(update.artifact.parts)
    name = TaskState.Name(state) if state is not None else None
    return {"kinds": kinds, "state": name, "task": task_id, "artifacts": artifacts}


def described(outcome):
    def part(part):
        return part.raw.decode("utf-8") if part.WhichOneof("content") == "raw" else part.text
    told = {name: "".join(part(item) for item in parts) for name, parts in outcome["artifacts"].items()}
    return dict(outcome, artifacts=told)


async def attempt(call):
    """What a call comes to: its value, or the kind of error."""
    try:
        return await call
    except Exception as error:
        return f"{type(error).__name__}: {error}"


async def notifications(client, task_id):
    """Push notification configurations: kept, told, posted to, let go."""
    report = {}
    with Webhook() as hook:
        config = TaskPushNotificationConfig(task_id=task_id, id="mine", url=hook.url, token="tok")
        config.authentication.scheme, config.authentication.credentials = "Bearer", "sec"
        created = await client.create_task_push_notification_config(config)
        report["created"] = [created.id, created.task_id, created.token, created.authentication.credentials]
        asked = GetTaskPushNotificationConfigRequest(task_id=task_id, id="mine")
        report["got"] = (await client.get_task_push_notification_config(asked)).url == hook.url

        async def list_configs():
            listed = ListTaskPushNotificationConfigsRequest(task_id=task_id)
            return len((await client.list_task_push_notification_configs(listed)).configs)

        report["listed"] = await attempt(list_configs())
        sent = request("Without.", False)
        sent.message.task_id = task_id
        async for _ in client.send_message(sent):
            pass
        posts = hook.wait_for(lambda body: "COMPLETED" in body or "completed" in body)
        report["posted"] = [[post["authorization"], post["token"]] for post in posts[-1:]]
        report["last"] = json.loads(posts[-1]["body"])
        deleted = DeleteTaskPushNotificationConfigRequest(task_id=task_id, id="mine")
        report["deleted"] = await attempt(client.delete_task_push_notification_config(deleted))
    return report


async def main(base_url, binding="JSONRPC"):
    report = {}
    async with httpx.AsyncClient(timeout=60) as http:
        card = await A2ACardResolver(http, base_url).get_agent_card()
        report["card"] = {"name": card.name, "skills": len(card.skills)}
        declared = [item for item in card.capabilities.extensions if item.uri == extension.URI]
        report["params"] = json_format.MessageToDict(declared[0].params)
        for name, streaming in (("streamed", True), ("blocking", False)):
            config = ClientConfig(httpx_client=http, streaming=streaming, supported_protocol_bindings=[binding])
            client = ClientFactory(config).create(card)
            streaming_client = client if streaming else streaming_client
            typed = await run(client, "Plan a dinner for four.", True)
            result = typed["artifacts"][extension.ARTIFACT][0].raw.decode("utf-8")
            extension.validate(json.loads(SCHEMA), result)
            report[name] = described(typed)
        report["plain"] = described(await run(client, "Plan a dinner for four.", False))
        report["failed"] = described(await run(client, "Burn the dinner.", True))
        report["refused"] = described(await run(client, "Cook something that is not on the menu.", False))
        asked = await run(client, "Cook it the way I like it.", True)
        report["asked"] = described(asked)
        task = await client.get_task(GetTaskRequest(id=asked["task"]))
        report["got"] = TaskState.Name(task.status.state)

        async def listed():
            page = await client.list_tasks(ListTasksRequest(context_id=task.context_id, page_size=1))
            return [len(page.tasks), page.tasks[0].id == task.id, page.total_size, page.next_page_token]

        report["listed"] = await attempt(listed())
        follow = streaming_client.subscribe(SubscribeToTaskRequest(id=task.id))
        report["followed"] = [event.WhichOneof("payload") async for event in follow]
        told = await run(client, "Cook it the way I like it.", True)
        report["push"] = await notifications(client, told["task"])
        task = await client.cancel_task(CancelTaskRequest(id=asked["task"]))
        report["canceled"] = TaskState.Name(task.status.state)
        for name, text in (("error", "Bake it in the broken oven."), ("version", "Speak the old tongue.")):
            try:
                await run(client, text, False)
                report[name] = None
            except Exception as error:
                report[name] = f"{type(error).__name__}: {error}"
        try:
            await client.get_task(GetTaskRequest(id="nobody"))
            report["unknown"] = None
        except Exception as error:
            report["unknown"] = type(error).__name__
    print(json.dumps(report))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
