// Filters of ansible.utils that bring lists together: consolidate and param_list_compare.
#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/ansible/collections/arguments.hpp"
#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace data_sources_family {
namespace {

// ---- consolidate

// A list of dicts, each of which is known by the value of one key.
struct DataSource {
  Value name;
  Map by_key;  // the last dict with a value counts
};

const Value& required_entry(const FunctionCall& call, const Value& source, std::string_view name) {
  const Value* entry = source.is_map() ? source.as_map().find(name) : nullptr;
  if (entry == nullptr) {
    call.fail("missing required arguments: " + std::string(name) + " found in data_sources");
  }
  return *entry;
}

void sort_values(const FunctionCall& call, List& values) {
  std::stable_sort(values.begin(), values.end(), [&](const Value& a, const Value& b) {
    call.context.budget.step();
    return call.evaluator.less(a, b);
  });
}

// What consolidate finds wrong, by the option that makes it a failure.
class Complaints {
 public:
  explicit Complaints(const FunctionCall& call) : call_(call) {}

  void add(std::string_view option, std::string text) {
    auto found = std::find_if(all_.begin(), all_.end(), [&](const auto& one) { return one.first == option; });
    if (found == all_.end()) found = all_.insert(all_.end(), {std::string(option), {}});
    found->second.push_back(std::move(text));
  }

  void fail_if_any() const {
    std::vector<std::string> texts;
    for (const auto& [option, found] : all_) {
      texts.push_back("Error when using plugin 'consolidate': '" + option + "' reported " + join(found, ", "));
    }
    if (!texts.empty()) call_.fail(join(texts, "; "));
  }

 private:
  const FunctionCall& call_;
  std::vector<std::pair<std::string, std::vector<std::string>>> all_;
};

// The dicts of a source by the value of its key. `number` counts from 1.
DataSource read_source(const FunctionCall& call, const Value& written, std::size_t number, Complaints& complaints) {
  DataSource source{required_entry(call, written, "name"), {}};
  const Value key = Value::string(call.evaluator.text(required_entry(call, written, "match_key")));
  const List dicts = call.evaluator.items(required_entry(call, written, "data"));
  bool has_duplicate = false;
  std::size_t entry_number = 0;
  for (const Value& dict : dicts) {
    call.context.budget.step();
    ++entry_number;
    const Value* value = dict.is_map() ? dict.as_map().find(key) : nullptr;
    if (value != nullptr) {
      call.evaluator.require_hashable(*value);
      has_duplicate = has_duplicate || source.by_key.contains(*value);
      source.by_key.set(*value, dict);
    } else if (boolean_argument(call, 1)) {
      complaints.add("fail_missing_match_key", "missing match key '" + std::string(key.as_string()) +
                                                   "' in data source " + std::to_string(number) + " in list entry " +
                                                   std::to_string(entry_number));
    }
  }
  if (has_duplicate && boolean_argument(call, 3)) {
    complaints.add("fail_duplicate", "duplicate values in data source " + std::to_string(number));
  }
  return source;
}

//   [{name: a, match_key: id, data: [{id: x, n: 1}]}, {name: b, match_key: k, data: [{k: x}]}]
//   -> {x: {a: {id: x, n: 1}, b: {k: x}}}
Value consolidate(Call& base) {
  FunctionCall& call = function_call(base);
  read_whole(call, call[0]);
  std::vector<DataSource> sources;
  Complaints complaints(call);
  for (const Value& written : list_argument(call, 0)) {
    sources.push_back(read_source(call, written, sources.size() + 1, complaints));
  }
  complaints.fail_if_any();
  Map known;
  for (const DataSource& source : sources) {
    for (const Map::Entry& entry : source.by_key) known.set(entry.key, Value::null());
  }
  List values;
  for (const Map::Entry& entry : known) values.push_back(entry.key);
  sort_values(call, values);
  if (boolean_argument(call, 2)) {
    for (std::size_t at = 0; at < sources.size(); ++at) {
      std::vector<std::string> missing;
      for (const Value& value : values) {
        call.context.budget.step();
        if (!sources[at].by_key.contains(value)) missing.push_back(call.evaluator.text(value));
      }
      if (missing.empty()) continue;
      complaints.add("fail_missing_match_value",
                     "missing match value " + join(missing, ", ") + " in data source " + std::to_string(at + 1));
    }
    complaints.fail_if_any();
  }
  Map result;
  for (const Value& value : values) {
    Map row;
    for (const DataSource& source : sources) {
      call.context.budget.step();
      const Value* dict = source.by_key.find(value);
      row.set(source.name, dict != nullptr ? *dict : Value::map());
    }
    result.set(value, Value::map(std::move(row)));
  }
  return Value::map(std::move(result));
}

// ---- param_list_compare

// ['1', '2', '3'] | param_list_compare(['all', '!2', '4']) -> {'actionable': ['1', '3'], 'unsupported': ['4']}
Value param_list_compare(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  read_whole(call, call[0]);
  read_whole(call, call[1]);
  const List wanted = evaluator.items(call[1]);
  const bool is_asked = !wanted.empty() || call[0].is_map();  // otherwise a number will do
  const List known = is_asked ? evaluator.items(call[0]) : List();
  const auto holds = [&](const List& list, const Value& item) {
    call.context.budget.step(1 + list.size());
    return std::any_of(list.begin(), list.end(), [&](const Value& one) { return evaluator.equal(one, item); });
  };
  List chosen;
  List added;
  List unsupported;
  List excluded;
  for (const Value& item : wanted) {
    if (!item.is_string()) {
      call.fail("'" + evaluator.type_name(item) + "' object has no attribute 'startswith'", "undefined");
    }
    const std::string_view word = item.as_string();
    if (word == "all") {
      chosen = known;
    } else if (word.starts_with('!')) {
      excluded.push_back(Value::string(word.substr(1)));
    } else {
      (holds(known, item) ? added : unsupported).push_back(item);
    }
  }
  for (const Value& item : excluded) {
    call.context.budget.step(1 + chosen.size());
    const auto found =
        std::find_if(chosen.begin(), chosen.end(), [&](const Value& one) { return evaluator.equal(one, item); });
    if (found != chosen.end()) chosen.erase(found);
  }
  for (const Value& item : added) {
    if (!holds(chosen, item)) chosen.push_back(item);
  }
  sort_values(call, chosen);
  return Value::map({{"actionable", Value::list(std::move(chosen))}, {"unsupported", Value::list(unsupported)}});
}

constexpr Example consolidate_examples[] = {
    {"{{ [{'name': 'a', 'match_key': 'id', 'data': [{'id': 'x', 'n': 1}]}, {'name': 'b', 'match_key': 'k', 'data': "
     "[{'k': 'x'}]}] | ansible.utils.consolidate }}",
     "", R"("{'x': {'a': {'id': 'x', 'n': 1}, 'b': {'k': 'x'}}}")", in_ansible}};
constexpr Example param_list_compare_examples[] = {
    {"{{ ['1', '2', '3'] | ansible.utils.param_list_compare(['all', '!2', '4']) }}", "",
     R"("{'actionable': ['1', '3'], 'unsupported': ['4']}")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "ansible.utils.consolidate(data_sources: list, fail_missing_match_key: boolean = true, "
                  "fail_missing_match_value: boolean = true, fail_duplicate: boolean = true) -> map",
     .summary = "Merges lists of dicts by the value of a key: each list has `name`, `match_key` and `data`.",
     .examples = consolidate_examples,
     .call = consolidate},
    {.kind = ansible_filter,
     .signature = "ansible.utils.param_list_compare(base: list, target: list) -> map",
     .summary = "The names of a list that a choice such as `['all', '!vlans']` leaves.",
     .examples = param_list_compare_examples,
     .call = param_list_compare},
};

}  // namespace
}  // namespace data_sources_family

std::span<const Function> data_source_filters() {
  using namespace data_sources_family;
  return all;
}

}  // namespace evalground::ansible
