"""A bot that takes the seat of an invitation and plays at random; api.md explains it.

GROGNARD_TOKEN=... python3 bot.py SERVER LINK [SECONDS between looks]
"""

import json
import os
import random
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVER, LINK = sys.argv[1:3]
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 5
HEADERS = {"Authorization": f"Bearer {os.environ['GROGNARD_TOKEN']}", "Content-Type": "application/json"}


def ask(path, body=None):
    """Returns the answer to a GET or, with a body, to a POST; None if the game has moved on before it came."""
    request = Request(f"{SERVER}/api/v1{path}", None if body is None else json.dumps(body).encode(), HEADERS)
    while True:
        try:
            with urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.code in (429, 503):  # too fast, or the database is away
                time.sleep(int(error.headers.get("Retry-After", 60)))
            elif error.code == 409 and body and "at" in body:
                return None
            else:
                sys.exit(json.load(error)["detail"])


table = LINK.partition("/tables/")[2].partition("/")[0]
if table not in [one["id"] for one in ask("/tables")]:  # otherwise the bot was started again
    ask("/join", {"link": LINK})
while not (seen := ask(f"/tables/{table}"))["over"]:
    if seen["view"] is None:
        deal = ask(f"/tables/{table}/deal")
        if deal["waits_for"] == "nothing":
            sys.exit("The table was called off.")
        for seat in deal["may_commit"]:
            ask(f"/tables/{table}/deal/draw", {"seat": seat})
    elif actions := seen["view"]["actions"]:
        choice = random.choice(actions)
        if ask(f"/tables/{table}/actions", {"do": choice["notation"], "at": seen["at"]}):
            continue
    time.sleep(SECONDS)
print(seen["view"]["outcome"]["text"])
