#include "dialects/heat/environment/merge_strategies.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "dialects/heat/json_keys.hpp"
#include "dialects/heat/syntax.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"

namespace evalground::heat {
namespace {

// In the order of Strategy, which indexes this table.
constexpr std::string_view strategy_words[] = {"overwrite", "merge", "deep_merge"};
constexpr std::string_view default_key = "default";

std::string_view type_in(const Map& parameters, const Value& name) {
  const Value* definition = parameters.find(name);
  const Value* type = definition != nullptr && definition->is_map() ? definition->as_map().find("type") : nullptr;
  return type != nullptr && type->is_string() ? type->as_string() : std::string_view();
}

}  // namespace

void MergeStrategies::fail(const Value& part, const std::string& problem) const {
  context_.fail(part.origin(), "invalid-environment", "The environment cannot be read: " + problem + ".");
}

void MergeStrategies::fail_kinds(const Value& name, const Value& old, const Value& value) const {
  const auto kind = [](const Value& one) {
    return one.is_string() ? std::string("a text") : with_article(kind_name(one.kind()));
  };
  fail(value, quote(text_of(name)) + " cannot be merged, because it is " + kind(value) + " here and " + kind(old) +
                  " in an earlier environment");
}

void MergeStrategies::begin(const Value* section) {
  section_ = {};
  if (section == nullptr) return;
  if (!section->is_map()) fail(*section, "\"parameter_merge_strategies\" is a map");
  section_ = section->as_map();
  for (const auto& [name, strategy] : section_) {
    context_.budget.step();
    const std::string word = text_of(strategy);
    if (std::find(std::begin(strategy_words), std::end(strategy_words), word) != std::end(strategy_words)) continue;
    context_.warn_name(strategy.origin(), "unknown-strategy",
                       quote(word) + " is no merge strategy, so the default applies to " + quote(text_of(name)) +
                           ". There are overwrite, merge and deep_merge.",
                       word, nearest_name(word, strategy_words).value_or(std::string_view()));
  }
}

std::optional<MergeStrategies::Strategy> MergeStrategies::written(std::string_view name) const {
  const Value* found = section_.find(name);
  if (found == nullptr) return std::nullopt;
  const auto* const word = std::find(std::begin(strategy_words), std::end(strategy_words), text_of(*found));
  return word == std::end(strategy_words) ? Strategy::unknown
                                          : static_cast<Strategy>(word - std::begin(strategy_words));
}

std::string MergeStrategies::word_of(Strategy strategy) {
  return strategy == Strategy::unknown ? "unknown" : std::string(strategy_words[static_cast<std::size_t>(strategy)]);
}

// What this environment says, or an earlier one said, or the default of this one, which also takes the place of an
// unknown word.
MergeStrategies::Strategy MergeStrategies::of(const Value& name) {
  const std::string text = text_of(name);
  const Strategy usual = written(default_key).value_or(Strategy::overwrite);
  const auto known = known_.find(text);
  Strategy own = written(text).value_or(known != known_.end() ? known->second : usual);
  if (own == Strategy::unknown) own = usual;
  if (known == known_.end()) {
    known_.emplace(text, own);
  } else if (known->second != own && !type_of(name).empty()) {
    fail(name, "the strategy of " + quote(text) + " is " + word_of(own) + " here, but was " + word_of(known->second) +
                   " in an earlier environment");
  }
  return own;
}

// Heat searches all files for templates, because a default may be that of a parameter of a nested one.
void MergeStrategies::read_types() {
  has_types_ = true;
  YamlLoadOptions options;
  options.rules = YamlRules::yaml_1_1;
  options.last_duplicate_wins = true;
  for (const auto& [name, content] : context_.workspace.files) {
    context_.budget.step();
    if (!content.is_string()) continue;
    const std::string_view text = content.as_string();
    if (text.find("heat_template_version") == std::string_view::npos) continue;
    const auto file = context_.files.source(name.as_string());
    const Value loaded = recover([&] { return load_yaml(context_.sources, *file, context_.budget, options); },
                                 [](const Error&) { return Value(); });
    const Value* parameters = loaded.is_map() ? loaded.as_map().find("parameters") : nullptr;
    if (parameters == nullptr || !parameters->is_map()) continue;
    for (const auto& entry : parameters->as_map()) {
      context_.budget.step();
      types_.insert_or_assign(text_of(entry.key), std::string(type_in(parameters->as_map(), entry.key)));
    }
  }
}

std::string MergeStrategies::type_of(const Value& name) {
  if (declared_ != nullptr && declared_->contains(name)) return std::string(type_in(*declared_, name));
  if (!has_types_) read_types();
  const auto found = types_.find(text_of(name));
  return found == types_.end() ? std::string() : found->second;
}

// The first environment is taken as it stands, whatever its strategies. Null changes nothing, but a parameter that no
// template declares is kept, so that it is reported.
void MergeStrategies::merge(Map& into, const Map& values) {
  const bool is_first = into.empty();
  for (const auto& [name, value] : values) {
    context_.budget.step();
    if (value.is_null() && into.contains(name)) continue;
    const Strategy strategy = value.is_null() ? Strategy::overwrite : of(name);
    const bool is_merged =
        (strategy == Strategy::merge || strategy == Strategy::deep_merge) && !is_first && !type_of(name).empty();
    const Value* old = into.find(name);
    Value result = is_merged ? merged(name, old, value, strategy == Strategy::deep_merge) : value;
    into.erase(name);  // so that the new key's place is kept
    into.set(name, std::move(result));
  }
}

Value MergeStrategies::merged(const Value& name, const Value* old, const Value& value, bool is_deep) {
  const std::string type = type_of(name);
  if (type == "number" || type == "boolean") {
    fail(value, quote(text_of(name)) + " is a " + type + ", which cannot be merged");
  }
  Value added = value;
  if (type == "json") {
    if (value.is_string() && !value.as_string().empty()) {
      added = recover([&] { return parse_json(value.as_string(), context_.budget).with_origin(value.origin()); },
                      [&](const Error&) -> Value { fail(value, quote(text_of(name)) + " is not JSON"); });
    }
    added = with_text_keys(added, context_.budget);
  } else if (!value.is_string() && (type == "string" || !value.is_list())) {
    fail(value, quote(text_of(name)) + " must be a text" + (type == "string" ? "" : " or a list") + " to be merged");
  }
  if (old == nullptr || !python_truth(*old)) return added;
  if (type == "json") return merged_maps(name, *old, added, is_deep);
  if (type == "string") return joined_texts(name, *old, added, "");
  return added.is_list() ? joined_lists(name, *old, added) : joined_texts(name, *old, added, ",");
}

Value MergeStrategies::joined_texts(const Value& name, const Value& old, const Value& value,
                                    std::string_view between) const {
  if (!old.is_string() || !value.is_string()) fail_kinds(name, old, value);
  const std::string_view parts[] = {old.as_string(), between, value.as_string()};
  context_.budget.output(parts[0].size() + parts[2].size() + 1);
  std::string text;
  for (const std::string_view part : parts) text += part;
  return Value::string(text).with_origin(value.origin()).with_sensitive(old.sensitive() || value.sensitive());
}

Value MergeStrategies::joined_lists(const Value& name, const Value& old, const Value& value) const {
  if (!old.is_list() || !value.is_list()) fail_kinds(name, old, value);
  List items = old.as_list();
  for (const Value& item : value.as_list()) {
    context_.budget.step();
    items.push_back(item);
  }
  return Value::list(std::move(items)).with_origin(value.origin()).with_sensitive(old.sensitive() || value.sensitive());
}

// Entries with null change nothing.
Value MergeStrategies::merged_maps(const Value& name, const Value& old, const Value& value, bool is_deep) {
  const Depth depth = context_.budget.enter();
  if (value.is_map() && value.as_map().empty()) return old;
  if (!old.is_map() || !value.is_map()) fail_kinds(name, old, value);
  Map entries = old.as_map();
  for (const auto& [key, item] : value.as_map()) {
    context_.budget.step();
    if (item.is_null()) continue;
    const Value* before = entries.find(key);
    Value result = item;
    if (is_deep && before != nullptr && python_truth(*before)) {
      if (item.is_map()) {
        result = merged_maps(key, *before, item, true);
      } else if (item.is_list()) {
        result = joined_lists(key, *before, item);
      } else if (item.is_string()) {
        result = joined_texts(key, *before, item, "");
      }
    }
    entries.set(key, std::move(result));
  }
  return Value::map(std::move(entries))
      .with_origin(value.origin())
      .with_sensitive(old.sensitive() || value.sensitive());
}

}  // namespace evalground::heat
