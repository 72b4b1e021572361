"""The stubs of the compiled half: their documentation is that of the code. Their types are checked by `mypy.stubtest`."""

import stubs


def test_the_stubs_say_what_the_code_says():
    source = stubs.STUBS.read_text()
    assert stubs.documented(source) == source, "`python crates/python/tests/stubs.py` writes them anew"
    assert '"""Plays an action' in source


def test_documentation_is_written_and_replaced():
    old = (
        '@final\n'
        'class Game:\n'
        '    @property\n'
        '    def name(self) -> str: ...\n'
        '    def state(\n'
        '        self, text: str\n'
        '    ) -> State: ...\n'
    )
    new = stubs.documented(old)
    assert '    def name(self) -> str:\n        """Its name in commands and files."""\n' in new
    assert '    ) -> State:\n        """A position in the game\'s notation."""\n' in new
    assert stubs.documented(new) == new
    assert stubs.documented(new.replace("Its name", "The name of it")) == new
