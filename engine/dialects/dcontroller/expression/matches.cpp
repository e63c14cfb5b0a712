// Paths and maps of the language of 2026 (evaluator.hpp).
//
//   $.xs[*] of [7]        7          one match is the value itself
//   $.xs[*] of [7, 8]     [7, 8]     several are a list
//   $.xs[*] of []         an error   "field-not-found", which conditions of stages take as false
#include "base/text/text.hpp"
#include "dialects/dcontroller/expression/evaluator.hpp"
#include "dialects/dcontroller/values/conversions.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

// The value of `$.` is a copy, in which the controller makes floats of integers. That of `$$.` is the subject itself.
Value whole_of(const SubjectPath& path, const Subjects& subjects, Budget& budget) {
  if (!path.is_local()) return with_floats(*subjects.global, budget);
  return subjects.local == nullptr ? Value::null() : *subjects.local;
}

// The controller takes the text between `$.` and the next dot as the name of an input: `$.Pod['spec']`, `$..spec`.
bool is_lost_in_compound(const SubjectPath& path, const Value& compound) {
  std::string_view text = path.text();
  if (!text.starts_with("$.") || !compound.is_map()) return false;
  text.remove_prefix(2);
  return !compound.as_map().contains(text.substr(0, text.find('.')));
}

}  // namespace

Value Evaluator::matches_of(const SubjectPath& path, OriginId where, const Subjects& subjects) {
  if (path.is_whole()) return whole_of(path, subjects, context.budget);
  const Value* subject = path.is_local() ? subjects.local : subjects.global;
  if (path.is_local() && (subject == nullptr || !subject->is_map())) {
    const std::string found =
        subject == nullptr || subject->is_null()
            ? "There is no subject here: only `@map`, `@filter`, `@sortBy` and `@groupBy` have one."
            : "The subject is " + with_article(kind_name(subject->kind())) + ".";
    context.fail(where, "no-local-subject", "The path " + quote(path.text()) + " needs a map as its subject. " + found);
  }
  const JsonPath& json_path = json_path_of(path, where, *subject);
  if (!path.is_local() && subjects.is_compound && is_lost_in_compound(path, *subject)) {
    if (context.quirks()) return {};
    if (is_news(where, Difference::path_in_compound)) {
      differs(where, "The controller finds nothing here: after a @join a dot must follow the name of the input.");
    }
  }
  Value result;
  if (json_path.query().is_singular()) {
    const Value* found = json_path.first(*subject, context.budget, context.regexes);
    if (found != nullptr) result = *found;
  } else {
    const std::vector<JsonPath::Match> found = json_path.matches(*subject, context.budget, context.regexes);
    if (found.size() == 1) result = *found.front().value;
    if (found.size() > 1) {
      List items;
      items.reserve(found.size());
      for (const JsonPath::Match& match : found) items.push_back(*match.value);
      result = Value::list(std::move(items));
    }
  }
  tell_differences(path, where);
  return result;
}

Value Evaluator::found_by(const Expression& expression, const Subjects& subjects) {
  const SubjectPath& path = *expression.path;
  Value found = matches_of(path, expression.where, subjects);
  if (found.is_undefined()) fail_missing(path, expression.where, subjects);
  context.provenance.read(found.origin() != 0 ? found.origin() : expression.where);
  return found;
}

void Evaluator::fail_missing(const SubjectPath& path, OriginId where, const Subjects& subjects) const {
  const Value* subject = path.is_local() ? subjects.local : subjects.global;
  const auto misspelt = subject == nullptr ? std::nullopt : misspelt_in(path, *subject);
  const std::string message = "Field not found: " + quote(path.text()) +
                              (misspelt ? " has no " + quote(misspelt->name) + ". " : ". ") +
                              "Use `@definedOr` or `@exists` for a field that may be missing.";
  context.fail_name(where, "field-not-found", message, misspelt ? misspelt->name : std::string_view(),
                    misspelt ? misspelt->nearest : std::string_view());
}

// No member is a setter, and no text that is found is looked up again.
Value Evaluator::plain_map_of(const Expression& expression, const Subjects& subjects) {
  Map result;
  result.reserve(expression.parts.size());
  for (std::size_t index = 0; index < expression.parts.size(); ++index) {
    const Expression::Key& key = expression.keys[index];
    result.set(Value::string(key.text).with_origin(key.where), evaluate(*expression.parts[index], subjects));
  }
  return Value::map(std::move(result));
}

}  // namespace evalground::dcontroller
