"""Tables of series computed again from the exports of their tournaments.

The second computation reads CSV files alone, and for endings of games the list of matches. It shares no code with the
service: decimals and lists, no `core.series`.
"""

from collections import Counter
from fractions import Fraction

from tests.support.series.season import read_csv, table


def computed(api, rule, tournaments, factors, merged):
    """Every cell by player and tournament, and which of them count, from the exports of the tournaments."""
    cells = {}
    for number, tournament in enumerate(tournaments):
        standings = read_csv(api, f"/v1/tournaments/{tournament}/standings.csv?columns=all")
        matches = read_csv(api, f"/v1/tournaments/{tournament}/matches.csv")
        for line in standings:
            rank, size = int(line["rank"]), len(standings)
            level = [row for row in standings if row["rank"] == line["rank"]]
            points = by_place(rule, rank, len(level), size) + Fraction(str(rule["participation"]))
            points += Fraction(str(rule["own"])) * int(line["points"])
            points += of_matches(rule, matches, line["player_id"])
            if line["status"] == "withdrawn":
                points = Fraction(str(rule["participation"]))
            player = merged.get(line["player_id"], line["player_id"])
            cells[player, number] = factors.get(tournament, 1) * points
    return cells


def by_place(rule, rank, level, size):
    fitting = max(
        (table for table in rule["tables"] if table.get("players", 1) <= size),
        key=lambda table: table.get("players", 1),
    )
    worth = [Fraction(str(point)) for point in fitting["points"]] + [Fraction(0)] * 100
    if rule.get("places") == "pool":
        worth = [size * each / sum(worth[:size]) for each in worth]
    if rule.get("shared") == "highest":
        return worth[rank - 1]
    return sum(worth[rank - 1 : rank - 1 + level]) / level


def of_matches(rule, matches, player):
    points = Fraction(0)
    for match in matches:
        seat = {match["player1_id"]: "1", match["player2_id"]: "2"}.get(player)
        if seat is None or not match["match_id"] or match["result_code"] in ("", "bye"):
            continue
        if match["winner_id"] == player and (rule.get("walkovers", True) or match["result_code"] == "played"):
            points += Fraction(str(rule["matches"].get(match["stage"], rule["matches"]["any"])))
        if match["stage"] == "main":
            points += Fraction(str(rule["games_won"]["main"])) * int(match[f"games{seat}"] or 0)
    return points


def bonuses(api, rule, tournaments):
    """The points for endings of games, which are in no CSV of the tournament: from its list of matches."""
    found = Counter()
    for number, tournament in enumerate(tournaments):
        for match in api.get(f"/v1/tournaments/{tournament}/matches?limit=1000").json["matches"]:
            for game in (match["result"] or {}).get("games", ()):
                worth = rule["bonuses"].get(game["outcome"], 0)
                found[match[game["winner"]]["id"], number] += worth
    return found


def expected(api, rule, tournaments, factors, merged):
    """The rows of the table: points, evenings and which cells count, by player id."""
    cells = computed(api, rule, tournaments, factors, merged)
    for (player, number), worth in bonuses(api, rule, tournaments).items():
        cells[merged.get(player, player), number] += factors.get(tournaments[number], 1) * worth
    kept = min(len(tournaments) - rule.get("without", 0), rule.get("best") or 99)
    rows = {}
    for player in {player for player, _ in cells}:
        own = sorted(((worth, -number) for (each, number), worth in cells.items() if each == player), reverse=True)
        counted = {-number for _worth, number in own[:kept]}
        rows[player] = (
            sum(worth for worth, _number in own[:kept]),
            [cells.get((player, number)) for number in range(len(tournaments))],
            counted,
        )
    return rows


def hold(api, series, rule, tournaments, factors=None, merged=None):
    """Every cell of the table, of its JSON and of both CSV files is what the exports of the tournaments come to."""
    rows = expected(api, rule, tournaments, factors or {}, merged or {})
    found = table(api, series)
    assert found.keys() == rows.keys()
    for player, (points, cells, counted) in rows.items():
        row = found[player]
        assert Fraction(row["exact"]) == points
        assert [Fraction(cell["exact"]) if cell["rank"] else None for cell in row["cells"]] == cells
        assert {number for number, cell in enumerate(row["cells"]) if cell["counts"]} == counted
        assert row["evenings"] == sum(cell is not None for cell in cells)
        assert (row["rank"] is None) == (row["evenings"] < rule.get("least", 0))
        for each in row["cells"]:
            parts = sum((Fraction(part["each"]) * part["number"] for part in each["parts"]), Fraction(0))
            assert Fraction((factors or {}).get(each["tournament"], 1)) * parts == Fraction(each["exact"])
    ranked = sorted((row["rank"], -rows[player][0]) for player, row in found.items() if row["rank"])
    assert [points for _rank, points in ranked] == sorted(points for _rank, points in ranked)
    by_cells = Counter()
    for line in {(each["player_id"], each["evening"]): each for each in read_csv(api, f"{series}/cells.csv")}.values():
        by_cells[line["player_id"]] += Fraction(line["points"]) if line["counts"] == "true" else 0
    assert by_cells == Counter({player: points for player, (points, *_) in rows.items()})
    for line in read_csv(api, f"{series}/table.csv"):
        assert Fraction(line["exact"]) == rows[line["player_id"]][0]
