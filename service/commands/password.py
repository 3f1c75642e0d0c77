"""`brade password`: sets a lost password when no organiser is left to invite the person."""

from dataclasses import replace

import click

from core.errors import Invalid
from service.bootstrap import build_dependencies
from service.commands.store import open_store
from service.config import from_environment
from service.handlers.club import sign_in
from service.terminal import fail, say


@click.command()
@click.argument("club")
@click.argument("name")
@click.option("--new", is_flag=True, help="Add a new organiser of that name.")
@click.password_option(prompt="The new password", help="Asked for if it is not given, which is better.")
def password(club: str, name: str, new: bool, password: str) -> None:
    """Set the password of NAME, who works for CLUB (its slug), and sign that person out everywhere.

    An organiser does the same with a new invitation, on the page of the club's people. The operator uses this command
    when the last organiser has lost the password. The service may run meanwhile. The club's audit names the operator.
    """
    settings = from_environment()
    with open_store.located(settings) as url:
        try:
            member = sign_in.reset_password(
                build_dependencies(replace(settings, store_url=url)), club, name, password, new=new
            )
        except Invalid as wrong:
            fail("; ".join(message for several in wrong.problems.values() for message in several).capitalize() + ".")
    say(f"{member.name} signs in at /sign-in for the club {club}, as {member.role}.")
