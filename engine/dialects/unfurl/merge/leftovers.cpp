// Removes what expansion leaves behind.
//
//   a: {+?/nowhere: null, x: 1}     removes the map: its optional directive has no target
//   b: {c: {+%: whiteout}}          removes `c`: it should take out a key that does not exist
//
// The reference does the second only in maps of maps, and not at all when a target is missing. It does the first by the
// map's path in the original document, which may be a different item of a list by now. The option `quirks` follows the
// reference.
#include "dialects/unfurl/merge/leftovers.hpp"

#include <unordered_set>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/merge/directive.hpp"
#include "dialects/unfurl/merge/merge.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

bool is_stray(const Value& value) {
  const std::string_view strategy = merge_strategy(value);
  return strategy == "whiteout" || strategy == "nullout";
}

// A mutable member of a map, or item of a list, by a part of a path; null when absent.
Value* member_for_edit(Value& holder, const std::string& part) {
  if (holder.is_map()) return holder.edit_map().find_for_edit(Value::string(part));
  if (!holder.is_list()) return nullptr;
  const auto index = parse_loose_integer(part);
  const bool is_there = index && index.value >= 0 && index.value < static_cast<std::int64_t>(holder.as_list().size());
  return is_there ? &holder.edit_list()[static_cast<std::size_t>(index.value)] : nullptr;
}

// Removes what is at the original paths of the maps, one after the other.
void take_out_as_reference(Context& context, Value& document, const std::vector<MissingDirective>& missing) {
  for (const MissingDirective& one : missing) {
    if (one.path.empty()) {
      document.edit_map().erase(one.key);
      continue;
    }
    Value* holder = &document;
    for (std::size_t at = 0; at + 1 < one.path.size() && holder != nullptr; ++at) {
      context.budget.step();
      holder = member_for_edit(*holder, one.path[at]);
    }
    if (holder == nullptr || member_for_edit(*holder, one.path.back()) == nullptr) continue;
    if (holder->is_map()) {
      holder->edit_map().erase(one.path.back());
    } else {
      List& items = holder->edit_list();
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(std::stoul(one.path.back())));
    }
  }
}

class Leftovers {
 public:
  Leftovers(Context& context, bool is_stuck, const std::function<bool(const Value&)>& is_raw)
      : context_(context), is_stuck_(is_stuck), is_raw_(is_raw) {}

  // The value without maps that have an optional directive with a missing target.
  Value without_missing(const Value& value) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (is_raw_(value)) return value;
    if (value.is_map()) {
      Map kept;
      for (const auto& entry : value.as_map()) {
        if (!misses_target(entry.value)) kept.set(entry.key, without_missing(entry.value));
      }
      return Value::map(std::move(kept)).with_origin(value.origin());
    }
    if (value.kind() != Kind::list) return value;
    List kept;
    for (const Value& item : value.as_list()) {
      if (!misses_target(item)) kept.push_back(without_missing(item));
    }
    return Value::list(std::move(kept)).with_origin(value.origin());
  }

  // The value without strategies over nothing. `is_unlike` is set where the reference keeps them.
  Value without_strays(const Value& value, bool is_unlike) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (is_raw_(value)) return value;
    if (value.is_map()) {
      Map kept;
      kept.reserve(value.as_map().size());
      for (const auto& entry : value.as_map()) {
        if (!is_stray(entry.value)) {
          kept.set(entry.key, without_strays(entry.value, is_unlike));
        } else if (is_unlike) {
          warn(entry.value);
        }
      }
      return Value::map(std::move(kept)).with_origin(value.origin());
    }
    if (value.kind() != Kind::list || context_.quirks()) return value;
    List kept;
    kept.reserve(value.as_list().size());
    for (const Value& item : value.as_list()) {
      if (!is_stray(item)) {
        kept.push_back(without_strays(item, true));
      } else {
        warn(item);
      }
    }
    return Value::list(std::move(kept)).with_origin(value.origin());
  }

 private:
  // A directive that is still in the map has no target.
  bool misses_target(const Value& member) const {
    if (!member.is_map() || is_raw_(member)) return false;
    for (const auto& entry : member.as_map()) {
      const std::string_view key = entry.key.is_string() ? entry.key.as_string() : std::string_view();
      if (key != strategy_key && key != anchor_key && parse_directive(key)) return true;
    }
    return false;
  }

  void warn(const Value& stray) {
    if (!warned_.insert(stray.origin()).second) return;
    const std::string_view place = is_stuck_ ? "where an optional target is missing" : "in lists";
    context_.warn(stray.origin(), "differs-from-reference",
                  "The reference leaves a map with " + quote(strategy_key) + " that is merged over nothing " +
                      std::string(place) + "; here it is left out.");
  }

  Context& context_;
  const bool is_stuck_;
  const std::function<bool(const Value&)>& is_raw_;
  std::unordered_set<OriginId> warned_;
};

}  // namespace

Value without_leftovers(Context& context, Value document, const std::vector<MissingDirective>& missing,
                        const std::function<bool(const Value&)>& is_raw) {
  const bool is_stuck = !missing.empty();
  if (is_stuck && context.quirks()) {
    take_out_as_reference(context, document, missing);
    return document;
  }
  Leftovers leftovers(context, is_stuck, is_raw);
  if (is_stuck) {
    for (const MissingDirective& one : missing) {
      if (one.path.empty()) document.edit_map().erase(one.key);
    }
    document = leftovers.without_missing(document);
  }
  return leftovers.without_strays(document, is_stuck);
}

}  // namespace evalground::unfurl
