"""Uses the history and the middleware with the real LangChain and LangGraph and a scripted model. Usage: python … URL KEY."""

import asyncio
import json
import os
import sys
from typing import Any

URL, KEY = sys.argv[1:3]
os.environ |= {"PALIMPSEST_URL": URL, "PALIMPSEST_KEY": KEY}

from langchain.agents import create_agent
from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables.history import RunnableWithMessageHistory
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver

from palimpsest import Palimpsest
from palimpsest.langchain import PalimpsestChatMessageHistory
from palimpsest.langgraph import PalimpsestMiddleware


class Scripted(BaseChatModel):
    """Calls the tool, then answers."""

    calls: int = 0
    largest: int = 0
    uses_tool: bool = True

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **_: Any) -> "Scripted":
        return self

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any) -> ChatResult:
        self.largest = max(self.largest, sum(len(json.dumps(message.content)) for message in messages))
        made = [call["id"] for message in messages if isinstance(message, AIMessage) for call in message.tool_calls]
        assert made == [message.tool_call_id for message in messages if isinstance(message, ToolMessage)], "a broken pair"
        self.calls += 1
        done = not self.uses_tool or isinstance(messages[-1], ToolMessage)
        calls = [] if done else [{"name": "read", "args": {"path": "a"}, "id": f"call_{self.calls}"}]
        answer = AIMessage(content=f"done {self.calls}" if done else "", tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=answer)])


@tool
def read(path: str) -> str:
    """Reads a file."""
    return "a line of the file\n" * 100


def check_history() -> None:
    history = PalimpsestChatMessageHistory("langchain items", model="gpt-4o", context_size="8K")
    assert isinstance(history, BaseChatMessageHistory)
    call = {"name": "read", "args": {"path": "a"}, "id": "c1"}
    said = [HumanMessage("one"), AIMessage("", tool_calls=[call]), ToolMessage("text", tool_call_id="c1"), AIMessage("two")]
    history.add_messages(said)
    found = history.messages
    assert [type(one) for one in found] == [type(one) for one in said], found
    assert found[1].tool_calls[0]["args"] == {"path": "a"} and found[2].tool_call_id == "c1"
    history.clear()
    assert history.messages == []

    model = Scripted(uses_tool=False)
    prompt = ChatPromptTemplate.from_messages([("system", "Be terse."), MessagesPlaceholder("history"), ("human", "{question}")])
    settings = {"model": "gpt-4o", "context_size": "4K"}
    chain = RunnableWithMessageHistory(
        prompt | model,
        lambda session_id: PalimpsestChatMessageHistory(session_id, **settings),
        input_messages_key="question",
        history_messages_key="history",
    )
    for turn in range(30):
        config = {"configurable": {"session_id": "langchain run"}}
        assert chain.invoke({"question": f"question {turn} " + "word " * 200}, config).content == f"done {turn + 1}"
    assert model.largest < 3_400 * 6, model.largest
    check_session("langchain run", 60)


async def check_middleware() -> None:
    model = Scripted()
    middleware = PalimpsestMiddleware(model="gpt-4o", context_size="4K")
    agent = create_agent(model, [read], system_prompt="Read.", middleware=[middleware], checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "run"}}
    for turn in range(20):
        given = {"messages": [HumanMessage(f"task {turn}")]}
        result = agent.invoke(given, config) if turn % 2 == 0 else await agent.ainvoke(given, config)
        assert result["messages"][-1].content.startswith("done"), result["messages"][-1]
    assert len(result["messages"]) == 80, "the state of the graph keeps every message"
    assert model.largest < 3_400 * 6, model.largest
    # The last answer is stored with the next call of the model.
    check_session("langgraph:run", 79)
    other = create_agent(model, [read], middleware=[middleware], checkpointer=InMemorySaver())
    try:
        other.invoke({"messages": [HumanMessage("a thread that lost its messages")]}, config)
        raise SystemExit("a shorter thread was accepted")
    except ValueError as error:
        assert "use a new thread id" in str(error)
    print(f"30 chains and 20 agent runs: the largest input had {model.largest} characters")


def check_session(external_id: str, messages: int) -> None:
    client = Palimpsest()
    session = client.open_session("gpt-4o", external_id=external_id)
    audit = client.request("GET", f"/v1/sessions/{session['id']}/audit")
    assert (audit["ok"], audit["messages"]) == (True, messages), audit


check_history()
asyncio.run(check_middleware())
