// The tree of an expression, and its parser (section "Reading" of this dialect's guide.md).
//
// Any error makes parsing fail as a whole, even in a part that is never evaluated. In the language of 2025 the name of
// an operator and the syntax of a path are checked only when they are used, as in that controller. The language of 2026
// has its own parser (reading_2026.cpp), which builds nodes of its own kinds, so the evaluator needs no versions.
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
    path,       // text that begins with `$`
    list,       // parts: its items
    map,        // parts: its values
    operation,  // parts: the argument, unevaluated
    // Of the language of 2026.
    constant,    // a literal that is itself, null included
    matches,     // a path: its one match, or the list of all; an error without any
    plain_list,  // parts: its items, which may be lists
    plain_map    // parts: its values; no key is a setter
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

  bool is_list() const noexcept { return kind == Kind::list || kind == Kind::plain_list; }
};

class ExpressionTree;

// A version of the language (versions.hpp has both).
struct Version {
  std::string_view reference;      // the value of the option `reference`
  std::string_view operator_kind;  // the kinds of its entries in the catalogue
  std::string_view stage_kind;
  const Expression& (*read)(ExpressionTree& tree, const Value& written);
  bool decodes_secrets;  // before a pipeline reads them
};

// Owns expressions and their paths.
class ExpressionTree {
 public:
  // Operations are looked up among the operators of the version in the catalogue.
  ExpressionTree(Context& context_, const FunctionCatalogue& catalogue_, const Version& version_)
      : context(context_), catalogue(catalogue_), version(version_) {}

  Context& context;
  const FunctionCatalogue& catalogue;
  const Version& version;

  // Parses the value by the version's rules. Throws Error.
  const Expression& read(const Value& written) { return version.read(*this, written); }

  // For the parsers: a new node, a path, and a value that must live as long as the nodes that view its texts.
  Expression& add(Expression::Kind kind, const Value& written);
  const SubjectPath* add_path(std::string_view text, Hyphens hyphens);
  void keep(const Value& written) { written_.push_back(written); }

 private:
  std::deque<Expression, CountingAllocator<Expression>> expressions_;
  std::deque<SubjectPath, CountingAllocator<SubjectPath>> paths_;
  std::vector<Value, CountingAllocator<Value>> written_;  // owns the texts that names and keys are views of
};

// The parsers. Throw Error: "empty-key" and, with quirks, "empty-text" in 2025; "unknown-operator", "wrong-argument"
// and "json-path-syntax" in 2026.
const Expression& read_2025(ExpressionTree& tree, const Value& written);
const Expression& read_2026(ExpressionTree& tree, const Value& written);

}  // namespace evalground::dcontroller
