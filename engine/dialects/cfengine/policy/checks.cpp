// Checks a policy before anything runs, as `cf-promises` does: the reference refuses a policy with such an error, so
// nothing of it is evaluated.
//
// Only literal values are checked. A value with a reference or a call is checked again when variables are known
// (agent/recheck.cpp). The types are those that the reference declares for each attribute.
#include "dialects/cfengine/policy/checks.hpp"

#include <algorithm>

#include "base/text/any_of.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/data/class_expression.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/attribute_names.hpp"
#include "dialects/cfengine/policy/attribute_values.hpp"
#include "dialects/cfengine/policy/bodies.hpp"
#include "dialects/cfengine/policy/data_type.hpp"
#include "dialects/cfengine/policy/text_types.hpp"
#include "value/map.hpp"

namespace evalground::cfengine {
namespace {

// The types of promises, with the type of bundle that may contain them ("" any). A policy may declare more.
struct BuiltInType {
  std::string_view name;
  std::string_view bundle;
};
constexpr BuiltInType built_in_types[] = {{"meta", ""},
                                          {"vars", ""},
                                          {"defaults", ""},
                                          {"classes", ""},
                                          {"reports", ""},
                                          {"methods", "agent"},
                                          {"commands", "agent"},
                                          {"databases", "agent"},
                                          {"files", "agent"},
                                          {"guest_environments", "agent"},
                                          {"packages", "agent"},
                                          {"processes", "agent"},
                                          {"services", "agent"},
                                          {"storage", "agent"},
                                          {"users", "agent"},
                                          {"delete_lines", "edit_line"},
                                          {"field_edits", "edit_line"},
                                          {"insert_lines", "edit_line"},
                                          {"replace_patterns", "edit_line"},
                                          {"build_xpath", "edit_xml"},
                                          {"delete_attribute", "edit_xml"},
                                          {"delete_text", "edit_xml"},
                                          {"delete_tree", "edit_xml"},
                                          {"insert_text", "edit_xml"},
                                          {"insert_tree", "edit_xml"},
                                          {"set_attribute", "edit_xml"},
                                          {"set_text", "edit_xml"},
                                          {"access", "server"},
                                          {"roles", "server"},
                                          {"measurements", "monitor"}};

const BuiltInType* built_in_type(std::string_view name) {
  const auto* found = std::find_if(std::begin(built_in_types), std::end(built_in_types),
                                   [&](const BuiltInType& one) { return one.name == name; });
  return found == std::end(built_in_types) ? nullptr : found;
}

// Names that the reference reserves.
constexpr std::string_view reserved_bundles[] = {"sys", "const", "mon", "edit", "match", "this"};

// True when an attribute of a type, or an item of a list attribute, accepts the result type of a function. "clist" is a
// list of class expressions. For example a `string` accepts the result of a function that returns an int, an `int` does
// not accept one that returns text.
bool takes(std::string_view type, std::string_view returns) {
  if (type == returns) return true;
  if (type == "string") return returns == "int" || returns == "real" || returns == "context";
  if (type == "slist" || type == "context") return returns == "string";
  if (type == "ilist") return returns == "int";
  if (type == "rlist") return returns == "real";
  return type == "clist" && returns == "context";
}

struct TypedAttribute {
  std::string_view name;
  std::string_view type;
  std::string_view literal = "text";  // of a text (policy/text_types.hpp)
};
// The types of attributes whose values are not bodies or bundles.
constexpr TypedAttribute typed_attributes[] = {{"comment", "string"},
                                               {"handle", "string"},
                                               {"meta", "slist"},
                                               {"depends_on", "slist"},
                                               {"with", "string"},
                                               {"string", "string"},
                                               {"int", "int"},
                                               {"real", "real"},
                                               {"slist", "slist"},
                                               {"ilist", "ilist"},
                                               {"rlist", "rlist"},
                                               {"data", "data"},
                                               {"if_match_regex", "string"},
                                               {"expression", "context"},
                                               {"not", "context"},
                                               {"and", "clist"},
                                               {"or", "clist"},
                                               {"xor", "clist"},
                                               {"select_class", "clist"},
                                               {"dist", "rlist"},
                                               {"report_to_file", "string", "path"},
                                               {"bundle_return_value_index", "string", "name"},
                                               {"useresult", "string", "name"},
                                               {"timer_policy", "option", "option{absolute|reset}"},
                                               {"cancel", "option", "boolean"},
                                               {"scope", "option", "option{namespace|bundle}"},
                                               {"policy", "option", "option{free|overridable|constant|ifdefined}"},
                                               {"inherit", "option", "boolean"},
                                               {"persistence", "int", "int[0,99999999999]"},
                                               {"lastseen", "int", "int[0,99999999999]"},
                                               {"intermittency", "real", "real[0,1]"}};

// What the reference accepts as the name of a variable before it is expanded. Within an index there may be dots.
bool is_variable_name(std::string_view name) {
  static constexpr std::string_view reserved[] = {"promiser",           "handle", "promise_filename", "promise_dirname",
                                                  "promise_linenumber", "this"};
  if (contains(reserved, name)) return false;
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return true;
  int dots = 0;
  int level = 0;
  for (const char c : name) {
    if (c == '.' && ++dots > 1 && level != 1) return false;
    if (c == '[' && ++level > 1) return false;
    if (c == ']') --level;
  }
  return dots > 1 || (dot > 0 && dot + 1 < name.size());
}

class Checker {
 public:
  Checker(Context& context, const Policy& policy, std::vector<Diagnostic>& diagnostics,
          std::vector<const Attribute*>* unknown_bodies = nullptr, std::vector<Diagnostic>* doubts = nullptr)
      : context_(context),
        policy_(policy),
        diagnostics_(diagnostics),
        unknown_bodies_(unknown_bodies),
        doubts_(doubts) {}

  // Reports every mistake in the order of the source, so one run shows all of them. Comparing all pairs of names is
  // quadratic, and each comparison is charged. Bodies `file control` may repeat: each applies to what follows it.
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
      if (contains(reserved_bundles, bundle->name))
        report(bundle->where, "reserved-name", "A bundle cannot be named " + quote(bundle->name) + ".");
      for (const Section& section : bundle->sections) {
        check_place(section, *bundle);
        check_section(section);
      }
    }
    for (auto body = policy_.bodies.begin(); body != policy_.bodies.end(); ++body) {
      for (auto other = policy_.bodies.begin(); other != body; ++other) {
        context_.budget.step();
        if (other->type == body->type && other->name == body->name && other->space == body->space &&
            body->type != "file") {
          report(body->where, "duplicate-body",
                 "There are two bodies named " + quote(body->name) + " of type " + std::string(body->type) + ".");
        }
      }
      check_body(*body);
    }
  }

  // `may_fail`: the reference does not report an unknown function, and never makes the call.
  void check_value(const Rvalue& value, bool may_fail = false) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    const bool is_call = value.kind == RvalueKind::call;
    for (const Rvalue* part : value.items) check_value(*part, may_fail || is_call);
    if (is_call) check_call(value, may_fail);
  }

 private:
  // In an attribute that takes a body or bundle, a value that looks like a call is one. Its arguments are values.
  void check_attribute(const Attribute& attribute) {
    static constexpr std::string_view bundles[] = {"usebundle", "service_bundle", "home_bundle"};
    static constexpr std::string_view others[] = {"action", "classes",        "printfile",
                                                  "inputs", "bundlesequence", "inherit_from"};
    static constexpr std::string_view guards[] = {"if", "ifvarclass", "unless", "depends_on"};
    const bool is_bundle = contains(bundles, attribute.name);
    if (!is_bundle && !contains(others, attribute.name))
      return check_value(*attribute.value, contains(guards, attribute.name));
    for (const Rvalue* part : attribute.value->items) {
      if (attribute.value->kind == RvalueKind::call) {
        check_value(*part, is_bundle);
      } else {
        for (const Rvalue* argument : part->items) check_value(*argument);
      }
    }
  }

  void check_body(const Body& body) {
    if (body.name == "control" && !body.parameters.empty())
      report(body.where, "wrong-arguments", "The body `" + std::string(body.type) + " control` takes no parameters.");
    for (const BodyLine& line : body.lines) {
      check_attribute(line.attribute);
      std::string_view code = "wrong-type";
      std::string wrong = wrong_body_attribute(body, line.attribute, code);
      if (!wrong.empty()) report(line.attribute.where, std::string(code), std::move(wrong));
    }
    if (std::string wrong = wrong_body(body); !wrong.empty()) report(body.where, "wrong-type", std::move(wrong));
  }

  // True when a body of that type and name exists. Without a namespace, any namespace counts.
  bool has_body(std::string_view type, std::string_view name) const {
    const std::size_t colon = name.find(':');
    if (colon != std::string_view::npos)
      return policy_.find_body(type, name.substr(0, colon), name.substr(colon + 1)) != nullptr;
    return std::any_of(policy_.bodies.begin(), policy_.bodies.end(), [&](const Body& body) {
      context_.budget.step();
      return body.type == type && body.name == name;
    });
  }

  // A use of a body must name an existing one. If a part of the standard library is missing, the name may be defined
  // there. It is then only collected, for a hint about the missing library.
  void check_use(const Attribute& attribute) {
    const Rvalue& value = *attribute.value;
    const std::string name = "`" + std::string(attribute.name) + "`";
    if (value.kind == RvalueKind::list)
      return report(value.where, "wrong-type", name + " takes the name of a body, not a list.");
    if (value.is_quoted && attribute.name != "action" && attribute.name != "classes")
      return report(value.where, "wrong-type", name + " takes the name of a body without quotes.");
    if (has_body(attribute.name, value.text.source)) return;
    if (policy_.missing_library != 0) {
      if (unknown_bodies_ != nullptr) unknown_bodies_->push_back(&attribute);
      return;
    }
    std::vector<std::string_view> names;
    for (const Body& body : policy_.bodies) {
      if (body.type == attribute.name) names.push_back(body.name);
    }
    report_name(value.where, "unknown-body",
                "The body " + quote(value.text.source) + " of type " + std::string(attribute.name) + " is not defined.",
                value.text.source, nearest_name(value.text.source, names).value_or(std::string_view()));
  }

  // Two promises with the same context, in any bundles, must have different handles.
  void check_handle(const Promise& promise) {
    const Rvalue* handle = promise.attribute("handle");
    if (handle == nullptr || handle->kind != RvalueKind::text || handle->text.has_references) return;
    const bool is_unquoted = promise.context != nullptr && !promise.is_context_quoted;
    const Value context = Value::string(is_unquoted ? promise.context->source : "any");
    const Value* known = handles_.find(handle->text.source);
    if (known == nullptr) {
      handles_.set(handle->text.source, context);
    } else if (known->as_string() == context.as_string()) {
      report(handle->where, "duplicate-handle",
             "There are two promises with the handle " + quote(handle->text.source) + ".");
    }
  }

  // The value of `if` and `ifvarclass` must begin with a class expression, with or without references.
  void check_condition(const Attribute& attribute) {
    const Rvalue& value = *attribute.value;
    if (value.kind == RvalueKind::list) {
      report(value.where, "wrong-type", "`" + std::string(attribute.name) + "` takes a class expression, not a list.");
    } else if (value.kind == RvalueKind::text && attribute.name != "unless" &&
               !is_expression(value.text.source, context_.budget)) {
      report(value.where, "class-expression", quote(value.text.source) + " is no class expression.");
    }
  }

  void report(OriginId where, std::string code, std::string message) {
    Diagnostic diagnostic;
    diagnostic.code = std::move(code);
    diagnostic.message = std::move(message);
    diagnostic.where = where;
    diagnostics_.push_back(std::move(diagnostic));
  }

  // Reports an unknown name. `nearest`, the most similar known name, may be empty.
  void report_name(OriginId where, std::string code, std::string message, std::string_view name,
                   std::string_view nearest) {
    diagnostics_.push_back(unknown_name(context_.sources, where, std::move(code), std::move(message), name, nearest));
  }

  // The function with the most similar name, or one whose name ends with the given one: `string_upcase` for `upcase`.
  std::string_view nearest_function(std::string_view name) const {
    const std::string_view similar = policy_.catalogue.nearest("function", name);
    if (!similar.empty()) return similar;
    const std::string ending = "_" + std::string(name);
    for (const FunctionCatalogue::Entry& entry : policy_.catalogue.entries()) {
      if (entry.signature.name.ends_with(ending)) return entry.signature.name;
    }
    return {};
  }

  // Stops at the first mistake of a call, because later ones would follow from it. Unknown functions in guards are only
  // doubts, because the reference accepts such a policy.
  void check_call(const Rvalue& call, bool may_fail) {
    // Check the function, the number of its arguments, then the arguments without references.
    const std::string name(call.text.source);
    if (call.function == nullptr) {
      if (call.text.has_references) {
        report(call.where, "unknown-function", "The name of a function cannot hold references.");
        return;
      }
      const FunctionCatalogue::Entry* later = policy_.catalogue.find("function", name);
      const std::string why = later == nullptr ? "."
                                               : ": it exists since CFEngine " + std::string(later->function->since) +
                                                     ", and the option `reference` is 3.21.";
      Diagnostic unknown =
          unknown_name(context_.sources, call.where, "unknown-function", "Unknown function " + quote(name) + why, name,
                       later == nullptr ? nearest_function(name) : std::string_view());
      if (!may_fail) return diagnostics_.push_back(std::move(unknown));
      unknown.severity = Severity::warning;
      if (doubts_ != nullptr) doubts_->push_back(std::move(unknown));
      return;
    }
    const Signature& signature = call.function->signature;
    if (const std::string wrong = wrong_count(signature, call.items.size()); !wrong.empty()) {
      const bool has_too_many = call.items.size() >= signature.parameters.size();
      if (has_too_many || !may_lack_arguments(name)) report(call.where, "wrong-arguments", name + " " + wrong + ".");
      return;  // a call that may lack arguments says so when it fails
    }
    for (std::size_t i = 0; i < call.items.size(); ++i) {
      const Rvalue& argument = *call.items[i];
      if (argument.kind != RvalueKind::text || mentions_reference(argument.text.source)) continue;
      const std::string wrong = wrong_argument(argument_type(signature, i), argument.text.source);
      if (wrong.empty()) continue;
      report(argument.where, "wrong-argument",
             "Argument " + std::to_string(i + 1) + " of " + name + " must be " + wrong + ", not " +
                 quote(argument.text.source) + ".");
    }
  }

  // A section without promises may appear in any bundle.
  void check_place(const Section& section, const Bundle& bundle) {
    const BuiltInType* type = built_in_type(section.type);
    if (type == nullptr || type->bundle.empty() || type->bundle == bundle.type || section.promises.empty()) return;
    report(section.where, "promise-type",
           "Promises of type " + quote(section.type) + " may be in bundles of type " + std::string(type->bundle) +
               " only, not in one of type " + std::string(bundle.type) + ".");
  }

  // Of declared types nothing is checked, since another program defines their attributes.
  void check_section(const Section& section) {
    const bool runs = contains(promise_types, section.type);
    const auto names = known_promise_attributes(section.type);
    for (const Promise* promise : section.promises) {
      if (promise->promiser.source == "$()" || promise->promiser.source == "${}")
        report(promise->where, "reserved-name",
               "The reference " + quote(promise->promiser.source) + " names no variable.");
      check_handle(*promise);
      for (const Attribute& attribute : promise->attributes) {
        if (attribute.name == "if" || attribute.name == "ifvarclass" || attribute.name == "unless")
          check_condition(attribute);
        if (names) {
          check_built_in(section.type, *names, runs, attribute);
        } else if (attribute.name == "ifvarclass") {
          report(attribute.where, "unknown-attribute", "Promises of a declared type take `if`, not `ifvarclass`.");
        }
      }
      if (section.type == "methods") check_call_of_bundle(*promise);
      if (section.type == "vars" || section.type == "classes") check_name(*promise);
      if (section.type == "vars" || section.type == "meta" || section.type == "defaults") check_variable(*promise);
      if (section.type == "classes") check_class(*promise);
    }
  }

  void check_built_in(std::string_view type, const std::vector<std::string_view>& names, bool runs,
                      const Attribute& attribute) {
    if (!contains(common_attributes, attribute.name) && !contains(names, attribute.name))
      return unknown_attribute(type, names, attribute);
    if (names_body(attribute.name)) check_use(attribute);
    if (!runs && contains(common_attributes, attribute.name)) {
      const bool takes_text = attribute.name == "comment" || attribute.name == "handle" || attribute.name == "with";
      if (takes_text && attribute.value->kind == RvalueKind::list)
        report(attribute.value->where, "wrong-type", "`" + std::string(attribute.name) + "` takes no list.");
    } else if (runs) {
      check_type(attribute);
      check_attribute(attribute);
    } else if (std::string wrong = wrong_value(type, attribute); !wrong.empty()) {
      report(attribute.value->where, "wrong-type", std::move(wrong));
    }
  }

  // A call of a bundle in the same file needs as many arguments as the bundle has parameters. Only its bare name may
  // leave them out.
  void check_call_of_bundle(const Promise& promise) {
    const Rvalue* use = promise.attribute("usebundle");
    if (use == nullptr) return;
    if (use->kind == RvalueKind::list)
      return report(use->where, "wrong-type", "`usebundle` takes the name or a call of one bundle, not a list.");
    if (use->kind != RvalueKind::call || use->text.has_references) return;
    const std::string_view name = use->text.source;
    const std::size_t colon = name.find(':');
    const Bundle* bundle = colon == std::string_view::npos
                               ? policy_.find_bundle(promise.bundle->space, name)
                               : policy_.find_bundle(name.substr(0, colon), name.substr(colon + 1));
    const bool is_near = bundle != nullptr && bundle->file == promise.file;
    if (!is_near || bundle->parameters.size() == use->items.size()) return;
    report(use->where, "wrong-arguments",
           "The bundle " + quote(name) + " takes " + std::to_string(bundle->parameters.size()) + " arguments, not " +
               std::to_string(use->items.size()) + ".");
  }

  void check_name(const Promise& promise) {
    const std::string_view name = promise.promiser.source;
    const bool is_number = !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
    if (is_number) {
      report(promise.where, "reserved-name", "The name " + quote(name) + " must not consist of digits only.");
    } else if (promise.type == "vars" && !is_variable_name(name)) {
      report(promise.where, "reserved-name",
             quote(name) + " is no name for a variable: use one dot at most before the index, and no reserved word.");
    }
  }

  // A call gives what the attribute takes; an attribute that takes a list is given one.
  void check_type(const Attribute& attribute) {
    const auto* typed = std::find_if(std::begin(typed_attributes), std::end(typed_attributes),
                                     [&](const TypedAttribute& known) { return known.name == attribute.name; });
    if (typed == std::end(typed_attributes)) return;
    const Rvalue& value = *attribute.value;
    check_call_type(attribute.name, typed->type, value);
    // The items of a list may be texts by calls, but the list itself is no text.
    if (is_list_type(type_of(attribute.name)) && value.kind == RvalueKind::call && value.function != nullptr &&
        value.function->signature.returns != typed->type && takes(typed->type, value.function->signature.returns)) {
      report(value.where, "wrong-type",
             std::string(value.text.source) + " returns " + std::string(value.function->signature.returns) +
                 ", which `" + std::string(attribute.name) + "` takes as an item only.");
    }
    if (value.kind == RvalueKind::list) {
      if (!typed->type.ends_with("list") && type_of(attribute.name) == DataType::none)
        return report(value.where, "wrong-type", "`" + std::string(attribute.name) + "` takes no list.");
      for (const Rvalue* item : value.items) check_call_type(attribute.name, typed->type, *item);
    }
    if (value.kind == RvalueKind::text) check_text(*typed, attribute);
    // `meta => @(l)` is seen where the promise is reached.
    const bool may_name_list = attribute.name == "meta" || attribute.name == "depends_on";
    if (may_name_list && !list_reference(value.text.source).empty()) return;
    if (value.kind == RvalueKind::text && typed->type.ends_with("list") && type_of(attribute.name) == DataType::none) {
      report(value.where, "wrong-type",
             "`" + std::string(attribute.name) + "` takes a list, as in `{ \"a\", \"b\" }`.");
    }
  }

  // A literal text must fit the type of its attribute. An option may also be empty, or one reference as a whole.
  void check_text(const TypedAttribute& typed, const Attribute& attribute) {
    const std::string_view text = attribute.value->text.source;
    const std::string wanted = is_open(typed.literal, text) ? std::string() : wrong_literal(typed.literal, text);
    if (wanted.empty()) return;
    report(attribute.value->where, "wrong-type",
           "`" + std::string(attribute.name) + "` must be " + wanted + ", not " + quote(text) + ".");
  }

  // What a call gives must fit the type of its attribute, or of an item.
  void check_call_type(std::string_view attribute, std::string_view type, const Rvalue& call) {
    if (call.kind != RvalueKind::call || call.function == nullptr) return;
    const std::string_view returns = call.function->signature.returns;
    // A container is no mistake for these, and says nothing.
    const bool bears_data = attribute == "with" || attribute == "comment" || attribute == "handle";
    if (takes(type, returns) || (bears_data && returns == "data")) return;
    report(call.where, "wrong-type",
           std::string(call.text.source) + " returns " + std::string(returns) + ", which `" + std::string(attribute) +
               "` does not take.");
  }

  void unknown_attribute(std::string_view type, std::vector<std::string_view> names, const Attribute& attribute) {
    names.insert(names.end(), std::begin(common_attributes), std::end(common_attributes));
    std::string message =
        "Promises of type `" + std::string(type) + "` have no attribute " + quote(attribute.name) + ".";
    report_name(attribute.where, "unknown-attribute", std::move(message), attribute.name,
                nearest_name(attribute.name, names).value_or(std::string_view()));
  }

  // A promise may repeat its type under different conditions only as the same type: `string` and `slist` in one promise
  // are an error.
  void check_variable(const Promise& promise) {
    const Attribute* typed = nullptr;
    for (const Attribute& attribute : promise.attributes) {
      if (type_of(attribute.name) == DataType::none) continue;
      if (typed != nullptr && typed->name != attribute.name) {
        report(attribute.where, "two-types",
               "The variable " + quote(promise.promiser.source) + " has two types, `" + std::string(typed->name) +
                   "` and `" + std::string(attribute.name) + "`.");
        return;
      }
      typed = &attribute;
      check_typed(type_of(typed->name), *typed->value);
    }
  }

  // Whether a literal fits a variable's type. A call was checked by its result type. Only literals in number lists are
  // parsed; an item with a reference waits for recheck.
  void check_typed(DataType type, const Rvalue& value) {
    const std::string word(type_name(type));
    if (value.kind == RvalueKind::call) return;
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

  // The messages distinguish text such as "x1" from a number outside of the accepted range.
  void check_literal(DataType type, const Rvalue& value) {
    const std::string_view text = value.text.source;
    if (mentions_reference(text)) return;
    if (type != DataType::integer && type != DataType::real) return;
    const std::string wrong = wrong_argument(type == DataType::integer ? integer_type : "real", text);
    if (wrong.empty()) return;
    if (type == DataType::integer && !int_of(text))
      return report(value.where, "wrong-type", quote(text) + " is no integer.");
    if (type == DataType::real && !real_of(text))
      return report(value.where, "wrong-type", quote(text) + " is no number.");
    report(value.where, "wrong-type", quote(text) + " is not " + wrong + ".");
  }

  void check_class(const Promise& promise) {
    for (const Attribute& attribute : promise.attributes) {
      const bool is_expression = attribute.name == "expression" || attribute.name == "not";
      const bool is_operands = attribute.name == "and" || attribute.name == "or" || attribute.name == "xor";
      if (!is_expression && !is_operands) continue;
      if (attribute.value->kind == RvalueKind::text) check_class_text(*attribute.value);
      if (is_operands && attribute.value->kind == RvalueKind::list) {
        for (const Rvalue* operand : attribute.value->items) {
          if (operand->kind == RvalueKind::text) check_class_text(*operand);
        }
      }
    }
  }

  // Blanks are the frequent mistake: `"a . b"` is not a class expression in an attribute, although it is one in a
  // context `a . b::`. So it has a message of its own.
  void check_class_text(const Rvalue& expression) {
    const std::string_view text = expression.text.source;
    if (is_class_word(text)) return;
    const bool has_blanks = text.find_first_of(" \t\n") != std::string_view::npos;
    if (has_blanks) {
      return report(expression.where, "class-expression",
                    "The class expression " + quote(text) + " holds blanks; write it without.");
    }
    report(expression.where, "class-expression",
           "The class expression " + quote(text) + " holds what none may; names are of letters, digits and \"_\".");
  }

  Context& context_;
  const Policy& policy_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<const Attribute*>* unknown_bodies_;
  std::vector<Diagnostic>* doubts_;
  Map handles_;  // handle -> the context of its first promise
};

}  // namespace

void check_policy(Context& context, const Policy& policy, std::vector<Diagnostic>& diagnostics,
                  std::vector<const Attribute*>* unknown_bodies, std::vector<Diagnostic>* doubts) {
  Checker(context, policy, diagnostics, unknown_bodies, doubts).check_all();
}

void check_calls(Context& context, const Policy& policy, const Rvalue& value, std::vector<Diagnostic>& diagnostics) {
  Checker(context, policy, diagnostics).check_value(value);
}

bool is_built_in_promise_type(std::string_view name) {
  return built_in_type(name) != nullptr;
}

// Only the characters are tested, not the grammar: references are still unexpanded here, so `"$(x).linux"` must pass.
bool is_class_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') ||
           std::string_view("_!&@$|.()[]{}:").find(c) != std::string_view::npos;
  });
}

// The attribute that gives the value. If the type is repeated, the last one wins.
const Attribute* typed_attribute(const Promise& promise) {
  const Attribute* typed = nullptr;
  for (const Attribute& attribute : promise.attributes) {
    if (type_of(attribute.name) != DataType::none) typed = &attribute;
  }
  return typed;
}

}  // namespace evalground::cfengine
