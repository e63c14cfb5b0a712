// Literal values of attributes are checked when they are read (policy/checks.cpp). Computed values are checked here,
// before the run, with the values that variables have by then. A value that is invalid as a literal is also invalid as
// a computed value, and refuses the run.
//
//   vars: "s" string => "x";  "n" int => "$(s)";                 # as wrong as "n" int => "x"
//
// A text that is unresolved at that point is not checked again. If it later gets an invalid value, only its promise
// fails.
#include <algorithm>
#include <span>

#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/agent.hpp"
#include "dialects/cfengine/agent/iteration.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/checks.hpp"

namespace evalground::cfengine {
namespace {

struct CheckedAttribute {
  std::string_view name;
  std::string_view type;  // of a function's argument (policy/arguments.hpp), "class" or "name"
};

constexpr std::string_view minutes = "int[0,99999999999]";
constexpr CheckedAttribute of_vars[] = {{"int", integer_type},
                                        {"real", "real"},
                                        {"ilist", integer_type},
                                        {"rlist", "real"},
                                        {"policy", "option{free|overridable|constant|ifdefined}"}};
constexpr CheckedAttribute of_classes[] = {
    {"expression", "class"}, {"not", "class"},          {"and", "class"}, {"or", "class"},
    {"xor", "class"},        {"select_class", "class"}, {"dist", "real"}, {"scope", "option{namespace|bundle}"},
    {"persistence", minutes}};
constexpr CheckedAttribute of_reports[] = {{"report_to_file", "path"},
                                           {"bundle_return_value_index", "name"},
                                           {"lastseen", minutes},
                                           {"intermittency", "real"}};
constexpr CheckedAttribute of_methods[] = {{"inherit", "boolean"}, {"useresult", "name"}};
constexpr CheckedAttribute of_printfile[] = {{"file_to_print", "path"}, {"number_of_lines", integer_type}};

std::span<const CheckedAttribute> checked_attributes(std::string_view promise_type) {
  if (promise_type == "vars") return of_vars;
  if (promise_type == "classes") return of_classes;
  if (promise_type == "reports") return of_reports;
  if (promise_type == "methods") return of_methods;
  return {};
}

// True when the value of an attribute, or of one of its items, is not known from the source: a text with references, or
// a call. The result of a class or number function is valid wherever the function may be called.
bool is_computed(const Rvalue& value) {
  if (value.kind == RvalueKind::text) return value.text.source.find_first_of("$@") != std::string_view::npos;
  return value.kind == RvalueKind::call && value.function != nullptr && value.function->signature.returns == "string";
}

// True for attributes that do not accept a single class as their value, although they accept a class function.
bool takes_list_of_classes(std::string_view attribute) {
  return attribute == "and" || attribute == "or" || attribute == "xor" || attribute == "select_class";
}

// What the text should be; empty when it is valid or still unknown.
std::string wrong_text(std::string_view type, std::string_view text) {
  if (type == "class") return is_class_word(text) ? "" : "a class expression of letters, digits and \"_\"";
  if (mentions_reference(text)) return {};
  return wrong_argument(type, text);
}

// A text or call of an attribute that is checked once more.
struct Checked {
  const Attribute* attribute;
  const Rvalue* text;
  std::string_view type;
};

std::vector<Checked> checked_texts(const Promise& promise) {
  std::vector<Checked> texts;
  for (const Attribute& attribute : promise.attributes) {
    for (const CheckedAttribute& checked : checked_attributes(promise.type)) {
      if (checked.name != attribute.name) continue;
      const Rvalue& value = *attribute.value;
      const bool is_list_by_call = value.kind == RvalueKind::call && takes_list_of_classes(attribute.name);
      if (is_computed(value) || is_list_by_call) texts.push_back({&attribute, &value, checked.type});
      if (value.kind != RvalueKind::list) continue;
      for (const Rvalue* item : value.items) {
        if (is_computed(*item)) texts.push_back({&attribute, item, checked.type});
      }
    }
  }
  return texts;
}

}  // namespace

void Agent::recheck_text(std::string_view attribute, std::string_view type, const Value& text, OriginId where) {
  evaluator.context.budget.step();
  const std::string wrong = wrong_text(type, text.as_string());
  if (wrong.empty()) return;
  evaluator.abort_run(
      where, "`" + std::string(attribute) + "` becomes " + quote(text.as_string()) + ", which must be " + wrong + ".");
}

// The result of a call is checked like a text. A call that has not been made is not checked.
void Agent::recheck_call(std::string_view attribute, std::string_view type, const Rvalue& call, bool is_item) {
  const Value value = class_text(evaluator.evaluate(call));
  const bool is_made = !value.is_undefined() || evaluator.reason.diagnostic.code == "unavailable";
  if (is_made && !is_item && takes_list_of_classes(attribute)) {
    evaluator.abort_run(call.where, "`" + std::string(attribute) + "` takes a list; " + std::string(call.text.source) +
                                        " gives one class, and may only be an item of it.");
  }
  if (value.is_string()) recheck_text(attribute, type, value, call.where);
}

void Agent::recheck(const Promise& promise) {
  const std::vector<Checked> texts = checked_texts(promise);
  const Rvalue* printed = promise.type == "reports" ? promise.attribute("printfile") : nullptr;
  if (promise.attributes.empty() || !context_holds(promise)) return;
  // The bodies that it uses are read, and refuse what is wrong with them.
  for (const Attribute& attribute : promise.attributes) evaluator.texts_of_body(promise, attribute);
  const Rvalue* tags = promise.attribute("meta");
  if (tags != nullptr && tags->kind == RvalueKind::list) tags = nullptr;
  if (texts.empty() && printed == nullptr && tags == nullptr) return;
  const ScopedValue<const Promise*> evaluated(evaluator.promise, &promise);
  for_each_combination(evaluator, promise, [&] {
    // A class that is there already is left alone.
    if (promise.type == "classes" && evaluator.is_class(canonify(evaluator.expand(promise.promiser)))) return;
    if (!guards_hold(promise)) return;
    if (tags != nullptr) tags_of(promise);
    for (const Checked& one : texts) {
      if (one.text->kind == RvalueKind::call) {
        recheck_call(one.attribute->name, one.type, *one.text, one.text != one.attribute->value);
        continue;
      }
      List items;
      evaluator.append_item(Value::string(evaluator.expand(one.text->text)), one.text->where, items);
      for (const Value& item : items) recheck_text(one.attribute->name, one.type, item, one.text->where);
    }
    if (printed == nullptr) return;
    for (const CheckedAttribute& checked : of_printfile) {
      const std::optional<std::string> text = body_text("printfile", *printed, checked.name);
      if (text) recheck_text(checked.name, checked.type, Value::string(*text), printed->where);
    }
  });
}

}  // namespace evalground::cfengine
