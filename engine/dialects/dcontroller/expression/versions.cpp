#include "dialects/dcontroller/expression/versions.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "base/text/text.hpp"

namespace evalground::dcontroller {
namespace {

constexpr Counterpart counterparts[] = {
    {"@any", "2025", R"({"@gt": [{"@len": {"@filter": [condition, list]}}, 0]})"},
    {"@all", "2025", R"({"@eq": [{"@len": {"@filter": [condition, list]}}, {"@len": list}]})"},
    {"@none", "2025", R"({"@eq": [{"@len": {"@filter": [condition, list]}}, 0]})"},
    {"@has", "2025", "`@exists`"},
    {"@selector", "2025", "an `@eq` for each label"},
    {"@gather", "2025", R"(`@groupBy`, and a `@project` from $.key and $.values)"},
    {"@mux", "2025", R"(`@groupBy`, and a `@project` from $.key and $.values)"},
    {"@aggregate", "2025", "`@groupBy` and `@project`"},
    {"@demux", "2025", "`@unwind`"},
    {"@sqlbool", "2026", "a comparison"},
    {"@neq", "2026", R"({"@not": {"@eq": […]}})"},
    {"@mod", "2026", ""},
    {"@neg", "2026", R"({"@sub": [0, number]})"},
    {"@lexmin", "2026", ""},
    {"@lexmax", "2026", ""},
    {"@sortBy", "2026", "`@gather`, which sorts its values"},
    {"@enumerate", "2026", ""},
    {"@upper", "2026", ""},
    {"@lower", "2026", ""},
    {"@trim", "2026", ""},
    {"@regexp", "2026", "a filter with `=~` in a path"},
    {"@startswith", "2026", "a filter with `=~` in a path"},
    {"@endswith", "2026", "a filter with `=~` in a path"},
    {"@contains", "2026", "a filter with `=~` in a path"},
    {"@split", "2026", ""},
    {"@substring", "2026", ""},
    {"@replace", "2026", ""},
    {"@literal", "2026", "the value itself"},
    {"@nil", "2026", "`@noop`"},
    {"@now", "2026", R"(the text "@now")"},
    {"@copy", "2026", R"("$.")"},
    {"@subject", "2026", R"("$$.")"},
    {"@getField", "2026", "the path itself"},
    {"@setField", "2026", R"(a key such as "$.a.b")"},
    {"@groupBy", "2026", "`@gather`"},
    {"@distinct", "2026", ""},
    {"@inputs", "2026", "a controller for each branch"},
    {"@output", "2026", "a controller for each branch"},
};

}  // namespace

const Version version_2025{references[0], "operator", "stage", read_2025, true};
const Version version_2026{references[1], "operator-2026", "stage-2026", read_2026, false};

const Version& version_of(const Map& options) {
  const Value* reference = options.find(reference_option.name);
  const bool is_newer = reference != nullptr && text_of(reference_option, *reference) == version_2026.reference;
  return is_newer ? version_2026 : version_2025;
}

const Version& readable_version_of(const Map& options) {
  return text_option(options, reference_option) == version_2026.reference ? version_2026 : version_2025;
}

const Counterpart* counterpart_of(std::string_view name) {
  const Counterpart* found = std::find_if(std::begin(counterparts), std::end(counterparts),
                                          [&](const Counterpart& each) { return each.name == name; });
  return found == std::end(counterparts) ? nullptr : found;
}

std::string hint_of_other_version(std::string_view name, const Version& version) {
  const Counterpart* counterpart = counterpart_of(name);
  if (counterpart == nullptr || counterpart->version == version.reference) return "";
  const std::string other(counterpart->version);
  const std::string instead = counterpart->written.empty() ? ""
                                                           : " In " + std::string(version.reference) + " write " +
                                                                 std::string(counterpart->written) + ".";
  return " The controller of " + other + " has it: set the option `reference` to \"" + other + "\" for its language." +
         instead;
}

namespace {

// Names that other languages have for an operator.
struct Habit {
  std::string_view written;
  std::string_view operation;
};
constexpr Habit habits[] = {{"@length", "@len"},    {"@size", "@len"},   {"@count", "@len"},   {"@equals", "@eq"},
                            {"@plus", "@add"},      {"@minus", "@sub"},  {"@times", "@mul"},   {"@multiply", "@mul"},
                            {"@divide", "@div"},    {"@if", "@cond"},    {"@case", "@switch"}, {"@includes", "@in"},
                            {"@select", "@filter"}, {"@foreach", "@map"}};

// The operator of that version that a name resembles, by its own name or by one of another language.
std::string_view nearest_operator(const ExpressionTree& tree, std::string_view name) {
  const std::string_view kind = tree.version.operator_kind;
  if (const std::string_view near = tree.catalogue.nearest(kind, name); !near.empty()) return near;
  std::vector<std::string_view> written;
  for (const Habit& habit : habits) written.push_back(habit.written);
  const std::optional<std::string_view> near = nearest_name(name, written);
  for (const Habit& habit : habits) {
    if (habit.written == near && tree.catalogue.find(kind, habit.operation) != nullptr) return habit.operation;
  }
  return {};
}

}  // namespace

void fail_unknown_operator(const ExpressionTree& tree, const Expression& operation) {
  const std::string hint = hint_of_other_version(operation.name, tree.version);
  tree.context.fail_name(operation.name_where, "unknown-operator",
                         "Unknown operator " + quote(operation.name) + "." + hint, operation.name,
                         hint.empty() ? nearest_operator(tree, operation.name) : "");
}

}  // namespace evalground::dcontroller
