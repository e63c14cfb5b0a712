#!/usr/bin/env python3
"""The documents of jinja2.json on CPython's Jinja2 (python3-jinja2), compile and render apart.

Prints JSON: milliseconds of processor time by name."""
import json
import time

import jinja2


def median(call, seconds=1.0):
    times = []
    end = time.perf_counter() + seconds
    while len(times) < 5 or time.perf_counter() < end:
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return sorted(times)[len(times) // 2] * 1e3


with open("tests/bench/jinja2.json", encoding="utf-8") as file:
    documents = json.load(file)
times = {}
for name, document in documents.items():
    rows = [{"name": f"host{i}", "port": i, "on": i % 2 == 0, "tags": ["a", "b"]} for i in range(document["rows"])]
    environment = jinja2.Environment(loader=jinja2.DictLoader(document.get("files", {})), cache_size=400)
    template = environment.from_string(document["template"])
    times[f"render/{name}"] = median(lambda: template.render(rows=rows))
    times[f"compile/{name}"] = median(lambda: environment.from_string(document["template"]))
print(json.dumps(times))
