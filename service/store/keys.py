"""The name of everything in the store.

There are sixteen shards, or more in a cluster that began with more. What stands before the first dot of a stream's id
decides which, so a tournament (`t_abc`), all its matches (`t_abc.1`, `t_abc.2`) and all that belongs to them share
one; every key carries its shard as a hash tag (`{s07}`), so one script touches one slot of a cluster. The tags of a new
cluster are others (`{s07.44}`): their slots lie as far from each other as they can.

| key | type | holds |
|---|---|---|
| `{s07}:log:<stream>` | stream | the events, id `<version>-0` (the opening `0-1`): type, data, at, by, prev |
| `{s07}:log:<stream>` | string | of an archived log: its place in a file (`service.store.archive.places`) |
| `{s07}:head` | hash | stream → `<version> <hash>` of its last event |
| `{s07}:unjudged` | hash | stream → version of its head, while that is not judged |
| `{s07}:verdicts:<stream>` | hash | version → JSON, where a verdict says more than plain "accepted" |
| `{s07}:state:<stream>` | hash | `judged_version`, `json`; of a match `whole`, from which judging goes on |
| `{s07}:checkpoints:<match>` | stream | states of a match along its log, id `<version>-0` |
| `{s07}:sheet:<match>` | hash | `<language> <number>` → finished part of its sheet, compressed |
| `{s07}:sheets` | sorted set | matches with such parts that are not long, by time: 8 at most |
| `{s07}:sheets:long` | set | long matches with such parts |
| `{s07}:ruled:<match>` | string | versions of the referees' facts of a match; "?" before those that are not complete |
| `{s07}:repeats`, `…:before`, `…:since` | hashes, string | idempotency keys and answers (`service.store.repeats`) |
| `{s07}:lengths:<club>:<game>` | hash | match → time and seconds of its games, of the club's last 150 matches |
| `{s07}:dice:<club>` | hash | match → time and dice by seat, of the club's last 500 matches |
| `{s07}:feed` | stream | work for the pump: stream, first, last; trace, where requests are traced |
| `{s07}:lease` | string | token of the pump that owns the shard; without its subscriber the shard is free |
| `{s07}:mark` | string | empty: written to wait for the replicas, for a second |
| `{s07}:newer` | hash | stream → `<version> <type> <schema>` of the event that needs a newer version of brade |
| `{s07}:held`, `{s07}:accepted` | hash | stream → `<version> <hash>`: facts missing up to there; given up |
| `{s00}:elapsed` | hash | the steady clock (`service.store.steady_clock`) |
| `{s00}:compared` | string | the server's run that was compared with the checkpoint outside the store |
| `{s00}:uncompared` | string | sentences, as a JSON list: what the last start could not read of that checkpoint |
| `{s00}:format` | string | the number of the store's format (`service.store.maintenance.store_format`) |
| `{s00}:layout` | string | of a cluster: `even` and the number of shards |
| `{s00}:archive` | string | the folder of the archived logs |
| `{s00}:erasure:<club>.<player>`, `{s00}:erasing` | hash, sorted set | erasures of names (`erasures`) |
| `{s00}:erased`, `…:<club>.<player>` | hash, set | what is brought back without a name (`erasure_list`) |
| `{s00}:erasures` | string | the number of times that the processes had to forget names |
| `{s00}:store-id` | string | names the store in its copies |
| `{s00}:copies` | hash | folder of a second copy → what is wrong with it |
| `{s00}:copies:without` | hash | folder of a second copy → count of `{s00}:erasures` up to which it is without names |
| `{s00}:prepared`, `…:<id>` | sorted set, hash | files with all matches of a tournament, for a day |
| `{s00}:number` | string | time and root of the number of the day |
| `{s07}:trail:<club>:in`, `…:failed` | stream | sign-ins and failed sign-ins: some 5,000 each |
| `{s07}:seen:<club>` | hash | member → time of the last sign-in |
| `{s07}:signed-out:<club>` | sorted set | sessions that were ended, by the steady time at which they would be over |
| `{s07}:participants:c_<club>` | hash | tournament → `<version> <player id> …`, as they were asked for last |
| `{s07}:decided:c_<club>` | hash | tournament or match → `<form> <version> <game> <JSON>`: its decided matches |
| `{s07}:asked:<tournament>` | hash | id → JSON of a stranger who asks to enter: 200 at most, for 60 days |
| `{s07}:news:c_<club>` | stream | news of the club, some 10,000, id `<number>-0` |
| `{s07}:news:c_<club>:<subject>` | stream | the numbers of the news of a tournament or of a series |
| `{s07}:told:c_<club>` | hash | log → the last version that brought news |
| `{s07}:webhooks:c_<club>` | hash | the active webhooks of the club |
| `{s07}:deliveries:c_<club>:<webhook>` | hash | number of a news item → JSON of its delivery |
| `{s07}:ended:c_<club>:<webhook>` | sorted set | numbers of deliveries that are over, by time |
| `{s07}:due` | sorted set | `<club>/<webhook>` by the time at which it is worked on next |
| `{s07}:seats-due` | sorted set | tournament by the time at which a match gets its table by the timetable |
| `{s07}:webhook:c_<club>:<webhook>` | hash | since when its address fails, until when it is left alone |
| `{s07}:at-work:c_<club>:<webhook>` | string | a worker works on it |
| `{s07}:rate:<match>` | hash | facts that links may still record in a match, as of when |
| `{s07}:live:<root>` | channel | news for viewers, not kept: `<kind> <stream> <version> <json>` |
| `{s07}:failed-tries:<whose>`, `…:open-tries:<whose>` | hash | tries to sign in within a minute |
| `{s07}:known:<name>` | sorted set | networks from which a person signed in lately, 16 at most, for 30 days |
"""

from binascii import crc_hqx
from collections.abc import Callable
from functools import cache
from itertools import count as counting
from typing import NamedTuple

COMPARED = "{s00}:compared"
ELAPSED = "{s00}:elapsed"
UNCOMPARED = "{s00}:uncompared"
ALTERED = "{s00}:altered"
NUMBER = "{s00}:number"
FORMAT = "{s00}:format"
ARCHIVE = "{s00}:archive"
ERASURES = "{s00}:erasures"
STORE_ID = "{s00}:store-id"
COPIES = "{s00}:copies"
COPIES_WITHOUT = "{s00}:copies:without"
LAYOUT = "{s00}:layout"
Place = Callable[[int], str]
"""The name of a key of every shard, by the shard."""


class Layout(NamedTuple):
    """The shards of a store: the name under which the store keeps it, and the hash tag of each shard."""

    name: str
    tags: tuple[str, ...]


FIRST = Layout("", tuple(f"{{s{shard:02}}}" for shard in range(16)))
"""The layout of every store of one server, and of clusters that name none."""

MOST_SHARDS = 256
_SLOTS = 16384
_layout: Layout | None = FIRST
_is_read = False


@cache
def even(count: int) -> Layout:
    """The layout of so many shards whose slots fall evenly on any number of primaries with equal parts of the slots."""
    width = _SLOTS // count
    return Layout(
        f"even {count}", tuple(_tag_near(shard, width * shard + width // 2, width // 8) for shard in range(count))
    )


def _tag_near(shard: int, slot: int, distance: int) -> str:
    names = (f"s{shard:02}.{number}" for number in counting())
    return next(f"{{{name}}}" for name in names if abs(crc_hqx(name.encode(), 0) % _SLOTS - slot) <= distance)


def layout_named(name: str) -> Layout:
    """The layout that a store keeps under a name. Raises `ValueError` for one that this version does not know."""
    kind, _, count = name.partition(" ")
    if kind != "even" or not count.isdecimal() or not 0 < int(count) <= MOST_SHARDS:
        raise ValueError(name)
    return even(int(count))


def use(layout: Layout) -> None:
    """Name all keys of this process by a layout: a process works with one store."""
    global _layout, _is_read
    _layout, _is_read = layout, True


def expect_layout() -> None:
    """Name no key before the layout of a store is read (`use`). For a process that connects to a cluster."""
    global _layout
    if _layout is FIRST and not _is_read:
        _layout = None


def tags() -> tuple[str, ...]:
    """The hash tags of all shards."""
    if _layout is None:
        raise RuntimeError("the shards of this store are not known yet: service.store.maintenance.store_format")
    return _layout.tags


def shard_count() -> int:
    """The number of shards."""
    return len(tags())


def all_shards() -> range:
    """All shards."""
    return range(len(tags()))


def shard_of(stream: str) -> int:
    """The shard, from 0 on, of a stream; all matches of a tournament share the tournament's.

    >>> shard_of("t_abcdefghij") == shard_of("t_abcdefghij.12")
    True
    """
    return crc_hqx(root_of(stream).encode(), 0) % len(tags())


def tag(shard: int) -> str:
    """The hash tag of a shard.

    >>> tag(7)
    '{s07}'
    """
    return tags()[shard]


def log(stream: str) -> str:
    """The key of a stream's events."""
    return f"{tag(shard_of(stream))}:log:{stream}"


def restoring(stream: str, attempt: str) -> str:
    """The key of a stream's events while it is restored, before any reader can see them."""
    return f"{tag(shard_of(stream))}:restoring:{stream}:{attempt}"


def verdicts(stream: str) -> str:
    """The key of a stream's verdicts."""
    return f"{tag(shard_of(stream))}:verdicts:{stream}"


def state(stream: str) -> str:
    """The key of a stream's state."""
    return f"{tag(shard_of(stream))}:state:{stream}"


def checkpoints(match_id: str) -> str:
    """The key of a match's checkpoints, states along its log."""
    return f"{tag(shard_of(match_id))}:checkpoints:{match_id}"


def ruled(match_id: str) -> str:
    """The key of the versions of a match's facts that referees recorded."""
    return f"{tag(shard_of(match_id))}:ruled:{match_id}"


def sheet(match_id: str) -> str:
    """The key of the finished parts of a match's sheet."""
    return f"{tag(shard_of(match_id))}:sheet:{match_id}"


def long_sheets(shard: int) -> str:
    """The key of a shard's long matches whose sheets have finished parts."""
    return f"{tag(shard)}:sheets:long"


def sheets(shard: int) -> str:
    """The key of the list of a shard's matches whose sheets have finished parts."""
    return f"{tag(shard)}:sheets"


def repeats(shard: int) -> str:
    """The key of the answers to the idempotency keys of a shard's day."""
    return f"{tag(shard)}:repeats"


def repeats_before(shard: int) -> str:
    """The key of the answers of the day before."""
    return f"{tag(shard)}:repeats:before"


def repeats_since(shard: int) -> str:
    """The key of the running time at which the day of a shard's idempotency keys began."""
    return f"{tag(shard)}:repeats:since"


def head(shard: int) -> str:
    """The key of the heads of a shard: the last version and hash of every stream."""
    return f"{tag(shard)}:head"


def unjudged(shard: int) -> str:
    """The key of the list of a shard's streams that wait to be judged."""
    return f"{tag(shard)}:unjudged"


def feed(shard: int) -> str:
    """The key of a shard's feed, the work of its pump."""
    return f"{tag(shard)}:feed"


def root_of(stream: str) -> str:
    """The stream that another one belongs to: of a match the tournament that it is in, of others themselves.

    >>> root_of("t_abcdefghij.12")
    't_abcdefghij'
    """
    return stream.partition(".")[0]


def live(stream: str) -> str:
    """The channel (sharded pub/sub) in which viewers are told of a club, a friendly match, or a tournament with its
    matches."""
    return f"{tag(shard_of(stream))}:live:{root_of(stream)}"


def lease(shard: int) -> str:
    """The key of a shard's lease, which its pump holds."""
    return f"{tag(shard)}:lease"


def pump_channel(token: str) -> str:
    """The channel that tells by its subscriber that the pump of a token lives."""
    return f"brade:pump:{token}"


def copy_channel(folder: str) -> str:
    """The channel that tells by its subscriber that a process copies to a folder."""
    return f"brade:copy:{folder}"


def roll_call(run_id: str) -> str:
    """The channel in which the pumps of one run of a server are heard."""
    return f"brade:pumps:{run_id}"


def mark(shard: int) -> str:
    """The key of a shard that is written so that the server can tell what its replicas have."""
    return f"{tag(shard)}:mark"


def held(shard: int) -> str:
    """The key of the list of a shard's streams of which acknowledged facts are missing."""
    return f"{tag(shard)}:held"


def newer(shard: int) -> str:
    """The key of the list of a shard's streams that hold an event of a newer version of brade."""
    return f"{tag(shard)}:newer"


def accepted(shard: int) -> str:
    """The key of the list of a shard's streams whose missing facts a person gave up."""
    return f"{tag(shard)}:accepted"
