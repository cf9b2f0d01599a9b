"""A Session of the OpenAI Agents SDK for Python that keeps its items in Palimpsest.

    session = PalimpsestSession("thread-1", model="gpt-4o", context_size="32K")
    config = RunConfig(call_model_input_filter=session.input_filter)
    await Runner.run(agent, "Which file holds the port?", session=session, run_config=config)

get_items returns the context, which always fits the model, not the whole history. Each item is a native message: its
parts are what Palimpsest counts and shrinks, and the exact item is metadata.
"""

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from .async_client import AsyncPalimpsest
from .requests import session_path

if TYPE_CHECKING:
    from agents.items import TResponseInputItem
    from agents.memory import SessionSettings
    from agents.run import CallModelData, ModelInputData

PAGE = 50
BATCH = 1_000


class PalimpsestSession:
    """Implements agents.Session. Calls raise PalimpsestError and UnavailableError. Settings: as for open_session."""

    session_settings: "SessionSettings | None" = None

    def __init__(self, session_id: str, *, model: str, context_size: str | int = "16K", api_key: str | None = None,
                 base_url: str | None = None, timeout_s: float = 30.0, **settings: Any) -> None:
        self.session_id = session_id
        self._model, self._settings = model, {"external_id": session_id, "context_size": context_size, **settings}
        self._client = AsyncPalimpsest(base_url, api_key, timeout=timeout_s)
        self._lock = asyncio.Lock()
        self._last_type: str | None = None

    async def get_items(self, limit: int | None = None) -> "list[TResponseInputItem]":
        """Returns the context as items, oldest first: all, or the newest of this number."""
        whole, _ = await self._context()
        return cast("list[TResponseInputItem]", whole if limit is None else whole[-limit:] if limit > 0 else [])

    async def input_filter(self, data: "CallModelData[Any]") -> "ModelInputData":
        """The call_model_input_filter of a RunConfig: the model gets the context of the moment of each call, with the earlier words that
        answer the question, and within its window also after many calls. An input whose newest item is not the newest of the
        session stays as it is."""
        items, newest = await self._context()
        given = cast(list[dict[str, Any]], data.model_data.input)
        if not given or newest is None or shown(given[-1]) != shown(newest):
            return data.model_data
        return replace(data.model_data, input=cast("list[TResponseInputItem]", items))

    async def _context(self) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
        """Returns the context as items, and the newest item as it was added."""
        async with self._lock:
            context = await self._client.context(await self._id(), format="native")
        found: list[dict[str, Any]] = [{"role": "system", "content": context["system"]}] if context.get("system") else []
        after_reasoning: list[bool] = [False] * len(found)
        for message in context["messages"]:
            items = items_of(message)
            found += items
            after_reasoning += [bool(message.get("metadata", {}).get("afterReasoning"))] + [False] * (len(items) - 1) if items else []
        newest = context["messages"][-1].get("metadata", {}).get("item") if context["messages"] else None
        return without_broken_reasoning(found, after_reasoning), newest

    async def add_items(self, items: "list[TResponseInputItem]") -> None:
        async with self._lock:
            session_id, messages = await self._id(), []
            for item in cast(list[dict[str, Any]], items):
                message = {**shown(item), "metadata": {"item": item}}
                if self._last_type == "reasoning" and item.get("type") != "reasoning":
                    message["metadata"]["afterReasoning"] = True
                messages.append(message)
                self._last_type = item.get("type")
            for at in range(0, len(messages), BATCH):
                await self._client.append(session_id, messages[at:at + BATCH], format="native")

    async def pop_item(self) -> "TResponseInputItem | None":
        """Takes the newest item back. The history keeps it, marked. Refused (409) if a checkpoint covers it."""
        async with self._lock:
            path = session_path(await self._id())
            to = (await self._client.request("GET", path))["messageCount"]
            while to >= 1:
                page = {"from": max(1, to - PAGE + 1), "to": to, "limit": PAGE}
                messages = (await self._client.request("GET", f"{path}/messages", params=page))["messages"]
                live = [message for message in messages if not message["withdrawn"]]
                if live:
                    await self._client.request("POST", f"{path}/withdraw", json={"fromSeq": live[-1]["seq"]})
                    self._last_type = None
                    return cast("TResponseInputItem", items_of(live[-1]["message"])[-1])
                to -= PAGE
            return None

    async def clear_session(self) -> None:
        """Deletes the conversation with its history. The next call starts it again."""
        async with self._lock:
            await self._client.delete_session(await self._id())
            self._last_type = None

    async def close(self) -> None:
        await self._client.close()

    async def _id(self) -> str:
        return (await self._client.open_session(self._model, **self._settings))["id"]


def shown(item: dict[str, Any]) -> dict[str, Any]:
    """Returns the role and parts that Palimpsest counts and shrinks."""
    kind, call_id = item.get("type", "message"), item.get("call_id")
    if kind == "message":
        content = item["content"]
        blocks = [{"type": "input_text", "text": content}] if isinstance(content, str) else content
        role = "system" if item["role"] == "developer" else item["role"]
        return {"role": role, "parts": [part_of(block) for block in blocks]}
    if kind == "reasoning":
        return {"role": "assistant", "parts": [{"type": "reasoning", "text": texts(item.get("summary"))}]}
    if call_id and kind.endswith("_call"):
        args = parsed(item.get("arguments", item.get("action", item.get("input", {}))))
        return {"role": "assistant", "parts": [{"type": "tool_call", "callId": call_id, "name": item.get("name", kind), "args": args}]}
    if call_id and kind.endswith("_output"):
        output = item["output"]
        content = output if isinstance(output, str) else [part_of(block) for block in output] if isinstance(output, list) else json.dumps(output)
        return {"role": "tool", "parts": [{"type": "tool_result", "callId": call_id, "content": content}]}
    return {"role": "assistant", "parts": [{"type": "opaque", "item": item}]}


def items_of(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the stored item; or the item with shortened content; or new items for a checkpoint or a block of goals."""
    item = message.get("metadata", {}).get("item")
    parts = message.get("parts", [{"type": "text", "text": message.get("content", "")}])
    if item and shown(item)["parts"] == parts:
        return [item]
    new = [made for part in parts if (made := new_item(message["role"], part))]
    if not item:
        return new
    keys = ("call_id", "arguments", "output", "content")
    return [{**item, **{key: made[key] for key in keys if key in made}} for made in new]


def new_item(role: str, part: dict[str, Any]) -> dict[str, Any] | None:
    if part["type"] == "text":
        return {"role": role, "content": part["text"]}
    if part["type"] == "tool_call":
        args = part["args"] if isinstance(part["args"], dict) else {"note": part["args"]}
        return {"type": "function_call", "call_id": part["callId"], "name": part["name"], "arguments": json.dumps(args)}
    if part["type"] == "tool_result":
        content = part["content"]
        return {"type": "function_call_output", "call_id": part["callId"],
                "output": content if isinstance(content, str) else texts(content)}
    return None


def part_of(block: dict[str, Any]) -> dict[str, Any]:
    text = block.get("text", block.get("refusal"))
    return {"type": "opaque", "block": block} if text is None else {"type": "text", "text": text}


def texts(blocks: list[dict[str, Any]] | None) -> str:
    return "\n\n".join(block["text"] for block in blocks or [] if isinstance(block.get("text"), str))


def parsed(value: Any) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


def without_broken_reasoning(items: list[dict[str, Any]], after_reasoning: list[bool]) -> list[dict[str, Any]]:
    """Drops reasoning whose item left, and ids of items whose reasoning left: the API refuses one without the other."""
    whole: list[dict[str, Any]] = []
    for at, item in enumerate(items):
        is_next_bound = at + 1 < len(items) and (after_reasoning[at + 1] or items[at + 1].get("type") == "reasoning")
        if item.get("type") == "reasoning":
            whole += [item] if is_next_bound else []
        elif after_reasoning[at] and (at == 0 or items[at - 1].get("type") != "reasoning"):
            whole.append({key: value for key, value in item.items() if key != "id"})
        else:
            whole.append(item)
    return whole
