"""Claude Code sessions: `<session>.jsonl`, one line a turn, or a part of one: `{type, uuid, timestamp, version, message}`.

assistant           message.content: text, thinking, tool_use; an answer with several parts is several lines with one message.id and the same usage
user                message.content: a text, or tool_result of the calls before
everything else     summaries, snapshots, hooks: not part of the trajectory
"""

from collections.abc import Mapping

from playproof.records.trace import TokenUse, Trace
from playproof.store.traces.building import Source, TraceBuilder, lines_of, number, part, parts, seconds, texts, word

RUNTIME = "claude_code"


def is_claude_code(first: Mapping[str, object]) -> bool:
    """Whether a log that has this object is one of Claude Code."""
    return ("sessionId" in first or "session_id" in first) and isinstance(first.get("type"), str)


def read_claude_code(source: Source) -> Trace:
    """The trajectory in a session."""
    builder = TraceBuilder(runtime=RUNTIME)
    counted: set[str] = set()
    for line in lines_of(source, builder):
        message, at_s = part(line, "message"), seconds(line.get("timestamp"))
        builder.runtime_version = builder.runtime_version or word(line, "version")
        match line.get("type"):
            case "assistant":
                _answer(message, at_s, builder, counted)
            case "user":
                _turn(message, at_s, builder)
            case _:
                pass
    return builder.build(source)


def _answer(message: Mapping[str, object], at_s: float | None, builder: TraceBuilder, counted: set[str]) -> None:
    model = word(message, "model")
    if model and not model.startswith("<"):  # '<synthetic>' is the runtime speaking
        builder.model = model
    for block in parts(message, "content"):
        match block.get("type"):
            case "text":
                builder.say("message", word(block, "text"), actor="model", at_s=at_s)
            case "thinking" | "redacted_thinking":
                builder.say("reasoning", word(block, "thinking"), actor="model", at_s=at_s)
            case "tool_use" | "server_tool_use":
                builder.call(word(block, "name"), dict(part(block, "input")), call_id=word(block, "id"), at_s=at_s)
            case _:
                pass
    usage, answer = part(message, "usage"), word(message, "id")
    if usage and (not answer or answer not in counted):
        counted.add(answer)
        cached = number(usage, "cache_read_input_tokens")
        read = number(usage, "input_tokens") + number(usage, "cache_creation_input_tokens") + cached
        builder.spent(TokenUse(input=read, cached=cached, output=number(usage, "output_tokens")))


def _turn(message: Mapping[str, object], at_s: float | None, builder: TraceBuilder) -> None:
    content = message.get("content")
    if isinstance(content, str):
        builder.say("message", content, actor="user", at_s=at_s)
        return
    for block in parts(message, "content"):
        if block.get("type") == "tool_result":
            text = texts(block.get("content"))
            builder.result(text, call_id=word(block, "tool_use_id"), at_s=at_s, is_error=block.get("is_error") is True)
        elif block.get("type") == "text":
            builder.say("message", word(block, "text"), actor="user", at_s=at_s)
