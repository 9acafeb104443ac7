"""Inspect logs, as JSON: one sample of an evaluation. `.eval` archives are read where their compression is one that Python knows.

eval        model, packages                     samples[]   id, events[], attachments
model       output.choices[].message with its text, reasoning and tool_calls; output.usage
tool        id, function, arguments, result, error; large texts are `attachment://<hash>`
"""

import io
import json
import zipfile
from collections.abc import Mapping

from playproof.errors import SpecError
from playproof.records.trace import TokenUse, Trace
from playproof.store.traces.building import Source, TraceBuilder, number, part, parts, seconds, texts, word

RUNTIME = "inspect"
ATTACHMENT = "attachment://"
MOST_LOG_BYTES = 1 << 30
"""Largest sample of an archive, unpacked (ours)."""
MAGIC = b"PK\x03\x04"


def is_inspect(first: Mapping[str, object]) -> bool:
    """Whether this object is a log of Inspect, or a sample of one."""
    return isinstance(first.get("eval"), Mapping) and "version" in first


def read_inspect(source: Source, sample: str) -> Trace:
    """The trajectory of one sample.

    Args:
        source: The log: JSON, or an `.eval` archive.
        sample: Which one, by its id; empty: the only one.
    """
    log = _archive(source, sample) if source.content.startswith(MAGIC) else _log(source)
    samples = parts(log, "samples")
    chosen = [one for one in samples if not sample or str(one.get("id")) == sample]
    if len(chosen) != 1:
        known = ", ".join(str(one.get("id")) for one in samples[:20]) or "none"
        raise SpecError(
            source.name, f"has {len(chosen)} samples" + (f" {sample!r}" if sample else ""), expected=f"one, chosen with --sample: {known}"
        )
    made = part(log, "eval")
    builder = TraceBuilder(
        runtime=RUNTIME,
        runtime_version=word(part(made, "packages"), "inspect_ai"),
        model=word(made, "model"),
        task=str(chosen[0].get("id", "")),
    )
    attachments = part(chosen[0], "attachments")
    for event in parts(chosen[0], "events"):
        match event.get("event"):
            case "model":
                _answer(event, builder, attachments)
            case "tool":
                _tool(event, builder, attachments)
            case "error" | "sample_limit":
                text = texts(part(event, "error").get("message")) or word(event, "message")
                builder.say("note", text, actor="runtime", at_s=seconds(event.get("timestamp")))
            case _:
                pass
    return builder.build(source)


def _answer(event: Mapping[str, object], builder: TraceBuilder, attachments: Mapping[str, object]) -> None:
    at_s = seconds(event.get("completed")) or seconds(event.get("timestamp"))
    output = part(event, "output")
    for choice in parts(output, "choices")[:1]:
        message = part(choice, "message")
        content = message.get("content")
        for block in parts(message, "content"):
            if block.get("type") == "reasoning":
                builder.say("reasoning", _whole(word(block, "reasoning"), attachments), actor="model", at_s=at_s)
        said = content if isinstance(content, str) else texts([block for block in parts(message, "content") if block.get("type") == "text"])
        if said or not parts(message, "tool_calls"):
            builder.say("message", _whole(said, attachments), actor="model", at_s=at_s)
        for call in parts(message, "tool_calls"):
            builder.call(word(call, "function"), _arguments(part(call, "arguments"), attachments), call_id=word(call, "id"), at_s=at_s)
    usage = part(output, "usage")
    if usage:
        cached = number(usage, "input_tokens_cache_read")
        read = number(usage, "input_tokens") + number(usage, "input_tokens_cache_write") + cached
        builder.spent(TokenUse(input=read, cached=cached, output=number(usage, "output_tokens")))


def _tool(event: Mapping[str, object], builder: TraceBuilder, attachments: Mapping[str, object]) -> None:
    began, ended = seconds(event.get("timestamp")), seconds(event.get("completed"))
    call_id = word(event, "id")
    builder.call(word(event, "function"), _arguments(part(event, "arguments"), attachments), call_id=call_id, at_s=began)
    error = part(event, "error")
    text = word(error, "message") or _whole(texts(event.get("result")), attachments)
    builder.result(text, call_id=call_id, at_s=ended or began, is_error=bool(error))


def _arguments(named: Mapping[str, object], attachments: Mapping[str, object]) -> dict[str, object]:
    return {key: _whole(value, attachments) if isinstance(value, str) else value for key, value in named.items()}


def _whole(text: str, attachments: Mapping[str, object]) -> str:
    if not text.startswith(ATTACHMENT):
        return text
    found = attachments.get(text.removeprefix(ATTACHMENT))
    return found if isinstance(found, str) else text


def _log(source: Source) -> Mapping[str, object]:
    try:
        content = json.loads(source.content)
    except (ValueError, RecursionError) as error:
        raise SpecError(source.name, f"is no JSON: {error}", expected="a log of Inspect") from None
    if not isinstance(content, dict) or not is_inspect(content):
        raise SpecError(source.name, "is no log of Inspect", expected="an object with version, eval and samples")
    return content


def _archive(source: Source, sample: str) -> Mapping[str, object]:
    """An archive as the log that it stands for."""
    try:
        with zipfile.ZipFile(io.BytesIO(source.content)) as archive:
            names = [name for name in archive.namelist() if name.startswith("samples/") and name.endswith(".json")]
            wanted = [name for name in names if not sample or name.removeprefix("samples/").startswith(f"{sample}_epoch_")]
            log: dict[str, object] = {"version": 2, **json.loads(_member(archive, "header.json", source.name))}
            log["samples"] = [json.loads(_member(archive, name, source.name)) for name in wanted]
    except NotImplementedError:
        raise SpecError(
            source.name,
            "is compressed by a method that this Python cannot read",
            expected=f"the log as JSON: inspect log convert --to json --output-dir json {source.name}",
        ) from None
    except (zipfile.BadZipFile, KeyError, ValueError, RecursionError, EOFError) as error:
        raise SpecError(source.name, f"is no archive of Inspect: {error}", expected="a file that ends in .eval, as Inspect wrote it") from None
    return log


def _member(archive: zipfile.ZipFile, name: str, where: str) -> bytes:
    if archive.getinfo(name).file_size > MOST_LOG_BYTES:
        raise SpecError(where, f"{name} has more than {MOST_LOG_BYTES:,} bytes unpacked", expected="a smaller log")
    return archive.read(name)
