// Filters of community.general that keep, remove or rename keys of dicts in a list. Those of ansible.utils with the
// same names reach any depth.
#include <algorithm>
#include <array>

#include "base/text/any_of.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/library/regex.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace top_keys_family {
namespace {

constexpr std::array<std::string_view, 4> ways = {"equal", "starts_with", "ends_with", "regex"};

bool is_sequence(const Value& value) {
  return value.is_list() || value.kind() == Kind::tuple;
}

std::string class_text(const FunctionCall& call, const Value& value) {
  return "<class '" + call.evaluator.type_name(value) + "'>";
}

// The dicts, which have only texts as keys.
List dicts_of(const FunctionCall& call) {
  Evaluator& evaluator = call.evaluator;
  evaluator.require(call[0]);
  if (!is_sequence(call[0]) && !call[0].is_string()) {
    call.fail("First argument must be a list. " + evaluator.repr(call[0]) + " is " + class_text(call, call[0]));
  }
  List dicts = call.items(0);
  for (const Value& dict : dicts) {
    evaluator.require(dict);
    if (!dict.is_map()) {
      call.fail("The data items must be dictionaries. " + evaluator.text(dict) + " is " + class_text(call, dict));
    }
    for (const auto& entry : dict.as_map()) {
      call.context.budget.step();
      if (!entry.key.is_string()) {
        call.fail("Top level keys must be strings. keys: " + evaluator.repr(Value::list(evaluator.items(dict))));
      }
    }
  }
  return dicts;
}

std::string way_of(const FunctionCall& call) {
  const std::string way = call.text(2);
  if (!contains(ways, way)) {
    call.fail(
        "The matching_parameter must be one of ['equal', 'starts_with', 'ends_with', 'regex']. "
        "matching_parameter=" +
        call.evaluator.repr(call[2]));
  }
  return way;
}

// A pattern matches from the beginning of a key.
Ref<const Regex> pattern_of(const FunctionCall& call, const std::string& text, const std::string& complaint) {
  try {
    return compile_regex(call, text, false, false);
  } catch (const Error&) {
    call.fail(complaint);
  }
}

// How keys are compared with one word.
class Target {
 public:
  Target(const FunctionCall& call, std::string way, std::string word, const std::string& complaint)
      : way_(std::move(way)), word_(std::move(word)) {
    if (way_ == "regex") regex_ = pattern_of(call, word_, complaint);
  }

  bool matches(std::string_view key, Budget& budget) const {
    budget.step();
    if (way_ == "starts_with") return key.starts_with(word_);
    if (way_ == "ends_with") return key.ends_with(word_);
    return way_ == "regex" ? regex_->matches(key, RegexAnchor::start, budget) : key == word_;
  }

 private:
  std::string way_;
  std::string word_;
  Ref<const Regex> regex_;
};

// The words of keep_keys and remove_keys: one text, or a list of texts.
std::vector<Target> targets_of(const FunctionCall& call) {
  Evaluator& evaluator = call.evaluator;
  const std::string way = way_of(call);
  const Value& given = call[1];
  evaluator.require(given);
  if (!given.is_string() && !is_sequence(given)) {
    call.fail("The target must be a string or a list. target is " + class_text(call, given) + ".");
  }
  const List words = given.is_string() ? List{given} : call.items(1);
  if (words.empty() || (given.is_string() && given.text_size() == 0)) call.fail("The target can't be empty.");
  for (const Value& word : words) {
    evaluator.require(word);
    if (word.is_string()) continue;
    call.fail("The target items must be strings. " + evaluator.text(word) + " is " + class_text(call, word));
  }
  if (way == "regex" && words.size() > 1) {
    call.fail("Single item is required in the target list if matching_parameter=regex.");
  }
  std::vector<Target> targets;
  for (const Value& word : words) {
    const std::string text = evaluator.text(word);
    targets.emplace_back(call, way, text,
                         "The target must be a valid regex if matching_parameter=regex. target is " + text);
  }
  return targets;
}

// Only the entries whose keys match, or only the others.
Value chosen(const FunctionCall& call, bool wanted) {
  const List dicts = dicts_of(call);
  const std::vector<Target> targets = targets_of(call);
  Budget& budget = call.context.budget;
  List result;
  for (const Value& dict : dicts) {
    Map kept;
    for (const auto& entry : dict.as_map()) {
      const bool matches = std::any_of(targets.begin(), targets.end(), [&](const Target& target) {
        return target.matches(entry.key.as_string(), budget);
      });
      if (matches == wanted) kept.set(entry.key, entry.value);
    }
    result.push_back(Value::map(std::move(kept)));
  }
  return Value::list(std::move(result));
}

Value keep_keys(Call& call) {
  return chosen(function_call(call), true);
}
Value remove_keys(Call& call) {
  return chosen(function_call(call), false);
}

// ---- replace_keys

struct Renaming {
  Target before;
  Value after;
};

// An entry of `target`, which is a text.
const Value& word_in(const FunctionCall& call, const Value& item, std::string_view name) {
  const Value& word = *item.as_map().find(name);
  call.evaluator.require(word);
  if (!word.is_string()) {
    call.fail("The attributes " + std::string(name) + " must be strings. " + call.evaluator.text(word) + " is " +
              class_text(call, word));
  }
  return word;
}

std::vector<Renaming> renamings_of(const FunctionCall& call) {
  Evaluator& evaluator = call.evaluator;
  const std::string way = way_of(call);
  const Value& given = call[1];
  evaluator.require(given);
  if (!is_sequence(given)) {
    call.fail("The target must be a list. target is " + evaluator.repr(given) + " of type " + class_text(call, given) +
              ".");
  }
  const List items = call.items(1);
  if (items.empty()) call.fail("The target can't be empty.");
  List befores;
  for (const Value& item : items) {
    evaluator.require(item);
    if (!item.is_map()) {
      call.fail("The target items must be dictionaries. " + evaluator.repr(item) + " is " + class_text(call, item));
    }
    if (!item.as_map().contains("after") || !item.as_map().contains("before")) {
      call.fail("All dictionaries in target must include attributes: after, before.");
    }
    befores.push_back(word_in(call, item, "before"));
    word_in(call, item, "after");
  }
  const std::string complaint =
      "The attributes before must be valid regex if matching_parameter=regex. Not all items are valid regex in: " +
      evaluator.repr(Value::list(befores));
  std::vector<Renaming> renamings;
  for (std::size_t at = 0; at < items.size(); ++at) {
    renamings.push_back({Target(call, way, evaluator.text(befores[at]), complaint), *items[at].as_map().find("after")});
  }
  return renamings;
}

// The first renaming that matches counts. Of two entries with the same new key, the last one.
Value replace_keys(Call& base) {
  FunctionCall& call = function_call(base);
  const List dicts = dicts_of(call);
  const std::vector<Renaming> renamings = renamings_of(call);
  Budget& budget = call.context.budget;
  List result;
  for (const Value& dict : dicts) {
    Map renamed;
    for (const auto& entry : dict.as_map()) {
      const auto found = std::find_if(renamings.begin(), renamings.end(), [&](const Renaming& one) {
        return one.before.matches(entry.key.as_string(), budget);
      });
      renamed.set(found == renamings.end() ? entry.key : found->after, entry.value);
    }
    result.push_back(Value::map(std::move(renamed)));
  }
  return Value::list(std::move(result));
}

constexpr Example keep_keys_examples[] = {
    {"{{ [{'a': 1, 'b': 2}, {'ab': 3}] | community.general.keep_keys('a', 'starts_with') }}", "",
     R"("[{'a': 1}, {'ab': 3}]")", in_ansible}};
constexpr Example remove_keys_examples[] = {{"{{ [{'a': 1, 'b': {'a': 2}}] | community.general.remove_keys(['a']) }}",
                                             "", R"("[{'b': {'a': 2}}]")", in_ansible}};
constexpr Example replace_keys_examples[] = {
    {"{{ [{'a': 1, 'b': 2}] | community.general.replace_keys([{'before': 'a', 'after': 'z'}]) }}", "",
     R"("[{'z': 1, 'b': 2}]")", in_ansible}};
constexpr std::string_view ways_details =
    "`matching_parameter` is `equal`, `starts_with`, `ends_with` or `regex`, which matches from the beginning of a "
    "key. "
    "Keys within the values stay. Since community.general 8.4.";

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature =
         "community.general.keep_keys(data: any, target: any = null, matching_parameter: any = 'equal') -> list",
     .summary = "The dicts of a list with only these keys.",
     .details = ways_details,
     .examples = keep_keys_examples,
     .call = keep_keys},
    {.kind = ansible_filter,
     .signature =
         "community.general.remove_keys(data: any, target: any = null, matching_parameter: any = 'equal') -> list",
     .summary = "The dicts of a list without these keys.",
     .details = ways_details,
     .examples = remove_keys_examples,
     .call = remove_keys},
    {.kind = ansible_filter,
     .signature =
         "community.general.replace_keys(data: any, target: any = null, matching_parameter: any = 'equal') -> list",
     .summary = "The dicts of a list with other keys: each item of `target` has `before` and `after`.",
     .details = ways_details,
     .examples = replace_keys_examples,
     .call = replace_keys},
};

}  // namespace
}  // namespace top_keys_family

std::span<const Function> top_key_filters() {
  using namespace top_keys_family;
  return all;
}

}  // namespace evalground::ansible
