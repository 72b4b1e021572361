"""Language models as agents: scripted models stand in for real ones."""

import copy
import json
import pathlib
import random
import re
from collections import Counter

import pytest
from games import Nim

import plyground as pg
from plyground import llm

SMALL = {"kalah": ("3x2", ""), "cachex": ("3", "0,0"), "tigers": (None, ""), "khet": (None, "")}
"""Set-ups with few positions, and first moves."""
LATE = {"tigers": ".GT.G..T....G......T... 2 t", "khet": "x39/5k4///4P24P3//4A35/5K3X1 0"}


def start(game):
    """A state with few positions below it."""
    setup, moves = SMALL[game]
    made = pg.game(game, setup=setup)
    return made.state(LATE[game]) if game in LATE else made.replay(moves)


def reply(move):
    return json.dumps({"move": move}, ensure_ascii=False)


def walked(state, depth):
    """Counts the lines of a depth by the names of moves alone, as `State.perft` counts them by actions."""
    if depth == 0:
        return 1
    total = 0
    for move in state.legal_moves():
        child = state.clone()
        child.play(move)
        total += walked(child, depth - 1)
    return total


@pytest.mark.parametrize("game, depth, seeds", [("kalah", 3, 300), ("cachex", 3, 200), ("tigers", 3, 200), ("khet", 2, 200)])
def test_a_disguise_has_the_game_s_perft(game, depth, seeds):
    state = start(game)
    expected = [state.perft(ply) for ply in range(1, depth + 1)]
    shown = set()
    for seed in range(seeds):
        # The last of three plies has most of the cost, so that outside Kalah only every twentieth seed walks it.
        deepest = depth if game == "kalah" or seed % 20 == 0 else 2
        disguised = llm.disguise(state.game, seed).wrap(state.clone())
        for ply in range(1, deepest + 1):
            assert walked(disguised, ply) == expected[ply - 1], (seed, ply)
        shown.add(llm.prompt(disguised))
    assert len(shown) > 0.95 * seeds, "other seeds give other names"


def plies(state, depth):
    """For each ply below a state, the lists of legal moves there, with the number of lines that lead to each list."""
    positions, found = {str(state): (state, 1)}, []
    for _ in range(depth):
        lists, after = Counter(), {}
        for state, lines in positions.values():
            lists[tuple(state.legal_moves())] += lines
            if len(found) + 1 < depth:
                for action in state.legal_actions():
                    child = state.child(action)
                    after[str(child)] = (child, after.get(str(child), (child, 0))[1] + lines)
        found.append(lists)
        positions = after
    return found


@pytest.mark.parametrize("game, setup", [("kalah", "6x4"), ("cachex", "4"), ("tigers", None), ("khet", None)])
def test_a_disguise_has_the_game_s_perft_to_depth_six(game, setup):
    state = start(game) if setup is None else pg.game(game, setup=setup).new_initial_state()
    found = plies(state, 6)
    expected = [state.perft(ply) for ply in range(1, 7)]
    assert [sum(lines * len(moves) for moves, lines in lists.items()) for lists in found] == expected
    all_moves = sorted({move for lists in found for moves in lists for move in moves})
    for seed in range(1000):
        # The names of moves depend on nothing but the moves. If each move of the tree has its own name, which stands for that move
        # alone, then as many names as moves are legal in each position.
        skin = llm.disguise(state.game, seed).skin
        names = {move: skin.hide(move) for move in all_moves}
        assert len(set(names.values())) == len(all_moves), seed
        assert [skin.reveal(name) for name in names.values()] == all_moves, seed
        if seed % 250 == 0:
            counts = [sum(lines * len({names[move] for move in moves}) for moves, lines in lists.items()) for lists in found]
            assert counts == expected, seed


@pytest.mark.parametrize("game", pg.games())
def test_names_and_moves_stand_for_each_other(game):
    for seed in range(20):
        draws = random.Random(seed)
        disguise = llm.disguise(game, seed)
        assert disguise == llm.disguise(game, seed)
        state = pg.game(game).new_initial_state()
        for _ in range(25):
            if state.is_terminal():
                break
            disguised = disguise.wrap(state)
            names = disguised.legal_moves()
            assert len(set(names)) == len(names) and not set(names) & set(state.legal_moves())
            assert [disguised.skin.reveal(name) for name in names] == state.legal_moves()
            assert {disguised.string_to_action(name) for name in names} == set(state.legal_actions())
            with pytest.raises(ValueError, match="illegal move") as error:
                disguised.play(state.legal_moves()[0])
            assert "can play" not in str(error.value)
            state.apply_action(draws.choice(state.legal_actions()))
        # None of the game's own names shows.
        text = llm.prompt(disguise.new_initial_state(), legal=True) + llm.render(disguise.wrap(state), "ascii")
        own = set(_own_words(game)) - set(disguise.skin.words.values())
        assert not own & set(re.findall(r"[a-z]+", text.lower())), own


def _own_words(game):
    return {"kalah": ["south", "north", "seeds", "house", "store"], "tigers": ["tigers", "tiger", "goats", "goat"],
            "cachex": ["red", "blue", "steal", "stone"], "khet": ["silver", "red", "pharaoh", "sphinx", "pyramid"]}[game]  # fmt: skip


def test_what_cannot_be_disguised():
    for given in (Nim, Nim(5), pg.game(Nim)):
        with pytest.raises(ValueError, match="nim cannot be disguised: expected one of kalah"):
            llm.disguise(given, 1)
    with pytest.raises(ValueError, match="seed"):
        llm.disguise("kalah", -1)
    with pytest.raises(ValueError, match="expected one of"):
        llm.disguise("kalah", 1).wrap(pg.game("khet").new_initial_state())
    disguised = llm.disguise("kalah", 1).new_initial_state()
    assert copy.deepcopy(disguised).legal_moves() == disguised.legal_moves()
    assert not hasattr(disguised, "nothing")


KALAH = pg.game("kalah").new_initial_state()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"move": "3"}', llm.Move("3", 2)),
        ('House 3 ends in my store.\n```json\n{"move": "3"}\n```\n', llm.Move("3", 2)),
        ('<think>{"move": "1"} or {"move": "2"}?</think>\n\n{"why": {"a": [1]}, "move":"3"}  ', llm.Move("3", 2)),
        (b'{"move": "3"}', llm.Move("3", 2)),
        ("", llm.Empty("the reply is empty")),
        (" \n\t", llm.Empty("the reply is empty")),
        ("<think>House 3.</think> \n", llm.Empty("nothing follows the thinking")),
        ('<think>{"move": "3"}', llm.Truncated("the reply ends within <think>")),
        ('I play {"move": "3', llm.Truncated("the reply ends within its answer")),
        ('```json\n{"move": "3"}', llm.Move("3", 2)),
        ("```json\nmove 3", llm.Truncated("the reply ends within its answer")),
        ('{"move": "3"} is my move', llm.Unparsable("it does not end with a JSON object")),
        ("I play 3.", llm.Unparsable("it does not end with a JSON object")),
        ('{"move": "1"}\n{"move": "3"}', llm.Unparsable('it has several objects with a "move", expected one')),
        ('{"move": "1", "move": "3"}', llm.Unparsable("it does not end with a JSON object")),
        ('[{"move": "3"}]', llm.Unparsable("it does not end with a JSON object")),
        ('{"answer": {"move": "3"}}', llm.Unparsable('its JSON object has no "move" that is a text')),
        ('{"move": 3}', llm.Unparsable('its JSON object has no "move" that is a text')),
        ('{"move": "\\u0033"}', llm.Unparsable("its move is written with escapes")),
        (b'{"move": "3\xff"}', llm.Unparsable("the reply is not UTF-8")),
        ('{"move": "7"}', llm.Illegal("7", "'7' is not a legal move")),
        ('{"move": " 3"}', llm.Illegal(" 3", "' 3' is not a legal move")),
        ('{"move": "３"}', llm.Illegal("３", "'\\uff13' is not a legal move")),
        ('{"move": "\ud800"}', llm.Illegal("\ud800", "'\\ud800' is not a legal move")),
    ],
)
def test_what_a_reply_is(text, expected):
    assert llm.parse(text, KALAH) == expected


PARTS = [
    "<think>", "</think>", "<THINKING>", "</reasoning>", "```", "```json\n", "\n", " ", "{", "}", "[", "]", '"', "\\", ":", ",", "\0", "\x1b[31m",
    "\u202e", "\ufeff", "\ud83d", "３", '{"move": ', '{"move":"', '"move"', '"}', '{"a":' * 900, "9" * 6_000, '{"n": 1e999, ', "NaN", "null",
    "I resign.", "The best move is ", "{{", "}}", '{"thought": "{', "\\u0033", "<|im_end|>", "'", "{'move': '", "x" * 3_000,
]  # fmt: skip


def hostile(draws, moves):
    """A reply as models write them, and worse: parts in any order, with good answers among them, cut and changed."""
    known = [reply(move) for move in moves] + [f"```json\n{reply(move)}\n```" for move in moves] + list(moves)
    parts = draws.choices([*PARTS, *draws.choices(known, k=len(PARTS) // 2)], k=draws.randrange(6))
    if draws.random() < 0.4:
        parts.append(reply(draws.choice(moves)))
    text = "".join(parts)
    if draws.random() < 0.2:
        text = text[: draws.randrange(len(text) + 1)]
    if text and draws.random() < 0.2:
        at = draws.randrange(len(text))
        text = text[:at] + chr(draws.choice([draws.randrange(128), draws.randrange(0x110000)])) + text[at + 1 :]
    if draws.random() < 0.1:
        data = text.encode(errors="surrogatepass")
        return data if draws.random() < 0.5 else data + bytes([draws.randrange(256)])
    return text


def test_hostile_replies_never_raise_and_never_play_what_was_not_written():
    draws = random.Random(67)
    states = [pg.game(game).new_initial_state() for game in pg.games()]
    states += [llm.disguise(game, 5).new_initial_state() for game in pg.games()]
    found = {}
    for number in range(10_000):
        state = states[number % len(states)]
        text = hostile(draws, draws.sample(state.legal_moves(), 3))
        status = llm.parse(text, state)
        found[type(status).__name__] = found.get(type(status).__name__, 0) + 1
        if isinstance(status, llm.Move):
            written = text if isinstance(text, str) else text.decode()
            last = re.fullmatch(r'"move"\s*:\s*"([^"]*)"[^{]*}\s*(?:```)?\s*', written[written.rindex('"move"') :])
            assert last and last[1] == status.text, written
            assert state.action_to_string(status.action) == status.text
        else:
            assert "not accepted" in llm.rethink(status)
    assert set(found) == {"Move", "Unparsable", "Empty", "Truncated", "Illegal"} and min(found.values()) > 50, found
    assert found["Move"] > 1_000


def test_a_long_reply_is_read_at_once():
    for text in ("{" * 1_000_000, '{"a":' * 300_000 + "1" + "}" * 300_000, "<think>" * 300_000, '"move":' * 200_000 + "}"):
        assert not isinstance(llm.parse(text, KALAH), llm.Move)
    assert llm.parse('{"move": "3", "why": "' + "x" * 2_000 + '"}', KALAH) == llm.Unparsable("it does not end with a JSON object")


def test_prompts_list_legal_moves_only_if_asked():
    state = pg.game("tigers").new_initial_state()
    assert "Legal moves: @1 @2 @5" in llm.prompt(state, legal=True)
    plain = llm.prompt(state)
    assert plain.startswith(llm.rules_text("tigers")) and "Legal moves" not in plain and "@1 " not in plain
    state.play("@9")
    short = llm.prompt(state, rules=False)
    assert short.startswith("Moves so far: @9\n\nThe position:\ntigers: 0 3 4\ngoats: 9\n") and "You play tigers" in short
    assert "@9" not in llm.prompt(state, rules=False, moves=False)
    with pytest.raises(ValueError, match="is a legal move"):
        llm.rethink(llm.Move("@1", 0))
    with pytest.raises(ValueError, match="the game is over"):
        llm.prompt(pg.game("kalah").state("<2,5,4,0,0,0,0> S"))


@pytest.mark.parametrize("game", pg.games())
def test_boards_hold_the_whole_position(game):
    """Different positions have different boards, and JSON has the facts of the labelled board."""
    draws, seen = random.Random(2), {}
    for _ in range(20):
        state = pg.game(game).new_initial_state()
        while not state.is_terminal() and state.move_number() < 40:
            for shown in (state, llm.disguise(game, 8).wrap(state)):
                for style in ("labelled", "json", "ascii"):
                    text = llm.render(shown, style)
                    assert seen.setdefault((style, text), str(state)) == str(state), text
                facts = json.loads(llm.render(shown, "json"))
                assert [line.split(": ")[0] for line in llm.render(shown).splitlines()] == list(facts)
            state.apply_action(draws.choice(state.legal_actions()))
    with pytest.raises(ValueError, match="style='svg': expected 'labelled', 'json' or 'ascii'"):
        llm.render(KALAH, "svg")


@pytest.mark.parametrize(
    ("game", "rules", "text"),
    [
        ("kalah", "standard", "whichever side is to move"),
        ("kalah", "kalaha", "Nothing is ever captured.\nThe game ends when all houses of the side to move are empty"),
        ("kalah", "empty-capture", "which may be empty"),
        ("kalah", "tournament", "more than half of all seeds.\nAt the end, except after such a majority"),
        ("kalah", "kgp", "more than half of all seeds.\nAt the end, each seed"),
        ("tigers", "standard,captures_to_win=5,repetition=off", "taken 5 goats. A side to move that has no legal move loses."),
        ("cachex", "standard,turn_limit=9,repetition=3", "After 9 turns the game is a draw.\nWhen the same stones stand for the third time"),
        ("khet", "epam", "The sphinx never steps.\n"),
        ("khet", "lax", "The scarab may not land"),
        ("khet", "official,ply_limit=100", "After 100 moves the game is a draw."),
    ],
)
def test_the_rules_are_those_in_force(game, rules, text):
    assert text in llm.rules_text(pg.game(game, rules=rules))
    assert "{" not in llm.rules_text(pg.game(game, rules=rules))


def test_a_game_in_python_has_its_docstring():
    state = pg.game(Nim).new_initial_state()
    assert llm.rules_text(state.game) == Nim.__doc__
    assert llm.render(state) == "position: 12a\nto move: one"
    assert llm.parse('{"move": "3"}', state) == llm.Move("3", 3)
    with pytest.raises(ValueError, match="expected a docstring of its class"):
        llm.rules_text(pg.game(type("Bare", (Nim,), {"__doc__": None, "name": "bare"})))


def scripted(*replies):
    """A model that gives these replies in turn, and keeps the prompts."""
    pending = list(replies)

    def model(prompt):
        model.prompts.append(prompt)
        return pending.pop(0)

    model.prompts = []
    return model


def test_a_model_may_think_again_once():
    model = scripted("I play 9", reply("3"))
    turn = llm.ask(model, KALAH)
    assert turn.action == 2 and [type(status).__name__ for status in turn.statuses] == ["Unparsable", "Move"]
    assert model.prompts[1].startswith(model.prompts[0])
    assert "Your reply was not accepted: it does not end with a JSON object." in model.prompts[1]
    turn = llm.ask(scripted("", reply("9"), reply("3")), KALAH)
    assert turn.action is None and len(turn.replies) == 2
    assert llm.ask(scripted(""), KALAH, rethinks=0).action is None


class Solver:
    """A model that plays best moves, which it finds by the position in its prompt."""

    def __init__(self, disguise=None):
        self.state, self.disguise = None, disguise

    def __call__(self, prompt):
        state = self.state
        values = state.values()
        best = max(values, key=values.get)
        shown = self.disguise.wrap(state) if self.disguise else state
        assert llm.render(shown) in prompt
        return f"<think>{values}</think>" + reply(shown.action_to_string(best))


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_an_episode_has_exact_rewards(seed):
    game = pg.game("kalah", setup="3x3")
    disguise = None if seed is None else llm.disguise(game, seed)
    model = Solver(disguise)
    played = game.new_initial_state()
    model.state = played

    def opponent(state):
        return state.legal_actions()[0]

    # The model follows the game by its own copy.
    class Follower(Solver):
        def __call__(self, prompt):
            moves = re.search(r"Moves so far: (.*)", prompt)
            shown = (disguise or game).new_initial_state()
            for move in moves[1].split() if moves else []:
                shown.play(move)
            self.state = shown.state if disguise else shown
            return super().__call__(prompt)

    outcome = llm.Episode(Follower(disguise), opponent, disguise or game, side=1).play()
    assert outcome.state.is_terminal() and not outcome.is_forfeit
    assert outcome.rewards == [0.0] * len(outcome.turns) and outcome.mean_regret == 0
    assert outcome.points == outcome.state.returns()[1]
    assert outcome.statuses == {"Move": len(outcome.turns)}


def test_rewards_are_the_regrets_of_the_moves_played():
    game = pg.game("kalah", setup="3x3")

    def last(prompt):
        return reply(re.search(r"Legal moves: .*?(\S+)$", prompt, re.MULTILINE)[1])

    outcome = llm.Episode(last, "random:seed=3", game, settings={"legal": True}).play()
    regrets = {move.ply: move.regret for move in pg.oracle.score(outcome.state)}
    assert outcome.rewards == [-regrets[turn.ply] for turn in outcome.turns]
    assert outcome.mean_regret > 0
    # Out of the solver's reach there is no reward.
    outcome = llm.Episode(last, "random:seed=3", game, effort=0, settings={"legal": True}).play()
    assert set(outcome.rewards) == {None} and outcome.mean_regret is None


def test_a_forfeit_is_no_move():
    game = pg.game("kalah", setup="3x3")
    outcome = llm.Episode(scripted(reply("1"), reply("9"), ""), "greedy", game).play()
    assert outcome.is_forfeit and outcome.points == -1 and outcome.state.moves[0] == "1"
    assert outcome.statuses == {"Move": 1, "Illegal": 1, "Empty": 1}
    assert [turn.action for turn in outcome.turns] == [0, None] and outcome.rewards[1] is None


def test_an_episode_of_a_class():
    outcome = llm.Episode(scripted(reply("1"), reply("3")), lambda state: 1, Nim(5)).play()
    assert outcome.points == 1 and outcome.state.moves == ["1", "1", "3"]


def test_the_guide_prints_what_it_shows(capsys):
    page = pathlib.Path(__file__).parents[3] / "docs/guides/language-models.md"
    blocks = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```\n", page.read_text(), re.DOTALL)
    assert len(blocks) == page.read_text().count("```python") > 2
    names = {}
    for number, (code, shown) in enumerate(blocks):
        exec(compile(code, f"{page.name}, block {number + 1}", "exec"), names)
        assert capsys.readouterr().out == shown, number
