// The documentation of the keys of expression maps and of merge directives; evaluator.cpp and merge.cpp evaluate them.
#include "dialects/unfurl/functions/families.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view service = R"(port: 80
sizes: [3, 1, 2]
people: [{name: ann, age: 30}, {name: bob, age: 20}]
)";

constexpr Example eval_examples[] = {{"eval: port", service, "80"}, {"eval: [{eval: port}, 1]", service, "[80, 1]"}};
constexpr Example vars_examples[] = {
    {"eval: {add: [{eval: $low}, {eval: $high}]}\nvars: {low: 1, high: {eval: port}}", service, "81"}};
constexpr Example select_examples[] = {{"eval: people\nselect: age", service, "[30, 20]"}};
constexpr Example foreach_examples[] = {
    {"eval: sizes\nforeach: {value: {eval: {mul: [{eval: $item}, 10]}}}", service, "[30, 10, 20]"},
    {"eval: people\nforeach: {key: name, value: age}", service, R"([{"ann": 30, "bob": 20}])"}};
constexpr Example strict_examples[] = {{"eval: port\nstrict: required", service, "80"}};
constexpr Example trace_examples[] = {{"eval: port\ntrace: 1", service, "80"}};

constexpr std::string_view eval_aliases[] = {"ref"};

constexpr std::string_view merged = R"(defaults: {size: 3, tags: [a]}
small:
  +/defaults:
  size: 1
shades:
  light: {red: 9}
  dark:
    +../light:
    blue: 1
named: &named {colour: red}
painted:
  +*named:
  size: 2
more: [2, 3]
all: [1, {+/more: }, 4]
without:
  +/defaults:
  tags: {+%: whiteout}
marked:
  +&: later
  depth: 5
pointed:
  +*later:
optional:
  +?include: nowhere.yaml
  size: 7
)";

constexpr Example path_examples[] = {{"small", merged, R"({"size": 1, "tags": ["a"]})"},
                                     {"all", merged, "[1, 2, 3, 4]"}};
constexpr Example relative_examples[] = {{"shades::dark", merged, R"({"blue": 1, "red": 9})"}};
constexpr Example anchor_examples[] = {{"painted", merged, R"({"size": 2, "colour": "red"})"}};
constexpr Example include_examples[] = {{"optional", merged, R"({"size": 7})"}};
constexpr Example strategy_examples[] = {{"without", merged, R"({"size": 3})"}};
constexpr Example name_examples[] = {{"pointed::depth", merged, "5"}};

}  // namespace

std::span<const Function> expression_keys() {
  static constexpr Function all[] = {
      {.kind = "keyword",
       .signature = "eval -> any",
       .summary = "Makes a map an expression: text is a query, a map a function call, a list gives its items.",
       .details = "Beside it only `vars`, `select`, `foreach`, `strict`, `trace` and `base_dir`; with another key the "
                  "map is plain data.",
       .aliases = eval_aliases,
       .examples = eval_examples},
      {.kind = "keyword",
       .signature = "vars -> map",
       .summary = "Variables for the expression, read as `$name`; their values are evaluated when first used.",
       .details = "`start` among them replaces the current resource. `$start` is always where the expression starts.",
       .examples = vars_examples},
      {.kind = "keyword",
       .signature = "select -> any",
       .summary = "A query or a loop applied to the result; what comes out is reduced to one result as usual.",
       .examples = select_examples},
      {.kind = "keyword",
       .signature = "foreach -> list",
       .summary = "A query or a map with `value`, and `key` if wanted, evaluated for each item of the result.",
       .details = "The variables are $item, $index, $key, $collection, and $break and $continue as values that end the "
                  "loop or leave the item out. Without `key` the result is a list, with it one map in a list.",
       .examples = foreach_examples},
      {.kind = "keyword",
       .signature = "strict -> any",
       .summary = "`required`: no match is an error; `notnull`: null is one too; false: templates are lenient.",
       .examples = strict_examples},
      {.kind = "keyword",
       .signature = "trace -> integer",
       .summary = "Above 0 the evaluation of this expression is recorded in the outcome's trace.",
       .examples = trace_examples},
  };
  return all;
}

std::span<const Function> merge_directives() {
  static constexpr Function all[] = {
      {.kind = "directive",
       .signature = "+/",
       .summary = "+/a/b merges this map over the one at that path from the top of the document.",
       .details = "Own keys win, later directives win over earlier ones, maps within maps are merged, null leaves a "
                  "map of the other side, and any other value replaces. In a list, the items of a list at that path "
                  "are spliced in. With `?` after the plus sign (as with the other directives) a missing target drops "
                  "the map that holds the directive. In a path ~1 is a slash and ~0 a tilde.",
       .examples = path_examples},
      {.kind = "directive",
       .signature = "+.",
       .summary =
           "+./a merges what is at a path from this map, +../a from the map around it, with more dots further out.",
       .examples = relative_examples},
      {.kind = "directive",
       .signature = "+*",
       .summary = "+*name merges what has that anchor, and +*name/a what is within it.",
       .examples = anchor_examples},
      {.kind = "directive",
       .signature = "+include",
       .summary = "Merges a file: YAML or JSON, by its path from the file with the directive.",
       .details = "The value is the path, with #/a/b for a part of the file, or a map with `file` and, if wanted, "
                  "`repository`, `when` (an environment variable) or `merge: raw`. With `+?include` a missing file is "
                  "skipped.",
       .examples = include_examples},
      {.kind = "directive",
       .signature = "+%",
       .summary = "How this map is merged: merge, whiteout (leave the key out), nullout (null), error, or any other "
                  "word to replace.",
       .examples = strategy_examples},
      {.kind = "directive",
       .signature = "+&",
       .summary = "Gives this map a name for +*name, as an anchor does.",
       .examples = name_examples},
  };
  return all;
}

}  // namespace evalground::unfurl
