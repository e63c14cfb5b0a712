// Evaluates the expressions of the Δ-controller.
//
// Expressions are JSON: `{"@add": ["$.spec.replicas", 1]}`. Reading them is a step of its own (expression.hpp), after
// which an expression is a literal, a path, a list, a map or an operation. Paths run on two subjects: `$…` on the
// object in the pipeline, `$$…` on the item of the innermost list operator. A path gives its first match, or null.
//
// A map makes a new map, and text found for a member that begins with `$` is looked up once more. A key that begins
// with
// `$` is a setter: `{"$.a.b": 1}` makes {"a": {"b": 1}}.
//
// The controller contradicts its documentation in a few places (Difference). By default such an expression does what
// the documentation says, with one warning for each place; with `options.quirks` it does what the controller does.
//
// Each expression keeps how often it was evaluated, what it gave last and whether it failed, for the outline. An
// operation is called through OperatorCall (call.hpp), which hands lazy operators their arguments as they are written.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "dialects/dcontroller/expression/expression.hpp"

namespace evalground::dcontroller {

// Where the controller contradicts its documentation.
enum class Difference : std::uint8_t {
  null_literal,
  nested_list,
  text_of_float,
  text_of_boolean,
  none,
  no_local_subject,
  null_local_subject,
  precedence,
  negation,
  real_unequal,
  hyphen
};

class Evaluator {
 public:
  // The catalogue is that of the expressions: it names the operator nearest to a misspelt one.
  Evaluator(Context& context_, const FunctionCatalogue& catalogue_) : context(context_), catalogue(catalogue_) {}

  Context& context;
  const FunctionCatalogue& catalogue;

  // Throws Error for what the language calls one: it has no way to go on after it.
  Value evaluate(const Expression& expression, const Subjects& subjects);
  // The items of a list expression, before a list among them counts (see list_of).
  List items_of(const Expression& list, const Subjects& subjects);
  // The value of a list expression with these items: with quirks, a list whose first item is a list is that item.
  Value list_of(List items, OriginId where);
  // Text that begins with `$` is a path and is looked up once more; any other value is unchanged.
  Value looked_up_again(Value value, OriginId where, const Subjects& subjects);
  // Hints at a path that finds nothing, once, when a key has a name similar to the one that is missing.
  void note_absent(const SubjectPath& path, OriginId where, const Value& subject);
  // Whether a difference at a place has not been told yet; it counts as told from now on.
  bool is_news(OriginId where, Difference difference);
  // Says what the controller would do here.
  void differs(OriginId where, std::string message, std::vector<Fix> fixes = {});

 private:
  Value compute(const Expression& expression, const Subjects& subjects);
  // Where a value that an expression gave comes from. While reads are recorded, each value has an origin of its own, so
  // that each object of a pipeline leads to its own data: of what a path has found it goes on to where that came from.
  OriginId origin_of(const Expression& expression, const Value& value);
  Value look_up(const SubjectPath& path, OriginId where, const Subjects& subjects);
  // The subject that the path runs on; null where it has none and gives null.
  const Value* subject_of(const SubjectPath& path, OriginId where, const Subjects& subjects);
  void tell_differences(const SubjectPath& path, OriginId where);
  Value map_of(const Expression& expression, const Subjects& subjects);
  Value operate(const Expression& expression, const Subjects& subjects);

  std::unordered_map<std::string, SubjectPath> found_paths_;  // texts in data that were looked up
  std::unordered_set<std::uint64_t> told_;                    // differences with their places
  std::uint32_t own_origins_ = 0;
  std::unordered_set<OriginId> missed_;  // places of paths that found nothing
};

}  // namespace evalground::dcontroller
