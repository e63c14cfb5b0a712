// Hot: compiled for speed in every module.
#include "dialects/dcontroller/expression/evaluator.hpp"

#include "base/text/text.hpp"
#include "dialects/dcontroller/values/clock_text.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::size_t most_found_paths = 256;
// The maximum number of values with an origin of their own. Values beyond it share the origin of their expression. The
// reads of each are kept.
constexpr std::uint32_t most_own_origins = 50'000;

// By Expression::Kind.
constexpr std::string_view trace_words[] = {"literal", "path", "list", "map", "operator",
                                            "literal", "path", "list", "map"};

// Another path in the notation of its place: bare if it is the whole expression, otherwise quoted, which is valid in
// JSON and YAML.
std::string replacement(const SubjectPath& path, std::string meant, OriginId where, Context& context) {
  const Origin& origin = context.sources.origin(where);
  const bool is_whole = context.sources.path(origin.file) == expression_path && origin.begin == 0 &&
                        context.sources.text(origin.file) == path.text();
  return is_whole ? meant : write_json(Value::string(meant), context.budget);
}

}  // namespace

// A key is the place, and the difference in its lowest 8 bits.
bool Evaluator::is_news(OriginId where, Difference difference) {
  return told_.insert(std::uint64_t{where} << 8U | static_cast<std::uint64_t>(difference)).second;
}

void Evaluator::differs(OriginId where, std::string message, std::vector<Fix> fixes) {
  context.diagnostics.push_back(
      {Severity::warning, "differs-from-reference", std::move(message), where, {}, std::move(fixes)});
}

// Literals return early: they cannot fail, and need neither depth nor trace nor provenance. `has_failed` is set before
// and reset after the computation, so it stays set when an exception passes.
Value Evaluator::evaluate(const Expression& expression, const Subjects& subjects) {
  context.budget.step();
  ++expression.evaluations;
  context.here = expression.where;
  if (expression.kind == Expression::Kind::literal) {
    if (expression.literal.is_null() && is_news(expression.where, Difference::null_literal)) {
      differs(expression.where, "The controller reads null as false here.");
    }
    return expression.literal;
  }
  if (expression.kind == Expression::Kind::constant) return expression.literal;
  const Depth depth = context.budget.enter();
  Trace::Scope step(context.trace, trace_words[static_cast<std::size_t>(expression.kind)], expression.where);
  Provenance::Computation computation(context.provenance);
  expression.has_failed = true;
  Value value = compute(expression, subjects);
  const OriginId made = origin_of(expression, value);
  value = std::move(value).with_origin(made);
  expression.has_failed = false;
  if (context.options.outline) expression.last = value;
  // A value found by a path already has its source as `previous`. Record only values without one.
  if (made == 0 || context.sources.origin(made).previous == 0) computation.made(made);
  step.done(value);
  return value;
}

Value Evaluator::compute(const Expression& expression, const Subjects& subjects) {
  switch (expression.kind) {
    case Expression::Kind::path: {
      Value found = look_up(*expression.path, expression.where, subjects);
      context.provenance.read(found.origin() != 0 ? found.origin() : expression.where);
      return found;
    }
    case Expression::Kind::list: return list_of(items_of(expression, subjects), expression.where);
    case Expression::Kind::map: return map_of(expression, subjects);
    case Expression::Kind::matches: return found_by(expression, subjects);
    case Expression::Kind::plain_list: return Value::list(items_of(expression, subjects));
    case Expression::Kind::plain_map: return plain_map_of(expression, subjects);
    default: return operate(expression, subjects);
  }
}

// An expression in a loop gives many values with the same place. With provenance each gets an origin of its own, so
// that each can lead to its own source.
OriginId Evaluator::origin_of(const Expression& expression, const Value& value) {
  if (!context.provenance.recording() || expression.computed == 0 || own_origins_ == most_own_origins)
    return expression.computed;
  ++own_origins_;
  Origin own = context.sources.origin(expression.computed);
  if (expression.kind == Expression::Kind::path || expression.kind == Expression::Kind::matches)
    own.previous = value.origin();
  return context.sources.add(own);
}

//   no local subject     `$$` is null          the controller: `$`
//                        `$$.name` fails       the controller: fails
//   it is null           `$$.name` is null     the controller: fails
const Value* Evaluator::subject_of(const SubjectPath& path, OriginId where, const Subjects& subjects) {
  if (!path.is_local()) return subjects.global;
  if (subjects.local != nullptr && !subjects.local->is_null()) return subjects.local;
  if (context.quirks()) {
    if (path.is_whole()) return subjects.global;
    context.fail(
        where, "json-path-syntax",
        "The path " + quote(path.text()) + " cannot be read: without a local subject, `$$` is `$` followed by `$`.");
  }
  if (subjects.local == nullptr && !path.is_whole()) {
    context.fail(where, "no-local-subject",
                 "The path " + quote(path.text()) +
                     " needs a local subject, which only @map, @filter, @any, @all and @none give.");
  }
  if (path.is_whole()) {
    if (is_news(where, Difference::no_local_subject)) {
      differs(where, "The controller takes `$` for `$$` here, as there is no local subject.");
    }
  } else if (is_news(where, Difference::null_local_subject)) {
    differs(where, "The controller fails here, as the local subject is null.");
  }
  return nullptr;
}

void Evaluator::tell_differences(const SubjectPath& path, OriginId where) {
  const JsonPath* json_path = path.readable_path();
  if (json_path == nullptr || context.quirks()) return;
  if (json_path->depends_on_precedence() && is_news(where, Difference::precedence)) {
    differs(where, "The controller groups `&&` and `||` from the left here: use parentheses.");
  }
  if (json_path->depends_on_negation() && is_news(where, Difference::negation)) {
    differs(where, "The controller negates all that follows `!` here, and a path in parentheses by its value.");
  }
  if (json_path->met_real_unequal() && is_news(where, Difference::real_unequal)) {
    differs(where, "In the controller no float is unequal to a value that is not an integer.");
  }
  if (json_path->has_hyphen() && is_news(where, Difference::hyphen)) {
    std::vector<Fix> fixes;
    if (where != 0)
      fixes.push_back({"Write the name in brackets", {{where, replacement(path, bracketed(path), where, context)}}});
    differs(where,
            "The controller reads no hyphen in a name without brackets: it wants " + quote(bracketed(path)) + ".",
            std::move(fixes));
  }
}

// A slash may separate keys, or be part of one. The data decides: with `{app: {name: x}}`, `$.app/name` is
// `$.app.name`.
const JsonPath& Evaluator::json_path_of(const SubjectPath& path, OriginId where, const Value& subject) {
  try {
    return path.path(where);
  } catch (Error& error) {
    std::string meant = without_bare_slash(path.text());
    if (meant.empty()) throw;
    const SubjectPath dotted(replace_all(path.text(), "/", "."), context, context.budget);
    const JsonPath* other = dotted.readable_path();
    if (other != nullptr && other->first(subject, context.budget, context.regexes) != nullptr) meant = dotted.text();
    error.diagnostic.message +=
        " Keys are separated by dots, and a key with a slash stands in brackets: " + quote(meant, 200) + ".";
    if (where != 0)
      error.diagnostic.fixes.push_back(
          {"Change to " + quote(meant, 60), {{where, replacement(path, meant, where, context)}}});
    throw;
  }
}

Value Evaluator::look_up(const SubjectPath& path, OriginId where, const Subjects& subjects) {
  const Value* subject = subject_of(path, where, subjects);
  if (subject == nullptr) return Value::null();
  const Value* found = subject;
  if (!path.is_whole()) {
    const JsonPath& json_path = json_path_of(path, where, *subject);
    found = json_path.first(*subject, context.budget, context.regexes);
    const bool may_differ = json_path.has_hyphen() || json_path.depends_on_precedence() ||
                            json_path.depends_on_negation() || json_path.met_real_unequal();
    if (may_differ) tell_differences(path, where);
  }
  if (found == nullptr || found->is_undefined()) {
    note_absent(path, where, *subject);
    return Value::null();
  }
  return found->is_string() && found->as_string() == now_word ? clock_text(context) : *found;
}

// Follows the names and indexes of the path as far as they exist. The first missing name may be misspelt.
std::optional<Evaluator::Misspelt> Evaluator::misspelt_in(const SubjectPath& path, const Value& subject) {
  constexpr std::size_t most_known = 200;
  const JsonPath* json_path = path.readable_path();
  if (json_path == nullptr) return std::nullopt;
  const Value* at = &subject;
  for (const json_path::Segment& segment : json_path->query().segments) {
    if (segment.descends || segment.selectors.size() != 1) return std::nullopt;
    const json_path::Selector& selector = segment.selectors.front();
    if (selector.kind == json_path::Selector::Kind::index && at->is_list()) {
      const auto size = static_cast<std::int64_t>(at->as_list().size());
      const std::int64_t index = selector.start < 0 ? selector.start + size : selector.start;
      if (index < 0 || index >= size) return std::nullopt;
      at = &at->as_list()[static_cast<std::size_t>(index)];
      continue;
    }
    if (selector.kind != json_path::Selector::Kind::name || !at->is_map()) return std::nullopt;
    if (const Value* next = at->as_map().find(selector.name)) {
      at = next;
      continue;
    }
    std::vector<std::string_view> known;
    for (const auto& entry : at->as_map()) {
      if (entry.key.is_string() && known.size() < most_known) known.push_back(entry.key.as_string());
    }
    const auto nearest = nearest_name(selector.name, known);
    if (!nearest) return std::nullopt;
    return Misspelt{selector.name, *nearest};
  }
  return std::nullopt;
}

// A missing member is null, not an error, so a typo has no other sign than this hint. It is given once for each place.
void Evaluator::note_absent(const SubjectPath& path, OriginId where, const Value& subject) {
  if (where == 0 || !missed_.insert(where).second) return;
  const std::optional<Misspelt> misspelt = misspelt_in(path, subject);
  if (!misspelt) return;
  context.hint_name(where, "missing-key",
                    "The path " + quote(path.text()) + " finds no " + quote(misspelt->name) + ", and so is null.",
                    misspelt->name, misspelt->nearest);
}

// A member's text that begins with `$` is a path again, also when it comes from the data: `{p: $.where}` with the data
// `{where: $.name, name: a}` is `{p: a}`. This holds for members of maps and for the result of @string, but not for
// items of lists.
Value Evaluator::looked_up_again(Value value, OriginId where, const Subjects& subjects) {
  if (!value.is_string() || !value.as_string().starts_with('$')) return value;
  const std::string text(value.as_string());
  auto known = found_paths_.find(text);
  if (known == found_paths_.end()) {
    // The cache is bounded, because data may contain any number of such texts.
    if (found_paths_.size() >= most_found_paths) found_paths_.clear();
    known = found_paths_.emplace(text, SubjectPath(text, context, context.budget)).first;
  }
  return look_up(known->second, where, subjects).with_origin(value.origin());
}

List Evaluator::items_of(const Expression& list, const Subjects& subjects) {
  List items;
  items.reserve(list.parts.size());
  for (const Expression* part : list.parts) items.push_back(evaluate(*part, subjects));
  return items;
}

// The controller flattens a list whose first item is a list, and drops the others: `[[1], [2]]` is `[1]` there.
Value Evaluator::list_of(List items, OriginId where) {
  if (!items.empty() && items.front().is_list()) {
    if (context.quirks()) return items.front();
    if (is_news(where, Difference::nested_list)) {
      differs(where, "The controller gives only the first item here, as it is a list.");
    }
  }
  return Value::list(std::move(items));
}

// Keys take effect in the order of the document: a setter sees what the keys before it have made. Keys are plain names,
// `$.` (copy all members), or paths that set (`$.a.b`).
Value Evaluator::map_of(const Expression& expression, const Subjects& subjects) {
  Value result = Value::map();
  for (std::size_t index = 0; index < expression.parts.size(); ++index) {
    const Expression::Key& key = expression.keys[index];
    if (key.text.empty()) throw Error("empty-key", "A key of a map cannot be empty.", key.where);
    const Expression& part = *expression.parts[index];
    const Value value = looked_up_again(evaluate(part, subjects), part.where, subjects);
    if (key.setter == nullptr) {
      result.edit_map().set(Value::string(key.text).with_origin(key.where), value);
    } else if (key.setter->is_spread()) {
      if (!value.is_map()) {
        context.fail(key.where, "setter", "The key \"$.\" needs a map, not " + short_text(value, 60) + ".");
      }
      for (const auto& [name, member] : value.as_map()) {
        context.budget.step();
        result.edit_map().set(name, member);
      }
    } else {
      tell_differences(*key.setter, key.where);
      set_by_path(*key.setter, key.where, result, value, context.budget, context.regexes);
    }
  }
  return result;
}

}  // namespace evalground::dcontroller
