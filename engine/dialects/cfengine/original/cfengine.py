"""CFEngine: any function of the sandbox on any arguments, and whole policies: bundles, bodies, namespaces, inputs."""

import os
import pathlib
import queue
import random as chance
import re
import shutil
import string
import subprocess
import tempfile

from .answer import Answer, Explained, plain
from .cfengine_calls import CHANGED, Calls
from .cfengine_wide import Wide
from .engine import functions
from .grammar import Grammar
from .shorten import lines

PROGRAM = "main"
THREADS = 3  # the agent mostly waits
ATTEMPTS = 60  # an agent takes a tenth of a second
SPLITS = [lines]
TOOLS = ["cf-agent", "cf-promises", "cf-key"]

RULES = r"""
string:
  "<text>"
  "<ref><text>"
  "<ref>"
  concat("<text>", "<ref>")
  join("<text>", <listname>)
  nth(<listname>, <index>)
  ifelse("<context>", "<text>", "<ref>")
  string_upcase("<text><ref>")
  format("%s/%d", "<ref>", "<index>")
  canonify("<ref><text>")
  eval("<number> + <number>", "math", "infix")
  storejson(<dataname>)
  dirname("/a/<text>/b")
  join(",", maplist("<text>$(this)", <listname>))
  join(",", sort(getindices(<dataname>)))
items:
  { "<text>", "<ref>" }
  { "<text>", "<text>", "<text>" }
  { "<ref>" }
  { @(<listname>), "<text>" }
  {}
  string_split("<text>,<ref>", ",", "9")
  getindices(<dataname>)
  getvalues(<dataname>)
  maplist("$(this)<text>", <listname>)
  filter("<pattern>", <listname>, "true", "<flag>", "9")
  unique(<listname>)
  expandrange("<text>[1-3]", "1")
container:
  '{"a": "<word>", "b": ["<word>", <number>]}'
  '["<word>", {"k": "<word>"}, <number>]'
  parsejson('{"v": "<ref>"}')
  mergedata(<listname>, '["<word>"]')
  mergedata('{"l": <listname>}')
  data_expand('{"e": "<ref>"}')
  '{}'
condition:
  "<context>"
  "<context>"
  isvariable("<name>")
  strcmp("<ref>", "<text>")
  regcmp("<pattern>", "<ref>")
  and("<context>", "<context>")
  or("<context>", not("<context>"))
  some("<pattern>", <listname>)
  classmatch("<class>")
  islessthan("<number>", "<ref>")
context:
  <class>
  !<class>
  <class>.<class>
  <class>|<class>
  (<class>|!<class>).<class>
  <class>&!<class>
guard:
  , if => <condition>
  , if => "<context>"
  , unless => <condition>
  , unless => "<context>"
  , ifvarclass => "<context>"
  , comment => "<ref>"
  , depends_on => { "<handle>" }
  , handle => "<handle>"
  , classes => result("<class>")
  , action => quiet
  , with => "<text>"
  , classes => result("<ref>")
  , if => nofunction("<text>")
  , unless => and(nofunction("<ref>"))
klass:
  "<class>" expression => <condition><maybe>;
  "<class>" expression => "<ref>"<maybe>;
  "<class>" or => { <condition>, <condition> }<maybe>;
  "<class>" and => { <condition>, "<context>" }<maybe>;
  "<class>" xor => { <condition>, <condition> };
  "<class>" not => <condition>, scope => "<scope>";
  "<class>" if => <condition>;
  "<class>_$(<listname>)" expression => "any"<maybe>;
report:
  "<tag> <text> <ref>"<maybe>;
  "<tag> <ref> <ref>"<maybe>;
  "<tag> $(with)" with => <string><maybe>;
  "<tag> <ref>" if => "<class>_$(<listname>)";
  "<tag> <ref>" bundle_return_value_index => "<word>"<maybe>;
call:
  "<tag>" usebundle => sub0<maybe>;
  "<tag>" usebundle => sub1("<ref>")<maybe>;
  "<tag>" usebundle => sub1("<text>"), useresult => "r"<maybe>;
  "<tag>" usebundle => sub2("<text>", @(<listname>))<maybe>;
  "<tag>" usebundle => space:nb("<ref>")<maybe>;
  "<tag>" usebundle => sub0, inherit => "<flag>"<maybe>;
  "sub0"<maybe>;
default:
  "<name>" string => "<text>";
  "<name>" string => "<word>", if_match_regex => "<pattern>";
of_action:
  action_policy => "fix";
  action_policy => "warn";
  log_level => "inform";
  background => "<flag>";
  expireafter => "<number>";
  ifelapsed => "<ref>";
  report_level => "$(main.<listname>)";
  expireafter => "$(a0[$(<name>)])";
of_classes:
  scope => "<scope>";
  scope => "$(x)";
  cancel_notkept => { "<class>" };
  persist_time => "<number>";
  cancel_repaired => { "b_$(main.<listname>)" };
  cancel_repaired => { "$(main.$(x))" };
wrong:
  nope => "<word>";
  action_policy => "<word>";
  scope => { "<word>" };
  promise_kept => "<word>";
meta:
  "tags" slist => { "<word>" };
  "m" string => "<ref>";
"""

WORDS = {
    "text": ["", "a", "b", "-", "x y", "1", "=", "é", "a.b", "c,d", "[", "A"],
    "word": ["a", "b", "c", "1", "2", "k0", "x0", "k"],
    "ref": [
        "$(x0)", "$(x1)", "${x2}", "$(l0)", "$(l1)", "$(d0[a])", "$(d0[b])", "$(d0)", "$(a0[k])", "$(a0[$(l0)])",
        "$(g.v)", "$(g.l)", "$(nope)", "$(this.bundle)", "$(p)", "$(r[k])", "$(space:ng.v)", "$(default:g.v)",
        "$(const.dollar)", "$(x$(x0))", "$(def.v)", "$(a0[$(x0)])", "$(main.x0)", "$(lib.v)", "$(with)", "$(more.v)", "$(more.early)",
    ],
    "name": ["x0", "x1", "l0", "d0", "d0[a]", "a0[k]", "nope", "g.v", "space:ng.v", "p", "lib.v", "$(x0)"],
    "listname": ["l0", "l1", "l2"],
    "dataname": ["d0", "d1"],
    "index": ["0", "1", "2", "-1"],
    "number": ["0", "1", "2", "10", "3"],
    "pattern": ["a", ".*", "[a-c]", "k.*", "x0|a", "\\d+", ""],
    "flag": ["true", "false"],
    "class": ["k0", "k1", "k2", "k3", "any", "linux", "nope", "gc", "hard", "space:nc", "libc", "morec"],
    "handle": ["h0", "h1"],
    "scope": ["namespace", "bundle"],
    "tag": ["t0", "t1", "t2", "t3", "t4", "t5"],
    "maybe": lambda random: "",
}

LIBRARY = """\
bundle common lib
{
  vars:
    "v" string => "from lib";
    "more" string => "more.cf";
    "l" slist => { "i", "j" };
  classes:
    "libc" expression => "any";
}
"""
SPACE = """\
body file control
{
  namespace => "space";
}
bundle common ng
{
  vars:
    "v" string => "in space";
    "own" string => "$(ng.v) $(this.namespace)";
  classes:
    "nc" expression => "any";
}
bundle agent nb(p)
{
  vars:
    "x0" string => "nb $(p)";
  reports:
    "nb $(p) $(x0) $(ng.own) $(default:g.v) $(this.bundle)";
    nc::
      "nb nc";
}
"""
MORE = """\
bundle common more
{
  vars:
    "v" string => "from $(this.promise_filename)";
    !libc::
      "early" string => "$(lib.v)";
  classes:
    "morec" expression => "libc";
}
"""
BODIES = """\
body classes result(x)
{
  promise_kept => { "$(x)_kept" };
  promise_repaired => { "$(x)_repaired" };
  OF_CLASSES
}
body action quiet
{
  ifelapsed => "0";
  OF_ACTION
}"""
FILES = {
    "lib.cf": LIBRARY,
    "space.cf": SPACE,
    "more.cf": MORE,
    "copy.cf": LIBRARY,
    "a.json": '{"k": [1, 2.5, "x"], "o": {"p": true, "q": null}}\n',
    "b.yaml": "name: web\nports: [80, x]\n",
    "c.csv": 'a,b\r\n1,"two, 2"\r\n',
    "d.env": "FOO=bar\nQ=\"x y\"\n",
    "lines.txt": "alpha:1:x\n# no\nbeta:2\n\nbeta:3:y\n",
    "nums.txt": "3\n1\n20\n",
    "empty.txt": "",
    "dir/x.txt": "1",
    "dir/y.log": "22",
}


class Policies:
    """Whole policies. A variable only mentions those of a smaller number: a circle would end the run."""

    def __init__(self):
        self.grammar = Grammar(RULES, WORDS, compound=r"(?!)")

    def make(self, random):
        guards = lambda r: self.grammar.make(r, "guard", 2) if r.random() < 0.25 else ""  # noqa: E731
        self.grammar.words = {**WORDS, "maybe": guards}
        body, parts = [], []
        inputs = random.choice([[], [], [], ["lib.cf"], ["space.cf"], ["lib.cf", "space.cf"], ["lib.cf", "more.cf"]])
        if inputs and random.random() < 0.3:
            body += self.inputs(random, inputs)
        elif inputs and random.random() < 0.7:
            body.append("  inputs => { %s };" % ", ".join(f'"$(sys.policy_entry_dirname)/{name}"' for name in inputs))
        elif inputs:
            parts.append('body file control\n{\n  inputs => { %s };\n}' % ", ".join(f'"{name}"' for name in inputs))
        if random.random() < 0.3:
            sequences = ['"main"', '"g", "main"', '"main", "other"', '"other", "main"']
            body.append("  bundlesequence => { %s };" % random.choice(sequences))
        if body:
            parts.append("body common control\n{\n%s\n}" % "\n".join(body))
        if random.random() < 0.15:
            name = random.choice(["abortclasses", "abortbundleclasses"])
            classes = random.choice(["k1", "k2", "k.*", "stop"])
            parts.append('body agent control\n{\n  %s => { "%s" };\n}' % (name, classes))
        parts.append(self.bodies(random))
        parts.append(self.common(random))
        parts.append(self.bundle(random, "main", "", calls=True))
        for name, parameters in (("sub0", ""), ("sub1", "(p)"), ("sub2", "(p, q)"), ("other", "")):
            parts.append(self.bundle(random, name, parameters, calls=False))
        text = "\n".join(parts) + "\n"
        return text if "space.cf" in inputs else re.sub(r'\n *"t\d" usebundle => space:nb[^\n]*', "", text)

    def inputs(self, random, names):
        """Entries in every form: by folder, by a variable of an entry before, twice, under a context."""
        forms = ["%s", "./%s", "dir/../%s", "$(sys.policy_entry_dirname)/%s", "$(sys.policy_entry_dirname)/./%s"]
        entries = [random.choice(forms) % name for name in names]
        if names[0] == "lib.cf" and random.random() < 0.5:
            entries.append(random.choice(["$(sys.policy_entry_dirname)/$(lib.more)", "copy.cf", "lib.cf"]))
        line = "  inputs => { %s };" % ", ".join(f'"{entry}"' for entry in entries)
        if random.random() < 0.7:
            return [line]
        return [f'{random.choice(["any", "linux", "hard", "gc", "!gc"])}::', line, "any::", '  inputs => { "more.cf" };']

    def bodies(self, random):
        text = BODIES
        for place, kind in (("  OF_CLASSES\n", "of_classes"), ("  OF_ACTION\n", "of_action")):
            lines = [self.grammar.make(random, kind, 2)] if random.random() < 0.4 else []
            lines += [self.grammar.make(random, "wrong", 2)] if random.random() < 0.02 else []
            text = text.replace(place, "".join(f"  {line}\n" for line in lines))
        return text

    def common(self, random):
        make = lambda kind: self.grammar.make(random, kind, 2)  # noqa: E731
        return f"""\
bundle common g
{{
  vars:
    "v" string => "{make("word")}";
    "l" slist => {{ "{make("word")}", "{make("word")}" }};
  classes:
    "gc" expression => {make("condition")};
}}"""

    def bundle(self, random, name, parameters, calls):
        make = lambda kind: self.grammar.make(random, kind, random.choice([1, 2, 2, 3]))  # noqa: E731
        some = lambda kind, least, most: [make(kind) for _ in range(random.randint(least, most))]  # noqa: E731
        most = 2 if calls else 1
        sections = {"vars": self.variables(random)}
        sections.update(classes=some("klass", 0, 2 * most), reports=some("report", 2, 3 * most))
        if calls:
            sections["methods"] = some("call", 0, 3)
        if random.random() < 0.1:
            sections["defaults"] = some("default", 1, 2)
        if random.random() < 0.05:
            sections["meta"] = some("meta", 1, 1)
        lines = [f"bundle agent {name}{parameters}", "{"]
        for kind in random.sample(list(sections), len(sections)):
            lines.append(f"  {kind}:")
            for promise in sections[kind]:
                if random.random() < 0.12:
                    lines.append("    " + random.choice(["%s::", "%s::", "%s::", '"%s"::']) % make("context"))
                lines.append("      " + promise)
        return "\n".join(lines + ["}"])

    def variables(self, random):
        lines, known = [], ()
        for number in range(3):
            if random.random() < 0.8:
                value = self.below(random, "string", known)
                lines.append(f'"x{number}" string => {value}{self.grammar.words["maybe"](random)};')
            known += ((f"$(x{number})", "ref"),)
        for number in range(3):
            value = self.below(random, "items", (("$(x0)", "ref"),)) if random.random() < 0.7 else '{ "a", "b" }'
            lines.append(f'"l{number}" slist => {value};')
        for number in range(2):
            value = self.below(random, "container", (("$(x0)", "ref"),))
            lines.append(f'"d{number}" data => {value};')
        for index in random.choice([[], ["k"], ["k", "a"], ["$(l0)"], ["$(x0)"]]):
            lines.append(f'"a0[{index}]" string => {self.below(random, "string", known)};')
        random.shuffle(lines)
        return lines

    def below(self, random, kind, known):
        """A value that mentions only what is known, or nothing that can lead back to it."""
        safe = ["$(g.v)", "$(nope)", "$(this.bundle)", "$(const.dollar)", "$(p)", "$(lib.v)", "$(g.l)", "$(space:ng.v)"]
        words = {**self.grammar.words, "ref": safe, "name": ["g.v", "nope", "p"], "maybe": lambda random: ""}
        words["listname"] = ["p", "q"] if kind != "string" else ["l0", "l1"]
        words["dataname"] = ["d0", "d1"]
        if kind == "container":
            words["listname"] = ["l0"]
        if kind == "items":
            words["dataname"] = ["d0"]
        return Grammar(RULES, words, compound=r"(?!)").make(random, kind, 2, known)


class Programs:
    def __init__(self):
        self.policies, self.wide = Policies(), Wide()
        self.calls = Calls(functions("cfengine"), FILES)

    def make(self, random):
        kind, files = random.choice([self.policies, self.calls, self.wide]), {}
        text = kind.make(random)
        if kind is self.wide:
            text, files = text
        return {"dialect": "cfengine", "main": text, "files": {**FILES, **files}, "classes": ["hard"],
                "options": {"reference": "3.21"}}


def result(_workspace):
    return "reports"


def missing():
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    return "the package cfengine3" if lacking else None


class Agent:
    """A folder of policies, whose path is as long as /workspace, and a state of the agent's own."""

    def __init__(self):
        for name in iter(lambda: "".join(chance.choices(string.ascii_lowercase, k=5)), None):
            self.folder = pathlib.Path("/tmp") / name
            try:
                self.folder.mkdir(mode=0o700)
                break
            except FileExistsError:
                continue
        for name, text in FILES.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode())
            path.chmod(0o600)
        self.state = pathlib.Path(tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
        for name in ("inputs", "state", "outputs", "ppkeys"):
            (self.state / name).mkdir(mode=0o700)
        # No daemons beside the agent: its failsafe policy, which runs when a policy is refused, would start them.
        (self.state / "bin").mkdir(mode=0o700)
        for tool in ("cf-agent", "cf-promises"):
            (self.state / "bin" / tool).symlink_to(shutil.which(tool))
        self.environment = {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(self.state), "TZ": "UTC"}
        self.run("cf-key")

    def run(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, timeout=60, check=False)

    def answer(self, workspace):
        return self.asked(workspace, self.said)

    def accepts(self, workspace):
        return self.asked(workspace, self.checked)

    def runs(self, workspace):
        return self.asked(workspace, self.ran)

    def asked(self, workspace, ask):
        """What `ask` makes of the workspace while its files are there."""
        path = self.folder / "main.cf"
        own = {name: text for name, text in workspace["files"].items() if FILES.get(name) != text}
        for name, text in {**own, "main.cf": workspace["main"]}.items():
            (self.folder / name).parent.mkdir(exist_ok=True, parents=True)
            (self.folder / name).write_bytes(text.encode())
            (self.folder / name).chmod(0o600)
        try:
            return ask(workspace, path)
        finally:
            for name in own:
                (self.folder / name).unlink()

    def checked(self, _workspace, path):
        """Whether cf-promises takes the policy. It runs nothing."""
        try:
            done = self.run("cf-promises", "-c", "-f", str(path))
        except subprocess.TimeoutExpired:
            return None
        message = (done.stderr + done.stdout).decode("utf8", "replace")[-2000:]
        return Answer({"error": True} if done.returncode > 0 else {}, message) if done.returncode >= 0 else None

    def ran(self, workspace, path):
        """Whether a policy that cf-promises takes also runs to its end."""
        try:
            done = self.run("cf-agent", "-K", "-g", "error", "-D", ",".join(workspace["classes"]), "-f", str(path))
        except subprocess.TimeoutExpired:
            return None
        message = (done.stderr + done.stdout).decode("utf8", "replace")[-2000:]
        return Answer({"error": True} if done.returncode > 0 else {}, message) if done.returncode >= 0 else None

    def said(self, workspace, path):
        try:
            checked = self.run("cf-promises", "-c", "-f", str(path))
            if checked.returncode > 0:
                if self.run("cf-promises", "-c", "-D", ",".join(workspace["classes"]), "-f", str(path)).returncode == 0:
                    return None  # the agent checks a policy without the classes that it is given
                return Answer({"error": True}, (checked.stderr + checked.stdout).decode("utf8", "replace")[-2000:])
            done = self.run("cf-agent", "-K", "-g", "critical", "-D", ",".join(workspace["classes"]), "-f", str(path))
        except subprocess.TimeoutExpired:
            return None
        if checked.returncode < 0 or done.returncode < 0:
            return None  # the reference crashed
        try:
            text = done.stdout.decode().replace(str(self.folder), "/workspace")
            text = text.replace(str(self.folder).replace("/", "_"), "_workspace")  # canonify()
            text = text.replace(str(self.folder).replace("/", "\\/"), "\\/workspace")  # escape()
        except UnicodeDecodeError:
            return None
        if "failsafe" in text or b"Programming Error" in done.stdout + done.stderr:
            return None  # its policy for what is refused, or its own defect
        if done.returncode > 0 and "R: " not in text:
            return Answer({"error": True}, text[-2000:])
        return Answer({"reports": plain(reports(text))})

    def close(self):
        shutil.rmtree(self.folder)
        shutil.rmtree(self.state)


def reports(output):
    """The texts of reports: each begins with `R: ` at the start of a line and goes on to the next."""
    return [each.removesuffix("\n") for each in re.split(r"^R: ", output, flags=re.M)[1:]]


class Reference:
    """A few agents, each for one thread at a time."""

    def __init__(self):
        self.agents = queue.SimpleQueue()
        for _ in range(THREADS):
            self.agents.put(Agent())

    def answer(self, workspace):
        return self.asked(Agent.answer, workspace)

    def asked(self, ask, workspace):
        agent = self.agents.get()
        try:
            return ask(agent, workspace)
        finally:
            self.agents.put(agent)

    def close(self):
        for _ in range(THREADS):
            self.agents.get().close()


def unchanged(answer):
    return [text for text in answer.expect.get("reports", []) if not CHANGED.match(text)]


def plain_keys(answer):
    return [text.replace("\\", "") for text in unchanged(answer)]


def without_digests(answer):
    return [re.sub(r"\b[0-9a-f]{32,}|_[0-9a-f]{40}\b", "#", text) for text in unchanged(answer)]


EXPLAINED = [
    Explained(
        "aborted runs",
        "the agent's exit code is no part of its reports; here a run that ends early is an error, or has no reports",
        lambda workspace, expected, actual: "run-aborted" in actual.message
        and not re.search("syntax errors|Fatal CFEngine error|contains itself", expected.message),
    ),
    Explained(
        "computed arguments out of range",
        "the agent checks the range of a literal argument only; here also that of a variable",
        lambda workspace, expected, actual: "must be an integer from" in actual.message,
    ),
    Explained(
        "relative folders",
        "the agent looks into the folder that it was started in; here a path that is made to be \".\" is no folder",
        lambda workspace, expected, actual: 'The folder "." does not exist' in actual.message,
    ),
    Explained(
        "empty index of a list",
        "the agent cannot make an integer of it and ends without a word; here there is no such element",
        lambda workspace, expected, actual: expected.failed
        and not expected.message
        and not actual.failed
        and re.search(r"\$[({][\w.]+(\[\w+\])*\[(\$[({]\w+[)}])?\]", workspace["main"]),
    ),
    Explained(
        "quoted keys",
        "the agent does not escape quotes and backslashes in a key of JSON, which is invalid JSON",
        lambda workspace, expected, actual: "reports" in expected.expect
        and plain_keys(expected) == plain_keys(actual),
    ),
    Explained(
        "digests of paths",
        "the folder of the policy has another name there",
        lambda workspace, expected, actual: "promise_dirname" in workspace["main"]
        and "reports" in expected.expect
        and without_digests(expected) == without_digests(actual),
    ),
    Explained(
        "too much output",
        "text that a policy doubles in every pass",
        lambda workspace, expected, actual: actual.message.startswith("limit-output"),
    ),
    Explained(
        "newer than 3.21",
        "indices of lists, slashes of folders, checks of networks and JSON, types of nothing are as in 3.28",
        lambda workspace, expected, actual: "reports" in expected.expect and unchanged(expected) == unchanged(actual),
    ),
]


class Acceptance(Reference):
    """Which policies the agent refuses before it runs anything, for mutate.py."""

    TOKENS = (
        r"""#[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|=>|->|::|[$@][({][\w.:\[\]]+[)}]|[\w.:]*\w|\s+|."""
    )
    WORDS = [
        '"text"', "'a'", "`b`", "5", '"7"', '""', "word", "any::", '"any"::', "vars:", "reports:", "files:", "{", "}", "(", ")",
        ",", ";", "=>", "->", "::", "$(x)", "@(l)", '"$(x)"', '"@(l)"', "{ }", '{ "a" }', "concat(\"a\")", "f()", "bundle",
        "body", "agent", "common", "control", "main", "string", "slist", "data", "int", "if", "unless", "usebundle",
        "classes", "expression", "and", "perms", "[", ".", ":", "|", "!", "@", "$", "\\", "a.b", "n:x", '"a.b"', '"a[k]"',
    ]
    EXPLAINED = [
        Explained(
            "trailing comma of a call",
            "3.28 takes a comma behind the last argument, and so does this engine; Debian's 3.21 does not",
            lambda workspace, expected, actual: expected.failed and re.search(r",\s*\)", workspace["main"]),
        ),
        Explained(
            "leading comma of a call",
            "3.21 takes a comma before the first argument; 3.28 and this engine do not",
            lambda workspace, expected, actual: actual.failed and re.search(r"\(\s*,", workspace["main"]),
        ),
        Explained(
            "dots in words",
            "3.28 takes `bundle.variable` and `2.5` without quotes, and so does this engine; 3.21 does not",
            lambda workspace, expected, actual: expected.failed and re.search(r"(got|input) '\.'", expected.message),
        ),
    ]

    def answer(self, workspace):
        return self.asked(Agent.accepts, workspace)

    def runs(self, workspace):
        return self.asked(Agent.runs, workspace)
