"""The stubs of the compiled half: their documentation is that of the code. Their types are checked by `mypy.stubtest`."""

import reference
import stubs


def test_the_stubs_say_what_the_code_says():
    source = stubs.STUBS.read_text()
    assert stubs.documented(source) == source, "`python crates/python/tests/stubs.py` writes them again"
    assert '"""Plays an action' in source


def test_the_reference_page_says_what_the_docstrings_say():
    assert reference.page() == reference.PAGE.read_text(), "`python crates/python/tests/reference.py` writes it again"
    assert "- `legal_actions()`: Returns the legal actions" in reference.page()


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
    assert '    def name(self) -> str:\n        """The name in commands and files."""\n' in new
    assert '    ) -> State:\n        """Reads a position in the game\'s notation.\n\n' in new
    assert stubs.documented(new) == new
    assert stubs.documented(new.replace("The name", "The name of it")) == new
