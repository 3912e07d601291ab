"""Checks the deal of a journal: python3 check_deal.py < JOURNAL. fair-deals.md explains its steps."""

# fmt: off
import hashlib, hmac, json, sys  # noqa: E401, I001
def packed(*fields):
    parts = [part if isinstance(part, bytes) else str(part).encode() for part in fields]
    return b"".join(b"%d:%s," % (len(part), part) for part in parts)
def sha(*fields):
    return hashlib.sha256(packed(*fields)).hexdigest()
def must(holds, sentence):
    if not holds:
        sys.exit(f"This deal does not check out: {sentence}.")
head, domain = json.loads(sys.stdin.readline()), "grognard/deal/1"
deal = head.get("deal") or sys.exit("This deal was given: no player took part in it.")
table, rules, number, over, said, shown = deal["table"], head["options"] | head["numbers"], 0, True, {}, {}
people = {seat for seat, who in enumerate(head["seats"]) if who == "human"}
for step in deal["steps"]:
    kind, seat = step["is"], step.get("seat")
    where = f"attempt {number}, {kind}" + ("" if seat is None else f" of seat {seat + 1}")
    must((kind == "promise") == over, f"an attempt begins or ends in the wrong place ({where})")
    if kind == "promise":
        number, promise, said, shown, over = number + 1, step["hash"], {}, {}, False
        secret = bytes.fromhex("".join(deal["secrets"][number - 1 : number]))
        must(sha(f"{domain}/promise", table, number, secret) == promise, f"secret {number} is not the one promised")
    elif kind == "again":
        over = people == set(said) and any(hash and seat not in shown for seat, hash in said.items())
        must(over, f"nobody was late ({where})")
    elif kind == "reveal":
        must(people == set(said) and seat in said and seat not in shown, f"it comes too early or twice ({where})")
        shown[seat] = bytes.fromhex(step["bytes"])
        must(sha(f"{domain}/seat", table, number, seat, promise, shown[seat]) == said[seat], f"wrong bytes ({where})")
    else:
        must(seat in people and seat not in said and not shown, f"it comes too late, or its seat is wrong ({where})")
        said[seat] = step.get("hash")
must(not over and people == set(said) and all(seat in shown for seat in said if said[seat]), "it is incomplete")
rules = [part for key, to in sorted(rules.items()) for part in (key, "si"[type(to) is int] + str(to))]
own, about = [shown.get(seat, b"") for seat in range(len(head["seats"]))], [head["game"], head["rules"], head["chance"]]
text = packed(f"{domain}/seed", table, number, *about, packed(*rules), *own)
must(int(head["seed"]) == int(hmac.new(secret, text, "sha256").hexdigest(), 16), "its seed is wrong")
print(f"The deal checks out: attempt {number}, bytes of {len(shown)} of {len(people)} people. Now try: grognard verify")
