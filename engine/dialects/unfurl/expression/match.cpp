// Queries: finds the matches of a path such as `::web::ports[secure]::0`.
//
// A query is a list of segments (query.hpp). Each segment maps a value to its successors: it looks up a key, then
// applies its test and filters. A list between segments is flattened: the segment is applied to its items.
//
//   people: [{name: ann, age: 30}, {name: bob}]
//   people::name          ann, bob        the segment `name` is applied to each item
//   people[age]::name     ann, bob        a filter on a list asks whether any item passes
//   people::[age]::name   ann             an empty segment flattens first, so the filter applies to each item
//   people::*             nothing         `*` takes the values of a map, not of a list
//
// The first segment says where the query starts: `::x` at the map of all resources, `$x` at a variable, `.x` at the
// current resource. Any other name is looked up in the current resource and then in its ancestors. The nearest one for
// which the whole query has a match gives all matches. In the body of a loop, the name is looked up in the item.
//
// A filter is also a path, but only its first match matters: then Match has no list to collect into, and stops early.
//
// The rules are those of `recursive_eval` and `eval_item` in Unfurl's eval.py, including odd queries: `*` ignores its
// own filters and test, and `?` ends only the iteration of its own segment.
#include <algorithm>
#include <iterator>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/tosca/type_value.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/external.hpp"
#include "runtime/sensitive.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

// The items of a list or the values of a map, evaluated or lazy.
class Items {
 public:
  // Invariant: the value is a list, a map or a Collection, and outlives the object.
  explicit Items(const Value& value) : value_(value), collection_(object_cast<Collection>(value)) {}

  std::size_t size() const {
    if (collection_ != nullptr) return collection_->size();
    return value_.is_map() ? value_.as_map().size() : value_.as_list().size();
  }
  Value at(std::size_t index) const {
    if (collection_ != nullptr) return collection_->item(index);
    const Value& item = value_.is_map() ? value_.as_map().entry(index).value : value_.as_list()[index];
    return value_.verbatim() ? item.with_verbatim() : item;
  }

 private:
  const Value& value_;
  Collection* collection_;
};

// True when a segment applies to the value itself, false when it applies to the items of a list.
bool is_singular(const Value& value, const Segment& segment) {
  return segment.key != Segment::Key::star && (segment.key == Segment::Key::integer || !is_list_like(value));
}

// The words that a reader takes for false.
bool is_false_word(std::string_view text) {
  constexpr std::string_view words[] = {"false", "False", "FALSE", "no", "off", "0"};
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

// One run of a path over values. It either collects all matches or only tests whether there is one.
class Match {
 public:
  Match(Evaluator& evaluator, const Scope& scope, OriginId where, List* matches)
      : evaluator_(evaluator), budget_(evaluator.context.budget), scope_(scope), where_(where), matches_(matches) {}

  bool found() const { return count_ > 0; }
  // If nothing was found, hints at the first missing key that is similar to a known one.
  void note_missed() {
    if (count_ > 0) return;
    if (!missed_.empty()) evaluator_.hint_unknown_key(missed_, missed_in_, where_);
    if (missed_index_.empty()) return;
    const std::string name(missed_index_);
    evaluator_.context.hint_name(where_, "variable-as-index",
                                 "`$" + name +
                                     "` does not index a list: as in Unfurl, each item is asked for that key. "
                                     "Write the number in the query, or a template: {{ list[" +
                                     name + "] }}.",
                                 {}, {});
  }

  // Takes all steps from a value. Returns false when no more matches are wanted.
  bool from(Value value, const Segment* segment) {
    while (true) {
      budget_.step();
      if (segment->key == Segment::Key::star) {
        if (!is_map_like(value)) return true;
        // As in the reference, `*` ignores its own filters and test.
        if (segment->next != nullptr) return from_items(value, segment->next, false);
        return from_items(value, nullptr, segment->modifier == Segment::Modifier::first);
      }
      if (!is_singular(value, *segment)) {
        note_index(*segment);
        return from_items(value, segment, false);
      }
      value = item(value, *segment);
      if (value.is_undefined()) return true;
      segment = segment->next;
      if (segment == nullptr) return add(std::move(value));
    }
  }

 private:
  // Remembers a variable that holds an integer and meets a list.
  void note_index(const Segment& segment) {
    if (segment.key != Segment::Key::variable || !missed_index_.empty()) return;
    const Value key = evaluator_.variable(segment.name, scope_);
    if (!key.is_undefined() && evaluator_.plain(key).kind() == Kind::integer) missed_index_ = segment.name;
  }

  // Takes the steps from each item of a list or value of a map. With no steps left, the items are the matches.
  bool from_items(const Value& value, const Segment* segment, bool only_first) {
    const Depth depth = budget_.enter();
    const Items items(value);
    only_first = only_first || (segment != nullptr && segment->modifier == Segment::Modifier::first);
    for (std::size_t index = 0; index < items.size(); ++index) {
      budget_.step();
      const std::size_t before = count_;
      const bool goes_on = segment != nullptr ? from(items.at(index), segment) : add(items.at(index));
      if (!goes_on) return false;
      if (only_first && count_ > before) return true;
    }
    return true;
  }

  bool add(Value value) {
    ++count_;
    if (matches_ == nullptr) return false;
    matches_->push_back(std::move(value));
    return true;
  }

  // The value that a segment leads to. Undefined when the key is missing, or when a filter or the test rejects the
  // value.
  Value item(const Value& value, const Segment& segment) {
    Value result = segment.key == Segment::Key::none ? value : lookup(value, segment);
    if (result.is_undefined()) return {};
    for (const Filter* filter = segment.filters; filter != nullptr; filter = filter->next) {
      Decisions::Condition condition(evaluator_.context.decisions, where_);
      if (!condition.decides_item(passes(result, *filter->path), result.origin())) return {};
    }
    if (segment.test == Segment::Test::none) return result;
    Decisions::Condition condition(evaluator_.context.decisions, where_);
    evaluator_.context.provenance.read(result.origin());
    return condition.decides_item(test(result, segment), result.origin()) ? result : Value();
  }

  bool passes(const Value& value, const Segment& path) {
    if (path.key == Segment::Key::star && !is_list_like(value)) {
      evaluator_.context.fail(where_, "wrong-filter",
                              "A filter cannot start with `*`; it must name a key, as in `[name]`.");
    }
    const Depth depth = budget_.enter();
    Match inner(evaluator_, scope_, where_, nullptr);
    if (path.key != Segment::Key::star && is_singular(value, path)) {
      inner.from(value, &path);
    } else {
      inner.from_items(value, &path, false);
    }
    return inner.found() != (path.modifier == Segment::Modifier::negated);
  }

  Value variable(std::string_view name) {
    const Value value = evaluator_.variable(name, scope_);
    if (value.is_undefined()) evaluator_.warn_unknown_variable(name, scope_, where_);
    return evaluator_.plain(value);
  }

  Value lookup(const Value& value, const Segment& segment) {
    if (segment.key == Segment::Key::variable) {
      const Value key = variable(segment.name);
      return key.is_undefined() ? Value() : lookup(value, key);
    }
    if (segment.key == Segment::Key::integer) return lookup(value, Value::integer(segment.integer));
    if (auto* resource = object_cast<Resource>(value); resource != nullptr && segment.name.starts_with('.')) {
      return evaluator_.special_key(*resource, segment.name, where_);
    }
    if (!value.is_map() && !value.is_object()) return {};
    Value found = lookup(value, Value::string(segment.name));
    if (found.is_undefined() && segment.name == "type" && object_cast<Resource>(value) != nullptr) {
      evaluator_.context.hint_name(where_, "missing-key", "The type of a resource is `.type`, not `type`.", {}, {});
    }
    if (found.is_undefined() && missed_.empty()) {
      missed_ = segment.name;
      missed_in_ = value;
    }
    return found;
  }

  Value lookup(const Value& value, const Value& key) {
    switch (value.kind()) {
      case Kind::object: {
        if (auto* resource = object_cast<Resource>(value)) {
          if (key.is_string() && key.as_string().starts_with('.')) {
            return evaluator_.special_key(*resource, key.as_string(), where_);
          }
          return evaluator_.attribute(*resource, key);
        }
        if (auto* collection = object_cast<Collection>(value)) {
          if (!collection->is_list()) return is_hashable(key) ? collection->find(key) : Value();
          const auto index = index_of(key, collection->size());
          return index ? collection->item(*index) : Value();
        }
        Value found = value.as_object().get(evaluator_.context, key);
        if (value.sensitive() && !found.is_undefined()) found = std::move(found).with_sensitive();
        return evaluator_.lazy(found, scope_);  // a file's contents may be a template
      }
      case Kind::map: {
        if (!is_hashable(key)) return {};
        const Value* found = value.as_map().find(key);
        if (found == nullptr) return {};
        return value.verbatim() ? found->with_verbatim() : *found;
      }
      case Kind::list:
      case Kind::tuple: {
        const auto index = index_of(key, value.as_list().size());
        return index ? Items(value).at(*index) : Value();
      }
      case Kind::string: {
        const std::string_view text = value.as_string();
        const auto index = index_of(key, count_code_points(text));
        if (!index) return {};
        return Value::string(slice_code_points(text, *index, *index + 1))
            .with_origin(value.origin())
            .with_sensitive(value.sensitive())
            .with_verbatim(value.verbatim());
      }
      default: return {};
    }
  }

  static bool is_hashable(const Value& key) { return !key.is_list() && !key.is_map(); }

  // Negative indexes count from the end. Nothing when out of range or not an integer.
  static std::optional<std::size_t> index_of(const Value& key, std::size_t size) {
    if (key.kind() != Kind::integer && key.kind() != Kind::boolean) return std::nullopt;
    const std::int64_t index = key.kind() == Kind::boolean ? (key.as_boolean() ? 1 : 0) : key.as_integer();
    const auto count = static_cast<std::int64_t>(size);
    if (index >= count || index < -count) return std::nullopt;
    return static_cast<std::size_t>(index < 0 ? index + count : index);
  }

  bool test(const Value& value, const Segment& segment) {
    const bool is_equal = segment.operand.starts_with('$') ? equals_variable(value, segment.operand.substr(1))
                                                           : equals_text(value, segment.operand);
    return is_equal == (segment.test == Segment::Test::equal);
  }

  bool equals_variable(const Value& value, std::string_view name) {
    const Value other = variable(name);
    if (other.is_undefined()) return false;
    if (const auto* type = object_cast<TypeValue>(value); type != nullptr && other.is_string()) {
      return type->type.is(other.as_string());
    }
    return python_equal(evaluator_.plain(value), other, budget_);
  }

  // Converts the text to the type of the value first. Without a conversion they are unequal.
  bool equals_text(const Value& lazy_value, std::string_view text) {
    if (const auto* type = object_cast<TypeValue>(lazy_value)) return type->type.is(text);
    if (lazy_value.is_object() && object_cast<External>(lazy_value) == nullptr) return false;
    const Value value = evaluator_.plain(lazy_value);
    switch (value.kind()) {
      case Kind::string: return value.as_string() == text;
      case Kind::boolean: {
        if (is_false_word(text)) {
          evaluator_.context.warn(where_, "text-as-truth",
                                  "In a test, any text is true, also " + quote(text) +
                                      ", as in Unfurl. To compare with false, write `$false`.");
        }
        return value.as_boolean() == !text.empty();
      }
      case Kind::integer: {
        const auto number = parse_loose_integer(trim(text));
        return number && number.value == value.as_integer();
      }
      case Kind::real: {
        const auto number = parse_real(trim(text));
        return number && number.value == value.as_real();
      }
      default: return false;
    }
  }

  Evaluator& evaluator_;
  Budget& budget_;
  const Scope& scope_;
  const OriginId where_;
  List* matches_;  // null: stop at the first match
  std::size_t count_ = 0;
  std::string_view missed_;  // the first name that was not a key of its container
  Value missed_in_;
  std::string_view missed_index_;  // the first variable that would have been an index
};

// All matches of a path in a scope, in order. `where` is the place of the query's source.
List match(Evaluator& evaluator, const Segment& query, const Scope& scope, OriginId where) {
  const Segment* first = &query;
  List matches;
  // The first segment decides where the query starts.
  Match run(evaluator, scope, where, &matches);
  if (first->is_empty()) {  // `::name`
    const Segment& named = *first->next;
    if (named.key == Segment::Key::name && evaluator.tree.find(named.name) == nullptr) {
      evaluator.warn_unknown_resource(named.name, where);
    }
    run.from(Value::object(Ref<Object>(new AllResources(evaluator.tree))), first->next);
  } else if (first->key == Segment::Key::variable) {
    Value start = evaluator.variable(first->name, scope);
    if (start.is_undefined()) {
      evaluator.warn_unknown_variable(first->name, scope, where);
      return {};
    }
    if (first->next == nullptr) return {std::move(start)};
    Segment rest = *first;
    rest.key = Segment::Key::none;
    run.from(std::move(start), &rest);
  } else if (first->name.starts_with('.') || Variables::find(scope.variables.get(), "break").second != nullptr ||
             !scope.item.is_undefined()) {
    run.from(scope.current(), first);
  } else if (first->key == Segment::Key::integer) {
    run.from(ancestors(*scope.resource), first);
  } else {
    // The nearest resource, from the current one through its ancestors, for which the whole query has a match.
    for (Resource* resource = scope.resource; resource != nullptr && !run.found(); resource = resource->parent) {
      run.from(Value::object(Ref<Object>(resource)), first);
    }
  }
  run.note_missed();
  return matches;
}

}  // namespace

const Segment& Evaluator::parsed(std::string_view text, OriginId where) {
  const auto found = queries_.find(std::string(text));
  if (found != queries_.end()) return *found->second;
  const Segment* query = parse_query(text, arena_, context.budget);
  if (query == nullptr || (query->is_empty() && query->next == nullptr)) {
    context.fail(where, "empty-expression", "The expression " + quote(text) + " names nothing.");
  }
  queries_.emplace(text, query);
  return *query;
}

List Evaluator::query(const Value& text, const Scope& scope) {
  if (is_template(text)) return {render(text, scope)};
  Trace::Scope step(context.trace, "query", text.origin());
  List matches;
  try {
    const Silence silence(context, text.sensitive());
    matches = match(*this, parsed(text.as_string(), text.origin()), scope, text.origin());
  } catch (Error& error) {
    // It may quote a part of the query, which a search for secrets would not find.
    if (text.sensitive()) hide_message(error.diagnostic, "a query that holds a secret");
    throw;
  }
  if (context.trace) step.done(matches.size() == 1 ? matches.front() : Value::list(matches));
  return matches;
}

}  // namespace evalground::unfurl
