#include "dialects/unfurl/expression/scope.hpp"

namespace evalground::unfurl {

Value Scope::current() const {
  return item.is_undefined() ? Value::object(Ref<Object>(resource)) : item;
}

void Memos::forget_all() {
  while (first_ != nullptr) {
    Memo* memo = first_;
    memo->leave();
    memo->forget();
  }
}

Memo::Memo(Memos& memos) : memos_(&memos), after_(memos.first_) {
  if (after_ != nullptr) after_->before_ = this;
  memos.first_ = this;
}

void Memo::leave() {
  if (memos_ == nullptr) return;
  (before_ != nullptr ? before_->after_ : memos_->first_) = after_;
  if (after_ != nullptr) after_->before_ = before_;
  memos_ = nullptr;
}

Variables::Variables(Memos& memos, const Scope& scope, Value definitions)
    : Memo(memos), definitions_(std::move(definitions)), outer_(scope) {
  for (const auto& [name, definition] : definitions_.as_map()) {
    if (!name.is_string()) continue;
    Variable& variable = variables_.emplace_back();
    variable.name = name.as_string();
    variable.attribute.definition = definition;
  }
}

Variables::Variables(Memos& memos, Ref<Variables> outer, std::vector<std::pair<std::string_view, Value>> values)
    : Memo(memos), outer_{nullptr, {}, {}, std::move(outer)} {
  variables_.reserve(values.size());
  for (auto& [name, value] : values) {
    Variable& variable = variables_.emplace_back();
    variable.name = name;
    variable.attribute.state = Attribute::State::read;
    variable.attribute.value = std::move(value);
  }
}

std::pair<Variables*, Variables::Variable*> Variables::find(Variables* innermost, std::string_view name) {
  for (Variables* variables = innermost; variables != nullptr; variables = variables->outer_.variables.get()) {
    for (Variable& variable : variables->variables_) {
      if (variable.name == name) return {variables, &variable};
    }
  }
  return {};
}

void Variables::add_names(const Variables* innermost, std::vector<std::string_view>& names) {
  for (const Variables* variables = innermost; variables != nullptr; variables = variables->outer_.variables.get()) {
    for (const Variable& variable : variables->variables_) names.push_back(variable.name);
  }
}

Scope Variables::scope() {
  Scope scope = outer_;
  scope.variables = Ref<Variables>(this);
  return scope;
}

}  // namespace evalground::unfurl
