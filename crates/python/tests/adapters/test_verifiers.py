"""Games of verifiers between scripted models: a server on loopback that answers as a model's endpoint does."""

import asyncio
import json
import random
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

vf = pytest.importorskip("verifiers.v1", reason="pip install verifiers==0.4.0")

import plyground as pg
from plyground import llm

GAMES = """
from plyground.adapters.verifiers import *
from plyground.adapters.verifiers import __all__
"""
HARNESS = '''
"""A chat loop in this process; the one that verifiers ships installs packages first."""

import httpx
import verifiers.v1 as vf

__all__ = ["ScriptedHarness"]


class ScriptedHarness(vf.Harness[vf.HarnessConfig]):
    SUPPORTS_RESUME, EXECUTES_CODE, NEEDS_CONTAINER, APPENDS_SYSTEM_PROMPT = True, False, False, True

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data):
        messages = [message.model_dump(exclude_none=True) for message in data.prompt]
        async with httpx.AsyncClient() as client:
            reply = await client.post(
                f"{endpoint}/chat/completions",
                json={"model": ctx.model, "messages": messages},
                headers={"Authorization": f"Bearer {secret}"},
                timeout=60,
            )
        return vf.ProgramResult(0 if reply.is_success else 1, "", reply.text)
'''


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Plays the first task with a model that is a function from its messages to a reply, and returns the traces by player."""
    (tmp_path / "board_games.py").write_text(GAMES)
    (tmp_path / "scripted_harness.py").write_text(HARNESS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("SCRIPTED_KEY", "none")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            texts = [message["content"] for message in body["messages"]]
            message = {"role": "assistant", "content": self.server.model(texts)}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            found = {"id": "1", "object": "chat.completion", "created": 1, "model": "scripted", "choices": [choice], "usage": usage}
            data = json.dumps(found).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def run(model, **settings):
        import board_games

        server.model = model
        player = {"harness": {"id": "scripted-harness"}, "runtime": {"type": "subprocess"}}
        taskset = board_games.GameTasksetConfig(id="board_games", game="kalah", setup="3x3", plies=2, n=3, **settings)
        env = vf.load_environment(board_games.GameEnvConfig(taskset=taskset, player0=player, player1=player))
        assert isinstance(env, board_games.GameEnv)
        tasks = list(env.taskset)
        assert [task.data.model_dump() for task in tasks] == [task.data.model_dump() for task in env.taskset] and len(tasks) == 3
        client = vf.EvalClientConfig(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key_var="SCRIPTED_KEY")

        async def episode():
            async with env.serving():
                return await env.run_episode(tasks[0], vf.ModelContext(model="scripted", client=client))

        played = asyncio.run(asyncio.wait_for(episode(), 120))
        assert played.ok, played.errors or [trace.errors for trace in played.traces]
        return tasks[0], {trace.agent.name: trace for trace in played.traces}

    yield run
    server.shutdown()
    server.server_close()
    sys.modules.pop("board_games", None)
    sys.modules.pop("scripted_harness", None)


@pytest.mark.parametrize("disguised", [False, True])
def test_two_models_play_a_game(play, disguised):
    """The models see no list of legal moves, so they follow the game by its moves."""
    draws = random.Random(5)
    game = pg.game("kalah", setup="3x3")
    seen = {}

    def model(texts):
        if draws.random() < 0.2 and "not accepted" not in texts[-1]:
            return "I pass"
        question = next(text for text in reversed(texts) if "The position:" in text)
        start = llm.disguise(game, seen["disguise"]) if disguised else game
        state = start.new_initial_state()
        for move in question.split("Moves so far: ")[1].split("\n")[0].split():
            state.play(move)
        assert llm.render(state) in question
        seen["state"] = state.clone()
        move = draws.choice(state.legal_moves())
        seen["state"].play(move)
        return json.dumps({"move": move})

    from plyground.adapters import verifiers

    config = verifiers.GameTasksetConfig(id="board_games", game="kalah", setup="3x3", plies=2, n=1, disguised=disguised)
    seen["disguise"] = next(iter(verifiers.GameTaskset(config))).data.disguise
    task, traces = play(model, disguised=disguised)
    last = seen["state"].state if disguised else seen["state"]
    assert last.is_terminal() and last.moves[:2] == task.data.moves
    scored = pg.oracle.score(last)[2:]
    for player, name in enumerate(["player0", "player1"]):
        rewards = {key: reward.score for key, reward in traces[name].rewards.items()}
        regrets = [move.regret for move in scored if move.player == player]
        assert rewards == {"points": last.returns()[player], "regret": pytest.approx(-sum(regrets) / len(regrets))}
        assert traces[name].metrics["Move"] == len(regrets)
    assert any("Unparsable" in trace.metrics for trace in traces.values())


def test_a_model_that_never_moves_forfeits(play):
    _, traces = play(lambda texts: '{"move": "99"}')
    rewards = {name: trace.rewards["points"].score for name, trace in traces.items()}
    assert sorted(rewards.values()) == [-1, 1]
    (loser,) = (trace for trace in traces.values() if trace.rewards["points"].score == -1)
    assert loser.metrics == {"Illegal": 2.0} and "regret" not in loser.rewards
