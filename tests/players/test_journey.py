import pytest

from games.beacon.desk import beacon
from games.pocket import PocketSession, Trouble
from playproof.graders.checks.journey import journey_doubt, keys_followed
from playproof.graders.checks.pixels import Album
from playproof.players.journey import journey_evidence, play_journey
from playproof.records.evidence import JourneyEvidence
from playproof.records.leaf import JourneyFile
from playproof.records.observation import HudReading

TASK = beacon()


def journey(journey_file: JourneyFile) -> JourneyEvidence:
    """Play it in memory."""
    session = PocketSession(Trouble())
    outcome = play_journey(journey_file, TASK.contract, session=session, keep_frame=lambda png: str(len(png)))
    return journey_evidence(outcome, artifact_sha256="", plan_sha256="", seed=1)


def test_the_journey_uses_public_controls_alone():
    """From the entry to the end: only keys, never LoadState or Restart; every action done, filmed once a second."""
    played = journey(TASK.journey)
    assert {one.do for one in played.inputs} == {"press", "release"}
    assert [shot.action for shot in played.actions] == [action.id for action in TASK.journey.actions]
    assert all(shot.done for shot in played.actions)
    assert played.input_steps <= TASK.journey.budget
    assert len(played.film) >= 2


def test_a_journey_over_its_budget_stops():
    """Twice the reference's input steps and no more: a player that hammers away has not completed the journey."""
    played = journey(TASK.journey.model_copy(update={"reference_input_steps": 1}))
    assert not played.actions[-1].done
    assert "over the budget of 2 input steps" in played.actions[-1].reason
    assert len(played.actions) < len(TASK.journey.actions)


def test_a_journey_that_stalls_says_where():
    """An action whose end is not reached in time ends the journey, with the step and the reason."""
    first = TASK.journey.actions[0]
    stuck = first.model_copy(update={"post": "now.score == 99", "patience_ms": 100})
    played = journey(TASK.journey.model_copy(update={"actions": (stuck, *TASK.journey.actions[1:])}))
    assert [shot.done for shot in played.actions] == [False]
    assert played.actions[0].reason == "'now.score == 99' did not hold within 100 ms"


@pytest.mark.parametrize(("lies", "value"), [(0, None), (1, None), (2, False)])
def test_j_rests_on_readings_that_the_screen_confirms(lies: int, value: bool | None):
    """The attack: Φ tells of a journey that the screen does not show. One contradiction leaves J undecided, two of one key unset it."""
    played = journey(TASK.journey)
    shots = [
        shot.model_copy(
            update={
                "observation": shot.observation.model_copy(
                    update={"hud": shot.observation.hud | {"best": HudReading(is_present=True, is_visible=True, text="Best 0")}}
                )
            }
        )
        if 1 <= number <= lies
        else shot
        for number, shot in enumerate(played.actions)
    ]
    keys = keys_followed(TASK.journey)
    assert keys == {"state", "shells_left", "best"}
    doubt = journey_doubt(played.model_copy(update={"actions": tuple(shots)}), keys, TASK.contract, Album(lambda _: b""))
    assert (doubt is None) == (lies == 0)
    if doubt is not None:
        assert doubt.value is value
        assert "Φ misreports best on the journey" in doubt.reason
