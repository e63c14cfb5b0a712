#include "dialects/cfengine/policy/checks.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/data_type.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::string_view common_attributes[] = {"comment",    "handle", "meta",   "if",      "ifvarclass", "unless",
                                                  "depends_on", "with",   "action", "classes", "expireafter"};
constexpr std::string_view vars_attributes[] = {"string", "int", "real", "slist", "ilist", "rlist", "data", "policy"};
constexpr std::string_view defaults_attributes[] = {"string", "int",  "real",   "slist",         "ilist",
                                                    "rlist",  "data", "policy", "if_match_regex"};
constexpr std::string_view classes_attributes[] = {"expression",   "and",   "or",          "not",         "xor", "dist",
                                                   "select_class", "scope", "persistence", "timer_policy"};
constexpr std::string_view reports_attributes[] = {"printfile",     "report_to_file", "bundle_return_value_index",
                                                   "lastseen",      "showstate",      "intermittency",
                                                   "friend_pattern"};
constexpr std::string_view methods_attributes[] = {"usebundle", "useresult", "inherit", "ifelapsed", "inherit_classes"};

struct PromiseType {
  std::string_view name;
  std::span<const std::string_view> attributes;
};
constexpr PromiseType known_types[] = {{"vars", vars_attributes},         {"meta", vars_attributes},
                                       {"defaults", defaults_attributes}, {"classes", classes_attributes},
                                       {"reports", reports_attributes},   {"methods", methods_attributes}};

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// The return types that a variable's type takes.
bool takes(DataType type, std::string_view returns) {
  if (type == DataType::string) {
    return returns == "string" || returns == "int" || returns == "real" || returns == "context";
  }
  return type_name(type) == returns;
}

class Checker {
 public:
  Checker(Context& context, const Policy& policy, std::vector<Diagnostic>& diagnostics)
      : context_(context), policy_(policy), diagnostics_(diagnostics) {}

  void check_all() {
    for (auto bundle = policy_.bundles.begin(); bundle != policy_.bundles.end(); ++bundle) {
      for (auto other = policy_.bundles.begin(); other != bundle; ++other) {
        context_.budget.step();
        if (!bundle->name.empty() && other->type == bundle->type && other->name == bundle->name &&
            other->space == bundle->space) {
          report(bundle->where, "duplicate-bundle",
                 "There are two bundles named " + quote(bundle->name) + " of type " + std::string(bundle->type) + ".");
        }
      }
      for (const Section& section : bundle->sections) check_section(section);
    }
    for (const Body& body : policy_.bodies) {
      for (const BodyLine& line : body.lines) check_attribute(line.attribute);
    }
  }

  void check_value(const Rvalue& value) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    for (const Rvalue* part : value.items) check_value(*part);
    if (value.kind == RvalueKind::call) check_call(value);
  }

 private:
  // Of attributes that take bodies or bundles, what looks like a call is one of those; its arguments are values.
  void check_attribute(const Attribute& attribute) {
    static constexpr std::string_view others[] = {"action", "classes",        "printfile",   "usebundle",
                                                  "inputs", "bundlesequence", "inherit_from"};
    if (!contains(others, attribute.name)) return check_value(*attribute.value);
    for (const Rvalue* part : attribute.value->items) {
      if (attribute.value->kind == RvalueKind::call) {
        check_value(*part);
      } else {
        for (const Rvalue* argument : part->items) check_value(*argument);
      }
    }
  }

  void report(OriginId where, std::string code, std::string message) {
    Diagnostic diagnostic;
    diagnostic.code = std::move(code);
    diagnostic.message = std::move(message);
    diagnostic.where = where;
    diagnostics_.push_back(std::move(diagnostic));
  }

  void check_call(const Rvalue& call) {
    // The function, the number of its arguments, then those without references.
    const std::string name(call.text.source);
    if (call.function == nullptr) {
      if (call.text.has_references) {
        report(call.where, "unknown-function", "The name of a function cannot hold references.");
        return;
      }
      std::string message = "There is no function " + quote(name) + ".";
      const std::string_view nearest = policy_.catalogue.nearest("function", name);
      if (!nearest.empty()) message += " Did you mean " + quote(nearest) + "?";
      report(call.where, "unknown-function", std::move(message));
      return;
    }
    const Signature& signature = call.function->signature;
    if (const std::string wrong = wrong_count(signature, call.items.size()); !wrong.empty()) {
      report(call.where, "wrong-arguments", name + " " + wrong + ".");
      return;
    }
    if (name == "ifelse" && call.items.size() % 2 == 0) {
      report(call.where, "wrong-arguments",
             "ifelse takes an odd number of arguments: pairs of a condition and a value, and what else.");
    }
    for (std::size_t i = 0; i < call.items.size(); ++i) {
      const Rvalue& argument = *call.items[i];
      if (argument.kind != RvalueKind::text || is_unresolved(argument.text.source)) continue;
      const std::string wrong = wrong_argument(argument_type(signature, i), argument.text.source);
      if (wrong.empty()) continue;
      report(argument.where, "wrong-argument",
             "Argument " + std::to_string(i + 1) + " of " + name + " must be " + wrong + ", not " +
                 quote(argument.text.source) + ".");
    }
  }

  void check_section(const Section& section) {
    const auto* type = std::find_if(std::begin(known_types), std::end(known_types),
                                    [&](const PromiseType& known) { return known.name == section.type; });
    const bool is_known = type != std::end(known_types);
    for (const Promise* promise : section.promises) {
      for (const Attribute& attribute : promise->attributes) {
        if (!is_known) continue;
        check_attribute(attribute);
        if (!contains(common_attributes, attribute.name) && !contains(type->attributes, attribute.name)) {
          unknown_attribute(*type, attribute);
        }
        if ((attribute.name == "if" || attribute.name == "ifvarclass" || attribute.name == "unless") &&
            attribute.value->kind == RvalueKind::list) {
          report(attribute.value->where, "wrong-type",
                 "`" + std::string(attribute.name) + "` takes a class expression, not a list.");
        }
      }
      if (section.type == "vars" || section.type == "meta" || section.type == "defaults") check_variable(*promise);
      if (section.type == "classes") check_class(*promise);
    }
  }

  void unknown_attribute(const PromiseType& type, const Attribute& attribute) {
    std::vector<std::string_view> names(type.attributes.begin(), type.attributes.end());
    names.insert(names.end(), std::begin(common_attributes), std::end(common_attributes));
    std::string message =
        "Promises of type `" + std::string(type.name) + "` have no attribute " + quote(attribute.name) + ".";
    if (const auto nearest = nearest_name(attribute.name, names)) message += " Did you mean " + quote(*nearest) + "?";
    report(attribute.where, "unknown-attribute", std::move(message));
  }

  void check_variable(const Promise& promise) {
    const Attribute* typed = nullptr;
    for (const Attribute& attribute : promise.attributes) {
      if (type_of(attribute.name) == DataType::none) continue;
      if (typed != nullptr) {
        report(attribute.where, "two-types",
               "The variable " + quote(promise.promiser.source) + " has two types, `" + std::string(typed->name) +
                   "` and `" + std::string(attribute.name) + "`.");
        return;
      }
      typed = &attribute;
    }
    if (typed == nullptr) return;
    check_typed(type_of(typed->name), *typed->value);
  }

  void check_typed(DataType type, const Rvalue& value) {
    const std::string word(type_name(type));
    if (value.kind == RvalueKind::call) {
      if (value.function != nullptr && !takes(type, value.function->signature.returns)) {
        report(value.where, "wrong-type",
               std::string(value.text.source) + " returns " + std::string(value.function->signature.returns) +
                   ", which a variable of type " + word + " does not take.");
      }
      return;
    }
    if (is_list_type(type)) {
      if (value.kind != RvalueKind::list) {
        report(value.where, "wrong-type", "A variable of type " + word + " takes a list, as in `{ \"a\", \"b\" }`.");
        return;
      }
      if (type == DataType::slist) return;
      for (const Rvalue* item : value.items) {
        if (item->kind == RvalueKind::text)
          check_literal(type == DataType::ilist ? DataType::integer : DataType::real, *item);
      }
      return;
    }
    if (value.kind == RvalueKind::list) {
      report(value.where, "wrong-type", "A variable of type " + word + " does not take a list.");
      return;
    }
    check_literal(type, value);
  }

  void check_literal(DataType type, const Rvalue& value) {
    const std::string_view text = value.text.source;
    if (is_unresolved(text)) return;
    const bool is_wrong = (type == DataType::integer && !int_of(text)) || (type == DataType::real && !real_of(text));
    if (!is_wrong) return;
    report(value.where, "wrong-type", quote(text) + (type == DataType::integer ? " is no integer." : " is no number."));
  }

  void check_class(const Promise& promise) {
    for (const Attribute& attribute : promise.attributes) {
      const bool is_expression = attribute.name == "expression" || attribute.name == "not";
      const bool is_operands = attribute.name == "and" || attribute.name == "or" || attribute.name == "xor";
      if (!is_expression && !is_operands) continue;
      if (is_expression && attribute.value->kind == RvalueKind::list) {
        report(attribute.value->where, "wrong-type",
               "`" + std::string(attribute.name) + "` takes one class expression, not a list.");
      }
      if (attribute.value->kind == RvalueKind::text) check_blanks(*attribute.value);
      if (is_operands && attribute.value->kind == RvalueKind::list) {
        for (const Rvalue* operand : attribute.value->items) {
          if (operand->kind == RvalueKind::text) check_blanks(*operand);
        }
      }
    }
  }

  void check_blanks(const Rvalue& expression) {
    const std::string_view text = expression.text.source;
    if (text.find_first_of(" \t\n") == std::string_view::npos || is_unresolved(text)) return;
    report(expression.where, "class-expression",
           "The class expression " + quote(text) + " holds blanks; write it without.");
  }

  Context& context_;
  const Policy& policy_;
  std::vector<Diagnostic>& diagnostics_;
};

}  // namespace

void check_policy(Context& context, const Policy& policy, std::vector<Diagnostic>& diagnostics) {
  Checker(context, policy, diagnostics).check_all();
}

void check_calls(Context& context, const Policy& policy, const Rvalue& value, std::vector<Diagnostic>& diagnostics) {
  Checker(context, policy, diagnostics).check_value(value);
}

const Attribute* typed_attribute(const Promise& promise) {
  for (const Attribute& attribute : promise.attributes) {
    if (type_of(attribute.name) != DataType::none) return &attribute;
  }
  return nullptr;
}

}  // namespace evalground::cfengine
