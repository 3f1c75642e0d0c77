"""The sentences that the scripts of the scorer's page say, with places for their values."""

from flask_babel import gettext as _


def words() -> dict[str, str]:
    """The sentences by their names, in the reader's language. A value stands in one as `%(name)s`."""
    return {**_standing(), **_board(), **_turn(), **_end(), **_more()}


def _standing() -> dict[str, str]:
    return {
        "game_of": _("Game %(number)s of %(count)s"),
        "game_to": _("Game %(number)s, to %(points)s points"),
        "saved": _("all sent"),
        "sending": _("sending %(count)s"),
        "waiting": _("%(count)s wait for the network"),
        "no_storage": _("This browser stores nothing, so nothing can be recorded here. Use another window. (%(why)s)"),
        "not_stored": _("It could not be stored in this phone: try again. (%(why)s)"),
    }


def _board() -> dict[str, str]:
    return {
        "board": _("The board"),
        "point_held": _("%(point)s: %(seat)s %(count)s"),
        "point_empty": _("%(point)s: empty"),
        "can_move": _("can move"),
        "can_land": _("can be landed on"),
        "on_bar": _("on the bar %(count)s"),
        "off": _("off %(count)s"),
    }


def _turn() -> dict[str, str]:
    return {
        "die": _("a %(eyes)s"),
        "the_throw": _("The throw"),
        "first_die": _("First die"),
        "second_die": _("Second die"),
        "third_die": _("Third die"),
        "opening_lowest": _("Each player rolls one die. The lower one starts."),
        "opening_highest": _("Each player rolls one die. The higher one starts."),
        "opening_waits": _("Tap both dice"),
        "starts": _("Done: %(who)s starts"),
        "equal": _("Done: equal, roll again"),
        "rolls": _("%(who)s rolls. First die, second die:"),
        "looking": _("One moment…"),
        "tap_checker": _("Roll %(dice)s: tap a ringed checker, it moves with the marked die. Tap a die to swap."),
        "tap_checker_last": _("Roll %(dice)s: tap a ringed checker, it moves with the marked die."),
        "as_tapped": _("Roll %(dice)s. The service is away: moves are taken as you tap them and judged later."),
        "must_pass": _("%(who)s cannot move with %(dice)s and passes."),
        "forced": _("Roll %(dice)s: only this play is possible."),
        "complete": _("Roll %(dice)s is played."),
        "ends_game": _("This ends the game: %(ending)s (+%(points)s)."),
        "cannot_move": _("That is not possible with %(die)s."),
        "hits": _("A hit."),
        "forces": _("A forced point: %(count)s to the bar."),
        "undo": _("Undo"),
        "done": _("Done: %(moves)s"),
        "done_so_far": "%(moves)s …",
        "done_waits": _("Tap a checker"),
        "pass": _("Done: pass"),
        "awaits": _("The service works it out …"),
        "double_offered": _("%(who)s is offered a double to %(value)s."),
        "takes": _("%(who)s takes"),
        "drops": _("%(who)s drops"),
    }


def _end() -> dict[str, str]:
    return {
        "game_over": _("Game %(number)s: %(who)s wins, %(ending)s (+%(points)s)."),
        "match_over": _("The match is over."),
        "settling": _("The service works out the result."),
        "won_points": _("%(who)s has won the match %(score)s."),
        "won_tie_break": _("%(who)s has won the match on equal points, %(score)s."),
        "won_awarded": _("The match was awarded to %(who)s, %(score)s."),
        "tie_break": _("The points are equal, so the better games decide, the best of each player first:"),
        "compared_game": _("game %(number)s, %(ending)s"),
        "compared_none": _("no further game"),
        "to_match": _("To the match"),
    }


def _more() -> dict[str, str]:
    return {
        "more": _("Menu"),
        "more_title": _("Menu"),
        "turn_board": _("Turn the board"),
        "close": _("Back to the board"),
    }
