"""What a reference may take: seconds for one answer, and memory for all."""

import contextlib
import resource
import signal


class TooSlow(BaseException):
    """Not an Exception: the reference must not catch it."""


@contextlib.contextmanager
def seconds(limit):
    def stop(*_):
        raise TooSlow

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def memory(bytes_):
    resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))
