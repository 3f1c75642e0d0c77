"""Stages one after the other (*etapper*): the best of each go on to the next (ST1–ST12).

A stage begins when the director asks for the next round. Its players are recorded then. A result that is corrected
afterwards changes them only if the stage is taken back.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from core.events import Event, PlayersExchanged, RoundPaired, StageBegun
from core.messages import Message, say
from core.tournament.advancement import RULES
from core.tournament.advancement.brackets import CONSOLATION
from core.tournament.brackets import filling
from core.tournament.brackets.explanation import explain_bracket
from core.tournament.brackets.lost_by_both import lost_by_both
from core.tournament.groups.draw import STAGE
from core.tournament.model.bracket_plan import PLAY_OFF, Entrant, Plan
from core.tournament.model.explanation import Explanations
from core.tournament.model.impasse import Impasse
from core.tournament.model.leavers import announces_half
from core.tournament.model.memoize import memoized
from core.tournament.model.optional.staged import Staged
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import BegunStage, ByeRule, Meeting, Pairing, Round
from core.tournament.stages import ahead, byes, ranks
from core.tournament.stages.announced import GROUPS, KNOCK_OUTS, LABELS, SWISS, Settings
from core.tournament.stages.going_on import going_on
from core.tournament.stages.knock_out import entrant_of, missed, plan_of
from core.tournament.stages.line import Line, drawn, line_after
from core.tournament.stages.narrowing import Formats, Played, in_whole, lifted, meetings_of, played, stages_of
from core.tournament.stages.play_offs import play_offs
from core.tournament.standings.tie_breaks import PRESETS


class Composition:
    """The functions of the format, by the formats that its stages may have. It keeps no tournament.

    Three of them are asked so often that their last answers are remembered.
    """

    def __init__(self, formats: Formats) -> None:
        self._formats = formats
        self.played: Callable[[Tournament], tuple[Played, ...]] = memoized(lambda whole: played(whole, formats))
        """The stages that have begun, each as a tournament of its own, the one that is played last."""
        self.line = memoized(self._line)
        """The line after the stage that is played, once that is over; `None` before, and after the last."""
        self.plan = memoized(self._plan)
        """The brackets of the last stage, if it is a knock-out."""

    @property
    def staged(self) -> Staged[Tournament]:
        """The functions of its stages."""
        return Staged(
            begins=self.begins,
            began=self.began,
            now=self.now,
            tables=self.tables,
            ahead=self.rounds_ahead,
            line_is_next=self.line_is_next,
            through=self.through,
            level=self.level,
            earlier=self.earlier,
            drawn=self.drawn,
        )

    def _now(self, tournament: Tournament) -> Played:
        return self.played(tournament)[-1]

    def now(self, tournament: Tournament) -> Tournament:
        """The stage that is played, as a tournament of its own."""
        return tournament if tournament.seed is None else self._now(tournament).alone

    # ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────
    def next_round(self, tournament: Tournament, seed: str) -> RoundPaired | None:
        """The next round of the stage that is played."""
        *earlier, now = self.played(tournament)
        if now.announced.is_knock_out:
            return filling.next_round(self.plan(tournament), tournament, self.entrant(tournament))
        if (line := self.line(tournament)) is not None and not line.decided:
            return filling.next_round(
                Plan(line.brackets), self._at_line(tournament, now), self._entrant(tournament, line)
            )
        round_paired = now.alone.format.next_round(now.alone, seed)
        return None if round_paired is None else lifted(tournament, now, earlier, round_paired)

    def _line(self, tournament: Tournament) -> Line | None:
        """The line after the stage that is played, once that is over; `None` before, and after the last."""
        *earlier, now = self.played(tournament)
        last = now.number + 1 == len(stages_of(tournament))
        return None if last or not now.alone.format.is_over(now.alone) else line_after(now, earlier)

    def _at_line(self, tournament: Tournament, now: Played) -> Tournament:
        """The tournament with the rounds of the play-off at the line alone."""
        return tournament._replace(rounds=now.play_off)

    def _entrant(self, tournament: Tournament, line: Line) -> Entrant:
        """The player of a place in the play-off, and of a seed of the knock-out."""
        seeded = self.entrant(tournament)
        return lambda of: line.level.get(of) if isinstance(of, str) else seeded(of)

    def line_is_next(self, tournament: Tournament) -> bool:
        """True if the next command pairs the play-off at the line."""
        line = self.line(tournament) if tournament.seed is not None else None
        return (
            line is not None and bool(line.brackets) and not self._now(tournament).play_off and not tournament.to_play
        )

    def through(self, tournament: Tournament) -> Sequence[str]:
        """The players who go on without a play-off, where there is one."""
        line = self.line(tournament)
        return line.through if line is not None and line.brackets else ()

    def level(self, tournament: Tournament) -> tuple[Collection[str], int]:
        """The players who play off at the line, and for how many places."""
        return ((), 0) if (line := self.line(tournament)) is None else (tuple(line.level.values()), line.spots)

    def drawn(self, tournament: Tournament) -> Collection[str]:
        """The players whose order lots decided in the stage from which players go on next, or went on last."""
        *earlier, now = self.played(tournament)
        stage = now if self.line(tournament) is not None else earlier[-1] if earlier else None
        return () if stage is None else drawn(stage)

    def follows(self, tournament: Tournament) -> RoundPaired | None:
        """The next round of a stage that pairs all it knows."""
        now, line = self._now(tournament), self.line(tournament)
        if now.play_off and line is not None and not line.decided:
            return self.next_round(tournament, tournament.seed or "")
        if now.alone.format.on_command or line is not None:
            return None
        return self.next_round(tournament, tournament.seed or "")

    def begins(self, tournament: Tournament) -> Sequence[Event]:
        """The next stage with its players, once the stage before is over; nothing where fewer than two go on."""
        now, announced = self._now(tournament), stages_of(tournament)
        players = self._going_on(tournament, now)
        if len(players) < 2 or tournament.to_play:
            return ()
        others = missed(now, players) if announced[now.number + 1].consolation else ()
        begun = BegunStage(max(round_.number for round_ in tournament.rounds) + 1, players, others=others, rules=RULES)
        alone = self._now(tournament._replace(stages=(*tournament.stages, begun))).alone
        exchanges = alone.format.exchanges(alone) if announced[now.number + 1].is_knock_out else ()
        return (StageBegun(players, others or None, RULES), *([PlayersExchanged(exchanges)] if exchanges else []))

    def _going_on(self, tournament: Tournament, now: Played) -> tuple[str, ...]:
        """The players who go on from a stage that is over; none from the last."""
        line = self.line(tournament)
        if line is None or not line.decided:
            return ()
        return going_on(now, stages_of(tournament)[now.number + 1], line.on)

    def began(self, tournament: Tournament) -> int | None:
        """The number of the round with which the last stage began on command."""
        return tournament.stages[-1].first if tournament.stages else None

    def is_over(self, tournament: Tournament) -> bool:
        """The last stage is over, or one after which fewer than two would go on, and no match waits for a result."""
        now, line = self._now(tournament), self.line(tournament)
        if tournament.to_play or (line is not None and not line.decided):
            return False
        if now.announced.is_knock_out:
            return filling.is_over(self.plan(tournament), tournament, self.entrant(tournament))
        return now.alone.format.is_over(now.alone) and len(self._going_on(tournament, now)) < 2

    def stale(self, tournament: Tournament) -> tuple[Pairing, ...]:
        """The matches of the knock-out, or of the play-off, whose players are no longer those who came there."""
        now, line = self._now(tournament), self.line(tournament)
        if line is not None and now.play_off:
            needless = (
                tuple(pairing for round_ in now.play_off for pairing in round_.pairings) if not line.brackets else ()
            )
            at_line, entrant = self._at_line(tournament, now), self._entrant(tournament, line)
            return needless or filling.stale(Plan(line.brackets), at_line, entrant)
        if not now.announced.is_knock_out:
            return ()
        return filling.stale(self.plan(tournament), tournament, self.entrant(tournament))

    # ── brackets ─────────────────────────────────────────────────────────────────────────────────────────────────────
    def _plan(self, tournament: Tournament) -> Plan:
        """The brackets of the last stage, if it is a knock-out: of its players, or before it begins of so many."""
        return plan_of(self._knock_out(tournament), self.line(tournament))

    def _knock_out(self, tournament: Tournament) -> Played | None:
        return ahead.knock_out(tournament, self.played(tournament), self._formats)

    def entrant(self, tournament: Tournament) -> Entrant:
        """The player of a seed of the knock-out, unknown before it begins, and of a place in the play-off."""
        now = self._now(tournament)
        return entrant_of(
            self._knock_out(tournament),
            self.line(tournament),
            known=now.announced.is_knock_out,
            at_line=bool(now.play_off),
        )

    # ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────
    def reached(self, tournament: Tournament) -> Mapping[str, int]:
        """The last stage of each player and the place in it, behind it the place in the stage before, as one number."""
        return ranks.reached(tournament.starters, self.played(tournament))

    def meetings(self, tournament: Tournament) -> dict[str, list[Meeting]]:
        """The meetings of all stages."""
        return meetings_of((entry.player for entry in tournament.field), self.played(tournament))

    def tables(self, tournament: Tournament) -> Iterator[tuple[str, Tournament, Collection[str] | None, str | None]]:
        """The table of each group and of each stage, the last one first; not of a knock-out."""
        stages = self.played(tournament)
        for stage in reversed(stages):
            if stage.announced.kind == GROUPS:
                sections = stage.alone.format.sections(stage.alone)
                yield from ((name, stage.alone, players, STAGE) for name, players in sections)
            elif len(stages) > 1 and not stage.announced.is_knock_out:
                yield stage.label, stage.alone, None, None

    def sections(self, tournament: Tournament) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The groups of the stage that is played."""
        now = self._now(tournament)
        return now.alone.format.sections(now.alone) if now.announced.kind == GROUPS else ()

    def leavers(self, tournament: Tournament) -> Sequence[Sequence[Pairing]]:
        """The matches of each stage in which all meet all, by the rule of its format (ST14)."""
        if tournament.seed is None or not announces_half(tournament):
            return ()
        stages = (each.alone for each in self.played(tournament) if each.announced.is_groups)
        return tuple(table for stage in stages if stage.format.leavers for table in stage.format.leavers(stage))

    # ── what is told ─────────────────────────────────────────────────────────────────────────────────────────────────
    def explain(self, tournament: Tournament, round_: Round) -> Explanations:
        """The reason of each match of a round, and of the bye, by the format of its stage."""
        stage = next(each for each in reversed(self.played(tournament)) if each.before < round_.number)
        if round_.stage == PLAY_OFF:
            rounds = tuple(each for each in tournament.rounds if each.number <= round_.number)
            return explain_bracket(tournament._replace(stages=tournament.stages[: stage.number], rounds=rounds), round_)
        if round_.stage == CONSOLATION and stage.others:
            return explain_bracket(tournament, round_)
        is_swiss = stage.announced.kind == SWISS  # a table of pairings has numbers of its own
        alone, before = (in_whole(stage, tournament), 0) if is_swiss else (stage.alone, stage.before)
        here = next(each for each in alone.rounds if each.number == round_.number - before)
        return {} if alone.format.explain is None else alone.format.explain(alone, here)

    def still_in(self, tournament: Tournament) -> Collection[str]:
        """The players of the stage that is played, and once it is over those who go on."""
        now, line = self._now(tournament), self.line(tournament)
        at_line = (*line.through, *line.level.values()) if line is not None and now.play_off else ()
        return self._going_on(tournament, now) or at_line or now.with_others.starters

    def late(self, tournament: Tournament) -> str | None:
        """No late entry once the first stage is over, or where it takes none."""
        now = self._now(tournament)
        if now.number:
            return say("the first stage is over")
        return now.alone.format.late(now.alone)

    def impasse(self, tournament: Tournament) -> Impasse | None:
        """The next round of a Swiss, if by the rules it cannot be paired; also the first one of a stage to come."""
        begins = next((each for each in self.begins(tournament) if isinstance(each, StageBegun)), None)
        if begins is not None:
            begun = BegunStage(max(round_.number for round_ in tournament.rounds) + 1, begins.players)
            tournament = tournament._replace(stages=(*tournament.stages, begun))
        now = self._now(tournament)
        found = now.alone.format.impasse(now.alone) if now.alone.format.impasse else None
        if found is None or not now.before:
            return found
        why = found.why
        if isinstance(why, Message) and "number" in why.values:
            why = Message(why.pattern, {**why.values, "number": found.round + now.before}, why.code)
        return found._replace(round=found.round + now.before, why=why)

    def byes(self, tournament: Tournament) -> ByeRule | None:
        """Rounds of a Swiss are sat out while it is played."""
        return byes.rule(settings_of(tournament), () if tournament.seed is None else self.played(tournament))

    def earlier(self, tournament: Tournament) -> Iterator[tuple[Plan, Entrant]]:
        """The play-offs at the line before stages that have begun."""
        return play_offs(self.played(tournament))

    def advice(self, tournament: Tournament) -> tuple[str, ...]:
        """Sentences for the director about the stage that is played, before the start about the first."""
        now = self._first(tournament) or self.now(tournament)
        return tuple(now.format.advice(now))

    def _first(self, tournament: Tournament) -> Tournament | None:
        """The first stage as a tournament of its own, before the start."""
        if tournament.seed is not None:
            return None
        first = stages_of(tournament)[0]
        form = self._formats[first.kind]
        created = replace(tournament.created, format=form.key, settings=first.settings)
        return tournament._replace(created=created, format=form)

    def rounds_to_pair(self, tournament: Tournament, coin: Callable[[], bool]) -> Iterator[int]:
        """The matches of each round that is not paired yet, without those of a knock-out."""
        return ahead.rounds_to_pair(tournament, self._now(tournament), self._formats, coin)

    def rounds_ahead(self, tournament: Tournament) -> Sequence[tuple[str, int]]:
        """The stage and the expected players of each of these rounds."""
        return ahead.rounds_ahead(tournament, self._now(tournament), self._formats)

    def rounds(self, tournament: Tournament) -> int:
        """The number of rounds before a knock-out."""
        return ahead.rounds_before(tournament, self._now(tournament), self._formats)


def composed(groups: Format, swiss: Format, single: Format, double: Format) -> Format:
    """The format of several stages, each of which is played by one of these."""
    by_kind = {"groups": groups, "round_robin": groups, "swiss": swiss}
    of = Composition(by_kind | dict(zip(KNOCK_OUTS, (single, double), strict=True)))
    return Format(
        key="stages",
        name="Stages",
        rule=say("Two or three stages one after the other: the best of each go on to the next."),
        halves=True,
        default_tie_breaks=("round_reached", *PRESETS["swiss_tables"]),
        next_round=of.next_round,
        is_over=of.is_over,
        settings=Settings,
        on_command=True,
        late_entry=True,
        bye=1,
        walkovers=True,
        rules=RULES,
        plan=of.plan,
        entrant=of.entrant,
        reached=of.reached,
        lost_by_both=lambda tournament: lost_by_both(of.now(tournament)),
        stale=of.stale,
        sections=of.sections,
        explain=of.explain,
        late=of.late,
        meetings=of.meetings,
        impasse=of.impasse,
        byes=of.byes,
        advice=of.advice,
        planned=ahead.planned,
        leavers=of.leavers,
        fits=lambda settings, players: ahead.fits(players, settings, by_kind),
        rounds_to_pair=of.rounds_to_pair,
        rounds=of.rounds,
        still_in=of.still_in,
        follows=of.follows,
        staged=of.staged,
        stages=(*LABELS, PLAY_OFF, *single.stages, *(stage for stage in double.stages if stage not in single.stages)),
    )
