#!/usr/bin/env python3
"""The documents of jinja2.json on CPython's Jinja2 (python3-jinja2), compile and render apart.

Prints Google Benchmark's JSON, as jinja2_bench does."""
import json
import time

import jinja2


def median(call, seconds=1.0):
    times = []
    end = time.perf_counter() + seconds
    while len(times) < 5 or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2] * 1e3


with open("tests/bench/jinja2.json", encoding="utf-8") as file:
    documents = json.load(file)
benchmarks = []
for name, document in documents.items():
    rows = [{"name": f"host{i}", "port": i, "on": i % 2 == 0, "tags": ["a", "b"]} for i in range(document["rows"])]
    environment = jinja2.Environment(loader=jinja2.DictLoader(document.get("files", {})), cache_size=400)
    template = environment.from_string(document["template"])
    for kind, call in {
        "render": lambda: template.render(rows=rows),
        "compile": lambda: environment.from_string(document["template"]),
    }.items():
        benchmarks.append({"name": f"{kind}/{name}", "real_time": median(call), "time_unit": "ms"})
print(json.dumps({"benchmarks": benchmarks}, indent=1))
