"""Every refusal the helper can give, with what it means and what to do.

A refusal is the normal answer to a call that would make the books say more than was seen. It carries a stable code, a
sentence about this very call, and the remedy. `references/refusals.md` is written from this table.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Rule(NamedTuple):
    """What a refusal code means, and what to do about it."""

    meaning: str
    remedy: str


class Problem(NamedTuple):
    """One thing that is wrong in a contract: its refusal code, the place, and the sentence."""

    code: str
    where: str
    text: str


class Refusal(Exception):
    """The helper will not do what was asked.

    Args:
        code: A key of `RULES`.
        problem: What is wrong in this call, with the offending value.
        do: What to do here; the rule's remedy if empty.
        details: JSON-ready facts for `--json`.
    """

    def __init__(self, code: str, problem: str, do: str = "", **details: Any) -> None:
        """Keep the parts; the code must be a known one."""
        super().__init__(f"{code}: {problem}")
        self.code = code
        self.problem = problem
        self.do = do or RULES[code].remedy
        self.details = details


RULES: dict[str, Rule] = {
    # --- the project and the records ---------------------------------------------------------------------------------
    "not-initialised": Rule(
        "No records exist for this project.",
        "Run `contract init --project DIR` first, or give --project/--records of the one you mean.",
    ),
    "already-initialised": Rule(
        "Records for this project exist already; a task has one record.",
        "Go on with `status`. For another task use another --records folder.",
    ),
    "project-missing": Rule("The project folder does not exist or is not a folder.", "Give the folder that holds the game with --project."),
    "wrong-project": Rule("The records belong to another project folder.", "Use the project they were made for, or other --records."),
    "records-inside-project": Rule(
        "Records must lie outside the project, or writing them would change what they describe.",
        "Give --records a folder outside the project.",
    ),
    "project-inside-records": Rule("The project must not lie inside the records folder.", "Give --records another folder."),
    "records-busy": Rule("Another boost call is writing these records.", "Wait for it to end, then call again."),
    "records-unwritable": Rule(
        "The records folder cannot be written.",
        "Give --records a folder outside the project that you may write to, such as one below the temporary folder; then with every call.",
    ),
    "symlink-in-project": Rule(
        "A symbolic link lies in the monitored project; what it points to could change unseen.",
        "Replace the link by a real file or folder, or remove it.",
    ),
    "special-file": Rule("A pipe, socket or device lies in the monitored project.", "Remove it; only regular files can be saved."),
    "unreadable-file": Rule("A monitored file or folder cannot be read.", "Make it readable (chmod u+r), then call again."),
    "project-moving": Rule(
        "Files changed while they were being read.",
        "Stop the game, the editor and the build, then call again.",
    ),
    "disk-full": Rule(
        "There is not enough room to write. Nothing that was recorded is lost.",
        "Free the room named above, then call again (after a rollback: `recover`).",
    ),
    "ledger-damaged": Rule(
        "The ledger's hash chain is broken: it was edited or damaged.",
        "Put back the unedited ledger. If there is none, start a new record with another --records folder.",
    ),
    "ledger-shortened": Rule(
        "The ledger ends before its last known line: lines were removed.",
        "Put back the whole ledger. If there is none, start a new record with another --records folder.",
    ),
    # --- the contract ------------------------------------------------------------------------------------------------
    "contract-unreadable": Rule("contract.json is missing or is not valid JSON.", "Correct the file at the line named above."),
    "contract-field": Rule(
        "A field of the contract is missing, empty, unknown or of the wrong type.", "Fill in the field; `references/contract.md` shows each."
    ),
    "duplicate-checkpoint": Rule("Two checkpoints have one id.", "Give each its own id; a repeated visit goes under `visits`."),
    "bad-identifier": Rule(
        "An id has characters that cannot be used.", "Use lower-case letters, digits, '-', '_' and '.', beginning with a letter or digit."
    ),
    "unknown-prerequisite": Rule("A checkpoint comes after one that does not exist.", "Correct the id in `after`, or add that checkpoint."),
    "cyclic-prerequisites": Rule("Checkpoints wait for each other in a circle.", "Remove one of the `after` entries of the circle."),
    "unknown-resource": Rule("A checkpoint uses a resource that is not declared.", "Declare it under `resources`, or correct the name."),
    "unused-resource": Rule(
        "A resource is used by no checkpoint, so a change of its files would invalidate nothing.",
        "Let a checkpoint use it, or remove it: unmapped files invalidate everything.",
    ),
    "bad-pattern": Rule(
        "A file pattern is absolute, leaves the project, or matches everything.",
        "Write a pattern relative to the project such as 'scripts/player/**'.",
    ),
    "unknown-source": Rule("A checkpoint names a document section that `sections` does not have.", "Use a key of `sections`."),
    "uncovered-source": Rule("A document section has no checkpoint.", "Add a checkpoint for it, or list it under `not_playable` with the reason."),
    "evidence-too-weak": Rule("A checkpoint asks for less evidence than its kind needs.", "Add the evidence named above."),
    "bad-journey": Rule(
        "The contract's journey is missing or its path is wrong.",
        "Give one checkpoint of kind 'journey' whose `path` lists checkpoints from entry to ending.",
    ),
    "bad-reopen": Rule(
        "`reopen_required` and the checkpoints of kind 'reopen' do not fit together.",
        "Add a 'reopen' checkpoint, or set reopen_required to false if the document asks for none.",
    ),
    "contract-not-accepted": Rule("No contract has been accepted yet.", "Write contract.json, then run `contract validate`."),
    "contract-changed": Rule("contract.json differs from the accepted contract.", "Run `contract validate` to accept the change, or undo it."),
    # --- observations ------------------------------------------------------------------------------------------------
    "unknown-checkpoint": Rule("The contract has no such checkpoint.", "Use an id that `next --all` lists."),
    "wrong-command": Rule("This kind of checkpoint is recorded by another command.", "Use the command named above."),
    "unrecorded-changes": Rule("The project changed since the books last looked.", "Run `sync`, relaunch the game, and observe again."),
    "prerequisite-not-passing": Rule(
        "A prerequisite of this checkpoint does not pass now.", "Observe the prerequisites first; `next` gives the order."
    ),
    "session-missing": Rule(
        "An observation must name the process session it was made in.", "Add --session ID, a new id for every launch or reload of the game."
    ),
    "process-missing": Rule("A new session must name its process.", "Add --process, such as the process id and start time."),
    "session-of-other-revision": Rule(
        "The session belongs to an earlier revision of the project.", "Relaunch or reload the game and use a new --session id."
    ),
    "session-of-other-process": Rule("The session was recorded with another process.", "Use a new --session id for another process."),
    "input-missing": Rule(
        "An observation of behaviour must name the input that was sent.", "Add --input with the key, click or gesture, as it was sent."
    ),
    "capture-missing": Rule(
        "A capture that this checkpoint needs was not given.", "Take the capture, look at it, and give it with --before/--after."
    ),
    "capture-unusable": Rule("A capture is not a complete image file.", "Save the capture again as PNG, JPEG, WebP, GIF or BMP."),
    "capture-not-viewed": Rule(
        "A capture was given without saying what it shows.", "Open the image, then add --saw-before/--saw-after in your own words."
    ),
    "capture-inside-project": Rule(
        "A capture or reading lies inside the project, where it counts as a change.",
        "Save it outside the project, for example in the records' inbox folder.",
    ),
    "capture-reused": Rule(
        "The same capture was recorded for another revision or session.",
        "Take a new capture in this session. If the game draws exactly the same picture, add --recaptured REASON.",
    ),
    "capture-before-change": Rule("The capture is older than the newest change of the project.", "Relaunch the game and take the capture again."),
    "captures-identical": Rule(
        "Before and after show the same picture, so no transition was seen.",
        "Take the captures around the input; if nothing changes on screen, record a failure.",
    ),
    "same-description": Rule("Before and after are described in the same words.", "Say what differs between the two captures."),
    "reading-missing": Rule("A state or log reading that this checkpoint needs was not given.", "Add --state or --log (a text, or @FILE)."),
    "reading-unusable": Rule("A state or log reading is missing or empty.", "Give the text itself, or @FILE of a file that is not empty."),
    "comparison-missing": Rule("A reading was given without comparing it with the view.", "Add --agree yes|no and --comparison TEXT."),
    "comparison-without-reading": Rule(
        "A comparison was given without a reading or without a view.", "Add --state or --log and --after, or leave the comparison out."
    ),
    "pass-despite-disagreement": Rule(
        "State and view disagree; that is a fault of the game, not a pass.", "Record --outcome fail with the disagreement as --diagnosis."
    ),
    "diagnosis-missing": Rule("An observed failure needs a diagnosis.", "Add --diagnosis: what was expected, what happened, where it may come from."),
    "failure-without-evidence": Rule(
        "An observed failure needs something that was observed.", "Add --after, --state or --log; without any, record --outcome unverified."
    ),
    "reason-missing": Rule("This needs a reason.", "Add --reason TEXT."),
    "pass-after-failure": Rule(
        "The checkpoint failed on this very revision and nothing changed since.",
        "If the failure was an error of observation or chance, say so with --reason.",
    ),
    # --- repair ------------------------------------------------------------------------------------------------------
    "repair-open": Rule("A repair is open.", "Finish it with `repair keep` or `repair abandon`."),
    "no-repair-open": Rule("No repair is open.", "Start one with `repair begin TARGET --hypothesis TEXT`."),
    "target-not-failing": Rule("A repair needs a target that was observed to fail.", "Record the failure first; a stale one must be observed again."),
    "nothing-to-protect": Rule(
        "No checkpoint passes yet, so a guarded repair has nothing to protect.",
        "Edit, `sync`, and observe the first checkpoint; guarded repair starts after the first pass.",
    ),
    "hypothesis-repeated": Rule("This hypothesis failed before for this target.", "Think of another cause; `report` lists what was tried."),
    "retries-spent": Rule(
        "Two repairs of this target failed without new evidence.",
        "Gather evidence not seen before (another view, state or log) and record the failure with a new diagnosis, or `finish --stop`.",
    ),
    "candidate-unchanged": Rule(
        "The project is as it was when the repair began.", "Edit the project, `sync`, relaunch, then observe; or `repair abandon`."
    ),
    "repair-inconclusive": Rule(
        "The target or a protected check has no fresh pass on the candidate.", "Observe the checks named above on this revision; or `repair abandon`."
    ),
    "no-such-repair": Rule("No archived candidate has this number.", "`report` lists the repairs that were rolled back."),
    # --- restoring and finishing -------------------------------------------------------------------------------------
    "recovery-pending": Rule("A rollback was begun and has not ended; the project may be half restored.", "Run `recover` before anything else."),
    "nothing-to-recover": Rule("No rollback is pending.", "Go on with `next`."),
    "snapshot-damaged": Rule(
        "A saved file in the records is missing or damaged; nothing was restored.", "Put the named blob back; the project was left as it is."
    ),
    "restore-blocked": Rule("Something stands where a saved file must go.", "Remove what is named above, then run `recover`."),
    "journey-inputs-unusable": Rule(
        "The journey's input file cannot be used.", 'Write one JSON object a line: {"t_ms": 0, "input": "press Enter", "reached": "CHECKPOINT"}.'
    ),
    "journey-incomplete": Rule(
        "The journey's inputs do not reach every checkpoint of its path in order.",
        'Play the whole path in one session and mark each checkpoint with "reached".',
    ),
    "same-process": Rule("A reopen needs two distinct processes.", "Close the game, start it again, and give the new session and process."),
    "finish-unmet": Rule("The record is not complete.", "Meet what is listed; `next` gives the order. If the work must end, `finish --stop REASON`."),
    "stop-too-early": Rule("Work may stop early only at the budget, a persistent block, or spent retries.", "Go on with `next`."),
    "record-closed": Rule("The work was stopped; the record is closed.", "Read it with `report`. A new task needs other --records."),
}
