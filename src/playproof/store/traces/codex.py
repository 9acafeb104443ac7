"""Codex rollouts: `rollout-<time>-<id>.jsonl`, one line an object `{timestamp, type, payload}`.

session_meta        id, cwd, cli_version                 turn_context     model
response_item       what goes to and comes from the model: message, reasoning, function_call, custom_tool_call, local_shell_call and their outputs
event_msg           what the user interface shows; only token_count is read, the rest repeats the response items
"""

from collections.abc import Mapping

from playproof.records.trace import Actor, TokenUse, Trace
from playproof.store.traces.building import Source, TraceBuilder, lines_of, number, part, seconds, texts, word
from playproof.store.traces.effects import read_arguments

RUNTIME = "codex"
ACTORS: dict[str, Actor] = {"assistant": "model", "user": "user"}


def is_codex(first: Mapping[str, object]) -> bool:
    """Whether a log that begins with this object is one of Codex."""
    return first.get("type") in ("session_meta", "response_item", "event_msg", "turn_context") and isinstance(first.get("payload"), Mapping)


def read_codex(source: Source) -> Trace:
    """The trajectory in a rollout."""
    builder = TraceBuilder(runtime=RUNTIME)
    for line in lines_of(source, builder):
        payload, at_s = part(line, "payload"), seconds(line.get("timestamp"))
        match line.get("type"):
            case "session_meta":
                builder.runtime_version = builder.runtime_version or word(payload, "cli_version")
            case "turn_context":
                builder.model = word(payload, "model") or builder.model
            case "response_item":
                _item(payload, at_s, builder)
            case "event_msg" if payload.get("type") == "token_count":
                _tokens(part(payload, "info"), builder)
            case _:
                pass
    return builder.build(source)


def _item(item: Mapping[str, object], at_s: float | None, builder: TraceBuilder) -> None:
    call_id = word(item, "call_id") or word(item, "id")
    match item.get("type"):
        case "message":
            actor = ACTORS.get(word(item, "role"), "runtime")
            builder.say("note" if actor == "runtime" else "message", texts(item.get("content")), actor=actor, at_s=at_s)
        case "reasoning":
            builder.say("reasoning", texts(item.get("summary")) or texts(item.get("content")), actor="model", at_s=at_s)
        case "function_call":
            tool = f"{word(item, 'namespace')}{word(item, 'name')}"
            builder.call(tool, read_arguments(item.get("arguments")), call_id=call_id, at_s=at_s)
        case "custom_tool_call":
            builder.call(word(item, "name"), word(item, "input"), call_id=call_id, at_s=at_s)
        case "local_shell_call":
            builder.call("local_shell", dict(part(item, "action")), call_id=call_id, at_s=at_s)
        case "web_search_call":
            builder.call("web_search", dict(part(item, "action")), call_id=call_id, at_s=at_s)
        case "function_call_output" | "custom_tool_call_output":
            _result(item, call_id, at_s, builder)
        case _:
            pass


def _result(item: Mapping[str, object], call_id: str, at_s: float | None, builder: TraceBuilder) -> None:
    """An output is a text, an object as JSON in a text, or a list of parts; an exit status is in its metadata or its words."""
    output = item.get("output")
    read = read_arguments(output) if isinstance(output, str) else output
    text = texts(read) or texts(output)
    exit_code = part(read, "metadata").get("exit_code")
    is_error = (isinstance(exit_code, int) and exit_code != 0) or (
        "Process exited with code " in text[:400] and "Process exited with code 0" not in text[:400]
    )
    builder.result(text, call_id=call_id, at_s=at_s, is_error=is_error)


def _tokens(told: Mapping[str, object], builder: TraceBuilder) -> None:
    """Counts are told after each answer: of that answer, and of all so far. They may be told twice; the total is the last one."""
    total = part(told, "total_token_usage")
    if not total:
        return
    use = _use(total)
    if builder.total is not None and use == builder.total:
        return
    builder.total = use
    last = part(told, "last_token_usage")
    if last:
        builder.spent(_use(last))


def _use(counts: Mapping[str, object]) -> TokenUse:
    return TokenUse(input=number(counts, "input_tokens"), cached=number(counts, "cached_input_tokens"), output=number(counts, "output_tokens"))
