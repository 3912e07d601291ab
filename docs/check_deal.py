"""Checks the deal of a journal: python3 check_deal.py < JOURNAL. fair-deals.md explains its steps."""

# fmt: off
import hashlib, hmac, json, sys  # noqa: E401, I001
def packed(*fields):
    parts = [part if isinstance(part, bytes) else str(part).encode() for part in fields]
    return b"".join(b"%d:%s," % (len(part), part) for part in parts)
def sha(what, *fields):
    return hashlib.sha256(packed(f"grognard/deal/{protocol}/{what}", deal["table"], number, *fields)).hexdigest()
def must(holds, sentence):
    return holds or sys.exit(f"This deal does not check out: {sentence} (attempt {number}, {kind}, seat {seat}).")
head, kind, seat, number, protocol, over, free, late = json.loads(sys.stdin.readline()), "", "", 0, 1, True, [], []
deal, said, shown, failed = head.get("deal") or sys.exit("This deal was given: no player took part in it."), {}, {}, {}
people, rules = {seat for seat, who in enumerate(head["seats"]) if who == "human"}, head["options"] | head["numbers"]
for step in deal["steps"]:
    kind, seat, by, seats, new = *map(step.get, ("is", "seat", "by", "seats")), step.get("protocol", 1)
    if over or kind == "promise":
        must(kind == "promise" and protocol <= new <= 2 and (over or (new > protocol and (free or late))), "misplaced")
        number, protocol, promise, said, shown, over = number + 1, new, step["hash"], {}, {}, False
        secret = bytes.fromhex("".join(deal["secrets"][number - 1 : number]))
        must(sha("promise", secret) == promise, "the secret is not the one promised")
    elif kind == ("again", "void")[protocol - 1] and late and not free and (by in people or kind == "again"):
        must(kind == "again" or (seats == ([by] if by in late else late) and not failed.keys() & seats), "a wrong seat")
        over, failed = True, failed | dict.fromkeys(seats or [], number)
    elif (kind, protocol) == ("leave", 2):
        must(free and said.pop(seat, None) is not None, "it comes too early or too late")
    elif kind == "reveal":
        shown[seat] = bytes.fromhex(step["bytes"])
        must(not free and seat in late and sha("seat", seat, promise, shown[seat]) == said[seat], "wrong or too early")
    else:
        first = [one for one in free if kind == "commit" and failed.get(one, 0) < failed.get(seat, 0)]
        must(kind in ("commit", "draw") and seat in free and not shown and not first, "it is misplaced, or its seat is")
        said[seat] = step["hash"] if kind == "commit" else ""
    free, late = people - set(said), sorted(one for one in said if said[one] and one not in shown)  # so far
must(not over and not free and not late and number == len(deal["secrets"]), "it is incomplete")
rules = [part for key, to in sorted(rules.items()) for part in (key, "si"[type(to) is int] + str(to))]
own, about = [shown.get(seat, b"") for seat in range(len(head["seats"]))], [head["game"], head["rules"], head["chance"]]
text = packed(f"grognard/deal/{protocol}/seed", deal["table"], number, *about, packed(*rules), *own)
must(int(head["seed"]) == int(hmac.new(secret, text, "sha256").hexdigest(), 16), "its seed is wrong")
print(f"The deal checks out: attempt {number}, bytes of {len(shown)} of {len(people)} people. Now try: grognard verify")
