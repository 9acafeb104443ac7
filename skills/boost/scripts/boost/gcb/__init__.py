"""Game Completion Boost: books that keep an agent's playtesting and repair honest.

Read in this order: `contract` (what the agent promises to check), `scan` (what the project is now),
`ledger` and `state` (what was recorded and what still counts), `observe` and `finals` (what may be recorded),
`trial` and `restore` (guarded repair), `schedule` (what comes next), `cli` (the manual).
"""

VERSION = "1.0.0"
