"""A first player for the arena: lines of JSON in and out. It keeps pairs and neighbours, and never lays."""

import json
import sys

RANKS = "A23456789TJQK"


def worth(card, hand):
    if card == "JK":
        return 100
    rank, suit = RANKS.index(card[0].replace("1", "T")), card[-1]
    others = [(RANKS.index(one[0].replace("1", "T")), one[-1]) for one in hand if one != "JK"]
    return sum((r == rank and s != suit) or (s == suit and 0 < abs(r - rank) < 3) for r, s in others)


for line in sys.stdin:
    told = json.loads(line)
    if told.get("ask") == "draw":
        print(json.dumps({"draw": "stock"}), flush=True)
    elif told.get("ask") == "play":
        hand = told["position"]["hand"]
        thrown = min(hand, key=lambda card: worth(card, hand))
        print(json.dumps({"actions": [{"type": "discard", "card": thrown}]}), flush=True)
