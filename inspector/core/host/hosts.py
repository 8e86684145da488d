"""The processes of the metrics that may run. Who asks for one that nobody agreed to gets an error, never a process."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from inspector.core.errors import InputError
from inspector.core.files.pair import Pair
from inspector.core.host.consent import Agreement, Agreements
from inspector.core.host.script import Script

if TYPE_CHECKING:
    from inspector.core.host.frames import Frames
    from inspector.core.host.host import Host


@dataclass(eq=False)
class NotAgreedError(InputError):
    """A metric that the user has not agreed to run as it is now."""

    script: Script | None = None


class Hosts:
    """The processes of the metrics that may run, which stay warm; may_run: finds the agreement, or None."""

    def __init__(self, may_run: Callable[[Script], Agreement | None]) -> None:
        self.may_run = may_run
        self._running: dict[Script, Host] = {}
        self._frames: tuple[Pair, Frames] | None = None

    def of(self, script: Script) -> Host:
        """The process of a metric. Raises NotAgreedError."""
        from inspector.core.host.host import Host  # most pairs are never scored by one
        from inspector.core.host.limits import Limits

        if script not in self._running:
            agreement = self.may_run(script)
            if agreement is None:
                what = "this metric is not run before you agree to its content"
                raise NotAgreedError(what, script.path, script=script)
            self._running[script] = Host(agreement, Limits.of_user())
        return self._running[script]

    def runs(self, script: Script) -> bool:
        """Whether a metric was asked for."""
        return script in self._running

    def frames(self, pair: Pair) -> Frames:
        """What a metric is given of a pair; kept for the last one."""
        from inspector.core.host.frames import Frames

        if self._frames is None or self._frames[0] is not pair:
            self._frames = pair, Frames(pair)
        return self._frames[1]

    def close(self) -> None:
        """End all processes."""
        running, self._running, self._frames = self._running, {}, None
        for host in running.values():
            host.close()


@cache
def named_hosts() -> Hosts:
    """Those of Python and the terminal: who names a file there agrees to run it this once."""
    hosts = Hosts(lambda script: Agreements.of_user().give(script, kept=False))
    atexit.register(hosts.close)
    return hosts
