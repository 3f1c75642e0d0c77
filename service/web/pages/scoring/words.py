"""The sentences that the scripts of the scorer's page say, with places for their values."""

import re
from functools import cache

from flask_babel import gettext as _

from core.games import game_of
from core.rules.game import Game
from service import translations
from service.web.i18n import labels, locale, turns
from service.web.pages import assets

_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)+)"')
"""A text in a script."""


def words(game: Game) -> dict[str, str]:
    """The sentences by their names, in the reader's language. A value stands in one as `%(name)s`.

    Places of the game that are no points have words, too: `place off`. So have the messages of its rules, by their
    patterns, in a language that is not the source's: `rule {landing}: {reason}`.
    """
    return {
        **_standing(),
        **_board(),
        **_turn(),
        **_end(),
        **_alerts(),
        **_other_phone(),
        **_closed(),
        **_more(),
        **_mending(),
        **_clock(),
        **_service_dice(),
        **_tablet_words(),
        **{f"place {name}": word for name, word in turns.places(game).items()},
        **{f"rule {text}": words for text, words in _rule_words(game.key, locale.current()).items()},
    }


def _standing() -> dict[str, str]:
    return {
        "game_of": _("Game %(number)s of %(count)s"),
        "game_to": _("Game %(number)s, to %(points)s points"),
        "saved": _("all sent"),
        "sending": _("sending %(count)s"),
        "waiting": _("%(count)s wait for the network"),
        "held": _("%(count)s wait for you"),
        "no_storage": _("This browser stores nothing, so nothing can be recorded here. Use another window. (%(why)s)"),
        "not_loaded": _("A part of this page is missing: load the page again."),
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
        "post": _("%(seat)s %(point)s: %(count)s, of them %(stacked)s stacked"),
        "take_man": _("point %(point)s, man %(man)s of %(all)s"),
        "pips": _("%(seat)s, pips left: %(count)s"),
        "jan_at": _("jan at %(count)s"),
        "in_hand": _("in hand %(count)s"),
        "pool": _("In the pool: %(count)s."),
    }


def _turn() -> dict[str, str]:
    return {
        "die": _("a %(eyes)s"),
        "the_throw": _("The throw"),
        "throws": _("All throws"),
        "throw_waits": _("Tap the throw"),
        "typed_so_far": _("Typed: %(dice)s"),
        "undo_waits": _("The turn is on its way: a moment, then it can be taken back."),
        "finish_first": _("First finish the turn, or undo it."),
        "dice_lie": _("These dice are recorded already. Undo takes them back."),
        "said": _("What to do next"),
        "first_die": _("First die"),
        "second_die": _("Second die"),
        "third_die": _("Third die"),
        "opening_lowest": _("Each player rolls one die. The lower one starts."),
        "opening_highest": _("Each player rolls one die. The higher one starts."),
        "opening_waits": _("Tap the dice"),
        "starts": _("Done: %(who)s starts"),
        "equal": _("Done: equal, roll again"),
        "rolls": _("%(who)s rolls."),
        "rolls_obeyed": _("Roll %(dice)s. Tap a die to obey the other one first."),
        "tap_man": _("Roll %(dice)s: tap the men that it is for."),
        "choose_men": _("Roll %(dice)s: the %(count)s marked men go. Tap a man to choose another."),
        "undo_first": _("The throw is played. Undo first to play it otherwise."),
        "tap_checker": _("Roll %(dice)s: tap a ringed checker."),
        "must_pass": _("%(who)s cannot move with %(dice)s and passes."),
        "forced": _("Roll %(dice)s: only this play is possible."),
        "complete": _("Roll %(dice)s is played: the next throw?"),
        "complete_half": _("Roll %(dice)s is played."),
        "ends_game": _("This ends the game: %(ending)s (+%(points)s)."),
        "cannot_move": _("That is not possible with %(die)s."),
        "hits": _("A hit."),
        "forces": _("A forced point: %(count)s to the bar."),
        "last_played": _("rolled %(dice)s and played %(moves)s"),
        "last_passed": _("rolled %(dice)s and passed"),
        "last_threw": _("rolled %(dice)s"),
        "undo": _("Undo"),
        "done": _("Done: %(moves)s"),
        "done_men": _("Done: %(count)s men"),
        "done_so_far": "%(moves)s …",
        "done_waits": _("Tap a checker"),
        "pass": _("Done: pass"),
        "awaits": _("The service works it out…"),
        "double_offered": _("%(who)s is offered a double to %(value)s."),
        "takes": _("%(who)s takes"),
        "drops": _("%(who)s drops"),
    }


def _end() -> dict[str, str]:
    return {
        "game_over": _("Game %(number)s: %(who)s wins, %(ending)s (+%(points)s)."),
        "match_over": _("The match is over."),
        "not_judged": _("Not yet judged: the service confirms it."),
        "won_points": _("%(who)s has won the match %(score)s."),
        "won_tie_break": _("%(who)s has won the match on equal points, %(score)s."),
        "won_awarded": _("The match was awarded to %(who)s, %(score)s."),
        "tie_break": _("The points are equal, so the better games decide, the best of each player first:"),
        "compared_game": _("game %(number)s, %(ending)s"),
        "compared_none": _("no further game"),
        "to_match": _("To the match"),
    }


def _alerts() -> dict[str, str]:
    return {
        "told_roll": _("%(who)s rolls %(dice)s"),
        "told_move": _("%(who)s plays %(moves)s"),
        "told_opening": _("the opening, %(dice)s"),
        "told_pass": _("%(who)s passes"),
        "told_double": _("%(who)s doubles"),
        "told_taken": _("%(who)s takes the double"),
        "told_dropped": _("%(who)s drops the double"),
        "told_resigned": _("%(who)s resigns the game"),
        "told_ended": _("The game by its result: %(who)s won"),
        "told_laid_out": _("The board that was laid out"),
        "told_other": _("Something beside the turns"),
        "refused": _("This does not count: %(fact)s. %(why)s"),
        "enter_again": _("Enter it again"),
        "go_on_without": _("Go on without it"),
        "enter_again_title": _("Enter it again?"),
        "keep_theirs_title": _("Does theirs count?"),
        "forgets": _("Entered after it and not sent: %(count)s. They are forgotten, too, and you enter them again."),
        "forget": _("Forget them"),
        "conflict": _("Another phone recorded something before this: %(fact)s."),
        "keep_theirs": _("Theirs counts"),
        "mine_after": _("Mine comes after theirs"),
        "no_sign_in": _("Your link or your session is over. What you write down stays here until you are in again."),
        "not_allowed": _("You may no longer record this match. What you wrote down stays here: ask the referee."),
        "sign_in": _("Sign in"),
        "retry": _("Try again"),
        "called": _("The referee is called by %(who)s: %(why)s"),
        "board_waits": _("The board that was laid out waits until a referee confirms it"),
        "on_the_way": _("A referee is on the way"),
        "on_the_way_who": _("%(who)s is on the way"),
        "came": _("The referee is here"),
        "faulted": _(
            "The last play of %(who)s is against the rules: %(why)s. "
            "The next roll accepts it, unless a referee decides otherwise."
        ),
        "illegal_because": _("Against the rules (%(rule)s): %(why)s."),
        "done_illegal": _("Record it all the same: %(moves)s"),
        "done_early": _("Only this was played: %(moves)s"),
        "suspended": _("The match is interrupted: %(why)s"),
        "break": _("%(who)s has a break."),
        "break_over": _("The break is over"),
        "flag_claimed": _("Time was claimed: the referee decides."),
    }


def _other_phone() -> dict[str, str]:
    return {
        "elsewhere": _("Another phone is recording this match."),
        "you_watch": _("You are watching: another phone is recording this match."),
        "watch": _("Watch"),
        "record_here": _("Record here"),
    }


def _closed() -> dict[str, str]:
    """Sentences about a match in which nothing is recorded any more."""
    return {
        "closed_decided": _("The referee has decided this match. Nothing more is recorded in it."),
        "closed_voided": _("This match was taken back: it is not played. The referee says what is played instead."),
        "closed_draft": _("The round of this match is not published any more: nothing is recorded in it now."),
        "closed_ended": _("The tournament was ended before this match had a result."),
        "closed_gone": _("This match is over for this phone: its link leads to another match now."),
        "decided_for": _("The referee decided: %(who)s wins %(score)s."),
        "decided_unplayed": _("The referee decided: %(who)s wins."),
        "decided_none": _("The referee decided: nobody wins."),
        "closed_unsent": _("Of what this phone wrote, the last %(count)s do not count. They stay in this phone."),
        "not_sent": _("%(count)s not sent"),
    }


def _more() -> dict[str, str]:
    return {
        "menu": _("Menu"),
        "write_soon": _("Write a turn after four seconds"),
        "write_on_tap": _("Write a turn by the next throw"),
        "buzz_on": _("A tick of the phone at each move"),
        "buzz_off": _("No tick of the phone"),
        "click_on": _("A click at each move"),
        "click_off": _("No click"),
        "turn_board": _("Turn the board"),
        "close": _("Back to the board"),
        "take_back_title": _("Take the last turn back?"),
        "take_back_hint": _("If it was sent, it stays in the record as taken back. Earlier turns: Menu, Change turns."),
        "take_back": _("Take it back"),
        "type_title": _("Write the turn"),
        "type_label": _("The turn, such as 8/5 6/5"),
        "type_play": _("Show it on the board"),
        "list": _("List of legal plays"),
        "list_title": _("Legal plays: %(count)s"),
        "results_only": _("Results only"),
        "results_who": _("Game %(number)s: who won?"),
        "results_how": _("Game %(number)s: how did it end?"),
        "results_over": _("All games are in."),
        "results_send": _("Done: report %(score)s"),
        "results_away": _("The service is away. The games stay in this phone: send them again later."),
        "roll_by_roll": _("Roll by roll"),
        "referee": _("Referee"),
        "rest": _("The rest by results"),
        "lay_title": _("Lay out the board"),
        "referee_title": _("Call the referee"),
        **labels.call_reasons(),
        "resigns": _("%(who)s resigns the game"),
        "resigns_title": _("%(who)s resigns. At which value?"),
        "end": _("End the game by its result"),
        "end_title": _("Who has won the game?"),
        "end_hint": _("Use this where the turns that are left cannot be recorded. The next game begins."),
        "end_won": _("%(who)s has won"),
        "end_how": _("%(who)s has won. How?"),
        "worth": _("%(ending)s (+%(points)s)"),
        "double": _("Double to %(value)s"),
        "double_title": _("%(who)s doubles to %(value)s?"),
        "cube": _("Cube %(value)s, in the middle"),
        "cube_of": _("Cube %(value)s, %(seat)s has it"),
        "takes_break": _("%(who)s takes a break"),
        "passed_all_the_same": _("The player passed all the same"),
    }


def _mending() -> dict[str, str]:
    """Sentences of the page on which turns are changed."""
    return {
        "told_mended": _("the changed turns"),
        "mend_title": _("Change turns"),
        "mend_close": _("Back to the board"),
        "mend_back": _("Back to the list"),
        "mend_hint": _("Tap the turn that was entered wrong. The turns after it are tried anew."),
        "mend_none": _("No turn of this game is recorded yet."),
        "mend_unknown": _("This phone does not know this game from its first turn on. Open the page again."),
        "mend_locked": _("Turns before a referee's decision or a roll of the service need a referee."),
        "mend_ended": _("Turns of an ended game need a referee."),
        "mend_ended_referee": _(
            "An ended game is taken up again at the desk: Take facts back, from its last turn on. "
            "Then change its turns here."
        ),
        "mend_marks": _("✓ judged, ↑ sent, … waits in this phone"),
        "mend_is_judged": _("judged"),
        "mend_is_sent": _("sent, not judged yet"),
        "mend_is_waiting": _("waits in this phone"),
        "mend_is_refused": _("does not count"),
        "mend_is_new": _("changed here"),
        "mend_unsent": _("Nothing of this was sent: it changes in this phone alone."),
        "mend_last": _("Only the last turn changes."),
        "mend_told": _("More than the last turn changes: the referee's desk is told."),
        "mend_reason": _("Reason, as the referee gives it"),
        "mend_write": _("Save"),
        "mend_cancel": _("As it was"),
        "mend_turn": _("Turn %(number)s: %(who)s"),
        "mend_new_turn": _("A forgotten turn: %(who)s"),
        "mend_keep_turn": _("So it was: %(moves)s"),
        "mend_insert": _("Add a turn before it"),
        "mend_leave_out": _("Leave it out"),
        "mend_leave_all": _("Leave it out with all after it"),
        "mend_keep": _("It was played so"),
        "mend_illegal": _("Does not fit any more (%(rule)s): %(why)s."),
        "mend_unfit": _("Something else comes before this."),
        "mend_over": _("The game is over before this turn."),
        "mend_opening": _("Opening %(dice)s"),
        "mend_passes": _("passes"),
        "mend_DoubleOffered": _("doubles"),
        "mend_DoubleTaken": _("the double is taken"),
        "mend_DoubleDropped": _("the double is dropped"),
        "mend_GameResigned": _("the game is resigned"),
        "mend_GameReported": _("the game ends by its result"),
        "mend_PositionSet": _("the board was laid out"),
    }


def _clock() -> dict[str, str]:
    return {
        "clock": _("The clock"),
        "clock_runs": _("The clock of %(who)s runs"),
        "clock_press": _("Press: %(who)s's time"),
        "clock_start": _("Press: the clock of %(who)s starts"),
        "clock_stop": _("Stop"),
        "clock_dice": _("Dice"),
        "flag": _("Time is up"),
    }


def _service_dice() -> dict[str, str]:
    return {
        "dice_prepared": _("The service prepares its dice…"),
        "dice_mix": _("The service rolls the dice. Before the first roll each player mixes them once."),
        "dice_mixes": _("%(who)s mixes"),
        "dice_opening": _("Tap for the opening: the service rolls a die for each player."),
        "dice_turn": _("%(who)s rolls: tap, and the service rolls."),
        "dice_roll": _("Roll"),
        "dice_waits": _("The service rolls"),
        "dice_rolled": _("%(who)s has rolled %(dice)s."),
        "dice_away": _("The dice come from the service: wait for the network, then tap again."),
    }


@cache
def _rule_words(key: str, language: str) -> dict[str, str]:
    """The translations of all texts in the script of a game and in those that it imports, and of the game's endings.

    The scripts say the messages of core, by the same patterns, so the catalogues have them already. Texts that are the
    same in this language are left out.
    """
    catalogue = translations.catalogue(language)
    texts = [*_texts(key), *[outcome.key for outcome in game_of(key).outcomes]]
    found = {text: str(catalogue.pgettext(translations.CORE, text)) for text in texts}
    return {text: words for text, words in found.items() if words != text}


def _texts(key: str) -> list[str]:
    waiting = [f"scoring/games/{key.replace('-', '_')}.js"]
    for name in waiting:
        waiting += [import_ for import_ in assets.imports_of(name) if import_ not in waiting]
    return [text for name in waiting for text in _TEXT.findall(assets.assets()[name].content.decode())]


def _tablet_words() -> dict[str, str]:
    """The sentences of the layout for a tablet that lies on the table between the players."""
    return {
        "tablet": _("Tablet on the table"),
        "half_of": _("The half of %(who)s"),
        "waits_for": _("%(who)s is playing."),
        "clock_end_turn": _("Tap: the time of %(who)s starts"),
        "swap_sides": _("Change sides"),
        "do_not_turn": _("Do not turn the board"),
        "turn_to_mover": _("Turn the board to the player who moves"),
        "full_screen": _("Full screen"),
        "full_screen_end": _("End full screen"),
        "stays_awake": _("The screen stays on."),
        "falls_asleep": _("This browser does not keep the screen on here: set the tablet so that it does."),
        "leave": _("Leave"),
        "leave_title": _("Leave the tablet's page?"),
        "leave_hint": _("What was recorded stays."),
        "phone_layout": _("The page for a phone"),
        "next_waits": _("The next match at this table opens by itself."),
        "next_here": _("The next match at this table is shown here once it is known."),
        "next_lost": _("The link of this tablet is over: open the code on the table's slip again."),
        "next_match": _("Next at this table: %(names)s"),
        "next_open": _("Open it now"),
    }
