"""Uses PalimpsestSession with the real OpenAI Agents SDK and a scripted model. Usage: python … URL KEY."""

import asyncio
import json
import sys

from agents import Agent, Model, ModelResponse, RunConfig, Runner, Session, Usage, function_tool, set_tracing_disabled
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText
from palimpsest import AsyncPalimpsest, PalimpsestError
from palimpsest.openai_agents import PalimpsestSession

URL, KEY = sys.argv[1:3]
set_tracing_disabled(True)


class Scripted(Model):
    """Calls the tool, then answers."""

    calls = 0
    largest = 0
    tools_to_call = 0
    answer = "done"
    last: list = []

    async def get_response(self, *args, **kwargs):
        items = self.last = kwargs.get("input", args[1] if len(args) > 1 else None)
        self.largest = max(self.largest, len(json.dumps(items)))
        calls = [item["call_id"] for item in items if item.get("type") == "function_call"]
        assert calls == [item["call_id"] for item in items if item.get("type") == "function_call_output"]
        self.calls += 1
        self.tools_to_call -= 1
        if self.tools_to_call < 0:
            text = ResponseOutputText(type="output_text", text=f"{self.answer} {self.calls}", annotations=[])
            output = ResponseOutputMessage(id=f"msg_{self.calls}", type="message", role="assistant", status="completed", content=[text])
        else:
            output = ResponseFunctionToolCall(type="function_call", call_id=f"call_{self.calls}", name="read", arguments='{"path": "a"}')
        return ModelResponse(output=[output], usage=Usage(), response_id=None)

    def stream_response(self, *args, **kwargs):
        raise NotImplementedError


@function_tool
def read(path: str) -> str:
    return "a line of the file\n" * 100


async def main() -> None:
    session = PalimpsestSession("python items", model="gpt-4o", api_key=KEY, base_url=URL)
    items = [
        {"role": "user", "content": "one"},
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "thought"}]},
        {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "read", "arguments": '{ "path": "a" }'},
        {"type": "function_call_output", "call_id": "c1", "output": "text"},
        {"type": "message", "role": "assistant", "id": "m1", "status": "completed", "content": [{"type": "output_text", "text": "two", "annotations": []}]},
    ]
    await session.add_items(items)
    assert await session.get_items() == items, await session.get_items()
    assert await session.get_items(2) == items[-2:]
    assert [await session.pop_item() for _ in range(2)] == [items[4], items[3]]
    await session.clear_session()
    assert await session.get_items() == [] and await session.pop_item() is None
    await session.close()

    try:
        await PalimpsestSession("python items", model="gpt-4o", api_key="wrong", base_url=URL).get_items()
        raise SystemExit("a wrong key was accepted")
    except PalimpsestError as error:
        assert (error.status, str(error)) == (401, "Unknown API key."), error

    session: Session = PalimpsestSession("python run", model="gpt-4o", context_size="4K", api_key=KEY, base_url=URL, metadata={"user": "jane"})
    model = Scripted()
    agent = Agent(name="reader", instructions="Read.", tools=[read], model=model)
    for turn in range(15):
        model.tools_to_call = 1
        result = await Runner.run(agent, f"task {turn}", session=session)
        assert result.final_output.startswith("done")
    await session.close()
    assert model.largest < 3_400 * 6, model.largest
    await check_filter()
    print(f"15 runs: the largest input had {model.largest} characters")


async def check_filter() -> None:
    """With the filter, a run of 20 calls stays bounded, a question recalls, and each item is stored once."""
    session, model = PalimpsestSession("python filter", model="gpt-4o", context_size="4K", api_key=KEY, base_url=URL), Scripted()
    agent = Agent(name="reader", instructions="Read.", tools=[read], model=model)
    config = RunConfig(call_model_input_filter=session.input_filter)

    async def ask(text: str, calls: int = 0) -> None:
        model.tools_to_call = calls
        await Runner.run(agent, text, session=session, run_config=config, max_turns=50)

    model.answer = "The key of the shed hangs behind the blue barrel."
    await ask("Good morning, we start.")
    await ask("Where did we leave the things of the boat?")
    model.answer = "done"
    for turn in range(12):
        await ask(f"step {turn}: " + "we go on with the boat and its sails " * 20, 1)
    await ask("read all of it", 20)
    assert model.largest < 3_400 * 6, model.largest
    await ask("Where does the key of the shed hang?")
    assert model.last[-1]["content"] == "Where does the key of the shed hang?", model.last[-1]
    recalled = [item["content"] for item in model.last if str(item.get("content")).startswith("[Recalled from earlier")]
    assert any("blue barrel" in text for text in recalled), model.last
    async with AsyncPalimpsest(URL, KEY) as client:
        sessions = (await client.request("GET", "/v1/sessions", params={"externalId": "python filter"}))["sessions"]
    assert [one["messageCount"] for one in sessions] == [4 + 12 * 4 + 42 + 2], sessions
    await session.close()


asyncio.run(main())
