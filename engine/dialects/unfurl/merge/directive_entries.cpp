// The documentation of merge directives. expand.cpp and merge.cpp implement them.
#include "dialects/unfurl/merge/directive.hpp"

namespace evalground::unfurl {
namespace {

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

std::span<const Function> merge_directive_entries() {
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
