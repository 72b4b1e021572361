"""Signals as a terminal gives them, however the tests were started."""

import signal

# A shell makes background processes ignore Ctrl-C, so the tests of Ctrl-C would hang. Child processes get the default
# signals as well.
signal.signal(signal.SIGINT, signal.default_int_handler)
