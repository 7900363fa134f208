import json  # the smallest program that plays: always the first legal action
import sys

for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "first legal"}), flush=True)
    if told["type"] == "decide":
        action = told["seat"]["decision"]["actions"][0]
        print(json.dumps({"type": "action", "id": told["id"], "action": action}), flush=True)
