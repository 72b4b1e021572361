"""A game in Python is its class, whatever its name, and lives as long as it is used."""

import gc
import pickle
import threading
import weakref

import pytest
from games import Nim, derived

import plyground as pg


def one_only():
    """A class of the same name as `Nim`, in which one stone is taken at a time."""
    return derived(legal_actions=lambda self: range(1, 2))


def test_classes_of_one_name_are_two_games():
    old = pg.game(Nim)
    state = old.new_initial_state()
    agent = pg.Agent(old, "alphabeta:depth=3")
    new = pg.game(one_only())
    assert (old.name, new.name) == ("nim", "nim") and old != new and old == pg.game(Nim)
    assert state.legal_actions() == old.new_initial_state().legal_actions() == [1, 2, 3]
    assert new.new_initial_state().legal_actions() == [1] and new.new_initial_state() != state
    for state, count in ((old.state("6a"), 3), (new.state("6a"), 1)):
        assert len(state.analyse("alphabeta:threads=2", depth=8).root_moves) == count
        assert len(state.child(1).legal_actions()) == count and state.perft(2, threads=2) == count**2
        assert len(state.clone().legal_moves()) == count and type(state.position).__name__ in ("Nim", "Derived")
    batches = [pg.Batch(game, n=3) for game in (old, new)]
    assert [int(batch.masks[0].sum()) for batch in batches] == [3, 1]
    lengths = [
        {len(record["moves"].split()) for record in pg.match("random", "random", game=game, games=8, seed=1, concurrency=2).records}
        for game in (old, new)
    ]
    assert max(lengths[0]) < 12 and lengths[1] == {12}
    with pytest.raises(ValueError, match="an agent of nim was asked about another class of that name"):
        agent(new.new_initial_state())
    with pytest.raises(ValueError, match="an agent of nim was asked about another class of that name"):
        new.new_initial_state().analyse(agent)
    with pytest.raises(ValueError, match="player 1: found an agent of another class named nim, expected one of nim"):
        pg.match(agent, "random", game=new)
    assert agent(old.new_initial_state()) in (1, 2, 3)


def test_two_classes_of_one_name_play_at_once():
    games = [pg.game(Nim), pg.game(one_only())]
    failures = []

    def work(game, count):
        try:
            for _ in range(30):
                assert len(game.state("9a").analyse("alphabeta:threads=2", depth=4).root_moves) == count
                assert pg.match("random", "random", game=game, seed=1).games == 2
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(game, count)) for game, count in zip(games, (3, 1), strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert not failures


def test_a_player_of_a_game_sees_the_class_of_its_match():
    counts = set()

    def player(state):
        counts.add(len(state.legal_actions()))
        other = pg.game(Nim).new_initial_state()
        assert len(other.legal_actions()) == 3
        return state.game.state(str(state)).legal_actions()[0]

    pg.match(player, "random", game=one_only(), concurrency=2)
    assert counts == {1}


def use(game_class):
    """A use of the class at every door."""
    game = pg.game(game_class)
    state = game.new_initial_state()
    state.apply_action(1)
    state.analyse("alphabeta", depth=2)
    agent = pg.Agent(game, "alphabeta:depth=1", evaluation=lambda state: 0.0)
    agent(state)
    batch = pg.Batch(game, n=2)
    batch.step(batch.sample())
    return game, state, agent, batch


def test_classes_are_freed_with_their_last_user():
    refs = []
    for number in range(1_000):
        made = derived()
        refs.append(weakref.ref(made))
        if number % 20 == 0:
            use(made)
            pg.match("random", agent_like, game=made, seed=number)
        else:
            pg.game(made).new_initial_state().child(1)
        del made
    gc.collect()
    assert sum(ref() is not None for ref in refs) == 0


def agent_like(state):
    return state.legal_actions()[-1]


def test_a_user_keeps_a_class():
    for keeper in range(4):
        made = derived()
        ref, kept = weakref.ref(made), use(made)[keeper]
        del made
        gc.collect()
        assert ref() is not None
        del kept
        gc.collect()
        assert ref() is None, keeper


def test_a_class_that_raised_is_freed():
    made = derived(apply_action=lambda self, action: 1 / 0)
    ref = weakref.ref(made)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            pg.game(made).new_initial_state().analyse("pvs", depth=3)
        with pytest.raises(ZeroDivisionError):
            pg.match("random", "random", game=made)
    del made
    gc.collect()
    assert ref() is None


def test_a_pickle_finds_its_class():
    state = pg.game(Nim).new_initial_state().child(2)
    assert pickle.loads(pickle.dumps(state)) == state
    pg.game(one_only())
    assert pickle.loads(pickle.dumps(state)).legal_actions() == [1, 2, 3]
