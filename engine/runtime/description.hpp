// What a dialect says of itself: all that the page, the command and the documents need to know of it.
//
// None of them names a dialect: the page asks which inputs apply and what they are called, which options there are, by
// which marks a pasted document is recognised and how a path is written, and shows that. Descriptions are constant
// tables, each in `description.cpp` of its dialect's folder; catalogue("") gives them as JSON (DialectDescription in
// wasm/src/types.ts). Patterns are regular expressions in what PCRE2 and JavaScript read alike, `^` and `$` at each
// line.
//
// What the engine itself needs is a std::string_view, what only readers need is Prose: the modules of one dialect are
// compiled without (wasm/CMakeLists.txt).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/option.hpp"
#include "runtime/prose.hpp"

namespace evalground {

// The document that is evaluated when it is given in place, without files around it.
struct MainFile {
  std::string_view path = "main.yaml";
  Prose label = "document";  // what it is called: "template", "policy"
  // How an editor shows it, and other files whose name does not say it: "yaml", "template", "policy" or "expression".
  Prose language = "yaml";
};

// A key of the workspace that the dialect reads.
struct Input {
  Prose key;
  Prose label;                           // one or two words
  Prose help;                            // what its entries are, one sentence
  bool is_declared_by_document = false;  // the document says which entries there are, and their types
};

// Inputs that several dialects read in the same way.
constexpr Input vars_input{"vars", "Vars", "Variables that expressions read as $name."};
constexpr Input env_input{"env", "Env", "Environment variables. Nothing of your real environment is ever read."};
constexpr Input secrets_input{"secrets", "Secrets",
                              "Named secrets. They stay in this tab's memory and are left out of links."};
constexpr Input data_input{"data", "Data $", "The value that expressions read as $."};

// A sign of the dialect in a text. A text is taken for the dialect whose marks in it weigh most together.
struct Mark {
  Prose pattern;
  std::int32_t weight;
};

// Where the first key of a path leads: in the result of a whole document, `::app::url` is at `instances`, `app`, `url`.
struct PathRoot {
  Prose key;
  Prose prefix;
};

// How the way to a value within a result is written as an expression: `*` stands for the key, the index or what is
// written so far. `$.users.where($.age > 9)` gives at `0`, `name`: `($.users.where($.age > 9)).toList()[0].name`.
struct Notation {
  Prose by_key;          // ".*"
  Prose by_index;        // "[*]"
  Prose plain_key;       // pattern of the keys that can be written so
  Prose other_key = {};  // as the others are, in quotes: "['*']"; none: they cannot be
  Prose subject = {};    // what a way is put behind: the group that fits the expression
  Prose plain = {};      // pattern of subjects that a path can follow directly; others are put in `around`
  Prose around = {};     // what is put around the others: "(*)"
  Prose listed = {};     // and what makes a list of them that has indices: "*.toList()"
  Prose whole = {};      // what is put around all: "{{ * }}"
  // A tree of operators instead, whose literal maps and lists are walked; what begins so is an operator: "@".
  Prose operators = {};
  std::span<const PathRoot> roots = {};
};

// Expressions inside of YAML, for colours before the engine has read the document: patterns of keys and scalars.
struct Embedding {
  Prose directives = {};   // keys that are merge directives
  Prose functions = {};    // keys that are names of functions
  Prose keywords = {};     // keys that belong to the language
  Prose expressions = {};  // keys whose value is an expression
  Prose calls = {};        // those of them whose value may be a map with the name of a function as a key
  Prose besides = {};      // keys of such a map that are no functions
  Prose scalars = {};      // scalars that are expressions wherever they stand
};

// How an option of a repository is guessed when its files are opened: the first pattern that a path fits, of which the
// path that is nearest to the root. The value is the path, or what the pattern's first group holds of it.
struct Guess {
  Prose option;
  std::span<const Prose> paths;
  Prose text = {};    // what the file must hold
  Prose unless = {};  // no guess where a file with this path …
  Prose says = {};    // … holds this
};

// A folder of a repository that people open without the rest, as they do with a role.
struct RepositoryPart {
  Prose files;  // pattern of the paths that show one
  Prose option;
  std::string_view value;  // of the option: evaluates the folder as that part
  Prose document;          // pattern of the paths of documents, of which the first is evaluated
};

// Files that are more than a document and what it includes: an inventory with variables of groups and hosts.
struct Repository {
  Prose files;                                   // pattern of the paths that show one
  std::span<const std::string_view> operations;  // that are offered for it, beside the usual
  Prose subject;                                 // the option that names whose view is asked for
  Prose label;                                   // what that is called: "Host"
  std::span<const Guess> guesses = {};
  const RepositoryPart* part = nullptr;
};

// A text that users have but that is not a document of the dialect: the output of a tool. It is recognised by the
// pattern, and the page knows the form.
struct Intake {
  Prose form;
  Prose pattern;
};

// The dialect that a dialect is built on, and the option of it by which workspaces choose the one: Ansible's templates
// are Jinja2 with the option `flavor: ansible`. Pages and documents show it as a flavor of its base.
struct Base {
  std::string_view dialect = {};  // empty: it stands alone
  std::string_view option = {};
  std::string_view value = {};
};

// A program that is the original of a language, and is given the path of a document: `cf-agent -f main.cf`. In
// arguments `{main}` stands for that path.
struct OriginalProgram {
  Prose name;
  std::span<const Prose> arguments;
  Prose listed_input = {};  // the key of the workspace whose names, between commas, follow `listed_flag`
  Prose listed_flag = {};
  Prose report;  // what a line that it reports begins with
  Prose error;   // what a line that tells of a failure holds
};

// The implementation that `evalground verify` and the page compare a language with. It is a program, or else what
// `original/driver.py` of the dialect's folder asks (wasm/python/original.py).
struct Original {
  Prose name;        // "Jinja2"
  Prose asked = {};  // what is asked, and what it is given, for the documents
  Prose never = {};  // why it is never asked: "works on a cluster"
  // Variables of its environment, and folders that it needs. `{work}` stands for a folder for the time being.
  std::span<const Prose> environment = {};
  std::span<const Prose> folders = {};
  // What the page packs for its own Python: modules of Debian's packages (cmake/originals.lock), and the beginnings of
  // the names of folders that tell their versions. None: it runs natively alone.
  std::span<const Prose> modules = {};
  std::span<const Prose> versions = {};
  const OriginalProgram* program = nullptr;
};

struct Description {
  Prose title;     // "Jinja2"
  Prose monogram;  // two letters or a sign
  // Of the colour of the monogram, in degrees; below zero: one made from the dialect's name.
  std::int32_t hue = -1;
  Prose summary;                                 // one line that tells a newcomer what it is, without a full stop
  std::span<const std::string_view> operations;  // what `operation` may be, first the usual one
  MainFile main = {};
  std::span<const std::string_view> extensions = {};  // of files in the language of `main`, without the dot
  Prose fence = "yaml";                               // the name of that language in Markdown
  std::span<const Prose> aliases = {};                // what blocks of code and highlighters call the dialect, too
  Prose line_comment = {};
  std::span<const Input> inputs = {};
  std::span<const Option> options = {};
  std::span<const std::string_view> limits = {};  // keys of `limits` that apply
  // `limits.memory` is a quota of the language itself, and not a limit of the evaluation.
  bool memory_is_quota = false;
  bool has_resources = false;  // one of them can be the current resource
  Prose tree = "Resources";    // the heading of the outline
  Prose dollar = {};           // the key of the workspace that `$` stands for in an expression
  // Of the workspace's expression, what is read as YAML and taken for the value that it says: "nothing", "maps" or
  // "everything".
  Prose reads_yaml = "nothing";
  Prose colours = "calls";  // how expressions are coloured: "calls" (`$.where($.a > 1)`) or "query" (`::app::url`)
  const Embedding* embedding = nullptr;
  const Notation* notation = nullptr;
  std::span<const Mark> marks = {};
  Prose example = {};  // the id of the example that it opens with; without one the first
  std::span<const Intake> intakes = {};
  Base base = {};
  // Words that belong to the language and that neither its catalogue nor its options have: keys, types, facts and names
  // that everybody uses, several in each text. They stay where a document is disguised.
  std::span<const std::string_view> words = {};
  // The dialect whose expressions its documents hold: queries of YAQL in a stack.
  std::string_view embeds = {};
  const Repository* repository = nullptr;
  const Original* original = nullptr;  // null: there is none
};

// Keys of `limits` that every evaluation has.
constexpr std::string_view common_limits[] = {"steps", "depth", "memory", "output"};
constexpr std::string_view only_evaluate[] = {"evaluate"};

// A dialect's name and what it says of itself.
struct Described {
  std::string_view name;
  const Description* description;
};

// As JSON, with the dialect's name as `id`; what is empty is left out. `flavors`: the dialects that are built on it.
Value describe(const Described& dialect, std::span<const Described> flavors);

}  // namespace evalground
