"""The examples of the documents, run in their order."""

import builtins
import dis
import itertools
import math
import pathlib
import random
import re
import types

import plyground as pg
import pytest

ROOT = pathlib.Path(__file__).parents[3]


@pytest.mark.parametrize("path", ["docs/guides/python.md", "docs/guides/write-an-agent.md", "README.md", "crates/python/README.md"])
def test_examples_run(path, monkeypatch, tmp_path):
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / path).read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    names = {}
    for number, block in enumerate(blocks):
        exec(compile(block, f"{path}, block {number + 1}", "exec"), names)


class Counted:
    """The code of pages on algorithms, with a count of the moves that it makes."""

    def __init__(self, *pages):
        self.names, self.blocks = {}, []
        for page in ["docs/algorithms.md", *(f"docs/algorithms/{page}.md" for page in pages)]:
            blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
            lines = [line for line in blocks[0].splitlines() if line.strip()]
            assert page == "docs/algorithms.md" or len(lines) <= 15, f"{page}: {len(lines)} lines"
            for block in blocks:
                self.blocks.append(compile(block, page, "exec"))
                exec(self.blocks[-1], self.names)
        self.nodes = 0
        after = self.names["after"]

        def counted(state, move):
            self.nodes += 1
            return after(state, move)

        self.names["after"] = counted

    def __getattr__(self, name):
        return self.names[name]


USES = {
    "deepening": ["alpha-beta"],
    "mtdf": ["alpha-beta", "transposition-table"],
    "threads": ["alpha-beta"],
    "transposition-table": ["alpha-beta"],
}
"""The pages whose functions the code of another page uses."""


def missing(code, names):
    """The global names that functions of this code use and that nothing defines."""
    used = {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    inner = [missing(constant, names) for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return {name for name in used if name not in names and not hasattr(builtins, name)}.union(*inner)


@pytest.mark.parametrize("page", sorted(path.stem for path in (ROOT / "docs/algorithms").glob("*.md")))
def test_the_code_of_a_page_defines_or_imports_what_it_uses(page):
    code = Counted(*USES.get(page, []), page)
    assert len(code.blocks) >= 2
    for block in code.blocks:
        assert not missing(block, code.names)


GAMES = {"kalah": ("6 1 2", 4), "khet": ("", 2), "tigers": ("", 2), "cachex": ("0,0 1,1 2,0", 3)}


@pytest.fixture(params=GAMES)
def position(request):
    """A position of each game, and a depth."""
    moves, depth = GAMES[request.param]
    setup = "4" if request.param == "cachex" else None
    return pg.game(request.param, setup=setup).replay(moves), depth


def agrees(state, agent, depth, score, nodes=None):
    """Checks that an agent finds the score, and makes as many moves where these are given."""
    found = state.analyse(agent, depth=depth)
    assert score == pytest.approx(found.score, abs=0.02 * depth if agent == "expectimax" else 1e-9)
    if nodes is not None:
        assert nodes == found.data["nodes"]


def test_the_code_of_minimax_finds_what_its_agent_finds(position):
    state, depth = position
    code = Counted("minimax")
    first = state.side_to_move == state.game.sides[0]
    total = 0
    for shallow in range(1, depth + 1):
        score = code.minimax(state, shallow)
        total = code.nodes
    agrees(state, "minimax", depth, score if first else -score, total)


def test_the_code_of_expectimax_finds_what_its_agent_finds(position):
    state, depth = position
    score = Counted("expectimax").expectimax(state, depth, state.side_to_move)
    agrees(state, "expectimax", depth, score)


@pytest.mark.parametrize("page, search", [("alpha-beta", "alpha_beta"), ("scout", "scout"), ("move-order", "ordered")])
def test_the_code_of_a_search_with_cutoffs_finds_what_minimax_finds(position, page, search):
    state, depth = position
    code, full = Counted(page), Counted("minimax")
    agrees(state, "minimax", depth, getattr(code, search)(state, depth, -math.inf, math.inf))
    full.minimax(state, depth)
    assert code.nodes < full.nodes


def test_the_code_with_a_table_finds_the_same_with_fewer_moves(position):
    state, depth = position
    plain, code = Counted("alpha-beta"), Counted("alpha-beta", "transposition-table")
    score = plain.alpha_beta(state, depth + 1, -math.inf, math.inf)
    assert code.alpha_beta(state, depth + 1, -math.inf, math.inf) == score
    assert code.nodes <= plain.nodes
    if state.game.name == "cachex":
        assert code.nodes < plain.nodes
    agrees(state, "alphabeta-tt", depth + 1, score)


@pytest.mark.parametrize("guess", [-40, 0, 7])
def test_the_code_of_mtdf_finds_what_its_agent_finds(position, guess):
    state, depth = position
    agrees(state, "mtdf", depth, Counted("alpha-beta", "transposition-table", "mtdf").mtdf(state, depth, guess))


def test_the_code_of_deepening_and_alpha_beta_is_what_the_agent_does(position):
    state, depth = position
    code = Counted("alpha-beta", "deepening")
    for found, move, score in itertools.islice(code.deepen(state), depth):
        analysis = state.analyse("alphabeta", depth=found)
        assert (score, move) == (analysis.score, analysis.best)
        # The agent makes the moves of the root at each depth, the code once.
        assert analysis.nodes == code.nodes + (found - 1) * len(state.legal_moves())


@pytest.mark.parametrize("width", [1, 2, 3])
def test_the_code_of_beam_search_finds_what_its_agent_finds(position, width):
    state, depth = position
    score = Counted("beam").beam(state, depth, -math.inf, math.inf, width)
    agrees(state, f"beam:width={width}", depth, score)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_code_of_root_splitting_finds_what_its_agent_finds(position, threads):
    state, depth = position
    code = Counted("alpha-beta", "threads")
    score = code.root_split(state, depth, threads)
    agrees(state, f"alphabeta:threads={threads}", depth, score)
    if threads == 1:
        agrees(state, "alphabeta", depth, score)


def test_the_code_of_quiescence_finds_what_the_selective_agent_finds():
    code = Counted("selectivity")
    changed = 0
    for moves in ["", "6 1", "3 6 2", "4 5 1 6", "2 6 5 3"]:
        state = pg.game("kalah").replay(moves)
        # The agent searches noisy moves for 8 plies beyond the last depth.
        search = lambda search: max(code.reply(search, state, child, 8, -math.inf, math.inf) for child in code.children(state))
        score = search(code.quiescence)
        agrees(state, "best:eval=store-difference,unit=ply", 1, score)
        changed += score != search(lambda child, *_: code.value(child))
    assert changed > 2, "noisy moves change values"


def ending():
    """A position of Cachex with few moves without a winner so far."""
    return pg.game("cachex", setup="3").replay("0,0 1,1 2,2")


def test_the_code_of_monte_carlo_tree_search_finds_a_winning_move():
    state = ending()
    random.seed(1)
    code = Counted("mcts")
    root = code.Node(state)
    for _ in range(1500):
        code.simulate(root)
    assert root.visits == 1500 and sum(child.visits for child in root.children) == 1499
    best = code.best(state, 1500)
    assert state.regret(state.string_to_action(best.moves[-1])) == 0


def reachable(state):
    """All positions that a game may reach, each once."""
    found, pending = {state.key: state}, [state]
    while pending:
        state = pending.pop()
        for move in state.legal_moves():
            child = state.clone()
            child.play(move)
            if child.key not in found:
                found[child.key] = child
                pending.append(child)
    return list(found.values())


def test_the_code_of_retrograde_analysis_finds_the_exact_values():
    state = ending()
    positions = reachable(state)
    assert len(positions) > 100
    values = Counted("retrograde").retrograde(positions)
    exact = pg.Oracle(state.game)
    checked = 0
    for position in positions[::17]:
        if not position.is_terminal():
            assert values.get(position.key, 0) == max(position.values(exact).values()), position
            checked += 1
    assert checked > 5


@pytest.mark.parametrize("attacker", ["red", "blue"])
def test_the_code_of_proof_number_search_proves_what_is_won(attacker):
    state = ending()
    code = Counted("proof-numbers")
    root = code.Leaf(state, attacker)
    steps = 0
    while root.proof > 0 and root.disproof > 0:
        code.prove(root, attacker)
        steps += 1
        assert steps < 20_000
    value = max(state.values().values())
    assert (root.proof == 0) == ((value == 1) == (state.side_to_move == attacker))
    assert code.can_force_a_win(state, attacker) == (root.proof == 0)
