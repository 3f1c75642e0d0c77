"""Jobs that failed in the end: their words for people, and doing them again."""

from service.config import Settings
from service.jobs import Failed, Jobs, connect_queue
from service.processes.supervisor import QUEUE
from service.store.server import running_server
from service.terminal import count, fail, say


def retry(settings: Settings) -> None:
    """Have everything that failed done again, by the workers of the service that runs."""
    url = queue_url(settings)
    undone = (jobs := Jobs(connect_queue(url))).failures() if url else None
    if url is None or undone is None:
        fail("The queue does not answer: work is done again while `brade serve` runs.")
    again = [each for each in undone if jobs.again(each)]
    for each in again:
        say(f"{words(each)} is asked for again.")
    say(f"{count(len(again), 'job is', 'jobs are')} asked for again. `brade doctor` says what fails once more.")


def queue_url(settings: Settings) -> str | None:
    """The address of the queue; `None` where none runs."""
    return settings.queue_url or settings.store_url or running_server.address(settings.data / QUEUE)


def words(failed: Failed) -> str:
    """The kind of a job, and its log if it has one."""
    return f"{failed.kind} of {failed.stream}" if failed.stream else failed.kind
