// The tree of an expression, and its parser (section "Reading" of this dialect's guide.md).
//
// Any error makes parsing fail as a whole, even in a part that is never evaluated. But the name of an operator and the
// syntax of a path are checked only when they are used, as in the controller.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "base/memory.hpp"
#include "dialects/dcontroller/expression/subject.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::dcontroller {

struct Expression {
  enum class Kind : std::uint8_t {
    literal,
    path,      // text that begins with `$`
    list,      // parts: its items
    map,       // parts: its values
    operation  // parts: the argument, unevaluated
  };
  using Parts = std::vector<const Expression*, CountingAllocator<const Expression*>>;

  struct Key {
    std::string_view text;
    OriginId where;
    const SubjectPath* setter;  // null for the plain name of a member
  };

  Kind kind;
  OriginId where;     // the place of the whole expression
  OriginId computed;  // the same place, as the origin of a value computed there
  Value literal = {};
  std::string_view name = {};  // of an operation, with its @
  OriginId name_where = 0;
  const SubjectPath* path = nullptr;
  const FunctionCatalogue::Entry* entry = nullptr;  // of an operation; null for an unknown operator
  Parts parts = {};
  std::vector<Key, CountingAllocator<Key>> keys = {};

  // The number of its evaluations, for the outline.
  mutable std::uint32_t evaluations = 0;
  mutable bool has_failed = false;
  mutable Value last = {};
};

// Owns expressions and their paths.
class ExpressionTree {
 public:
  // Operations are looked up among the operators of the catalogue.
  ExpressionTree(Context& context, const FunctionCatalogue& catalogue_) : catalogue(catalogue_), context_(context) {}

  const FunctionCatalogue& catalogue;

  // Parses the value. Throws Error "empty-key" and, with quirks, "empty-text".
  const Expression& read(const Value& written);

 private:
  Expression& add(Expression::Kind kind, const Value& written);
  const Expression& read_text(const Value& written);
  const Expression& read_map(const Value& written);
  const SubjectPath* path_of(std::string_view text);

  Context& context_;
  std::deque<Expression, CountingAllocator<Expression>> expressions_;
  std::deque<SubjectPath, CountingAllocator<SubjectPath>> paths_;
  std::vector<Value, CountingAllocator<Value>> written_;  // owns the texts that names and keys are views of
};

}  // namespace evalground::dcontroller
