// Hot: compiled for speed in every module.
#include "dialects/yaql/evaluation/scope.hpp"

namespace evalground::yaql {

// The level counts nested scopes: a chain that grows with each call ends at the limit on depth.
Scope::Scope(Ref<Scope> parent, Budget& budget) : parent_(std::move(parent)), level_(parent_->level_ + 1) {
  if (level_ > budget.limits().depth) throw LimitError(Limit::depth, budget.limits().depth);
}

// Positions beyond the inline ones. Unset positions between are null.
void Scope::set_more(std::uint32_t position, const Value& value) {
  if (more_.size() < position - inline_positions) more_.resize(position - inline_positions, Value::null());
  more_[position - 1 - inline_positions] = value;
  if (position > positions_) positions_ = position;
}

// A scope has few names, so a linear search is enough here and below.
void Scope::set_named(Name name, Value value) {
  for (auto& [known, bound] : names_) {
    if (known != name) continue;
    bound = std::move(value);
    return;
  }
  names_.emplace_back(name, std::move(value));
}

// Names of inner scopes hide those of outer ones.
const Value* Scope::find_named(Name name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_.get()) {
    for (const auto& [known, value] : scope->names_) {
      if (known == name) return &value;
    }
  }
  return nullptr;
}

std::pair<const Scope::Definition*, Scope*> Scope::find_definition(Name name) {
  for (Scope* scope = this; scope != nullptr; scope = scope->parent_.get()) {
    for (const Definition& definition : scope->definitions_) {
      if (definition.name == name) return {&definition, scope};
    }
  }
  return {nullptr, nullptr};
}

}  // namespace evalground::yaql
