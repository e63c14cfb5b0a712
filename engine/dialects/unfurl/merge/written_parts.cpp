// Keeps the wording of the original document.
//
//   written    a: {+%: whiteout, t: {x: 1}, u: 2}     b: {+/a/t: null, x: 1}     c: 1
//   expanded                                          b: {x: 1}                  c: 1
//   changed                                           b: {x: 1}                  c: 2
//
// Restoring starts from the changed document, which has no `a`, and would drop `x` of `b`, because the directive
// inserts it. But the changes affected neither: so `b` keeps its original text, and `a`, which expansion removed,
// stays. In a map that was changed, the unchanged members are kept.
//
// A part may be kept only if it still expands to the same value, as its directives' targets may have changed. The
// caller expands the result and gives up the parts that differ.
#include "dialects/unfurl/merge/written_parts.hpp"

#include "data/paths/json_pointer.hpp"
#include "dialects/unfurl/merge/directive.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

bool is_followed(const Value& key) {
  if (!key.is_string() || !key.as_string().starts_with('+') || key.as_string() == strategy_key) return false;
  return key.as_string() == anchor_key || parse_directive(key.as_string());
}

}  // namespace

const Value* rewritten_list(const Value& written, const Value& expanded, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (written.is_map() && expanded.is_map()) {
    for (const auto& [key, value] : written.as_map()) {
      const Value* now = expanded.as_map().find(key);
      const Value* found = now == nullptr ? nullptr : rewritten_list(value, *now, budget);
      if (found != nullptr) return found;
    }
  }
  if (!written.is_list() || !expanded.is_list()) return nullptr;
  const List& before = written.as_list();
  const List& now = expanded.as_list();
  if (before.size() != now.size()) return &written;
  for (std::size_t index = 0; index < before.size(); ++index) {
    if (before[index].is_map() != now[index].is_map()) return &written;
    if (const Value* found = rewritten_list(before[index], now[index], budget)) return found;
  }
  return nullptr;
}

void WrittenParts::put(const Map& written, const Map& expanded, const Map& changed, Value& restored,
                       std::string& pointer) {
  const Depth depth = budget_.enter();
  for (const auto& [key, value] : written) {
    budget_.step();
    // Directives are restored with the places that hold them, except a top-level one whose target is missing.
    const bool is_optional = pointer.empty() && key.is_string() && key.as_string().starts_with("+?");
    if (is_followed(key) && !(is_optional && !restored.as_map().contains(key))) continue;
    const Value* before = expanded.find(key);
    const Value* now = changed.find(key);
    const std::size_t size = pointer.size();
    append_pointer_part(pointer, key_text(key));
    const bool is_given_up = given_up_.count(pointer) != 0;
    if (before == nullptr) {
      // Expansion removed it, and no change set it again.
      if (now == nullptr && !is_given_up) {
        restored.edit_map().set(key, value);
        kept_.insert(pointer);
      }
    } else if (now != nullptr) {
      if (!is_given_up && json_equal(*before, *now, NumberEquality::by_type, budget_) &&
          rewritten_list(value, *before, budget_) == nullptr) {
        restored.edit_map().set(key, value);
        kept_.insert(pointer);
      } else if (value.is_map() && before->is_map() && now->is_map()) {
        Value* inner = restored.edit_map().find_for_edit(key);
        if (inner != nullptr && inner->is_map()) put(value.as_map(), before->as_map(), now->as_map(), *inner, pointer);
      }
    }
    pointer.resize(size);
  }
}

Value WrittenParts::put_into(Value restored) {
  kept_.clear();
  if (keeps_none_ || !written_.is_map() || !restored.is_map() || !expanded_.is_map() || !changed_.is_map()) {
    return restored;
  }
  std::string pointer;
  put(written_.as_map(), expanded_.as_map(), changed_.as_map(), restored, pointer);
  return restored;
}

bool WrittenParts::give_up(const std::vector<std::string>& path) {
  std::string pointer;
  std::string innermost;
  for (const std::string& part : path) {
    budget_.step();
    append_pointer_part(pointer, part);
    if (kept_.count(pointer) != 0) innermost = pointer;
  }
  return !innermost.empty() && given_up_.insert(std::move(innermost)).second;
}

bool WrittenParts::give_up_all() {
  const bool kept = !kept_.empty();
  keeps_none_ = true;
  return kept;
}

}  // namespace evalground::unfurl
