"""The table `safety`: what the documents promise, and an edit that breaks each promise."""
import re
import sys

from mutation import tree

TABLE = tree.SOURCE / "Tests/System/mutation/safety"
FIELDS = ("promise", "in", "file", "old", "new", "test")


def entries():
    """The blocks of the table as dictionaries; an entry that is not whole is an error."""
    found = []
    for block in re.split(r"\n\s*\n", TABLE.read_text("utf-8")):
        lines = [line for line in block.split("\n") if line and not line.startswith("#")]
        if not lines:
            continue
        entry, name = {}, None
        for line in lines:
            match = re.match(r"(promise|in|file|old|new|test): ?(.*)", line)
            if match:
                name = match.group(1)
                entry[name] = match.group(2)
            elif line.startswith("  ") and name:
                entry[name] += "\n" + line[2:]
            else:
                raise tree.BuildError(f"safety: not a line of an entry: {line}")
        lacking = [field for field in FIELDS if not entry.get(field)]
        if lacking:
            raise tree.BuildError(f"safety: {entry.get('promise', lines[0])}: no {lacking[0]}")
        found.append(entry)
    return found


def plain(text):
    """Words alone, so that line breaks and marks do not matter."""
    return " ".join(re.sub(r"[*`_|]|\[([^\]]*)\]\([^)]*\)", r"\1", text).split())


def check(listed):
    """Each promise stands in its document, and each edit fits its file once."""
    for entry in listed:
        if entry["in"] != "-":
            text = (tree.SOURCE / entry["in"]).read_text("utf-8")
            if plain(entry["promise"]) not in plain(text):
                raise tree.BuildError(f"safety: {entry['in']} does not say: {entry['promise']}")
        count = (tree.SOURCE / entry["file"]).read_text("utf-8").count(entry["old"])
        if count != 1:
            raise tree.BuildError(
                f"safety: {entry['file']} has {count} times, not once: {entry['old']}")
        if "MUTANT" not in entry["new"]:
            raise tree.BuildError(f"safety: an edit without MUTANT: {entry['new']}")


def check_documents(listed):
    """Each sentence with "never" is a part of a promise of the table."""
    promises = [plain(entry["promise"]) for entry in listed]
    for name in ("README.md", "docs/security.md"):
        text = plain((tree.SOURCE / name).read_text("utf-8"))
        for sentence in re.split(r"(?<=[.!?:]) (?:- )?| - ", text):
            if re.search(r"\bnever\b", sentence) and not any(sentence in one for one in promises):
                raise tree.BuildError(f"safety: {name} promises without an entry: {sentence[-120:]}")


def changes(listed):
    """The files with all edits, by path."""
    changed = {}
    for number, entry in enumerate(listed, 1):
        path = entry["file"]
        text = changed.get(path) or (tree.SOURCE / path).read_text("utf-8")
        changed[path] = text.replace(entry["old"], entry["new"].replace("MUTANT", f"mutant({number})"))
    for path, text in changed.items():
        if path.endswith(".swift"):
            changed[path] = "public import CMutant; " + text
        else:
            changed[path] = tree.HEADER + text
    return changed


def run_all(pattern):
    """Plants all edits of the table, and runs for each the test that it names; true if all die."""
    listed = entries()
    check(listed)
    check_documents(listed)
    tree.prepare(changes(listed))
    places = tree.build("--build-tests")
    if places:
        raise tree.BuildError(f"safety: edits that do not compile: {places}")
    survived, run = 0, 0
    for number, entry in enumerate(listed, 1):
        if pattern not in entry["promise"] + entry["file"]:
            continue
        run += 1
        filters = [re.escape(one) for one in entry["test"].split()]
        verdict, told, seconds = tree.run(filters, 0, 600)
        if verdict != "survived":
            raise tree.BuildError(f"safety: {entry['test']} fails without a mutant: {told}")
        verdict, told, _ = tree.run(filters, number, 8 * seconds + 10)
        survived += verdict == "survived"
        word = "survived" if verdict == "survived" else "killed"
        print(f"{word:8} {entry['file']}: {entry['promise'][:70]}: {entry['test']}", flush=True)
    print(f"mutate: safety: {run - survived} of {run} killed")
    sys.stdout.flush()
    return run > 0 and not survived
