"""Checks a daily deal: python3 check_daily.py DAY KEY < JOURNAL. fair-deals.md describes the method."""

import hashlib
import hmac
import json
import sys


def packed(*fields):
    parts = [part if isinstance(part, bytes) else str(part).encode() for part in fields]
    return b"".join(b"%d:%s," % (len(part), part) for part in parts)


day, key, head = sys.argv[1], bytes.fromhex(sys.argv[2]), json.loads(sys.stdin.readline())
about = packed("grognard/daily/2/seed", day, head["game"], head["rules"])
digest = hmac.new(key, about, "sha256").digest()
seed, seat = int.from_bytes(digest[:16], "big"), int.from_bytes(digest[16:], "big") % len(head["seats"])
print("The hash of this key:", hashlib.sha256(packed("grognard/daily/2/promise", day, key)).hexdigest())
if int(head["seed"]) != seed or head["seats"][seat] != "human":
    sys.exit(f"The key gives seed {seed} and seat {seat + 1} to the person: this game had a different deal.")
print("The key gives the seed and the seat of this game. The hash must be the one that was shown on that day.")
