// A dialect's description of itself: everything that the page, the command and the documents need to know about it.
//
// None of them names a dialect. The page reads here which inputs and options exist and what they are called, by which
// marks a pasted document is recognized, and how a path is written. Descriptions are constant tables, each in
// `description.cpp` of its dialect's folder. catalogue("") returns them as JSON (DialectDescription in
// wasm/src/types.ts). Patterns are regular expressions in the common subset of PCRE2 and JavaScript, with `^` and `$`
// at each line.
//
// What the engine needs is a std::string_view. What only readers need is Prose, which the modules of single dialects
// omit (wasm/CMakeLists.txt).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/graph_rule.hpp"
#include "runtime/option.hpp"
#include "runtime/prose.hpp"

namespace evalground {

// The evaluated document when it is given in place, without other files.
struct MainFile {
  std::string_view path = "main.yaml";
  Prose label = "document";  // what people call it: "template", "policy"
  // The editor's mode for it and for other files without a telling name: "yaml", "template", "policy" or "expression".
  Prose language = "yaml";
};

// A key of the workspace that the dialect reads.
struct Input {
  Prose key;
  Prose label;                           // one or two words
  Prose help;                            // what its entries are, one sentence
  bool is_declared_by_document = false;  // the document declares the entries and their types
};

// Inputs that several dialects read in the same way.
constexpr Input vars_input{"vars", "Vars", "Variables that expressions read as $name."};
constexpr Input env_input{"env", "Env", "Environment variables. Nothing of your real environment is ever read."};
constexpr Input secrets_input{"secrets", "Secrets",
                              "Named secrets. They stay in this tab's memory and are left out of links."};
constexpr Input data_input{"data", "Data $", "The value that expressions read as $."};

// A mark of the dialect in a text. A text is taken for the dialect with the largest total weight of marks in it.
struct Mark {
  Prose pattern;
  std::int32_t weight;
};

// Where the first key of a path leads in the result of a whole document: `::app::url` is at `instances`, `app`, `url`.
struct PathRoot {
  Prose key;
  Prose prefix;
};

// How the path of a value within a result is written as an expression. `*` stands for the key, the index or the
// expression so far. In `$.users.where($.age > 9)`, the path `0`, `name` gives: `($.users.where($.age >
// 9)).toList()[0].name`.
struct Notation {
  Prose by_key;          // ".*"
  Prose by_index;        // "[*]"
  Prose plain_key;       // pattern of the keys that `by_key` can express
  Prose other_key = {};  // for other keys, in quotes: "['*']"; empty: impossible
  Prose subject = {};    // the part of the expression that the path is appended to: a group of this pattern
  Prose plain = {};      // pattern of subjects that a path can follow directly; others are wrapped with `around`
  Prose around = {};     // wraps the others: "(*)"
  Prose listed = {};     // makes a list with indexes of it: "*.toList()"
  Prose whole = {};      // wraps the whole expression: "{{ * }}"
  // For a tree of operators instead of a text: its literal maps and lists are walked. Operators begin with this: "@".
  Prose operators = {};
  std::span<const PathRoot> roots = {};
};

// Expressions inside YAML, for colors before the engine has read the document: patterns of keys and scalars.
struct Embedding {
  Prose directives = {};   // keys that are merge directives
  Prose functions = {};    // keys that are names of functions
  Prose keywords = {};     // keys that belong to the language
  Prose expressions = {};  // keys whose value is an expression
  Prose calls = {};        // those whose value may be a map with the name of a function as a key
  Prose besides = {};      // keys of such a map that are not functions
  Prose scalars = {};      // scalars that are expressions wherever they stand
};

// How an option of a repository is guessed when its files are opened: by the first pattern that matches a path, and of
// matching paths the one nearest to the root. The value is the path, or the pattern's first group.
struct Guess {
  Prose option;
  std::span<const Prose> paths;
  Prose text = {};    // what the file must contain
  Prose unless = {};  // no guess if a file with this path …
  Prose says = {};    // … contains this
};

// A folder of a repository that people open on its own, such as a role.
struct RepositoryPart {
  Prose files;  // pattern of paths that identify one
  Prose option;
  std::string_view value;  // of the option: evaluates the folder as this part
  Prose document;          // pattern of the paths of documents; the first one is evaluated
};

// Files that are more than a document and its includes: an inventory with variables of groups and hosts.
struct Repository {
  Prose files;                                   // pattern of paths that identify one
  std::span<const std::string_view> operations;  // offered for it, in addition to the usual ones
  Prose subject;                                 // the option that names whose view is evaluated
  Prose label;                                   // what that subject is called: "Host"
  Prose documents;  // pattern of paths that can be evaluated for a subject: its groups are a folder and a name
  std::span<const Guess> guesses = {};
  const RepositoryPart* part = nullptr;
};

// An option that says how the expression is evaluated. The page shows it beside the expression.
struct ExpressionOption {
  Prose option;
  Prose typed = {};  // its value for an expression that a person types, unless another one was chosen
  Prose nodes = {};  // the kind of the outline's nodes whose names are its values
};

// A text that users have but that is not a document of the dialect, such as the output of a tool. It is recognized by
// the pattern, and the page knows its form.
struct Intake {
  Prose form;
  Prose pattern;
};

// The dialect that this dialect extends, and the option value that selects it: Ansible's templates are Jinja2 with the
// option `flavor: ansible`. Pages and documents show it as a flavor of its base.
struct Base {
  std::string_view dialect = {};  // empty for a dialect without a base
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
  // The hue of the monogram in degrees; negative: derived from the dialect's name.
  std::int32_t hue = -1;
  // one line that tells a newcomer what the dialect is, without a full stop
  Prose summary;
  std::span<const std::string_view> operations;  // the values of `operation`, the usual one first
  MainFile main = {};
  std::span<const std::string_view> extensions = {};  // of files in the language of `main`, without the dot
  Prose fence = "yaml";                               // the name of that language in Markdown
  std::span<const Prose> aliases = {};                // other names for the dialect in code blocks and highlighters
  Prose line_comment = {};
  std::span<const Input> inputs = {};
  std::span<const Option> options = {};
  std::span<const ExpressionOption> expression_options = {};
  std::span<const std::string_view> limits = {};  // keys of `limits` that apply
  // `limits.memory` is a quota of the language itself instead of a limit of the evaluation.
  bool memory_is_quota = false;
  bool has_resources = false;  // a resource can be selected as the current one
  Prose tree = "Resources";    // the heading of the outline
  Prose dollar = {};           // the key of the workspace that `$` means in an expression
  // Which workspace expressions are parsed as YAML and used as values: "nothing", "maps" or "everything".
  Prose reads_yaml = "nothing";
  Prose colours = "calls";  // how expressions are colored: "calls" (`$.where($.a > 1)`) or "query" (`::app::url`)
  const Embedding* embedding = nullptr;
  const Notation* notation = nullptr;
  std::span<const Mark> marks = {};
  Prose example = {};  // the id of the example that the page opens with; by default the first
  std::span<const Intake> intakes = {};
  Base base = {};
  // Words of the language that neither its catalogue nor its options contain: keys, types, facts and names in common
  // use. Anonymizing a document keeps them.
  std::span<const std::string_view> words = {};
  // The dialect of expressions within its documents: YAQL queries in a stack.
  std::string_view embeds = {};
  const Repository* repository = nullptr;
  const Original* original = nullptr;  // null: there is none
  const GraphRule* graph = nullptr;    // null: its documents have no graph
};

// Keys of `limits` that every evaluation has.
constexpr std::string_view common_limits[] = {"steps", "depth", "memory", "output"};
constexpr std::string_view only_evaluate[] = {"evaluate"};

// A dialect's name and its description.
struct Described {
  std::string_view name;
  const Description* description;
};

// The description as JSON, with the dialect's name as `id`, without empty members. `flavors` are the dialects that
// extend it.
Value describe(const Described& dialect, std::span<const Described> flavors);

}  // namespace evalground
