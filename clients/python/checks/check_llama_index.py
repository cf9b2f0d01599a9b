"""Uses the memory with the real LlamaIndex: its chat engine and its agent, with a scripted model. Usage: python … URL KEY."""

import asyncio
import os
import sys
from typing import Any

URL, KEY = sys.argv[1:3]
os.environ |= {"PALIMPSEST_URL": URL, "PALIMPSEST_KEY": KEY}

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import ChatMessage, LLMMetadata, MessageRole
from llama_index.core.base.llms.types import ToolCallBlock
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import ToolSelection
from llama_index.core.tools import FunctionTool
from pydantic import PrivateAttr

from palimpsest import Palimpsest
from palimpsest.llama_index import PalimpsestMemory


class Scripted(FunctionCallingLLM):
    """Calls the tool, then answers."""

    _calls: int = PrivateAttr(0)
    largest: int = 0

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="scripted", is_chat_model=True, is_function_calling_model=True)

    def answer(self, messages: Any, uses_tool: bool) -> Any:
        from llama_index.core.llms import ChatResponse

        self.largest = max(self.largest, sum(len(message.content or "") for message in messages))
        made = [call["id"] for message in messages for call in message.additional_kwargs.get("tool_calls", [])]
        got = [message.additional_kwargs["tool_call_id"] for message in messages if message.role == MessageRole.TOOL]
        assert made == got, (made, got)
        self._calls += 1
        done = not uses_tool or messages[-1].role == MessageRole.TOOL
        call = {"id": f"call_{self._calls}", "type": "function", "function": {"name": "read", "arguments": '{"path": "a"}'}}
        extra = {} if done else {"tool_calls": [call]}
        content = f"done {self._calls}" if done else ""
        return ChatResponse(message=ChatMessage(role="assistant", content=content, additional_kwargs=extra))

    def chat(self, messages: Any, **kwargs: Any) -> Any:
        return self.answer(messages, False)

    async def achat(self, messages: Any, **kwargs: Any) -> Any:
        return self.answer(messages, bool(kwargs.get("tools")))

    async def astream_chat(self, messages: Any, **kwargs: Any) -> Any:
        async def one() -> Any:
            yield self.answer(messages, bool(kwargs.get("tools")))

        return one()

    def _prepare_chat_with_tools(self, tools: Any, user_msg: Any = None, chat_history: Any = None, **kwargs: Any) -> dict[str, Any]:
        return {"messages": list(chat_history or []), "tools": list(tools)}

    def get_tool_calls_from_response(self, response: Any, error_on_no_tool_call: bool = True, **_: Any) -> list[ToolSelection]:
        calls = response.message.additional_kwargs.get("tool_calls", [])
        return [ToolSelection(tool_id=call["id"], tool_name="read", tool_kwargs={"path": "a"}) for call in calls]

    def complete(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    stream_complete = stream_chat = complete

    async def acomplete(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    astream_complete = acomplete


def check_memory() -> None:
    memory = PalimpsestMemory("llama items", "gpt-4o", context_size="8K")
    call = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": '{ "path": "a" }'}}
    said = [
        ChatMessage(role="user", content="one"),
        ChatMessage(role="assistant", content="", additional_kwargs={"tool_calls": [call]}),
        ChatMessage(role="tool", content="text", additional_kwargs={"tool_call_id": "c1", "name": "read"}),
        ChatMessage(role="assistant", content="two"),
    ]
    memory.put_messages(said[:2])
    memory.set(said)
    assert memory.get() == said == memory.get_all(), memory.get()
    memory.set(said[:1])
    assert memory.get_all() == said[:1]
    memory.reset()
    assert memory.get_all() == []
    # The model of LlamaIndex for OpenAI names a call in a block and beside it: it is one call, with one result.
    block = ToolCallBlock(tool_call_id="c1", tool_name="read", tool_kwargs='{ "path": "a" }')
    twice = ChatMessage(role="assistant", blocks=[block], additional_kwargs={"tool_calls": [call]})
    memory.put_messages([said[0], twice, said[2]])
    assert memory.get() == [said[0], twice, said[2]], memory.get()


async def check_runs() -> None:
    llm = Scripted()
    engine = SimpleChatEngine.from_defaults(llm=llm, memory=PalimpsestMemory("llama chat", "gpt-4o", context_size="4K"))
    for turn in range(20):
        assert str(engine.chat(f"question {turn} " + "word " * 200)).startswith("done")
    check_session("llama chat", 40)

    def read(path: str) -> str:
        """Reads a file."""
        return "a line of the file\n" * 100

    agent = FunctionAgent(tools=[FunctionTool.from_defaults(read)], llm=llm, streaming=False)
    memory = PalimpsestMemory("llama agent", "gpt-4o", context_size="4K")
    for turn in range(15):
        assert str(await agent.run(f"task {turn}", memory=memory)).startswith("done")
    assert llm.largest < 3_400 * 6, llm.largest
    check_session("llama agent", 60)
    print(f"20 chats and 15 agent runs: the largest input had {llm.largest} characters")


def check_session(external_id: str, messages: int) -> None:
    client = Palimpsest()
    session = client.open_session("gpt-4o", external_id=external_id)
    audit = client.request("GET", f"/v1/sessions/{session['id']}/audit")
    assert (audit["ok"], audit["messages"]) == (True, messages), audit


check_memory()
asyncio.run(check_runs())
