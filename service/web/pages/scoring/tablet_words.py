"""The sentences of the layout for a tablet that lies on the table between the players."""

from flask_babel import gettext as _


def tablet_words() -> dict[str, str]:
    """The sentences by their names, in the reader's language."""
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
        "next_lost": _("The link of this tablet is over: open the code on the table's slip again."),
        "next_match": _("Next at this table: %(names)s"),
        "next_open": _("Open it now"),
    }
