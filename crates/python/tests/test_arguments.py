"""Integers and sizes of every door: out of range, too large for the machine, of NumPy, and of no integer type."""

import itertools

import numpy as np
import pytest
from games import Nim, derived

import plyground as pg


def kalah():
    return pg.game("kalah").new_initial_state()


def match(**settings):
    return pg.match("random", "random", **{"game": "kalah", "games": 2} | settings)


def tournament(**settings):
    return pg.tournament(["random", "greedy"], game="kalah", **settings)


def tune(**settings):
    # The unknown method ends a run whose numbers were accepted.
    return pg.tune("alphabeta:depth=1,eval=strong", game="kalah", **{"method": "nonsense"} | settings)


def learn(**settings):
    return pg.learn("kalah", out="nowhere", model="tables", **{"filter": "nonsense"} | settings)


SMALL = pg.game("kalah", setup="3x2")
ORACLE = pg.Oracle(SMALL, database=2, table=1)


def positions(**settings):
    return next(pg.oracle.positions(SMALL, **{"n": 1, "oracle": ORACLE, "plies": (1, 3)} | settings))


def environment(**settings):
    import plyground.gymnasium

    return plyground.gymnasium.GameEnv("kalah", **settings)


def with_games(**settings):
    return pg.export_samples("kalah", "file", out="nowhere", **{"filter": "nonsense"} | settings)


MOST = 2**64 - 1
# A door, its argument, and the range of the argument.
INTEGERS = [
    (match, "games", 1, 2_000_000),
    (match, "openings", 1, 1_000_000),
    (match, "seed", 0, MOST),
    (match, "concurrency", 1, 256),
    (match, "nodes", 1, MOST),
    (match, "depth", 1, 500),
    (match, "max_plies", 1, 1_000_000),
    (tournament, "rounds", 1, 1_000_000),
    (tournament, "seed", 0, MOST),
    (tune, "kids", 2, 1_000),
    (tune, "generations", 1, 1_000_000),
    (tune, "games_per_pairing", 1, 1_000_000),
    (tune, "budget", 0, MOST),
    (tune, "restarts", 1, 1_000),
    (tune, "elitism", 0, 1_000),
    (tune, "final_games", 0, 1_000_000),
    (tune, "concurrency", 1, 256),
    (tune, "seed", 0, MOST),
    (tune, "nodes", 1, MOST),
    (tune, "depth", 1, 500),
    (learn, "hidden", 8, 128),
    (learn, "generations", 1, 1_000),
    (learn, "games", 1, 10_000_000),
    (learn, "nodes", 1, 2**32 - 1),
    (learn, "pv_searches", 0, 1_000),
    (learn, "share_games", 1, 1_000_000),
    (learn, "match_games", 1, 1_000_000),
    (learn, "concurrency", 1, 256),
    (learn, "seed", 0, MOST),
    (with_games, "games", 1, 10_000_000),
    (with_games, "seed", 0, MOST),
    (lambda n: pg.playouts(kalah(), n), "n", 0, 2**32 - 1),
    (lambda seed: pg.playouts(kalah(), 1, seed=seed), "seed", 0, MOST),
    (lambda threads: pg.playouts(kalah(), 1, threads=threads), "threads", 1, 256),
    (lambda n: pg.Batch("kalah", n), "n", 1, 2**24),
    (lambda seed: pg.Batch("kalah", 1, seed=seed), "seed", 0, MOST),
    (lambda threads: pg.Batch("kalah", 1, threads=threads), "threads", 1, 256),
    (lambda games: pg.check(Nim, games=games), "games", 0, 2**32 - 1),
    (lambda max_plies: pg.check(Nim, games=1, max_plies=max_plies), "max_plies", 0, 1_000_000),
    (lambda seed: pg.check(Nim, games=1, seed=seed), "seed", 0, MOST),
    (lambda depth: kalah().perft(depth), "depth", 0, 100),
    (lambda threads: kalah().perft(1, threads=threads), "threads", 1, 256),
    (lambda nodes: kalah().analyse("pvs", nodes=nodes, depth=1), "nodes", 1, MOST),
    (lambda depth: kalah().analyse("pvs", nodes=1, depth=depth), "depth", 1, 500),
    (lambda lines: kalah().analyse("pvs", depth=1, lines=lines), "lines", 1, 1_000),
    (lambda database: pg.Oracle(kalah().game, database=database), "database", 0, 127),
    (lambda threads: pg.Oracle(kalah().game, threads=threads), "threads", 1, 256),
    (lambda table: pg.Oracle(kalah().game, table=table), "table", 1, 65_536),
    (positions, "n", 0, 2**63 - 1),
    (positions, "seed", 0, MOST),
    (lambda start: pg.oracle.score("", start=start), "start", 0, 0),
    (environment, "side", 0, 1),
]


@pytest.mark.parametrize("door, name, least, most", INTEGERS, ids=lambda value: getattr(value, "__name__", value))
def test_an_integer_is_refused_with_its_name_and_its_range(door, name, least, most):
    for wrong in (least - 1, most + 1, -(2**63) - 1, 2**64, -(10**5_000), 10**5_000):
        with pytest.raises(ValueError, match=f"^{name}=.*: expected {least} to {most}(\n|$)"):
            door(**{name: wrong})
    for wrong in (True, np.True_, 1.0, np.float64(1), "1", b"1", [1], 1j):
        with pytest.raises(TypeError, match=f"^{name}=.*: expected an integer from {least} to {most}(\n|$)"):
            door(**{name: wrong})


def outcome(work):
    try:
        return work()
    except (ValueError, TypeError) as error:
        return str(error)


@pytest.mark.parametrize("door, name, least, most", INTEGERS, ids=lambda value: getattr(value, "__name__", value))
def test_integers_of_numpy_are_accepted(door, name, least, most):
    one = max(least, 1) if most else 0
    for kind in (np.int64, np.uint8):
        found = outcome(lambda kind=kind: door(**{name: kind(one)}))
        # The text of a match names its limits, and a refusal begins with the argument.
        assert not str(found).startswith(f"{name}="), found
        assert type(found) is type(outcome(lambda: door(**{name: one})))


@pytest.mark.parametrize("door", [match, tune, learn, with_games])
def test_the_plies_of_openings_are_two_integers_in_order(door):
    for wrong, kind in [((5, 2), ValueError), (5, TypeError), ((1, 2, 3), TypeError), (("a", "b"), TypeError)]:
        with pytest.raises(kind, match="opening_plies=.*: expected"):
            door(opening_plies=wrong)
    for wrong in ((-1, 2), (0, 101), (0, 2**64)):
        with pytest.raises(ValueError, match="opening_plies=.*: expected 0 to 100"):
            door(opening_plies=wrong)
    with pytest.raises(TypeError, match="opening_plies=True: expected an integer"):
        door(opening_plies=(True, 2))


def test_the_plies_of_random_positions_are_two_integers_in_order():
    with pytest.raises(ValueError, match=r"plies=\(5, 2\): expected two integers, the fewest before the most"):
        positions(plies=(5, 2))
    with pytest.raises(ValueError, match="plies=-1: expected 0 to 1000000"):
        positions(plies=(-1, 2))


def analyse(**settings):
    return kalah().analyse("pvs", depth=1, **settings)


@pytest.mark.parametrize(
    "door, name, given",
    [
        (analyse, "time", 5),
        (lambda time: SMALL.new_initial_state().values(ORACLE, time=time), "time", 5),
        (match, "time", 1),
        (match, "clock", (5, 0.5)),
        (match, "sprt", (0, 50)),
        (lambda sprt_errors: match(sprt=(0, 50), sprt_errors=sprt_errors), "sprt_errors", (0.1, 0.1)),
        (match, "opening_plies", (1, 2)),
        (learn, "budget", 5),
        (learn, "half_life", 5),
        (learn, "result_weight", 0.5),
        (learn, "sprt", (0, 5)),
        (learn, "shares", (0.5, 1)),
    ],
)
def test_a_number_is_no_bool_and_a_sequence_is_any(door, name, given):
    is_several = isinstance(given, tuple)
    accepted = [list(given), np.array(given)] if is_several else [np.float64(given), np.int64(given)]
    for right in accepted:
        assert not str(outcome(lambda right=right: door(**{name: right}))).startswith(f"{name}=")
    for wrong in (True, np.True_, "5", b"5", [], 1j, object()):
        with pytest.raises(TypeError, match=f"^{name}=.*: expected (a number|two|an integer)|object is not iterable"):
            door(**{name: (wrong, wrong) if is_several else wrong})
    if is_several and name != "shares":
        for wrong in (5, "55", given[:1], given * 2, itertools.repeat(5)):
            with pytest.raises(TypeError, match=f"^{name}=.*: expected two (numbers|integers)"):
                door(**{name: wrong})


def test_numbers_of_a_list_are_named():
    with pytest.raises(ValueError, match="match_nodes=0: expected 1 to"):
        learn(match_nodes=[0])
    with pytest.raises(ValueError, match="match_nodes=18446744073709551616: expected 1 to"):
        learn(match_nodes=[2**64])


@pytest.mark.parametrize("action", [2**64, -(2**63) - 1, 10**5_000, -1], ids=["large", "small", "huge", "negative"])
def test_actions_of_any_size(action):
    doors = ["apply_action", "child", "action_to_string", "regret"]
    for door in doors:
        with pytest.raises(ValueError, match="action .*: expected a number from 0"):
            getattr(kalah(), door)(action)
    with pytest.raises(ValueError, match="action .*: expected a number from 0"):
        kalah().game.replay([action])


def test_a_side_is_no_bool():
    for wrong in (True, 2**64, 10**5_000, 1.0):
        with pytest.raises(ValueError, match="unknown side .*: expected 0, 1, one of"):
            kalah().observation_tensor(wrong)


@pytest.mark.parametrize("number", [-1, 0, 2**64, True, "4", 4.0, None])
def test_the_number_of_actions_of_a_class(number):
    with pytest.raises(ValueError, match="nim: num_distinct_actions is .*, expected 1 to 4096"):
        pg.game(derived(num_distinct_actions=number))


def test_sizes_as_given():
    """Each of these took all memory, or recursed without a limit."""
    assert pg.check(Nim, games=1, max_plies=1_000_000)["finished"] == 1
    assert pg.game(Nim).state("1a").perft(100) == 0
    found = kalah().analyse("pvs", depth=2, lines=1_000, time=1e18)
    assert len(found.lines) == 6
    assert match(clock=(1e18, 1e18), depth=1).games == 2
    for time in (1e18, 1.8e19):
        assert SMALL.new_initial_state().values(ORACLE, time=time)


@pytest.mark.parametrize(
    "door",
    [
        lambda: pg.tournament(itertools.repeat("random"), game="kalah"),
        lambda: tune(records=itertools.repeat("records.jsonl")),
        lambda: learn(shares=itertools.repeat(0.5)),
        lambda: learn(match_nodes=itertools.count(1)),
        lambda: pg.game("kalah").replay(itertools.repeat("1")),
        lambda: pg.game("kalah").replay(itertools.count()),
    ],
)
def test_an_argument_without_end(door):
    with pytest.raises(ValueError):
        door()
