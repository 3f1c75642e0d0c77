"""Results of a tournament's matches: reported, confirmed, decided by a referee, and decisions taken back."""

from typing import Any

from marshmallow import post_load

from core.tournament.decisions.corrections import KINDS, Correction, Decision
from schemas.facts.parts import Results
from schemas.fields import Name, Strict, Text, Word, YesNo
from schemas.requests.matches import NAME, REASON, Json, match_id


def pair_anew() -> YesNo:
    """Field that says what becomes of the published next round."""
    return YesNo(
        load_default=None,
        metadata={
            "description": "Needed (else 422) where the next round is published and none of it has begun. With true it"
            " is paired anew by the results as they are then, which only an organiser may have done. With false it"
            " stands."
        },
    )


class Reporting(Strict):
    """A whole match result of a tournament without its rolls: each game's winner and outcome, in order."""

    match = match_id(required=True)
    results = Results(at_least=1, required=True)


class Confirming(Strict):
    """A match whose reported result is right."""

    match = match_id(required=True)


class DecidingResult(Strict):
    """A referee's decision on a match of the tournament, whatever counts now, and why.

    `played` and a whole match of `results` is a corrected score. The other kinds name the `winner`, a seat or a player;
    a `forfeit` and an `adjudicated` match may have the games that were played. After a `double_no_show` both have lost.
    """

    match = match_id(required=True)
    kind = Word(KINDS, required=True)
    winner = Name(NAME, allow_none=True)
    results = Results(load_default=tuple)
    reason = Text(REASON, required=True)
    pair_anew = pair_anew()

    @post_load
    def _become(self, data: Json, **_: Any) -> Correction:
        anew = data.pop("pair_anew")
        return Correction(Decision(**data), pair_anew=anew)


class UndoingDecision(Strict):
    """A decision taken back, and why."""

    reason = Text(REASON, required=True)
    pair_anew = pair_anew()


class DryRun(Strict):
    """Choice between doing it and a dry run."""

    dry_run = Word(
        ("true", "false", "1", "0"),
        load_default="false",
        metadata={"description": "With true nothing is written, and the answer says what would change."},
    )

    @post_load
    def _become(self, data: Json, **_: Any) -> Json:
        return {"dry_run": data["dry_run"] in ("true", "1")}


DRY_RUN = DryRun()
