"""Names lead to public addresses only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from twisted.internet.interfaces import IHostnameResolver, IResolutionReceiver
from zope.interface import implementer  # type: ignore[import-untyped]

from topicspider.addresses import is_public, normal_host

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from twisted.internet.interfaces import IAddress, IHostResolution


@implementer(IHostnameResolver)
class PublicResolver:
    """Keeps back what is not public of the addresses that the resolver of *reactor* finds, but for hosts it *allows*.

    Whatever connects asks it, and connects to what it answers: a name that changes its address gains nothing. In
    ``refused`` are the hosts whose last answer was kept back as a whole; who asks hears that they have no address.
    """

    def __init__(self, reactor: Any, allows: Callable[[str], bool]) -> None:
        self.refused: set[str] = set()
        self._reactor = reactor
        self._allows = allows

    def install(self) -> None:
        self._resolver = self._reactor.installNameResolver(self)

    def uninstall(self) -> None:
        """Make place for the resolver that was there; under that of another crawl, which began later, stay."""
        if self._reactor.nameResolver is self:
            self._reactor.installNameResolver(self._resolver)

    def resolveHostName(  # noqa: N802 -- Twisted's interface
        self,
        resolutionReceiver: Any,  # noqa: N803
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        addressTypes: Sequence[type[IAddress]] | None = None,  # noqa: N803
        transportSemantics: str = "TCP",  # noqa: N803
    ) -> IHostResolution:
        host = normal_host(hostName)
        receiver = resolutionReceiver if self._allows(host) else _PublicOnly(resolutionReceiver, host, self.refused)
        found: IHostResolution = self._resolver.resolveHostName(
            receiver, hostName, portNumber, addressTypes, transportSemantics
        )
        return found


@implementer(IResolutionReceiver)
class _PublicOnly:
    """Hands on what is public, and notes in *refused* whether *host* had nothing else."""

    def __init__(self, receiver: Any, host: str, refused: set[str]) -> None:
        self._receiver = receiver
        self._host = host
        self._refused = refused
        self._answers: set[bool] = set()

    def resolutionBegan(self, resolutionInProgress: IHostResolution) -> None:  # noqa: N802, N803
        self._receiver.resolutionBegan(resolutionInProgress)

    def addressResolved(self, address: IAddress) -> None:  # noqa: N802
        public = is_public(getattr(address, "host", ""))
        self._answers.add(public)
        if public:
            self._receiver.addressResolved(address)

    def resolutionComplete(self) -> None:  # noqa: N802
        if self._answers == {False}:
            self._refused.add(self._host)
        else:
            self._refused.discard(self._host)
        self._receiver.resolutionComplete()
