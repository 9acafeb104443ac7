"""The base of everything that is written to disk."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A frozen noun. Unknown fields are refused so that a typo in a file is an error, not a silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings")
