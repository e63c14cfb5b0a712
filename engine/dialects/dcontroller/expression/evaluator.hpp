// Evaluates the expressions of the Δ-controller.
//
// Expressions are JSON: `{"@add": ["$.spec.replicas", 1]}`. Parsing is a separate step (expression.hpp). After it, an
// expression is a literal, a path, a list, a map or an operation. Paths have one of two subjects: `$…` the object in
// the pipeline, `$$…` the item of the innermost list operator. A path gives its first match, or null.
//
// A map creates a new map. If the value of a member is found text that begins with `$`, it is looked up once more. A
// key that begins with `$` is a setter: `{"$.a.b": 1}` gives {"a": {"b": 1}}.
//
// The controller contradicts its documentation in a few places (Difference). By default such an expression follows the
// documentation, with one warning per place. With `options.quirks` it follows the controller.
//
// For the outline, each expression counts its evaluations, and keeps its last value and whether it failed. An operation
// is called through OperatorCall (call.hpp), which passes arguments to lazy operators unevaluated.
#pragma once

#include <cstdint>
#include <optional>
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
  hyphen,
  path_in_compound
};

class Evaluator {
 public:
  // `tree` owns the expressions.
  explicit Evaluator(const ExpressionTree& tree_) : context(tree_.context), tree(tree_) {}

  Context& context;
  const ExpressionTree& tree;

  // Throws Error for an error of the language, after which an expression cannot continue.
  Value evaluate(const Expression& expression, const Subjects& subjects);
  // The items of a list expression, before the rule of list_of() for nested lists.
  List items_of(const Expression& list, const Subjects& subjects);
  // The value of a list expression with these items: with quirks, a list whose first item is a list is that item.
  Value list_of(List items, OriginId where);
  // What a path of 2026 finds in its subject: its one match, or the list of several. Undefined without a match. Throws
  // Error for a path below a local subject that is not a map.
  Value matches_of(const SubjectPath& path, OriginId where, const Subjects& subjects);
  // For a path without a match. Throws Error "field-not-found", with a similar name as its fix.
  [[noreturn]] void fail_missing(const SubjectPath& path, OriginId where, const Subjects& subjects) const;
  // Text that begins with `$` is a path and is looked up once more. Other values are unchanged.
  Value looked_up_again(Value value, OriginId where, const Subjects& subjects);
  // Hints once at a path without a match if a similar key exists.
  void note_absent(const SubjectPath& path, OriginId where, const Value& subject);
  // True when a difference at a place has not been reported. Records it as reported.
  bool is_news(OriginId where, Difference difference);
  // Reports what the controller would do here.
  void differs(OriginId where, std::string message, std::vector<Fix> fixes = {});

 private:
  // A name in a path that a map lacks, and a name in that map that is similar.
  struct Misspelt {
    std::string_view name;
    std::string_view nearest;
  };
  static std::optional<Misspelt> misspelt_in(const SubjectPath& path, const Value& subject);
  Value compute(const Expression& expression, const Subjects& subjects);
  // The origin of a value that an expression gave. While reads are recorded, each value has an origin of its own, so
  // that each object of a pipeline leads to its own data. For a value found by a path, the chain continues to the
  // value's source.
  OriginId origin_of(const Expression& expression, const Value& value);
  // The path to follow. Throws Error "json-path-syntax", with what is probably meant.
  // The path in `subject`, whose keys tell what a path that cannot be read means.
  const JsonPath& json_path_of(const SubjectPath& path, OriginId where, const Value& subject);
  Value look_up(const SubjectPath& path, OriginId where, const Subjects& subjects);
  // The subject of a path. Null if it is absent; then the path gives null.
  const Value* subject_of(const SubjectPath& path, OriginId where, const Subjects& subjects);
  void tell_differences(const SubjectPath& path, OriginId where);
  Value map_of(const Expression& expression, const Subjects& subjects);
  Value plain_map_of(const Expression& expression, const Subjects& subjects);
  // The value of a path that must find something. Throws Error "field-not-found".
  Value found_by(const Expression& expression, const Subjects& subjects);
  Value operate(const Expression& expression, const Subjects& subjects);

  std::unordered_map<std::string, SubjectPath> found_paths_;  // texts in data that were looked up as paths
  std::unordered_set<std::uint64_t> told_;                    // reported differences with their places
  std::uint32_t own_origins_ = 0;
  std::unordered_set<OriginId> missed_;  // places of paths without a match
};

}  // namespace evalground::dcontroller
