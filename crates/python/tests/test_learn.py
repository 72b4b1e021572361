"""Learning from self-play: its result, callbacks, faults, and that it continues."""

import inspect

import pytest

import plyground as pg

TINY = dict(
    agent="best:table=1",
    from_base=True,
    games=60,
    nodes=60,
    shares=[0.5, 1.0],
    share_games=6,
    match_nodes=[60],
    match_games=60,
    sprt=(-190.0, -60.0),
    generations=1,
)


@pytest.mark.parametrize("model", ["tables", "network"])
def test_a_run_learns_and_reports(tmp_path, model):
    steps, generations = [], []
    out = tmp_path / "run"
    learned = pg.learn(
        "kalah", model=model, hidden=8, out=out, on_progress=steps.append, on_generation=generations.append, **TINY
    )
    assert {step["stage"] for step in steps} == {"self-play", "samples", "fit", "shares", "match"}
    assert all(0 <= step["done"] <= step["total"] for step in steps)
    assert generations == list(learned.generations) and learned.accepted == 1
    assert learned.data["game"] == "kalah" and learned.generations[0]["games"] == 60
    assert learned.file == out / "weights.toml"
    assert pg.match(f"pvs:depth=2,eval={learned.file}", "random", game="kalah").games == 2
    state = pg.game("kalah").new_initial_state()
    names = [feature["name"] for feature in state.explain(f"pvs:depth=2,eval={learned.file}")["features"]]
    assert model in names, names

    # The same run again is refused, and continues with `resume`.
    with pytest.raises(ValueError, match="contains a run already"):
        pg.learn("kalah", model=model, hidden=8, out=out, **TINY)
    again = pg.learn("kalah", model=model, hidden=8, out=out, resume=True, **TINY)
    assert again.data == learned.data


def test_wrong_settings_are_named(tmp_path):
    out = tmp_path / "run"
    for settings, message in [
        (dict(model="tree"), "model='tree': expected 'tables' or 'network'"),
        (dict(model="network", hidden=12), "`hidden` is 12, expected a multiple of 8"),
        (dict(model="network", inputs="houses"), "no inputs `houses` of a network in kalah"),
        (dict(games=0), "games=0: expected 1 to 10000000"),
        (dict(shares=[]), "`shares` is"),
        (dict(agent="random"), "agent `random` has no weights to tune"),
        (dict(budget=-1.0), "budget=-1: expected a number of seconds"),
        (dict(pv_searches=-1), "pv_searches"),
        (dict(tables="no-tables"), "`tables` is `no-tables`, expected a folder with readable tables"),
        (dict(seed="x"), "seed='x'"),
    ]:
        with pytest.raises((ValueError, TypeError), match="expected|seed|pv_searches") as raised:
            pg.learn("kalah", out=out, **settings)
        assert message in str(raised.value)
        assert not out.exists(), settings


def test_a_callback_that_raises_ends_the_run(tmp_path):
    def fail(_):
        raise RuntimeError("enough")

    for callback in ("on_progress", "on_generation"):
        with pytest.raises(RuntimeError, match="enough"):
            pg.learn("kalah", out=tmp_path / callback, **{callback: fail}, **TINY)


def test_a_budget_ends_the_run(tmp_path):
    learned = pg.learn("kalah", out=tmp_path / "run", budget=0.0, **TINY)
    assert learned.data["cause"] == "budget" and learned.accepted == 0
    assert learned.file.exists()


def test_samples_are_exported(tmp_path):
    file = tmp_path / "samples.txt"
    written = pg.export_samples("tigers", file, agent="pvs", out=tmp_path / "run", games=20, nodes=60)
    lines = file.read_text().splitlines()
    assert (written["games"], written["samples"]) == (20, len(lines))
    result, *inputs = lines[0].split(" # ")[0].split(" ")
    assert result in ("0", "0.5", "1") and all(":" in word for word in inputs)
    with pytest.raises(ValueError, match="exists already"):
        pg.export_samples("tigers", file, agent="pvs", out=tmp_path / "other", games=20, nodes=60)


def test_principal_variations_give_further_samples(tmp_path):
    run = dict(agent="best:table=1", games=20, nodes=60)
    few = pg.export_samples("kalah", tmp_path / "few.txt", out=tmp_path / "few", **run)
    more = pg.export_samples("kalah", tmp_path / "more.txt", out=tmp_path / "more", pv_searches=5, **run)
    assert more["samples"] > few["samples"]
    shared = set((tmp_path / "few.txt").read_text().splitlines()) & set((tmp_path / "more.txt").read_text().splitlines())
    assert len(shared) > 0.6 * few["samples"]


def test_parameters_are_those_of_the_command():
    options = set(inspect.signature(pg.learn).parameters) - {"game", "on_progress", "on_generation"}
    assert options >= {"out", "resume", "agent", "model", "hidden", "inputs", "from_base", "budget", "generations", "games"}
    assert options >= {"nodes", "opening_plies", "result_weight", "shares", "share_games", "match_nodes", "match_games"}
    assert options >= {"sprt", "concurrency", "seed", "pv_searches", "tables"}
