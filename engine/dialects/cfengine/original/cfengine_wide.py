"""Policies that use more of the language at once: namespaces, augments, arguments, arrays, containers, tags, handles."""

import json
import re

from .grammar import Grammar

RULES = r"""
text:
  <word>
  <word><ref>
  <ref>
  <ref>-<ref>
  <nested>
nested:
  $(a[$(l)])
  $(a[<key>])
  $(b[$(keys)][$(l)])
  $(b[<key>][$(keys)])
  $($(name))
  $(d[$(l)])
  $(d[<key>][<key>])
  $(d[list])
  $(e[<index>])
  $(<other>.a[$(l)])
  $(<other>.l)
  $(names)=$($(names))
  $(a[$(x)])
  $(<other>.d[$(<other>.l)])
variable:
  "x" string => <string><attributes>;
  "y" string => "<text>"<attributes>;
  "name" string => "<plainname>"<attributes>;
  "n" int => <integer><attributes>;
  "r" real => "<number>.5";
  "names" slist => { "<plainname>", "<plainname>" }<attributes>;
  "keys" slist => { "<key>", "<key>" }<attributes>;
  "l" slist => { "<word>", "<word>" }<attributes>;
  "l" slist => { @(l), "<word>" }<attributes>;
  "m" slist => <list><attributes>;
  "il" ilist => { "<number>", "<number>" };
  "d" data => <data><attributes>;
  "d" data => mergedata(d, '{ "<key>": "<word>" }')<attributes>;
  "e" data => <array><attributes>;
  "a[<key>]" string => "<text>"<attributes>;
  "a[$(keys)]" string => "<word> $(keys)"<attributes>;
  "b[<key>][<key>]" string => "<text>"<attributes>;
  "b[<key>][$(l)]" string => "<word>"<attributes>;
  "a[<key>]" slist => { "<word>", "<word>" }<attributes>;
  "v_$(l)" string => "<text>"<attributes>;
string:
  "<text>"
  concat("<text>", "<word>")
  join(",", <listname>)
  join(",", sort(getindices(<indexed>)))
  join(",", sort(getvalues(<collection>)))
  format("%s:%S", "<word>", "<dataword>")
  ifelse("<context>", "<text>", "<word>")
  ifelse(isvariable("<plainname>"), "<ref>", "<word>")
  nth(<listname>, <index>)
  string_replace("<text>", "<word>", "<word>")
  string(<condition>)
  storejson(<dataname>)
  join(",", sort(variablesmatching("default:<bundle>\.<plainname>.*", "<tag>")))
  join(",", sort(variablesmatching(".*:<bundle>\.<plainname>")))
  join(",", getvariablemetatags("<plainname>"))
  join(",", sort(maparray("$(this.k)$(this.v)", <collection>)))
  join(",", maplist("$(this)$(y)", <listname>))
integer:
  "<number>"
  length(<collection>)
  string_length("<text>")
  int("<number>.7")
list:
  { "<word>", @(l) }
  { @(<other>.l), "<ref>" }
  sort(getindices(<indexed>), "lex")
  sort(getvalues(<collection>), "lex")
  difference(<listname>, keys)
  intersection(<listname>, l)
  reverse(<listname>)
  unique(<listname>)
  sublist(<listname>, "head", 1)
  sort(grep("<pattern>", <collection>), "lex")
  sort(<listname>, "lex")
  sort(maparray("$(this.k)", <collection>), "lex")
  splitstring("<text>", "-", 3)
  string_split("<text>", "-", 2)
  sort(variablesmatching(".*:<bundle>\.(x|y|l)", "<tag>"), "lex")
  sort(classesmatching("(k|c)\d", "<tag>"), "lex")
data:
  '{ "<key>": "<word>", "<key>": { "<key>": "<ref>" } }'
  '{ "list": [ "<word>", "<word>" ], "<key>": <number> }'
  mergedata('{ "<key>": l }', <dataname>)
  mergedata(a)
  mapdata("json", '{ "<key>": "$(this.k)" }', <collection>)
  parsejson('{ "<key>": [ "<ref>" ] }')
  data_expand(<dataname>)
  @(<other>.d)
array:
  '[ "<word>", <number>, { "<key>": "<word>" } ]'
  '[ "<ref>", "<word>" ]'
  mergedata(l, '[ "<word>" ]')
  mergedata('[ e[0] ]', l)
  data_expand('[ "<ref>" ]')
condition:
  "<context>"
  isvariable("<plainname>")
  and("<context>", isvariable("<plainname>"))
  or("<context>", strcmp("<ref>", "<word>"))
  not("<context>")
  some("<pattern>", <collection>)
  every("<pattern>", <listname>)
  none("<word>", <listname>)
  regcmp("<pattern>", "<ref>")
  reglist(<listname>, "<pattern>")
  isgreaterthan("$(n)", "<number>")
  classmatch("c<number>")
context:
  <class>
  <class>
  !<class>
  <class>.<class>
  <class>|<class>
  <class>.!(<class>|<class>)
guard:
  if => <condition>
  if => "<context>"
  if => "<class>_$(l)"
  unless => <condition>
  unless => "<context>"
  ifvarclass => "<context>"
  if => isvariable("$(names)")
  if => strcmp("$(l)", "<word>")
attribute:
  meta => { "<tag>", "<tag>" }
  meta => { @(<other>.l) }
  comment => "<text>"
  handle => "<handle>"
  handle => "<handle>_$(l)"
  depends_on => { "<handle>" }
  depends_on => { "<handle>", "<handle>" }
  policy => "<policy>"
  classes => made("<class>")
  classes => also("<word>")
  action => default:now
klass:
  "<new>" expression => <condition><attributes>;
  "<new>" expression => "<context>"<attributes>;
  "<new>" and => { "<context>", <condition> }<attributes>;
  "<new>" or => { <condition>, "<context>" }<attributes>;
  "<new>" xor => { "<context>", "<context>" };
  "<new>" not => <condition>, scope => "<scope>";
  "<new>" expression => "<context>", scope => "<scope>", meta => { "<tag>" };
  "<class>_$(l)" expression => "<context>";
  "<new>_<ref>" expression => isvariable("<plainname>");
report:
  "<label> <text>"<attributes>;
  "<label> <text>"<attributes>;
  "<label> <ref> <ref>"<attributes>;
  "<label> $(with)" with => <string><attributes>;
  "<label> $(this.bundle) $(this.namespace) $(this.promise_linenumber)"<attributes>;
  "<label> $(a[$(keys)]) $(keys)"<attributes>;
  "<label> $(v_$(l))"<attributes>;
  "<label> $(res[<key>])"<attributes>;
  "<label> $(<bundle>.x) $(<bundle>.l)"<attributes>;
  "<label> <ref>" bundle_return_value_index => "<key>"<attributes>;
  "<label>" printfile => shown("$(this.promise_dirname)/lines.txt", "<number>");
  "<label> <ref>" -> { "<word>", "$(l)" };
call:
  "<label>" usebundle => <callee><attributes>;
  "<label>" usebundle => <callee>, useresult => "res"<attributes>;
  "<label>" usebundle => <callee>, inherit => "<flag>"<attributes>;
  "<label> $(l)" usebundle => <callee><attributes>;
  "leaf";
  "af" usebundle => "le$(this.promiser)";
defaulted:
  "p" string => "<word>", if_match_regex => "<pattern>";
  "p" string => "<word>";
  "y" string => "<word>", if_match_regex => "<pattern>";
  "zero" slist => { "<word>" };
"""

# Words of a bundle are made in Wide.words: what one may call, and whose variables it may mention.
WORDS = {
    "word": ["a", "b", "k", "1", "-", "x y", "c.d", ""],
    "key": ["a", "b", "k", "1"],
    "plainname": ["x", "y", "l", "n", "zero", "a[k]", "d", "d[a]", "c.v"],
    "number": ["0", "1", "2", "3"],
    "index": ["0", "1", "2"],
    "pattern": ["a", "[ab]", ".*", "k.*", "\\d"],
    "flag": ["true", "false"],
    "tag": ["t1", "t2", "source=promise"],
    "policy": ["free", "constant", "ifdefined", "overridable"],
    "scope": ["namespace", "bundle"],
    "handle": ["h1", "h2", "h3"],
    "label": ["r1", "r2", "r3", "r4"],
    "new": ["k1", "k2", "k3", "k4"],
    "class": ["k1", "k2", "k3", "c1", "c2", "hard", "any", "aug1", "s:c1", "default:c1", "k1_a"],
    "listname": ["l", "m", "keys", '"c.l"', '"def.list"', "@(c.l)"],
    "dataword": ["d", "e", "c.d"],
    "dataname": ["d", "e", '"c.d"', "@(c.d)"],
    "collection": ["l", "m", "d", "e", "a", "b", '"c.d"', '"def.map"', "@(c.l)"],
    "indexed": ["d", "e", "a", "b", '"c.d"', '"def.map"'],
    "other": ["c", "def"],
}
REFERENCES = [
    "$(x)", "$(y)", "$(l)", "$(m)", "$(n)", "$(p)", "$(q)", "$(d[a])", "$(d[k])", "$(e)", "$(a[a])", "$(name)", "$(zero)",
    "$(c.v)", "$(c.l)", "$(def.text)", "$(def.list)", "$(def.map[a])", "$(s:sc.v)", "$(default:c.v)", "$(this.bundle)",
    "$(with)", "$(il)", "$(r)", "${x}",
]
BODIES = """\
body classes made(x)
{
  promise_kept => { "$(x)_kept", "c2" };
  scope => "SCOPE";
}
body classes also(x)
{
  inherit_from => default:made("$(x)");
  promise_repaired => { "$(x)_repaired" };
  cancel_kept => { "k4" };
}
body action now
{
  ifelapsed => "0";
}
body printfile shown(f, n)
{
  file_to_print => "$(f)";
  number_of_lines => "$(n)";
}
"""
# Variables that a value may mention: those above it, so that no circle ends the run.
ORDER = ["name", "names", "keys", "l", "il", "r", "n", "e", "a", "d", "b", "m", "y", "v", "x"]


class Wide:
    def make(self, random):
        parts = [self.control(random)]
        bodies = BODIES.replace("SCOPE", random.choice(["namespace", "bundle"]))
        parts += [bodies, self.common(random, "c", "default")]
        for name, parameters in [("main", ""), ("one", "(p)"), ("two", "(p, q)"), ("leaf", "")]:
            parts.append(self.bundle(random, name, parameters, "default"))
        if random.random() < 0.5:
            parts.append('body file control\n{\n  namespace => "s";\n}')
            parts += [BODIES.replace("SCOPE", "namespace").replace("default:", "s:")]
            parts += [self.common(random, "sc", "s"), self.bundle(random, "there", "(p)", "s")]
        files = self.augments(random) if random.random() < 0.6 else {}
        text = self.with_single_handles("\n".join(parts) + "\n")
        if "bundle agent there" not in text:
            text = re.sub(r"\n[^\n]*usebundle => s:there[^\n]*", "", text)
        if '"sequence"' not in files.get("def.json", ""):
            text = text.replace("@(def.sequence)", '"main"')
        return text, files

    @staticmethod
    def with_single_handles(text):
        """Two promises under one context may not have the same handle."""
        known = set()

        def single(handle):
            is_new = handle[1] not in known
            known.add(handle[1])
            return handle[0] if is_new else f'comment => "{handle[1]}"'

        return re.sub(r'handle => "(h\d)"', single, text)

    def control(self, random):
        lines = []
        if random.random() < 0.3:
            sequences = ['"main"', '"main", one("z")', 'two("z", @(c.l)), "main"', '@(def.sequence)', '"c", "main"']
            lines.append("  bundlesequence => { %s };" % random.choice(sequences))
        if random.random() < 0.2:
            lines.append('  ignore_missing_bundles => "%s";' % random.choice(["true", "false"]))
        text = "body common control\n{\n%s\n}\n" % "\n".join(lines) if lines else ""
        if random.random() < 0.3:
            kinds = random.sample(["abortclasses", "abortbundleclasses", "addclasses"], random.randint(1, 2))
            values = ['"k3"', '"k4"', '"k[12]"', '"c1"', '"k1.k2"', '"@(c.l)"', '"$(c.v)"']
            lines = [f"  {kind} => {{ {random.choice(values)} }};" for kind in kinds]
            text += "body agent control\n{\n%s\n}\n" % "\n".join(lines)
        return text

    def augments(self, random):
        word = lambda: random.choice(WORDS["word"])  # noqa: E731
        found = {"vars": {"text": word(), "list": [word(), word()], "map": {"a": word(), "k": [word()]}}}
        if random.random() < 0.4:
            found["vars"]["sequence"] = random.choice([["main"], ["main", "leaf"], "main"])
        if random.random() < 0.4:
            found["variables"] = {
                random.choice(["c.given", "default:c.given", "given", "s:sc.given"]): {"value": word(), "tags": ["t1"]},
                "main.x0": {"value": [word()]},
            }
        if random.random() < 0.6:
            found["classes"] = {
                "aug1": random.choice([["any"], ["hard"], ["nope"], ["hard|nope::"], ["!nope::"], ["ha.*"]]),
                "aug2": {"class_expressions": [random.choice(["hard::", "nope::"])], "tags": ["t2"]},
            }
        files = {}
        if random.random() < 0.3:
            found["augments"] = ["$(sys.policy_entry_dirname)/more.json"]
            files["more.json"] = json.dumps({"vars": {"text": word(), "more": word()}, "classes": {"c1": ["any"]}})
        if random.random() < 0.1:
            found[random.choice(["vars", "classes", "inputs"])] = random.choice([1, "x", []])
        return {"def.json": json.dumps(found), **files}

    def words(self, random, name, space, is_guarded=True):
        default = space == "default"
        callees = ['one("<text>")', 'two("<text>", @(l))', 'two("<ref>", "<word>")', "leaf", 's:there("<ref>")', "one"]
        calls = {"main": callees, "one": ['two("$(p)", @(keys))', "leaf"], "two": ["leaf"], "there": ["default:leaf"]}
        words = {**WORDS, "ref": REFERENCES, "callee": calls.get(name, []), "bundle": ["main", "one", "c", "s:there"]}
        if not default:
            words["other"] = ["sc", "default:c"]
            words["listname"] = ["l", "m", "keys", '"sc.l"']
            words["dataname"] = words["collection"] = words["indexed"] = ["d", "e", '"default:c.d"']
        words["attributes"] = lambda r: self.attributes(r, words) if is_guarded and r.random() < 0.3 else ""
        return words

    def attributes(self, random, words):
        grammar = Grammar(RULES, {**words, "attributes": [""]}, compound=r"(?!)")
        kinds = random.choice([["guard"], ["attribute"], ["guard", "attribute"]])
        return "".join(", " + grammar.make(random, kind, 2) for kind in kinds)

    def common(self, random, name, space):
        own = Grammar(RULES, self.words(random, name, space, is_guarded=False), compound=r"(?!)")
        word = lambda: own.make(random, "word", 1)  # noqa: E731
        return f"""\
bundle common {name}
{{
  vars:
    "v" string => "{word()}";
    "l" slist => {{ "{word()}", "{word()}" }};
    "d" data => '{{ "a": "{word()}", "k": [ "{word()}" ] }}';
    "a[a]" string => "{word()}", meta => {{ "t1" }};
  classes:
    "c1" expression => {random.choice(['"any"', '"hard"', 'strcmp("$(v)", "a")', '"aug1"', '"!hard"'])};
}}"""

    def bundle(self, random, name, parameters, space):
        words = self.words(random, name, space)
        grammar = Grammar(RULES, words, compound=r"(?!)")
        some = lambda kind, least, most: [  # noqa: E731
            self.promise(random, grammar, kind) for _ in range(random.randint(least, most))
        ]
        sections = {"vars": self.variables(random, words), "classes": some("klass", 0, 3), "reports": some("report", 2, 5)}
        if words["callee"]:
            sections["methods"] = some("call", 1 if name == "main" else 0, 3 if name == "main" else 1)
        if parameters and random.random() < 0.2:
            sections["defaults"] = some("defaulted", 1, 2)
        if random.random() < 0.15:
            sections["meta"] = ['"tags" slist => { "t1", "b" };']
        lines = [f"bundle agent {name}{parameters}", "{"]
        for kind in random.sample(list(sections), len(sections)):
            lines.append(f"  {kind}:")
            for promise in sections[kind]:
                if random.random() < 0.12:
                    forms = ["%s::", "%s::", '"%s"::', '"k1_$(l)"::']
                    form = random.choice(forms)
                    lines.append("    " + (form % grammar.make(random, "context", 1) if "%" in form else form))
                lines.append("      " + promise)
        return "\n".join(lines + ["}"])

    def promise(self, random, grammar, kind):
        """What it is made of may hold places itself, such as the arguments of a callee."""
        text = grammar.make(random, kind, 3)
        for _ in range(3):
            text = re.sub(r"<([a-z]+)>", lambda place: grammar.make(random, place[1], 2), text)
        if kind != "variable":
            text = re.sub(r', policy => "\w+"', "", text)
        return re.sub(r'^("[^"]*"), ', r"\1 ", text)  # no comma before the first attribute

    def variables(self, random, words):
        lines = ['"l" slist => { "a", "b" };'] if random.random() < 0.98 else []
        for _ in range(random.randint(5, 12)):
            grammar = Grammar(RULES, words, compound=r"(?!)")
            line = self.promise(random, grammar, "variable")
            if not self.is_circular(line):
                lines.append(line)
        return lines

    @staticmethod
    def is_circular(line):
        own = re.match(r'"(\w+?)(_\$|\[|")', line)[1]
        mentioned = re.findall(r"[$@][({](\w+)", line.split("=>", 1)[1])
        places = {name: at for at, name in enumerate(ORDER)}
        later = [name for name in mentioned if name in places and places[name] >= places[own]]
        is_by_name = "$($(" in line or re.search(r"\$\(name", line) and own not in ("x", "y", "v", "m")
        return bool(is_by_name) or any(name != own or "@(l)" not in line for name in later)
