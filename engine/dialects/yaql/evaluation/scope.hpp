// The names that an expression sees: a chain of scopes, the innermost first.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/refcount.hpp"
#include "dialects/yaql/syntax/ast.hpp"
#include "value/value.hpp"

namespace evalground::yaql {

class Scope final : public Counted<Scope> {
 public:
  // A function defined by `def`. Its body sees the scope that holds the definition.
  struct Definition {
    Name name;
    const Node* body;
  };

  // The outermost scope.
  Scope() = default;
  // Throws LimitError (depth) when the chain is longer than the budget allows.
  Scope(Ref<Scope> parent, Budget& budget);
  static void* operator new(std::size_t size) { return allocate_counted(size); }
  static void operator delete(void* memory, std::size_t size) noexcept { free_counted(memory, size); }

  // Binds $1, $2, …: the first position is 1.
  void set(std::uint32_t position, const Value& value) {
    if (position > inline_positions) return set_more(position, value);
    few_[position - 1] = value;
    if (position > positions_) positions_ = position;
  }
  void set_named(Name name, Value value);
  void define(Definition definition) { definitions_.push_back(definition); }

  // Null when no scope of the chain binds it.
  const Value* find(std::uint32_t position) const {
    for (const Scope* scope = this; scope != nullptr; scope = scope->parent_.get()) {
      if (position <= scope->positions_) return &scope->at(position);
    }
    return nullptr;
  }
  const Value* find_named(Name name) const;
  // Calls f with each bound name, innermost scope first.
  template <class F>
  void each_name(F&& f) const {
    for (const Scope* scope = this; scope != nullptr; scope = scope->parent_.get()) {
      for (const auto& bound : scope->names_) f(bound.first);
    }
  }
  // The definition of that name and the scope that holds it.
  std::pair<const Definition*, Scope*> find_definition(Name name);

 private:
  static constexpr std::uint32_t inline_positions = 2;
  const Value& at(std::uint32_t position) const {
    return position <= inline_positions ? few_[position - 1] : more_[position - 1 - inline_positions];
  }

  void set_more(std::uint32_t position, const Value& value);

  Ref<Scope> parent_;
  std::uint32_t level_ = 0;
  std::uint32_t positions_ = 0;
  Value few_[inline_positions];
  List more_;
  std::vector<std::pair<Name, Value>, CountingAllocator<std::pair<Name, Value>>> names_;
  std::vector<Definition, CountingAllocator<Definition>> definitions_;
};

}  // namespace evalground::yaql
