"""A change of one file: what a planted fault is made of."""

from playproof.records.record import Record


class Edit(Record):
    """One replacement in one file of the reference: `old` occurs there exactly once."""

    file: str
    old: str
    new: str
