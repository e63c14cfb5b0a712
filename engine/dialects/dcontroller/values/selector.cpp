// Label selectors of Kubernetes, from which the controller chooses the objects of a source.
//
//   {matchLabels: {app: web}, matchExpressions: [{key: tier, operator: NotIn, values: [test]}]}
//   {app: web}                                  the same as matchLabels alone
//
// Both forms become requirements, which all must hold. `NotIn` also holds for objects without the label. Keys and
// values are checked by the syntax of Kubernetes when the manifest is read.
#include "dialects/dcontroller/values/selector.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/dcontroller/values/canonical.hpp"

namespace evalground::dcontroller {
namespace {

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// At most 63 letters, digits, "-", "_" and ".", with a letter or digit at both ends.
bool is_label_name(std::string_view text) {
  constexpr std::size_t longest = 63;
  if (text.empty() || text.size() > longest) return false;
  if (!is_alphanumeric(text.front()) || !is_alphanumeric(text.back())) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

// Parts of lower-case letters, digits and "-" between dots, at most 253 characters.
bool is_dns_name(std::string_view text) {
  constexpr std::size_t longest = 253;
  if (text.size() > longest) return false;
  for (const std::string_view part : Split(text, ".")) {
    if (part.empty() || !is_alphanumeric(part.front()) || !is_alphanumeric(part.back())) return false;
    const auto fits = [](char c) { return (is_alphanumeric(c) && !(c >= 'A' && c <= 'Z')) || c == '-'; };
    if (!std::all_of(part.begin(), part.end(), fits)) return false;
  }
  return true;
}

// `app` or `example.com/app`: an optional DNS name, and a name.
bool is_label_key(std::string_view key) {
  const std::size_t slash = key.find('/');
  if (slash == std::string_view::npos) return is_label_name(key);
  return is_dns_name(key.substr(0, slash)) && is_label_name(key.substr(slash + 1));
}

// `version: 1` in YAML is an integer, but labels are texts: it selects the label "1".
std::string label_text(const Value& value, Budget& budget) {
  return value.is_string() ? std::string(value.as_string()) : canonical_json(value, budget);
}

[[noreturn]] void fail(const std::string& message, OriginId where) {
  throw Error("wrong-selector", message, where);
}

}  // namespace

LabelSelector::LabelSelector(const Map& written, Budget& budget) {
  const Value* labels = written.find("matchLabels");
  const Value* expressions = written.find("matchExpressions");
  if (labels == nullptr && expressions == nullptr) add_labels(written, budget);
  // The controller ignores labels of another type.
  if (labels != nullptr && labels->is_map()) add_labels(labels->as_map(), budget);
  if (expressions != nullptr && expressions->is_list()) {
    for (const Value& expression : expressions->as_list()) {
      budget.step();
      if (expression.is_map()) add_expression(expression.as_map(), budget);  // the controller skips other items
    }
  }
}

void LabelSelector::add_labels(const Map& labels, Budget& budget) {
  for (const auto& [key, value] : labels) {
    budget.step();
    add({std::string(key.as_string()), Operator::in, {label_text(value, budget)}}, value.origin());
  }
}

// `In` and `NotIn` need values, `Exists` and `DoesNotExist` must have none.
void LabelSelector::add_expression(const Map& expression, Budget& budget) {
  const Value* key = expression.find("key");
  const Value* op = expression.find("operator");
  const Value* values = expression.find("values");
  if (key == nullptr || !key->is_string() || op == nullptr || !op->is_string()) {
    fail("A requirement of a selector needs a key and an operator.", key != nullptr ? key->origin() : 0);
  }
  Requirement requirement{std::string(key->as_string()), Operator::in, {}};
  const std::string_view name = op->as_string();
  if (name == "NotIn") {
    requirement.op = Operator::not_in;
  } else if (name == "Exists") {
    requirement.op = Operator::exists;
  } else if (name == "DoesNotExist") {
    requirement.op = Operator::does_not_exist;
  } else if (name != "In") {
    fail("Unknown selector operator " + quote(name) + ": known are In, NotIn, Exists and DoesNotExist.", op->origin());
  }
  if (values != nullptr && values->is_list()) {
    for (const Value& value : values->as_list()) {
      budget.step();
      requirement.values.push_back(label_text(value, budget));
    }
  }
  const bool wants_values = requirement.op == Operator::in || requirement.op == Operator::not_in;
  if (wants_values == requirement.values.empty()) {
    fail("The selector operator " + std::string(name) + (wants_values ? " needs values." : " takes no values."),
         op->origin());
  }
  add(std::move(requirement), key->origin());
}

void LabelSelector::add(Requirement requirement, OriginId where) {
  if (!is_label_key(requirement.key)) fail("The text " + quote(requirement.key) + " is no key of a label.", where);
  for (const std::string& value : requirement.values) {
    if (!value.empty() && !is_label_name(value)) fail("The text " + quote(value) + " is no value of a label.", where);
  }
  requirements_.push_back(std::move(requirement));
}

bool LabelSelector::matches(const Map& labels, Budget& budget) const {
  for (const Requirement& requirement : requirements_) {
    budget.step();
    const Value* label = labels.find(requirement.key);
    if (requirement.op == Operator::exists || requirement.op == Operator::does_not_exist) {
      if ((label != nullptr) != (requirement.op == Operator::exists)) return false;
      continue;
    }
    const auto& values = requirement.values;
    const bool is_listed =
        label != nullptr && std::find(values.begin(), values.end(), label_text(*label, budget)) != values.end();
    if (is_listed != (requirement.op == Operator::in)) return false;
  }
  return true;
}

}  // namespace evalground::dcontroller
