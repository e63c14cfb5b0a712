#!/usr/bin/env python3
"""The expressions of yaql.mjs by the reference (python3-yaql), as JSON on standard input or in the file given.

Prints JSON: milliseconds of processor time by name."""
import json
import sys
import time

import yaql

with open(sys.argv[1], encoding="utf-8") if len(sys.argv) > 1 else sys.stdin as file:
    job = json.load(file)
engine = yaql.YaqlFactory().create()
data = yaql.language.utils.convert_input_data(job["data"])
times = {}
for name, text in job["expressions"].items():
    expression = engine(text)
    start = time.process_time()
    expression.evaluate(data=data)
    times[name] = (time.process_time() - start) * 1e3
print(json.dumps(times))
