"""``python -m topicspider.demo --port 8000``: serve the demo web until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import contextlib

from topicspider.demo.server import DemoServer
from topicspider.demo.web import demo_web


async def serve(port: int) -> None:
    web = demo_web()
    server = DemoServer(web, port=port)
    address = await server.start()
    print(f"The demo web is at {address}, as an HTTP proxy: http_proxy={address}", flush=True)
    print("Seeds:", *web.seeds, sep="\n  ", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await server.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m topicspider.demo", description="Serve the demo web on 127.0.0.1.")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on, 0 for any free one (default 8000)")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(parser.parse_args().port))


if __name__ == "__main__":
    main()
