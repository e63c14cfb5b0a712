#!/usr/bin/env python3
"""The jobs of json_schema.mjs, given as JSON, by python-jsonschema (python3-jsonschema).

Prints JSON: milliseconds of processor time by name."""
import json
import sys
import time

import jsonschema

given = json.load(sys.stdin)
validator = jsonschema.Draft202012Validator(given["schema"])


def errors_of(instances):
    return sum(len(list(validator.iter_errors(instance))) for instance in instances)


def refused(instances):
    return sum(not validator.is_valid(instance) for instance in instances)


times = {}
for name, instances in given["jobs"].items():
    lists_errors = name.startswith("list")
    start = time.process_time()
    count = errors_of(instances) if lists_errors else refused(instances)
    times[name] = (time.process_time() - start) * 1e3
    assert count == (len(instances) if lists_errors else 0), name
print(json.dumps(times))
