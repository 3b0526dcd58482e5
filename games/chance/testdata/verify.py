#!/usr/bin/env python3
"""Repeats the draws of a game that fivepoints exported, independently of it.

usage: verify.py GAME.fpg      (python3, standard library only)
The algorithm is described in games/chance/doc.go. Exit code 1: a draw is wrong.
"""
import hashlib, hmac, json, sys

def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()

def pick(key, label, pool, n):
    left, picks = list(range(len(pool))), []
    text = "".join("%d:%s" % (len(p.encode()), p) for p in pool)
    for i in range(n):
        m, t = len(left), 0
        while True:
            data = "%s\0%s\0%d\0%d" % (label, text, i, t)
            x = int.from_bytes(mac(key, data.encode())[:8], "big")
            if x < 2**64 - 2**64 % m:
                break
            t += 1
        picks.append(left.pop(x % m))
    return picks

def main(name):
    sheets, beacons, secrets, keys, hidden, then, draws, by_hand, wrong = [], {}, {}, {}, {}, {}, [], {}, []
    promised = None
    for line in open(name, encoding="utf-8").read().split("\n")[1:]:
        if not line:
            continue
        commit = json.loads(line)
        now = len(secrets)
        for f in json.loads(commit["bytes"])["facts"]:
            t, p = f["t"], f["pub"]
            if t == "t.created":
                promised = p["secret"]
            elif t == "t.sheet" and f.get("priv"):
                sheets.append(bytes.fromhex(f["priv"][0][1]))
            elif t == "t.window_closed":
                beacon = hashlib.sha256(b"fivepoints beacon v1\n" + b"".join(sheets)).hexdigest()
                if beacon != p["beacon"]:
                    wrong.append("beacon of " + p["window"])
                beacons[p["window"]], sheets, then[p["window"]] = p["beacon"], [], now
            elif t == "t.window_judged":
                now = then[p["window"]]
            elif t == "t.adjusted":
                now = then.setdefault(p["n"], now) if p.get("again") else then.update({p["n"]: now}) or now
            elif t == "t.window_key":
                keys[p["window"], p.get("n", 0)] = bytes.fromhex(p["key"])
            elif t == "t.drawn_by_hand":
                by_hand[p["label"]] = p["picks"]
            elif t == "t.drawn":
                draws.append((commit["seq"], now, p))
            elif t == "t.cut":
                draws = [(s, n, dict(d, back=True) if s > p["after"] else d) for s, n, d in draws]
            elif t == "t.secret_published":
                secret, n = bytes.fromhex(p["secret"]), p.get("n", 0)
                if n not in secrets and hashlib.sha256(b"fivepoints chance v1\n" + secret).hexdigest() != promised:
                    wrong.append("secret %d is not the one that was promised" % n)
                if n not in secrets:
                    secrets[n], promised = secret, p["next"]
                hidden = {h["label"]: h for h in p.get("hidden") or []}
    checked = 0
    for seq, n, d in draws:
        window = d.get("window", "")
        key = keys.get((window, n))
        if n in secrets:
            key = mac(secrets[n], ("window\0%s\0%s" % (window, beacons.get(window, ""))).encode())
            if d.get("hidden"):
                key, d = mac(secrets[n], b"hidden"), hidden.get(d["label"]) if not d.get("back") else None
        elif d.get("hidden"):
            continue
        if d is None or key is None or by_hand.get(d["label"]) == d["picks"]:
            continue
        if pick(key, d["label"], d.get("pool") or [], len(d.get("picks") or [])) != (d.get("picks") or []):
            wrong.append("commit %d, %s" % (seq, d["label"]))
        checked += 1
    print("draws repeated: %d of %d, wrong: %d" % (checked, len(draws), len(wrong)))
    for w in wrong:
        print("wrong:", w)
    return 1 if wrong else 0

sys.exit(main(sys.argv[1]))
