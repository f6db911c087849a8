"""`tesla serve` under load: how many requests a second, how long they take, and memory.

    python benchmarks/serve.py [--requests 100000] [--rate 100] [--seconds 20] [--path /score]

A server of its own on loopback, on one core where the system lets us choose; who asks is this
process, on another. Single pairs of about 25 tokens with tesla-x, as pairs.py has them:

throughput  the most that comes back, from eight connections that never wait
latency     requests at a fixed rate whatever the server does, counted from when each was due
memory      of the server, from its own GET /metrics, after a tenth of the requests and at the end

It stops by itself: every part has a number of requests and a limit of time.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice

from pairs import SOURCE, pairs

HOST, CONNECTIONS, TEXTS = "127.0.0.1", 8, 2000
# Seconds for any part, whatever it was asked for.
LIMIT = 600.0


@contextmanager
def server() -> Iterator[int]:
    """A port; the server ends with the block."""
    command = [sys.executable, "-m", "tesla_metrics", "serve", "--port", "0", "-l", "en"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            if hasattr(os, "sched_setaffinity"):
                cores = sorted(os.sched_getaffinity(0))
                os.sched_setaffinity(process.pid, cores[:1])
                os.sched_setaffinity(0, cores[1:] or cores)
            assert process.stdout is not None
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found, "the server did not start"
            yield int(found[1])
        finally:
            process.terminate()


def questions(path: str) -> list[bytes]:
    return [_question(path, *pair) for pair in islice(pairs(25), TEXTS)]


def _question(path: str, hypothesis: str, reference: str) -> bytes:
    texts: dict[str, object] = {"hypotheses": [hypothesis], "references": [reference]}
    if path == "/explain":
        texts = {"hypothesis": hypothesis, "references": [reference]}
    body = json.dumps({"lang": "en", "metric": "tesla-x", **texts}).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


class Client:
    """One connection."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> "Client":
        self._reader, self._writer = await asyncio.open_connection(HOST, self._port)
        return self

    async def ask(self, question: bytes) -> bytes:
        self._writer.write(question)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"Content-Length: (\d+)", head)
        assert length is not None, head
        body = await self._reader.readexactly(int(length[1]))
        assert head.startswith(b"HTTP/1.1 200"), (head, body)
        return body

    def close(self) -> None:
        self._writer.close()


async def closed_loop(port: int, asked: list[bytes], count: int) -> float:
    """Requests a second."""
    waiting = islice(cycle(asked), count)

    async def work() -> None:
        client = await Client(port).open()
        for question in waiting:
            await client.ask(question)
        client.close()

    start = time.perf_counter()
    async with asyncio.timeout(LIMIT):
        await asyncio.gather(*(work() for _ in range(CONNECTIONS)))
    return count / (time.perf_counter() - start)


async def open_loop(port: int, asked: list[bytes], rate: float, seconds: float) -> list[float]:
    """How long each request took, from when it was due."""
    free: asyncio.Queue[Client] = asyncio.Queue()
    for _ in range(4 * CONNECTIONS):
        free.put_nowait(await Client(port).open())
    times: list[float] = []

    async def one(question: bytes, due: float) -> None:
        client = await free.get()
        await client.ask(question)
        times.append(time.perf_counter() - due)
        free.put_nowait(client)

    count, start = int(rate * seconds), time.perf_counter() + 0.1
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as tasks:
        for number, question in zip(range(count), cycle(asked), strict=False):
            due = start + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            tasks.create_task(one(question, due))
    while not free.empty():
        free.get_nowait().close()
    return sorted(times)


async def memory(port: int) -> float:
    """Megabytes."""
    client = await Client(port).open()
    text = (await client.ask(f"GET /metrics HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())).decode()
    client.close()
    found = re.search(r"^process_resident_memory_bytes (\d+)", text, re.MULTILINE)
    return int(found[1]) / 1e6 if found else float("nan")


def at(times: list[float], share: float) -> float:
    """Milliseconds."""
    return 1000 * times[min(len(times) - 1, int(share * len(times)))]


async def measure(args: argparse.Namespace, port: int) -> None:
    asked = questions(args.path)
    await closed_loop(port, asked, min(1000, args.burst))  # words are met for the first time
    print(f"throughput  {await closed_loop(port, asked, args.burst):.0f} requests a second")
    times = await open_loop(port, asked, args.rate, args.seconds)
    shown = ", ".join(f"p{100 * share:g} {at(times, share):.1f} ms" for share in (0.5, 0.9, 0.99))
    print(f"latency     at {args.rate:g} a second: {shown}, most {1000 * times[-1]:.1f} ms")
    first = args.requests // 10
    await closed_loop(port, asked, first)
    early = await memory(port)
    await closed_loop(port, asked, args.requests - first)
    print(
        f"memory      {early:.1f} MB after {first} more requests, {await memory(port):.1f} MB "
        f"after {args.requests}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--burst", type=int, default=5000, help="requests to measure throughput by")
    parser.add_argument("--rate", type=float, default=100.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--path", choices=("/score", "/explain"), default="/score")
    args = parser.parse_args()
    with server() as port:
        print(f"{args.path}, pairs of about 25 tokens: {SOURCE}")
        asyncio.run(measure(args, port))


if __name__ == "__main__":
    main()
