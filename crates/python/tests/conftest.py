"""Signals as a terminal gives them, however the tests were started."""

import signal

# A shell lets what it starts in the background ignore Ctrl-C, and the tests of Ctrl-C would wait for ever. What they start gets the
# usual signals as well.
signal.signal(signal.SIGINT, signal.default_int_handler)
