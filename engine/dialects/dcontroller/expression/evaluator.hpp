// Evaluates expressions.
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
  hyphen
};

class Evaluator {
 public:
  explicit Evaluator(Context& context_) : context(context_) {}

  Context& context;

  // Throws Error for what the language calls one: it has no way to go on after it.
  Value evaluate(const Expression& expression, const Subjects& subjects);
  // The items of a list expression, before a list among them counts (see list_of).
  List items_of(const Expression& list, const Subjects& subjects);
  // The value of a list expression with these items: with quirks, a list whose first item is a list is that item.
  Value list_of(List items, OriginId where);
  // Text that begins with `$` is a path and looked up once more; all else stays as it is.
  Value looked_up_again(Value value, OriginId where, const Subjects& subjects);
  // Whether a difference at a place has not been told yet; it counts as told from now on.
  bool is_news(OriginId where, Difference difference);
  // Says what the controller would do here.
  void differs(OriginId where, std::string message, std::vector<Fix> fixes = {});

 private:
  Value compute(const Expression& expression, const Subjects& subjects);
  Value look_up(const SubjectPath& path, OriginId where, const Subjects& subjects);
  // The subject that the path runs on; null where it has none and gives null.
  const Value* subject_of(const SubjectPath& path, OriginId where, const Subjects& subjects);
  void tell_differences(const SubjectPath& path, OriginId where);
  Value map_of(const Expression& expression, const Subjects& subjects);
  Value operate(const Expression& expression, const Subjects& subjects);

  std::unordered_map<std::string, SubjectPath> found_paths_;  // texts in data that were looked up
  std::unordered_set<std::uint64_t> told_;                    // differences with their places
};

}  // namespace evalground::dcontroller
