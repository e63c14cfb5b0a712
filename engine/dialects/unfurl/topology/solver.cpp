// Chooses targets of requirements as described in TOSCA 1.3 (sections 3.8.2 and 3.6.5).
//
//   requirements:
//     - store: {node: my.Store, node_filter: {properties: [{size: {greater_than: 3}}]}}
//
// Every other node of the tree is a candidate. It fits under three conditions. Its type is the requested node type or
// derives from it. It has a capability of the requested name or type, which is valid for the relationship and the
// source's type. The literal values of its properties satisfy the filter. Exactly one candidate must fit. A node with
// the directive `default` counts only if no other node fits.
//
// Nothing is evaluated: a property whose value is an expression satisfies no condition.
#include "dialects/unfurl/topology/solver.hpp"

#include <algorithm>
#include <vector>

#include "base/text/text.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/tosca/constraints.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "source/diagnostic.hpp"
#include "value/compare.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

// A message lists at most this many candidates.
constexpr std::size_t most_candidates = 5;

// True when the list of names is missing or empty, or contains the type.
bool is_valid(const Value* names, const Type& type) {
  if (names == nullptr || !names->is_list() || names->as_list().empty()) return true;
  const List& all = names->as_list();
  return std::any_of(all.begin(), all.end(),
                     [&](const Value& name) { return name.is_string() && type.is(name.as_string()); });
}

bool is_default(const NodeTemplate& node) {
  const Value* directives = field(node.definition, "directives");
  if (directives == nullptr || !directives->is_list()) return false;
  const List& words = directives->as_list();
  return std::any_of(words.begin(), words.end(),
                     [](const Value& word) { return word.is_string() && word.as_string() == "default"; });
}

std::string name_of(const NodeTemplate& node) {
  return quote(key_text(node.name));
}

}  // namespace

const Type* Solver::capability_type(const NodeTemplate& node, const Declaration& declaration) const {
  const Map& assigned = map_or_nothing(map_or_nothing(field(node.definition, "capabilities")).find(declaration.name));
  if (const Value* own = field(assigned, "type")) return types_.find(TypeKind::capability, key_text(*own), *node.names);
  const Value* declared = field(declaration.definition, "type");
  return declared == nullptr ? nullptr : types_.find(TypeKind::capability, key_text(*declared), *declaration.names);
}

// The three flags say how far the best capability came, so the reason names the last obstacle and not the first.
std::string Solver::capability_misfit(const NodeTemplate& source, const Requirement& requirement,
                                      const NodeTemplate& candidate) const {
  const Value* wanted = field(requirement.definition, "capability");
  const Value* valid_targets = requirement.relationship->inherited("valid_target_types");
  const std::string name = wanted != nullptr ? key_text(*wanted) : std::string();
  bool has_wanted = false;
  bool is_target = false;
  for (const Declaration& declaration : candidate.type->capabilities) {
    context_.budget.step();
    const Type* type = capability_type(candidate, declaration);
    if (type == nullptr) continue;
    if (wanted != nullptr && key_text(declaration.name) != name && !type->is(name)) continue;
    has_wanted = true;
    if (!is_valid(valid_targets, *type)) continue;
    is_target = true;
    const Value* valid_sources = field(declaration.definition, "valid_source_types");
    if (valid_sources == nullptr) valid_sources = type->inherited("valid_source_types");
    if (is_valid(valid_sources, *source.type)) return {};
  }
  if (!has_wanted) return "has no capability " + quote(name);
  if (!is_target) return "has no capability that may be the target of " + quote(requirement.relationship->name);
  return "takes no " + quote(source.type->name) + " as the source";
}

// A value and a plain condition are converted by the declaration before they are compared: "5 GB" equals "5000 MB".
std::string Solver::condition_misfit(const Value& name, const Value& condition, const Type& type,
                                     const Map& assigned) const {
  const std::string text = key_text(name);
  // `{eval: …}` and `{q: …}` set the property of the target, so they are not conditions.
  if (is_expression_map(condition)) return {};
  const Declaration* declaration = type.property(name);
  const Value* value = assigned.find(name);
  if (value == nullptr && declaration != nullptr) value = declaration->definition.find("default");
  if (value == nullptr) return "has no value for " + quote(text);
  if (holds_expressions(*value, context_.budget)) return "computes " + quote(text);
  const auto conforming = [&](const Value& written) {
    return declaration == nullptr ? written : declarer_.conforming(*declaration, written);
  };
  const bool is_constraint_map = condition.is_map() && condition.as_map().size() == 1 &&
                                 condition.as_map().entry(0).key.is_string() &&
                                 is_constraint(condition.as_map().entry(0).key.as_string());
  const bool is_constraint_list =
      condition.is_list() && !condition.as_list().empty() && condition.as_list().front().is_map();
  const bool is_missed = recover(
      [&] {
        const Value given = conforming(*value);
        if (!is_constraint_map && !is_constraint_list) {
          return !python_equal(given, conforming(condition), context_.budget);
        }
        check_constraints(context_, is_constraint_list ? condition : Value::list({condition}), given, text, {});
        return false;
      },
      [](const Error&) { return true; });
  return is_missed ? "has " + quote(text) + " " + short_text(*value, 40) : std::string();
}

std::string Solver::conditions_misfit(const Map& filter, const Type& type, const Map& assigned) const {
  const Value* properties = field(filter, "properties");
  if (properties == nullptr) return {};
  const auto check = [&](const Map& conditions) {
    for (const auto& [name, condition] : conditions) {
      context_.budget.step();
      if (std::string found = condition_misfit(name, condition, type, assigned); !found.empty()) return found;
    }
    return std::string();
  };
  if (properties->is_map()) return check(properties->as_map());
  if (!properties->is_list()) return {};
  for (const Value& item : properties->as_list()) {
    if (!item.is_map()) continue;
    if (std::string found = check(item.as_map()); !found.empty()) return found;
  }
  return {};
}

std::string Solver::filter_misfit(const Map& filter, const NodeTemplate& candidate) const {
  std::string found =
      conditions_misfit(filter, *candidate.type, map_or_nothing(field(candidate.definition, "properties")));
  if (!found.empty()) return found;
  const Value* capabilities = field(filter, "capabilities");
  if (capabilities == nullptr || !capabilities->is_list()) return {};
  const Map& assigned = map_or_nothing(field(candidate.definition, "capabilities"));
  for (const Value& item : capabilities->as_list()) {
    if (!item.is_map() || item.as_map().size() != 1) continue;
    const auto& [wanted, inner] = item.as_map().entry(0);
    const std::string name = key_text(wanted);
    // The capability of that name, or one of that type.
    found = "has no capability " + quote(name);
    for (const Declaration& declaration : candidate.type->capabilities) {
      context_.budget.step();
      const Type* type = capability_type(candidate, declaration);
      if (type == nullptr || (key_text(declaration.name) != name && !type->is(name))) continue;
      const Map& own = map_or_nothing(assigned.find(declaration.name));
      Map properties = map_or_nothing(field(declaration.definition, "properties"));
      for (const auto& [key, value] : map_or_nothing(field(own, "properties"))) properties.set(key, value);
      found = conditions_misfit(map_or_nothing(&inner), *type, properties);
      if (found.empty()) break;
      found += " in its capability " + quote(key_text(declaration.name));
    }
    if (!found.empty()) return found;
  }
  return {};
}

// Empty if the candidate fits, else the reason: "is no my.Store". The cheapest test comes first.
std::string Solver::misfit(const NodeTemplate& source, const Requirement& requirement, const Type* node_type,
                           const NodeTemplate& candidate) const {
  if (node_type != nullptr && !candidate.type->is(*node_type)) return "is no " + quote(node_type->name);
  if (std::string found = capability_misfit(source, requirement, candidate); !found.empty()) return found;
  const Value* filter = field(requirement.definition, "node_filter");
  return filter != nullptr && filter->is_map() ? filter_misfit(filter->as_map(), candidate) : std::string();
}

// Linear in the nodes, each with its capabilities and conditions. Requirements are solved one by one, so none takes a
// node away from another.
Solution Solver::solve(const NodeTemplate& source, const Requirement& requirement, const Type* node_type) const {
  std::vector<const NodeTemplate*> fitting;
  std::vector<std::string> reasons;
  std::size_t count = 0;
  for (const NodeTemplate& candidate : templates_) {
    context_.budget.step();
    if (&candidate == &source || candidate.type == nullptr || !candidate.is_in_tree) continue;
    ++count;
    const std::string reason = misfit(source, requirement, node_type, candidate);
    if (reason.empty()) {
      fitting.push_back(&candidate);
    } else if (reasons.size() < most_candidates) {
      reasons.push_back(name_of(candidate) + " " + reason);
    }
  }
  if (std::any_of(fitting.begin(), fitting.end(), [](const NodeTemplate* one) { return !is_default(*one); })) {
    std::erase_if(fitting, [](const NodeTemplate* one) { return is_default(*one); });
  }
  if (fitting.size() == 1) return {templates_.find(key_text(fitting.front()->name)), {}};
  if (!fitting.empty()) {
    std::vector<std::string> names;
    for (const NodeTemplate* one : fitting) {
      if (names.size() < most_candidates) names.push_back(name_of(*one));
    }
    const std::size_t more = fitting.size() - names.size();
    return {nullptr,
            "several nodes fit: " + join(names, ", ") + (more == 0 ? "" : ", and " + std::to_string(more) + " more")};
  }
  if (count == 0) return {nullptr, "there is no other node"};
  const std::size_t more = count - reasons.size();
  return {nullptr,
          "no node fits: " + join(reasons, "; ") + (more == 0 ? "" : "; and " + std::to_string(more) + " more")};
}

}  // namespace evalground::unfurl
