"""Whatever is handed in, an exception that is meant for it comes out, or nothing; never a crash."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import plyground as pg

EXPECTED = (ValueError, TypeError, OverflowError)
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

texts = st.text(max_size=40)
anything = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), texts, st.binary(max_size=9), st.lists(st.integers(), max_size=4)
)


def allowed(call):
    """What a call gives, or None where it raises what it may."""
    try:
        return call()
    except EXPECTED as error:
        assert str(error)
        return None


@QUICK
@given(st.sampled_from(pg.games()), texts, texts)
def test_texts_of_games(name, setup, rules):
    allowed(lambda: pg.game(name, setup, rules))
    allowed(lambda: pg.game(setup))


@QUICK
@given(st.sampled_from(pg.games()), texts)
def test_texts_of_positions_and_moves(name, text):
    game = pg.game(name)
    state = game.new_initial_state()
    allowed(lambda: game.state(text))
    allowed(lambda: game.replay(text))
    allowed(lambda: state.play(text))
    allowed(lambda: state.string_to_action(text))
    allowed(lambda: state.observation_tensor(text))
    allowed(lambda: state.analyse(text, nodes=10))


@QUICK
@given(st.sampled_from(pg.games()), anything)
def test_anything_as_an_action(name, action):
    state = pg.game(name).new_initial_state()
    before = str(state)
    legal = state.legal_actions()
    allowed(lambda: state.apply_action(action))
    if not (type(action) is int and action in legal) and action is not True and action is not False:
        assert str(state) == before
    allowed(lambda: state.action_to_string(action))
    allowed(lambda: state.observation_tensor(action))
    allowed(lambda: state.game.replay(action))
    allowed(lambda: state.regret(action) if name == "none" else None)


@QUICK
@given(st.sampled_from(pg.games()), st.lists(st.integers(0, 1 << 20), max_size=60))
def test_games_by_lots_can_be_taken_back(name, draws):
    state = pg.game(name).new_initial_state()
    texts = [str(state)]
    for lot in draws:
        actions = state.legal_actions()
        if not actions:
            break
        state.apply_action(actions[lot % len(actions)])
        texts.append(str(state))
    while state.history():
        assert str(state) == texts.pop()
        state.undo_action()
    assert [str(state)] == texts


@QUICK
@given(
    st.integers(-2, 40),
    st.one_of(
        st.lists(st.integers(-3, 15), max_size=6).map(lambda found: np.array(found, np.int64)),
        st.sampled_from([np.zeros(4), np.zeros((2, 2), np.int64), np.zeros(4, np.int32), np.zeros(8, np.int64)[::2]]),
        anything,
    ),
)
def test_anything_as_a_batch(n, actions):
    batch = allowed(lambda: pg.Batch("kalah", n))
    if batch is not None:
        allowed(lambda: batch.step(actions))
        assert np.isfinite(batch.observations).all()


@QUICK
@given(anything)
def test_anything_as_an_answer(answer):
    allowed(lambda: pg.match(lambda state: answer, "random", game="kalah"))
