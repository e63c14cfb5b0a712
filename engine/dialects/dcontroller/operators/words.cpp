// The catalogue's entries for words with a meaning in the text of an expression. subject.cpp and evaluator.cpp
// implement them.
#include "dialects/dcontroller/operators/families.hpp"

namespace evalground::dcontroller {
namespace {

constexpr Example global_examples[] = {
    {"$.metadata.name", "", R"("web")", R"({"data": {"metadata": {"name": "web"}}})"}};
constexpr Example local_examples[] = {{R"({"@map": [{"@add": ["$$", 1]}, [1, 2]]})", "", "[2, 3]"},
                                      {"$$.name", "", R"("web")", R"({"local": {"name": "web"}})"}};
constexpr Example now_examples[] = {
    {R"({"at": "@now"})", "", R"({"at": "2025-07-25T12:00:00Z"})", R"({"clock": "2025-07-25T12:00:00Z"})"}};

}  // namespace

std::span<const Function> text_words() {
  static constexpr Function all[] = {
      {.kind = "variable",
       .signature = "$ -> any",
       .summary = "The object that is evaluated; text that begins with it is a path.",
       .details = "A path gives its first match, or null.",
       .examples = global_examples},
      {.kind = "variable",
       .signature = "$$ -> any",
       .summary = "The item of the innermost `@map`, `@filter`, `@any`, `@all` or `@none`.",
       .examples = local_examples},
      {.kind = "variable",
       .signature = "@now -> string",
       .summary = "The time in UTC, in whole seconds.",
       .details = "Also where a path finds this text.",
       .effects = Effects::clock,
       .examples = now_examples},
  };
  return all;
}

}  // namespace evalground::dcontroller
