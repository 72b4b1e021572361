"""The MCP server, asked by the client of the same package."""

import asyncio
import sys

import pytest

import plyground as pg

pytest.importorskip("mcp.server", reason="pip install 'mcp>=2'")

from mcp import Client, StdioServerParameters

from plyground.adapters import mcp


def session(script, server=None):
    """Runs a script of calls against a server in this process, or another one."""

    async def run():
        async with Client(server or mcp.server()) as client:

            async def call(tool, **arguments):
                result = await client.call_tool(tool, arguments)
                text = " ".join(getattr(part, "text", "") for part in result.content)
                if result.is_error:
                    raise ValueError(text)
                found = result.structured_content
                return found["result"] if set(found) == {"result"} else found

            return await script(client, call)

    return asyncio.run(run())


def test_a_game_is_played_by_its_state_ids():
    async def script(client, call):
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"new_game", "show", "play", "legal_moves", "analyse", "values", "regret", "hint"}
        start = await call("new_game", game="kalah", setup="3x2")
        assert start["rules"].startswith("Two sides, south and north") and start["to_move"] == "south"
        state = pg.game("kalah", setup="3x2").new_initial_state()
        values = {state.action_to_string(action): value for action, value in state.values().items()}
        assert await call("values", state_id=start["state_id"]) == values
        for move in await call("legal_moves", state_id=start["state_id"]):
            assert await call("regret", state_id=start["state_id"], move=move) == max(values.values()) - values[move]
        current = start
        while current["to_move"]:
            hint = await call("hint", state_id=current["state_id"])
            assert hint["exact"] and state.regret(state.string_to_action(hint["move"])) == 0
            state.play(hint["move"])
            current = await call("play", state_id=current["state_id"], move=hint["move"])
            assert current["moves"] == state.moves
        assert current["returns"] == dict(zip(state.game.sides, state.returns()))
        # The start is still there, and can be played from again.
        assert (await call("show", state_id=start["state_id"]))["moves"] == []
        return len(state.moves)

    assert session(script) > 3


def test_faults_are_reported():
    async def script(client, call):
        state_id = (await call("new_game", game="khet"))["state_id"]
        for tool, arguments, text in [
            ("play", {"state_id": state_id, "move": "e8e7"}, "illegal move"),
            ("show", {"state_id": "s99"}, "no state 's99'"),
            ("new_game", {"game": "chess"}, "chess"),
            ("values", {"state_id": state_id}, "no tables of khet hold"),
        ]:
            with pytest.raises(ValueError, match=text):
                await call(tool, **arguments)
        assert not (await call("hint", state_id=state_id))["exact"]
        assert (await call("analyse", state_id=state_id, nodes=500))["best"]

    session(script)


def test_the_oldest_states_are_dropped(monkeypatch):
    monkeypatch.setattr(mcp, "MOST_STATES", 2)

    async def script(client, call):
        first, _, last = [(await call("new_game"))["state_id"] for _ in range(3)]
        assert (await call("show", state_id=last))["moves"] == []
        with pytest.raises(ValueError, match="no state"):
            await call("show", state_id=first)

    session(script)


def test_a_client_starts_the_server():
    async def script(client, call):
        return await call("legal_moves", state_id=(await call("new_game"))["state_id"])

    parameters = StdioServerParameters(command=sys.executable, args=["-m", "plyground.adapters.mcp"])
    assert session(script, parameters) == ["1", "2", "3", "4", "5", "6"]
