"""A grammar that makes random texts.

Rules are lines of text below the name of their kind; `<kind>` stands for a text of that kind:

    number:
      <number> + <number>
      len(<text>)
    text:
      <text>.toUpper()

`<kind;name=other>` makes a variable known within: `<truth;$=number>` may hold `$` wherever a number may stand. Words of
a kind are the texts that end the recursion; a kind without rules consists of its words.
"""

import re

PLACE = re.compile(r"<([a-z_]+)(?:;([^<>]+))?>")


def parse(text):
    rules, kind = {}, None
    for line in text.splitlines():
        if line.startswith(" "):
            rules[kind].append(line.strip())
        elif line.strip():
            kind = line.strip().rstrip(":")
            rules.setdefault(kind, [])
    return rules


class Grammar:
    def __init__(self, rules, words, compound=r"\s|^[-+]"):
        self.rules = parse(rules)
        self.words = words
        self.compound = re.compile(compound)

    def make(self, random, kind, depth, scope=()):
        """`scope` holds pairs of a variable's name and kind."""
        if kind not in self.rules or depth <= 0 and kind in self.words:
            return self.word(random, kind, scope)
        rule = random.choice(self.rules[kind])

        def fill(place):
            inner = scope
            if place[2]:
                inner = scope + tuple(tuple(pair.split("=")) for pair in place[2].split(","))
            text = self.make(random, place[1], depth - 1 if random.random() < 0.8 else depth - 2, inner)
            around = rule[: place.start()][-1:] + rule[place.end() :][:1]
            alone = around in ("", "()", "(,", "[]", "[,") or around.strip() in (",", ")", "]")
            if not alone and self.compound.search(text) and random.random() < 0.9:
                return f"({text})"
            return text

        return PLACE.sub(fill, rule)

    def word(self, random, kind, scope):
        known = [name for name, its in scope if its == kind]
        if known and random.random() < 0.6:
            return random.choice(known)
        words = self.words[kind]
        return words(random) if callable(words) else random.choice(words)
