"""Compare one port for requests and viewers with a plain WSGI server: the cost of a request.

    python -m bench servers                    one XADD a request, 32 connections, each way in turn

Servers, store and clients share this machine: compare the rows of one run. The processor time of the server for a
request is the steadiest column.
"""

import json
import os
import socket
import statistics
import tempfile
import threading
import time
from pathlib import Path

from bench.figures import Figure
from bench.processes import cpu_seconds, free_port, serve, stop

CONNECTIONS = 32
SECONDS = 2.5
ROUNDS = 5
THREADS = 16
BODY = json.dumps([{"type": "DiceRolled", "by": "white", "dice": [6, 2]}]).encode()


# ── the application under test ───────────────────────────────────────────────────────────────────────────────────────
def flask_app():
    """A Flask application with one endpoint: read JSON, one XADD to a store that syncs each write, answer JSON."""
    from flask import Flask, jsonify, request

    from service.store.connect import connect

    app, client = Flask(__name__), connect(os.environ["BENCH_STORE"])

    @app.post("/append")
    def append():
        entry = client.xadd("bench", {"data": json.dumps(request.get_json())}, maxlen=10000)
        return jsonify({"events": [{"version": entry.decode()}]}), 201

    return app


def behind_the_front():
    """The same behind the front itself, which also serves streams."""
    from service.server.asgi import AsgiApp

    return AsgiApp(flask_app(), threads=THREADS)


WAYS = {
    "granian WSGI": ("wsgi", "bench.servers:flask_app", THREADS),
    "granian ASGI, the front": ("asgi", "bench.servers:behind_the_front", 1),
}


# ── writes ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def one_client(port, until, latencies):
    """Post over one kept connection until the clock says stop; bounded by the server's own pace."""
    head = "POST /append HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n"
    request = head.encode() + BODY
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while (began := time.monotonic()) < until:
            connection.sendall(request)
            answer = connection.recv(4096)
            while b"}]}" not in answer:
                answer += connection.recv(4096)
            if b" 201 " not in answer[:20]:
                raise SystemExit(answer.decode())
            latencies.append(time.monotonic() - began)


def load(port, seconds):
    """The latencies (s) of all connections' requests, made by one process with a thread a connection."""
    latencies, until = [], time.monotonic() + seconds
    clients = [threading.Thread(target=one_client, args=(port, until, latencies)) for _ in range(CONNECTIONS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    return latencies


def main():
    """Each way in turn, several rounds: requests a second, milliseconds, processor time a request."""
    from service.store.server.embedded_server import EmbeddedStore

    rows = {}
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "s", durable=True) as store:
        os.environ["BENCH_STORE"] = store.url
        for _ in range(ROUNDS):
            for workers in (1, 2):
                for name, (interface, target, threads) in WAYS.items():
                    port = free_port()
                    server = serve(interface, target, threads, workers, port)
                    try:
                        load(port, 0.7)
                        used = cpu_seconds(server)
                        done = sorted(load(port, SECONDS))
                        used = cpu_seconds(server) - used
                    finally:
                        stop(server)
                    rows.setdefault((name, workers), []).append(
                        (
                            len(done) / SECONDS,
                            1e3 * done[len(done) // 2],
                            1e3 * done[int(len(done) * 0.99)],
                            1e6 * used / len(done),
                        )
                    )
    print("| way | processes | requests/s | p50 ms | p99 ms | server CPU µs/request |\n|---|---|---|---|---|---|")
    for (name, workers), measured in rows.items():
        rate, p50, p99, cpu = (statistics.median(column) for column in zip(*measured, strict=True))
        print(f"| {name} | {workers} | {rate:,.0f} | {p50:.1f} | {p99:.1f} | {cpu:.0f} |")
    rates = {way: statistics.median(row[0] for row in measured) for way, measured in rows.items()}
    peer, front = WAYS
    return [
        Figure(f"{front}, {workers} processes", rates[front, workers], peer, rates[peer, workers], "requests/s")
        for workers in (1, 2)
    ]


if __name__ == "__main__":
    main()
