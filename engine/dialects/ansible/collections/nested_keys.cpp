// Filters of ansible.utils that keep, remove or rename keys at any depth of data.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "dialects/ansible/collections/arguments.hpp"
#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/library/regex.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace nested_keys_family {
namespace {

constexpr std::array<std::string_view, 3> ways = {"starts_with", "ends_with", "regex"};

// How keys are compared with words.
class KeyMatcher {
 public:
  // `way` is the index of the argument with one of `ways`; none compares whole keys.
  KeyMatcher(const FunctionCall& call, std::size_t way) : call_(call), way_(word_argument(call, way, ways)) {}

  // In Python only texts have a beginning and an end, so other keys fail there; they never equal a word.
  bool matches(const Value& key, const std::string& word) const {
    call_.context.budget.step();
    if (!key.is_string()) {
      if (way_.empty()) return false;
      call_.fail("expected string or bytes-like object, got '" + call_.evaluator.type_name(key) + "'", "type-error");
    }
    const std::string_view text = key.as_string();
    if (way_ == "starts_with") return text.starts_with(word);
    if (way_ == "ends_with") return text.ends_with(word);
    if (way_ != "regex") return text == word;
    return compile_regex(call_, word, false, false)->matches(text, RegexAnchor::start, call_.context.budget);
  }

  bool matches_any(const Value& key, const std::vector<std::string>& words) const {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return matches(key, word); });
  }

 private:
  const FunctionCall& call_;
  const std::string way_;
};

bool is_empty_container(const Value& value) {
  return (value.is_list() && value.as_list().empty()) || (value.is_map() && value.as_map().empty());
}

void require_container(const FunctionCall& call, std::string_view plugin, std::string_view purpose) {
  read_whole(call, call[0]);
  if (call[0].is_list() || call[0].is_map()) return;
  call.fail("Error when using plugin '" + std::string(plugin) + "': Input is not valid for " + std::string(purpose));
}

// ---- keep_keys

Value kept(const FunctionCall& call, const KeyMatcher& matcher, const Value& data,
           const std::vector<std::string>& words) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (data.is_list()) {
    List items;
    for (const Value& item : data.as_list()) items.push_back(kept(call, matcher, item, words));
    return Value::list(std::move(items));
  }
  if (!data.is_map()) return data;
  Map left;
  for (const auto& [key, value] : data.as_map()) {
    if (!value.is_list() && !value.is_map()) {
      if (matcher.matches_any(key, words)) left.set(key, value);
      continue;
    }
    if (words.empty()) continue;
    Value inner = kept(call, matcher, value, words);
    if (inner.is_list()) {
      List filled;
      for (const Value& item : inner.as_list()) {
        if (!is_empty_container(item)) filled.push_back(item);
      }
      // A list of texts alone has no keys, and goes.
      if (std::all_of(filled.begin(), filled.end(), [](const Value& item) { return item.is_string(); })) continue;
      inner = Value::list(std::move(filled));
    }
    if (!is_empty_container(inner)) left.set(key, std::move(inner));
  }
  return Value::map(std::move(left));
}

// Dicts and lists stay for what they hold, whatever their own keys are.
Value keep_keys(Call& base) {
  FunctionCall& call = function_call(base);
  const std::vector<std::string> words = texts_argument(call, 1);
  const KeyMatcher matcher(call, 2);
  require_container(call, "keep_keys", "keep operation");
  return kept(call, matcher, call[0], words);
}

// ---- remove_keys

Value removed(const FunctionCall& call, const KeyMatcher& matcher, const Value& data,
              const std::vector<std::string>& words) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (data.is_list()) {
    List items;
    for (const Value& item : data.as_list()) items.push_back(removed(call, matcher, item, words));
    return Value::list(std::move(items));
  }
  if (!data.is_map()) return data;
  Map left;
  for (const auto& [key, value] : data.as_map()) {
    if (!matcher.matches_any(key, words)) left.set(key, removed(call, matcher, value, words));
  }
  return Value::map(std::move(left));
}

// Without the items of lists that are false, such as an empty dict.
Value without_empty_items(const FunctionCall& call, const Value& data) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (data.is_list()) {
    List items;
    for (const Value& item : data.as_list()) {
      if (call.evaluator.truth(item)) items.push_back(without_empty_items(call, item));
    }
    return Value::list(std::move(items));
  }
  if (!data.is_map()) return data;
  Map left;
  for (const auto& [key, value] : data.as_map()) left.set(key, without_empty_items(call, value));
  return Value::map(std::move(left));
}

Value remove_keys(Call& base) {
  FunctionCall& call = function_call(base);
  const std::vector<std::string> words = texts_argument(call, 1);
  const KeyMatcher matcher(call, 2);
  require_container(call, "remove_keys", "attribute removal");
  return without_empty_items(call, removed(call, matcher, call[0], words));
}

// ---- replace_keys

struct Replacement {
  std::string before;
  Value after;
};

// A pair without `before` names no key.
std::vector<Replacement> replacements(const FunctionCall& call) {
  std::vector<Replacement> all;
  for (const Value& pair : list_argument(call, 1)) {
    if (!pair.is_map()) {
      call.fail("Elements value for option 'target' is of type <class '" + call.evaluator.type_name(pair) +
                "'> and we were unable to convert to dict: dictionary requested, could not parse JSON or key=value");
    }
    const Value* before = pair.as_map().find("before");
    const Value* after = pair.as_map().find("after");
    if (before == nullptr || before->is_null()) continue;
    all.push_back({call.evaluator.text(*before),
                   after == nullptr || after->is_null() ? Value::null() : Value::string(call.evaluator.text(*after))});
  }
  return all;
}

// A renamed key moves to the end, unless its new name is there already: then its value replaces that one. Each pair
// sees what the pair before it has made.
Value replaced(const FunctionCall& call, const KeyMatcher& matcher, const Value& data,
               const std::vector<Replacement>& pairs) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (data.is_list()) {
    List items;
    for (const Value& item : data.as_list()) items.push_back(replaced(call, matcher, item, pairs));
    return Value::list(std::move(items));
  }
  if (!data.is_map()) return data;
  Map now = data.as_map();
  for (const Replacement& pair : pairs) {
    List keys;
    for (const Map::Entry& entry : now) keys.push_back(entry.key);
    for (const Value& key : keys) {
      if (!matcher.matches(key, pair.before)) continue;
      const Value* found = now.find(key);
      if (found == nullptr) continue;
      const Value value = *found;
      now.erase(key);
      now.set(pair.after, value);
    }
  }
  Map result;
  for (const auto& [key, value] : now) result.set(key, replaced(call, matcher, value, pairs));
  return Value::map(std::move(result));
}

Value replace_keys(Call& base) {
  FunctionCall& call = function_call(base);
  const std::vector<Replacement> pairs = replacements(call);
  const KeyMatcher matcher(call, 2);
  require_container(call, "replace_keys", "replace operation");
  return replaced(call, matcher, call[0], pairs);
}

constexpr Example keep_keys_examples[] = {
    {"{{ [{'a': 1, 'b': 2}, {'c': {'ab': 3}}] | ansible.utils.keep_keys(['a'], 'starts_with') }}", "",
     R"("[{'a': 1}, {'c': {'ab': 3}}]")", in_ansible}};
constexpr Example remove_keys_examples[] = {
    {"{{ {'a': 1, 'b': [{'a': 2}, {'c': 3, 'a': 4}, 0]} | ansible.utils.remove_keys(['a']) }}", "",
     R"("{'b': [{'c': 3}]}")", in_ansible}};
constexpr Example replace_keys_examples[] = {
    {"{{ {'a': 1, 'b': {'a': 2}} | ansible.utils.replace_keys([{'before': 'a', 'after': 'z'}]) }}", "",
     R"("{'b': {'z': 2}, 'z': 1}")", in_ansible}};
constexpr std::string_view ways_details =
    "`matching_parameter` is `starts_with`, `ends_with` or `regex`; without it whole keys are compared.";

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "ansible.utils.keep_keys(data: any, target: list, matching_parameter: string = null) -> any",
     .summary = "Only the entries with these keys, at any depth.",
     .details = ways_details,
     .examples = keep_keys_examples,
     .call = keep_keys},
    {.kind = ansible_filter,
     .signature = "ansible.utils.remove_keys(data: any, target: list, matching_parameter: string = null) -> any",
     .summary = "The data without these keys, at any depth, and without empty items of lists.",
     .details = ways_details,
     .examples = remove_keys_examples,
     .call = remove_keys},
    {.kind = ansible_filter,
     .signature = "ansible.utils.replace_keys(data: any, target: list, matching_parameter: string = null) -> any",
     .summary = "The data with other keys, at any depth: each dict of `target` has `before` and `after`.",
     .details = ways_details,
     .examples = replace_keys_examples,
     .call = replace_keys},
};

}  // namespace
}  // namespace nested_keys_family

std::span<const Function> nested_key_filters() {
  using namespace nested_keys_family;
  return all;
}

}  // namespace evalground::ansible
