"""How every peer serves: on a free port of 127.0.0.1, its base URL as the first line, until its standard input ends."""

import asyncio
import socket
import sys
import threading

import uvicorn


def listen():
    """A listener on a free port, and its base URL without a final slash."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()  # Who reads the address may connect at once.
    return listener, f"http://127.0.0.1:{listener.getsockname()[1]}"


def serve(app, listener, base):
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))

    def stop_with_input():
        sys.stdin.read()
        server.should_exit = True
        server.force_exit = True

    threading.Thread(target=stop_with_input, daemon=True).start()
    print(base + "/", flush=True)
    asyncio.run(server.serve(sockets=[listener]))
