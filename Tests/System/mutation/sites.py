"""Finds the places of a Swift file where a mutation can be planted, without a parser of Swift.

A mutant is text put before and after a span of the source. `mutant(N)` in it is true while the
mutant N runs, so one build holds all mutants. An edit that does not compile is dropped later.
"""
import re
from dataclasses import dataclass

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
EQUALITIES = {"==", "!=", "===", "!=="}
LOGICAL = {"&&", "||"}
RANGES = {"..<", "..."}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", "&+=", "&-=",
               "&*="}
# What ends an operand on either side, besides operators that bind less.
KEYWORDS = {"if", "guard", "while", "return", "case", "where", "in", "else", "let", "var", "for",
            "try", "switch", "throw", "default", "do", "repeat", "func", "unsafe", "await"}
TOKEN = re.compile(r"""
    (?P<newline>\n) | (?P<space>[ \t]+)
  | (?P<number>0x[0-9A-Fa-f_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?)
  | (?P<word>[A-Za-z_@\#$`][\w`]*)
  | (?P<operator>[-+*/%<>=!&|^~?.\\]+)
  | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<mark>[,:;]) | (?P<string>") | (?P<other>.)
""", re.X)


@dataclass(frozen=True)
class Site:
    """A mutation: what it does, its span, and what `planted` puts around the span."""

    start: int
    end: int
    line: int
    kind: str
    told: str
    before: str
    after: str


@dataclass
class Token:
    """A token that is neither blank nor comment; `binary` tells an operator between two operands."""

    kind: str
    text: str
    start: int
    end: int
    binary: bool = False


def masked(text):
    """The text with comments blank and strings filled with one letter, at the same places."""
    out, place, depth = list(text), 0, 0

    def blank(start, end, letter):
        for at in range(start, end):
            if out[at] != "\n":
                out[at] = letter

    while place < len(text):
        if text.startswith("//", place):
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            blank(place, end, " ")
        elif text.startswith("/*", place):
            end = text.index("*/", place) + 2
            blank(place, end, " ")
        elif text.startswith('"""', place):
            end = text.index('"""', place + 3) + 3
            blank(place, end, '"')
        elif text[place] == '"':
            end, depth = place + 1, 0
            while text[end] != '"' or depth:
                if text.startswith("\\(", end):
                    depth += 1
                    end += 1
                elif text[end] == "\\":
                    end += 1
                elif depth and text[end] in "()":
                    depth += 1 if text[end] == "(" else -1
                end += 1
            end += 1
            blank(place, end, '"')
        else:
            end = place + 1
        place = end
    return "".join(out)


def tokens(mask):
    """The tokens of a masked text; a newline that does not end a statement is left out."""
    found = []
    for match in TOKEN.finditer(mask):
        kind = match.lastgroup
        if kind == "space":
            continue
        token = Token(kind, match.group(), match.start(), match.end())
        if kind == "operator":
            left = mask[token.start - 1:token.start]
            right = mask[token.end:token.end + 1]
            spaced = left.isspace() and right.isspace()
            between = token.text in RANGES and not left.isspace() and not right.isspace() \
                and left not in "([" and right not in ")]"
            token.binary = spaced or between
        found.append(token)
    kept = []
    for index, token in enumerate(found):
        if token.kind == "newline":
            later = next((one for one in found[index:] if one.kind != "newline"), None)
            if not kept or kept[-1].kind == "newline" or kept[-1].binary or kept[-1].text in "([,{:" \
                    or later is None or later.binary or later.text.startswith(".") \
                    or later.text in ")]":
                continue
        kept.append(token)
    return kept


def bounds(listed, index, weaker):
    """The indexes of the first and the last token of both operands around an operator, or None."""
    def ends(token):
        return token.kind in ("newline",) or token.text in (",", ":", ";", "{", "}", "->") \
            or (token.kind == "word" and token.text in KEYWORDS) \
            or (token.binary and (token.text in weaker or token.text == "?"))

    first, depth = index, 0
    while first > 0:
        token = listed[first - 1]
        if token.kind == "close" and (depth or token.text != "}"):
            depth += 1
        elif token.kind == "open":
            if not depth:
                break
            depth -= 1
        elif not depth and ends(token):
            break
        first -= 1
    last, depth = index, 0
    while last + 1 < len(listed):
        token = listed[last + 1]
        if token.kind == "open" and (depth or token.text != "{"):
            depth += 1
        elif token.kind == "close":
            if not depth:
                break
            depth -= 1
        elif not depth and ends(token):
            break
        last += 1
    return (first, last) if first < index < last else None


class File:
    """The sites of one file."""

    def __init__(self, text):
        self.text = text
        self.mask = masked(text)
        self.tokens = tokens(self.mask)
        self.found = {}

    def add(self, kind, told, start, end, before, after=")"):
        """Keeps a site, once for each span and kind."""
        line = self.text.count("\n", 0, start) + 1
        self.found.setdefault((start, end, kind), Site(start, end, line, kind, told, before, after))

    def copied(self, start, end):
        """A span on one line, for a second copy, or None if it has a comment or a block."""
        span = self.text[start:end]
        return None if "//" in span or "{" in span else " ".join(span.split())

    def negate(self, start, end):
        """A site that inverts a condition."""
        self.add("negated condition", f"!({self.copied(start, end) or '…'})", start, end,
                 "(MUTANT != (", "))")

    def operators(self):
        """Comparisons, equalities, both sides of && and ||, ends of ranges."""
        listed = self.tokens
        for index, token in enumerate(listed):
            if not token.binary or not 0 < index < len(listed) - 1:
                continue
            if token.text in COMPARISONS or token.text in EQUALITIES:
                pair = bounds(listed, index, ASSIGNMENTS | LOGICAL)
                if pair is None:
                    continue
                start, end = listed[pair[0]].start, listed[pair[1]].end
                left = self.copied(start, token.start)
                right = self.copied(token.end, end)
                if token.text in EQUALITIES:
                    self.negate(start, end)
                elif left is not None and right is not None:
                    other = COMPARISONS[token.text]
                    self.add("comparison", f"{left} {other} {right}", start, end,
                             f"(MUTANT ? {left} {other} {right} : ")
            elif token.text in LOGICAL:
                pair = bounds(listed, index, ASSIGNMENTS | LOGICAL)
                if pair is not None:
                    self.negate(listed[pair[0]].start, listed[index - 1].end)
                    self.negate(listed[index + 1].start, listed[pair[1]].end)
            elif token.text in RANGES:
                weaker = ASSIGNMENTS | LOGICAL | set(COMPARISONS) | EQUALITIES | {"??"}
                pair = bounds(listed, index, weaker)
                if pair is None:
                    continue
                start, end = listed[index + 1].start, listed[pair[1]].end
                right = self.copied(start, end)
                if right is not None and not right.isdigit():
                    self.add("bound", f"{token.text}({right} - 1)", start, end,
                             f"(MUTANT ? ({right}) - 1 : ")

    def conditions(self):
        """Clauses of if, guard and while."""
        listed = self.tokens
        for index, token in enumerate(listed):
            if token.kind != "word" or token.text not in ("if", "guard", "while"):
                continue
            start, depth = index + 1, 0
            for at in range(index + 1, len(listed)):
                now = listed[at]
                if now.kind == "open" and not (now.text == "{" and not depth):
                    depth += 1
                elif now.kind == "close":
                    depth -= 1
                    if depth < 0:
                        break
                elif not depth and (now.text in (",", "{", "else") or now.kind == "newline"):
                    if at > start and listed[start].text not in ("let", "var", "case", "#available"):
                        self.negate(listed[start].start, listed[at - 1].end)
                    start = at + 1
                    if now.text != ",":
                        break

    def constants(self):
        """Whole numbers one off, fractions doubled, true and false."""
        for index, token in enumerate(self.tokens):
            if token.kind == "word" and token.text in ("true", "false"):
                self.add("constant", "!" + token.text, token.start, token.end, "(MUTANT != ")
            if token.kind != "number" or self.mask[token.start - 1] in ".$":
                continue
            plain = token.text.replace("_", "")
            if "." in plain or ("e" in plain and not plain.startswith("0x")):
                other = repr(float(plain) * 2 or 1.0)
            else:
                other = str(int(plain, 0) + 1)
            self.add("constant", f"{other} for {token.text}", token.start, token.end,
                     f"(MUTANT ? {other} : ")

    def statements(self):
        """Calls and assignments that stand alone."""
        listed = self.tokens
        for index, token in enumerate(listed):
            before = listed[index - 1] if index else None
            ahead = self.mask[self.mask.rfind("\n", 0, token.start) + 1:token.start].strip()
            starts = not ahead or ahead[-1] in "{};" or re.match(r"(case|default)\b.*:$", ahead)
            if not starts or token.kind != "word" or token.text in KEYWORDS or token.text[0] in "@#" \
                    or (before is not None and before.text in "([,"):
                continue
            last, depth = index, 0
            while last + 1 < len(listed):
                now = listed[last + 1]
                if now.kind == "open":
                    depth += 1
                elif now.kind == "close":
                    if not depth:
                        break
                    depth -= 1
                elif not depth and now.kind == "newline":
                    break
                last += 1
            span = listed[index:last + 1]
            assigns = any(one.binary and one.text in ASSIGNMENTS for one in span)
            words = [one for one, after in zip(span, span[1:])
                     if one.kind == "word" and after.kind == "word"]
            if words or any(one.text == "{" for one in span) or span[-1].text not in ")" and not assigns:
                continue
            start, end = token.start, listed[last].end
            told = "without " + " ".join(self.text[start:end].split())
            self.add("dropped statement", told, start, end, "if !MUTANT { ", " }")

    def sites(self):
        """All sites in the order of their places."""
        self.operators()
        self.conditions()
        self.constants()
        self.statements()
        return sorted(self.found.values(), key=lambda one: (one.start, -one.end, one.kind))


def planted(text, numbered):
    """The text with each of these sites in it: pairs of a number and a site."""
    inserts = []
    for number, site in numbered:
        call = f"mutant({number})"
        length = site.end - site.start
        # Of two that begin together, the longer is outside; likewise at an end.
        inserts.append((site.start, 1, -length, number, site.before.replace("MUTANT", call)))
        inserts.append((site.end, 0, length, -number, site.after))
    for place, _, _, _, what in sorted(inserts, reverse=True):
        text = text[:place] + what + text[place:]
    return text
