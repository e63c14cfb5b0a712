// Evaluates JSONPath queries, which json_path_parse.cpp (RFC 9535) and json_path_ojg.cpp (the variant of the Go library
// ojg) parse into the same tree.
//
//   $.pods[?@.ready].name     segments [.pods, [?…], .name]; every match of one segment is the start of the next
//
// Matches are handed to a sink one by one, depth first, instead of being collected after each segment. So first() stops
// at the first match, and `exists` in a filter costs only as much as finding one. Where the two grammars have different
// meanings for the same tree, is_ojg() decides here; everything else is shared.
#include "data/paths/json_path.hpp"

#include <algorithm>
#include <functional>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/paths/json_path_arithmetic.hpp"
#include "data/paths/json_path_parse.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

using namespace json_path;

// The indexes of a slice, from `at` by `step` while they are before `end` (after it, for a negative step).
struct Indexes {
  std::int64_t at;
  std::int64_t end;
  std::int64_t step;

  bool done() const { return step == 0 || (step > 0 ? at >= end : at <= end); }
  // A step near the limits of an integer ends the slice: `[::9223372036854775807]` must not wrap around to the front.
  void advance() {
    if (__builtin_add_overflow(at, step, &at)) at = end;
  }
};

// RFC 9535, section 2.3.4.2.2. The variant has the same defaults for every step. With a negative step, it clips to the
// last item.
Indexes indexes_of(const Selector& slice, std::int64_t size, JsonPathSyntax syntax) {
  const auto from_end = [&](std::int64_t index) { return index < 0 ? index + size : index; };
  const bool is_forward = slice.step >= 0;
  const bool turns_around = !is_forward && syntax == JsonPathSyntax::rfc_9535;
  const std::int64_t start = slice.has_start ? from_end(slice.start) : turns_around ? size - 1 : 0;
  const std::int64_t end = slice.has_end ? from_end(slice.end) : turns_around ? -1 : size;
  // In the variant, a negative step must begin within the list. Otherwise it selects nothing.
  if (!is_forward && syntax == JsonPathSyntax::ojg && (start < 0 || start >= size)) return {0, 0, slice.step};
  if (is_forward) {
    return {std::clamp<std::int64_t>(start, 0, size), std::clamp<std::int64_t>(end, 0, size), slice.step};
  }
  return {std::clamp<std::int64_t>(start, -1, size - 1), std::clamp<std::int64_t>(end, -1, size - 1), slice.step};
}

// Walks a value along a path.
class Selection {
 public:
  // Called for each match. Returning false ends the walk.
  using Sink = std::function<bool(const Value&)>;

  Selection(const JsonPath& path, const Value& root, Budget& budget, RegexCache& regexes)
      : path_(path), root_(&root), budget_(budget), regexes_(regexes) {}

  bool walk(const Query& query, const Value& value, const Sink& sink) { return walk(query.segments, value, sink); }

  // From here on, location() is the normalised path of the current match.
  void keep_location() { keeps_location_ = true; }
  const std::string& location() const { return location_; }

  // The children that a selector selects, by position.
  // Changes of a document through a path need positions, because a `const Value&` of a match cannot be written to. A
  // slice gives them in the order of its step, so `[::-1]` gives the last one first.
  std::vector<std::size_t> positions(const Selector& selector, const Value& value) {
    std::vector<std::size_t> result;
    const std::size_t size = value.is_list() ? value.as_list().size() : value.is_map() ? value.as_map().size() : 0;
    const auto child = [&](std::size_t at) -> const Value& {
      return value.is_list() ? value.as_list()[at] : value.as_map().entry(at).value;
    };
    switch (selector.kind) {
      case Selector::Kind::name:
        if (const auto at = value.is_map() ? value.as_map().position(selector.name) : std::nullopt)
          result.push_back(*at);
        break;
      case Selector::Kind::index:
        if (const Value* item = child_of(value, selector)) {
          result.push_back(static_cast<std::size_t>(item - value.as_list().data()));
        }
        break;
      case Selector::Kind::wildcard:
      case Selector::Kind::filter:
        for (std::size_t at = 0; at < size; ++at) {
          budget_.step();
          if (selector.filter == nullptr || passes(selector, child(at))) result.push_back(at);
        }
        break;
      case Selector::Kind::slice:
        if (!value.is_list()) break;
        for (Indexes indexes = indexes_of(selector, static_cast<std::int64_t>(size), path_.rules().syntax);
             !indexes.done(); indexes.advance()) {
          budget_.step();
          result.push_back(static_cast<std::size_t>(indexes.at));
        }
        break;
    }
    return result;
  }

 private:
  using Segments = std::span<const Segment>;
  bool is_ojg() const { return path_.rules().syntax == JsonPathSyntax::ojg; }

  // The child with a name or index; null when absent.
  static const Value* child_of(const Value& value, const Selector& selector) {
    if (selector.kind == Selector::Kind::name) return value.is_map() ? value.as_map().find(selector.name) : nullptr;
    if (!value.is_list()) return nullptr;
    const List& items = value.as_list();
    const auto size = static_cast<std::int64_t>(items.size());
    const std::int64_t index = selector.start < 0 ? selector.start + size : selector.start;
    return index < 0 || index >= size ? nullptr : &items[static_cast<std::size_t>(index)];
  }

  // Continues from a value with the remaining segments. Returns false when the sink wants no more matches; every caller
  // passes that on, so the whole walk ends.
  //
  // `location_` is shared by the whole walk: each level appends its part and cuts it off again when it returns.
  bool walk(Segments segments, const Value& start, const Sink& sink) {
    const Value* value = &start;
    const std::size_t length = location_.size();
    // Names and indexes need no recursion.
    while (!segments.empty()) {
      budget_.step();
      const Segment& segment = segments.front();
      if (segment.descends || segment.selectors.size() != 1) break;
      const Selector& selector = segment.selectors.front();
      if (selector.kind != Selector::Kind::name && selector.kind != Selector::Kind::index) break;
      const Value* child = child_of(*value, selector);
      if (child == nullptr) {
        location_.resize(length);
        return true;
      }
      if (keeps_location_) {
        if (selector.kind == Selector::Kind::name) {
          enter_name(selector.name);
        } else {
          enter_index(static_cast<std::size_t>(child - value->as_list().data()));
        }
      }
      value = child;
      segments = segments.subspan(1);
    }
    bool goes_on = true;
    if (segments.empty()) {
      goes_on = sink(*value);
    } else {
      const Depth depth = budget_.enter();
      const Segment& segment = segments.front();
      goes_on = segment.descends ? descend(segment, *value, segments.subspan(1), sink)
                                 : select(segment, *value, segments.subspan(1), sink);
    }
    location_.resize(length);
    return goes_on;
  }

  // `..`: the rest of the path is tried at the value and at everything below it. RFC 9535 visits a value before its
  // parts, the variant visits the parts first: `$..a` of {a: {a: 1}} gives the outer `a` first, in the variant the
  // inner one. `$..` without a selector exists only in the variant.
  bool descend(const Segment& segment, const Value& value, Segments rest, const Sink& sink) {
    const Depth depth = budget_.enter();
    budget_.step();
    const auto below = [&] {
      return each_child(value, [&](const Value& child) { return descend(segment, child, rest, sink); });
    };
    if (segment.selectors.empty()) {
      // An empty list or map has nothing below it, and is returned itself.
      const bool is_empty = value.is_list() ? value.as_list().empty() : value.is_map() && value.as_map().empty();
      if (is_empty) return walk(rest, value, sink);
      return each_child(value, [&](const Value& child) { return walk(rest, child, sink); }) && below();
    }
    if (is_ojg()) return below() && select(segment, value, rest, sink);
    return select(segment, value, rest, sink) && below();
  }

  bool select(const Segment& segment, const Value& value, Segments rest, const Sink& sink) {
    for (const Selector& selector : segment.selectors) {
      budget_.step();
      if (!select(selector, value, rest, sink)) return false;
    }
    return true;
  }

  bool select(const Selector& selector, const Value& value, Segments rest, const Sink& sink) {
    switch (selector.kind) {
      case Selector::Kind::name: {
        const Value* child = child_of(value, selector);
        return child == nullptr || at_name(selector.name, [&] { return walk(rest, *child, sink); });
      }
      case Selector::Kind::index: {
        const Value* child = child_of(value, selector);
        if (child == nullptr) return true;
        return at_index(static_cast<std::size_t>(child - value.as_list().data()),
                        [&] { return walk(rest, *child, sink); });
      }
      case Selector::Kind::wildcard:
        return each_child(value, [&](const Value& child) { return walk(rest, child, sink); });
      case Selector::Kind::filter:
        return each_child(value,
                          [&](const Value& child) { return !passes(selector, child) || walk(rest, child, sink); });
      case Selector::Kind::slice: {
        if (!value.is_list()) return true;
        const List& items = value.as_list();
        const auto size = static_cast<std::int64_t>(items.size());
        for (Indexes indexes = indexes_of(selector, size, path_.rules().syntax); !indexes.done(); indexes.advance()) {
          budget_.step();
          const auto index = static_cast<std::size_t>(indexes.at);
          if (!at_index(index, [&] { return walk(rest, items[index], sink); })) return false;
        }
        return true;
      }
    }
    return true;
  }

  template <class F>
  bool each_child(const Value& value, const F& visit) {
    if (value.is_list()) {
      const List& items = value.as_list();
      for (std::size_t index = 0; index < items.size(); ++index) {
        budget_.step();
        if (!at_index(index, [&] { return visit(items[index]); })) return false;
      }
    } else if (value.is_map()) {
      for (const Map::Entry& entry : value.as_map()) {
        budget_.step();
        const std::string_view name = entry.key.is_string() ? entry.key.as_string() : std::string_view();
        if (!at_name(name, [&] { return visit(entry.value); })) return false;
      }
    }
    return true;
  }

  // Runs `visit` with the name appended to the location, if anybody asked for locations.
  template <class F>
  bool at_name(std::string_view name, const F& visit) {
    if (!keeps_location_) return visit();
    const std::size_t length = location_.size();
    enter_name(name);
    const bool goes_on = visit();
    location_.resize(length);
    return goes_on;
  }

  template <class F>
  bool at_index(std::size_t index, const F& visit) {
    if (!keeps_location_) return visit();
    const std::size_t length = location_.size();
    enter_index(index);
    const bool goes_on = visit();
    location_.resize(length);
    return goes_on;
  }

  void enter_index(std::size_t index) { location_ += "[" + std::to_string(index) + "]"; }

  void enter_name(std::string_view name) {
    location_ += "['";
    append_normalised(name);
    location_ += "']";
  }

  // A name as RFC 9535, section 2.7, writes it in a normalised path: single quotes, and `\u` only for control
  // characters without a letter of their own.
  void append_normalised(std::string_view name) {
    constexpr std::string_view escaped = "\b\t\n\f\r'\\";
    constexpr std::string_view letters = "btnfr'\\";
    constexpr char digits[] = "0123456789abcdef";
    for (const char c : name) {
      if (const std::size_t at = escaped.find(c); at != std::string_view::npos) {
        location_ += '\\';
        location_ += letters[at];
      } else if (static_cast<unsigned char>(c) < 0x20) {
        location_ += "\\u00";
        location_ += digits[static_cast<unsigned char>(c) >> 4U];
        location_ += digits[static_cast<unsigned char>(c) & 15U];
      } else {
        location_ += c;
      }
    }
  }

  // Filters.

  // The sink refuses the first match, which ends the walk: a walk that was ended has found something.
  bool matches_any(const Query& query, const Value& item) {
    return !walk_apart(query, item, [](const Value&) { return false; });
  }

  // A path within a filter. It is not a match, so its location is not kept.
  bool walk_apart(const Query& query, const Value& item, const Sink& sink) {
    return walk_from(query, query.from_item ? item : *root_, sink);
  }
  // Both the root and the switch for locations belong to the outer walk, and are put back: filters nest in filters.
  bool walk_from(const Query& query, const Value& start, const Sink& sink) {
    const bool kept = std::exchange(keeps_location_, false);
    // In the variant, `$` of a filter within such a path means the start of the path.
    const Value* outer_root = root_;
    if (is_ojg()) root_ = &start;
    const bool goes_on = walk(query.segments, start, sink);
    root_ = outer_root;
    keeps_location_ = kept;
    return goes_on;
  }

  // For the variant: a path with several matches stands for each of them in turn. The condition holds if it does so for
  // one combination of matches of all such paths.
  //
  //   [?@.a[*] < @.b[*]]     a: [5, 1], b: [3]     tests 5 < 3, then 1 < 3, and passes
  //
  // The number of combinations is the product of the numbers of matches, so each one is charged as a step
  // (next_choice).
  bool passes(const Selector& selector, const Value& item) {
    if (!selector.is_plural) return test(*selector.filter, item);
    std::vector<Choice> choices;
    find_choices(*selector.filter, item, choices);
    std::vector<Choice> outer = std::exchange(choices_, std::move(choices));
    bool is_found = false;
    do {
      is_found = test(*selector.filter, item);
    } while (!is_found && next_choice());
    choices_ = std::move(outer);
    return is_found;
  }

  struct Choice {
    const Query* query;
    List values;
    std::size_t at = 0;
  };

  void find_choices(const Filter& filter, const Value& item, std::vector<Choice>& choices) {
    const Depth depth = budget_.enter();
    if (filter.kind == Filter::Kind::query && !filter.query->is_singular()) {
      Choice choice{filter.query, {}};
      walk_apart(*filter.query, item, [&](const Value& value) {
        choice.values.push_back(value);
        return true;
      });
      choices.push_back(std::move(choice));
    }
    if (filter.kind == Filter::Kind::call && filter.function == PathFunction::count) return;
    for (const Filter* part : filter.parts) find_choices(*part, item, choices);
  }

  // Counts through the combinations like an odometer, the first path fastest. False after the last combination.
  bool next_choice() {
    budget_.step();
    for (Choice& choice : choices_) {
      if (++choice.at < choice.values.size()) return true;
      choice.at = 0;
    }
    return false;
  }

  bool test(const Filter& filter, const Value& item) {
    const Depth depth = budget_.enter();
    budget_.step();
    switch (filter.kind) {
      case Filter::Kind::exists: return matches_any(*filter.query, item);
      case Filter::Kind::negation: return !test(*filter.parts[0], item);
      case Filter::Kind::disjunction:
        return std::any_of(filter.parts.begin(), filter.parts.end(),
                           [&](const Filter* part) { return test(*part, item); });
      case Filter::Kind::conjunction:
        return std::all_of(filter.parts.begin(), filter.parts.end(),
                           [&](const Filter* part) { return test(*part, item); });
      case Filter::Kind::comparison: return test_comparison(filter, item);
      case Filter::Kind::call:
        if (is_ojg()) return is_true(compute(filter, item));
        if (filter.function == PathFunction::match) return test_regex(filter, item, RegexAnchor::both);
        if (filter.function == PathFunction::search) return test_regex(filter, item, RegexAnchor::none);
        return false;
      default: return is_true(compute(filter, item));
    }
  }

  static bool is_true(const Value& value) { return value.kind() == Kind::boolean && value.as_boolean(); }

  // Calls visit for each value of an operand, or with undefined when it has none, until it returns true.
  template <class F>
  bool any_value(const Filter& operand, const Value& item, const F& visit) {
    if (operand.kind != Filter::Kind::query || operand.query->is_singular()) return visit(compute(operand, item));
    bool is_found = false;
    bool has_any = false;
    walk_apart(*operand.query, item, [&](const Value& value) {
      has_any = true;
      is_found = visit(value);
      return !is_found;
    });
    return has_any ? is_found : visit(Value());
  }

  // In the variant, compute() gives the current one of several matches (choices_), so a comparison has one value on
  // each side.
  bool test_comparison(const Filter& filter, const Value& item) {
    const Filter& right = *filter.parts[1];
    if (is_ojg()) {
      const Value value = compute(*filter.parts[0], item);
      if (filter.op == Operator::exists) return is_wanted(right, item, !value.is_undefined());
      return holds(filter.op, value, compute(right, item));
    }
    if (filter.op == Operator::exists) {
      return any_value(*filter.parts[0], item,
                       [&](const Value& value) { return is_wanted(right, item, !value.is_undefined()); });
    }
    return any_value(*filter.parts[0], item, [&](const Value& a) {
      return any_value(right, item, [&](const Value& b) { return holds(filter.op, a, b); });
    });
  }

  // True when the operand is that boolean.
  bool is_wanted(const Filter& operand, const Value& item, bool found) {
    const Value wanted = compute(operand, item);
    return wanted.kind() == Kind::boolean && wanted.as_boolean() == found;
  }

  // Numbers compare by value here, 1 == 1.0, but `in` of the variant also compares their types. A real number that is
  // unequal to anything except an integer is a quirk of the variant: rules().real_unequal says which result is wanted,
  // and the path notes that the result depends on it.
  bool holds(Operator op, const Value& a, const Value& b) {
    switch (op) {
      case Operator::equal: return json_equal(a, b, NumberEquality::by_value, budget_);
      case Operator::unequal:
        if (json_equal(a, b, NumberEquality::by_value, budget_)) return false;
        if (!is_ojg() || a.kind() != Kind::real || b.kind() == Kind::integer) return true;
        path_.note_real_unequal();
        return path_.rules().real_unequal;
      case Operator::less: return is_less(a, b);
      case Operator::greater: return is_less(b, a);
      case Operator::less_equal: return is_less(a, b) || is_equal_in_order(a, b);
      case Operator::greater_equal: return is_less(b, a) || is_equal_in_order(a, b);
      case Operator::in:
        return b.is_list() && std::any_of(b.as_list().begin(), b.as_list().end(), [&](const Value& item) {
                 return json_equal(a, item, NumberEquality::by_type, budget_);
               });
      case Operator::empty: return is_emptiness(a, b);
      case Operator::matches:
        if (!a.is_string() || !(b.is_string() || b.kind() == Kind::bytes)) return false;
        return finds(a.as_string(), b.is_string() ? b.as_string() : b.as_bytes(), RegexAnchor::none);
      default: return false;
    }
  }

  // Values of different types have no order, and neither have booleans, lists and maps: every `<` is false for them.
  bool is_less(const Value& a, const Value& b) {
    const bool is_ordered = (a.is_number() && b.is_number()) || (a.is_string() && b.is_string());
    return is_ordered && python_order(a, b, budget_) == Order::less;
  }

  // In RFC 9535 `<=` holds for all equal values, in the variant only for numbers and texts.
  bool is_equal_in_order(const Value& a, const Value& b) {
    if (is_ojg() && !(a.is_number() && b.is_number()) && !(a.is_string() && b.is_string())) return false;
    return json_equal(a, b, NumberEquality::by_value, budget_);
  }

  static bool is_emptiness(const Value& value, const Value& wanted) {
    if (wanted.kind() != Kind::boolean) return false;
    if (value.is_string()) return (value.text_size() == 0) == wanted.as_boolean();
    if (value.is_list()) return value.as_list().empty() == wanted.as_boolean();
    return value.is_map() && value.as_map().empty() == wanted.as_boolean();
  }

  bool test_regex(const Filter& call, const Value& item, RegexAnchor anchor) {
    const Value text = compute(*call.parts[0], item);
    const Value pattern = compute(*call.parts[1], item);
    return text.is_string() && pattern.is_string() && finds(text.as_string(), pattern.as_string(), anchor);
  }

  // match() and search() of the variant. Nothing if the value is not text, or the pattern is empty or missing. The
  // pattern of match() is wrapped in `^` and `$`, which then belong to its first and last alternative.
  Value matched(const Filter& call, const Value& item) {
    const Value text = compute(*call.parts[0], item);
    const Value pattern = compute(*call.parts[1], item);
    if (!text.is_string() || !pattern.is_string() || pattern.text_size() == 0) return {};
    std::string written(pattern.as_string());
    if (call.function == PathFunction::match) {
      if (written.front() != '^') written.insert(0, "^");
      if (written.back() != '$') written += '$';
    }
    const CompiledRegex compiled = regexes_.compile(RegexSyntax::re2, written);
    if (!compiled) return {};
    return Value::boolean(compiled.regex->matches(text.as_string(), RegexAnchor::none, budget_));
  }

  // An invalid pattern matches nothing.
  bool finds(std::string_view text, std::string_view pattern, RegexAnchor anchor) {
    const CompiledRegex compiled = regexes_.compile(is_ojg() ? RegexSyntax::re2 : RegexSyntax::i_regexp, pattern);
    return compiled && compiled.regex->matches(text, anchor, budget_);
  }

  // The value of an operand; undefined for none.
  // “Nothing” of RFC 9535 and a missing match are both the undefined value. Two missing operands are therefore equal.
  Value compute(const Filter& filter, const Value& item) {
    const Depth depth = budget_.enter();
    budget_.step();
    switch (filter.kind) {
      case Filter::Kind::regex:  // not text: represented as bytes, which equal nothing else
      case Filter::Kind::literal: return path_.literals()[filter.literal];
      case Filter::Kind::group: return compute(*filter.parts[0], item);
      case Filter::Kind::query: {
        if (!choices_.empty() && !filter.query->is_singular()) return chosen(*filter.query);
        Value found;
        walk_apart(*filter.query, item, [&](const Value& value) {
          found = value;
          return false;
        });
        return found;
      }
      case Filter::Kind::list: {
        List items;
        for (const Filter* part : filter.parts) items.push_back(compute(*part, item));
        return Value::list(std::move(items));
      }
      case Filter::Kind::arithmetic:
        return path_arithmetic(filter.op, compute(*filter.parts[0], item), compute(*filter.parts[1], item));
      case Filter::Kind::call:
        switch (filter.function) {
          case PathFunction::length: return length_of(compute(*filter.parts[0], item));
          case PathFunction::count: return count_of(*filter.parts[0], item);
          case PathFunction::value: return only_value(*filter.parts[0]->query, item);
          default:
            if (is_ojg()) return matched(filter, item);
            break;
        }
        break;
      default: break;
    }
    return Value::boolean(test(filter, item));
  }

  // The current match of a path with several matches.
  // Paths are told apart by their nodes: the same text twice in a condition is two choices.
  Value chosen(const Query& query) const {
    for (const Choice& choice : choices_) {
      if (choice.query == &query) return choice.values.empty() ? Value() : choice.values[choice.at];
    }
    return {};
  }

  // RFC 9535 counts code points, Go counts bytes: length('é') is 1, in the variant 2.
  Value length_of(const Value& value) const {
    const auto number = [](std::size_t size) { return Value::integer(static_cast<std::int64_t>(size)); };
    if (value.is_string()) return number(is_ojg() ? value.text_size() : count_code_points(value.as_string()));
    if (value.is_list()) return number(value.as_list().size());
    return value.is_map() ? number(value.as_map().size()) : Value();
  }

  // In the variant, a path that begins with `$` also begins at the item. Anything other than a path has no count.
  Value count_of(const Filter& operand, const Value& item) {
    if (operand.kind != Filter::Kind::query) return {};
    std::int64_t count = 0;
    const Sink count_one = [&](const Value&) {
      ++count;
      return true;
    };
    if (is_ojg()) {
      walk_from(*operand.query, item, count_one);
    } else {
      walk_apart(*operand.query, item, count_one);
    }
    return Value::integer(count);
  }

  // The value of a path with exactly one match, else nothing.
  // Ends after a second match, which decides already.
  Value only_value(const Query& query, const Value& item) {
    Value found;
    int count = 0;
    walk_apart(query, item, [&](const Value& value) {
      found = value;
      return ++count < 2;
    });
    return count == 1 ? found : Value();
  }

  const JsonPath& path_;
  const Value* root_;  // the value of `$`
  Budget& budget_;
  RegexCache& regexes_;
  bool keeps_location_ = false;
  std::string location_ = "$";
  std::vector<Choice> choices_;  // one for each path with several matches in the current filter
};

}  // namespace

JsonPath::JsonPath(std::string_view text, const JsonPathRules& rules, Budget& budget) {
  tree_.rules = rules;
  JsonPathBuilder builder(tree_, text, budget);
  if (rules.syntax == JsonPathSyntax::ojg) {
    parse_ojg(builder);
  } else {
    parse_rfc_9535(builder);
  }
}

// The pointer stays valid as long as `root`: a walk never copies the values that it passes.
const Value* JsonPath::first(const Value& root, Budget& budget, RegexCache& regexes) const {
  const Value* found = nullptr;
  Selection(*this, root, budget, regexes).walk(*tree_.query, root, [&](const Value& value) {
    found = &value;
    return false;
  });
  return found;
}

// Locations grow with the depth of each match, so a small document can have large ones: they are charged as output.
std::vector<JsonPath::Match> JsonPath::matches(const Value& root, Budget& budget, RegexCache& regexes) const {
  std::vector<Match> all;
  Selection selection(*this, root, budget, regexes);
  selection.keep_location();
  selection.walk(*tree_.query, root, [&](const Value& value) {
    budget.output(selection.location().size());
    all.push_back({&value, selection.location()});
    return true;
  });
  return all;
}

std::vector<std::size_t> JsonPath::positions(const json_path::Selector& selector, const Value& value, const Value& root,
                                             Budget& budget, RegexCache& regexes) const {
  return Selection(*this, root, budget, regexes).positions(selector, value);
}

}  // namespace evalground
