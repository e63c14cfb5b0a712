#include "dialects/heat/forms.hpp"

#include <algorithm>
#include <vector>

#include "base/text/any_of.hpp"
#include "base/text/text.hpp"
#include "dialects/heat/document_words.hpp"
#include "dialects/heat/syntax.hpp"
#include "value/big_integer.hpp"

namespace evalground::heat {
namespace {

// The keys that a function cannot do without.
constexpr std::string_view required_keys[] = {"template", "params", "for_each", "expression"};

// "template: string" -> "template" and "string". A leading `*` says that more items of the kind may follow.
struct Part {
  explicit Part(std::string_view word) {
    is_rest = word.starts_with('*');
    if (is_rest) word.remove_prefix(1);
    name = word.substr(0, word.find(':'));
    type = trim(word.substr(name.size() + 1));
  }

  std::string_view name;
  std::string_view type;
  bool is_rest = false;
};

// Numbers may be written as texts.
bool has_type(const Value& value, std::string_view type) {
  if (type == "string") return value.is_string();
  if (type == "map") return value.is_map();
  if (type == "list") return value.is_list();
  if (type == "list or string") return value.is_list() || value.is_string();
  if (type == "boolean") return value.kind() == Kind::boolean;
  if (type == "integer" || type == "number") return !value.is_map() && !value.is_list() && !value.is_null();
  return true;
}

std::string kind_of(const Value& value) {
  if (value.is_null() || value.is_undefined()) return "null";
  if (value.is_number() || is_integer(value)) return "a number";
  if (value.is_string()) return "a text";
  return with_article(kind_name(value.kind()));
}

FormMistake found(const Value& argument) {
  return {"Found " + kind_of(argument) + ".", argument.origin(), {}, {}};
}

// Null often stands for a value that is not known yet, so it is blamed only if nothing else is wrong.
using IsWrong = bool (*)(const Value& value, std::string_view type);
constexpr IsWrong wrong_kinds[] = {
    [](const Value& value, std::string_view type) { return !value.is_null() && !has_type(value, type); },
    [](const Value& value, std::string_view type) { return value.is_null() && type != "any"; }};

FormMistake mistake_in_map(std::span<const std::string_view> words, const Value& argument,
                           const std::function<bool(const Value&)>& is_call) {
  std::vector<std::string_view> names;
  for (const std::string_view word : words) names.push_back(Part(word).name);
  for (const auto& entry : argument.as_map()) {
    const bool is_known = entry.key.is_string() && contains(names, entry.key.as_string());
    if (!is_known) return argument.sensitive() ? FormMistake() : unknown_key(entry.key, names);
  }
  for (const std::string_view name : names) {
    if (contains(required_keys, name) && !argument.as_map().contains(name)) {
      return {"The key " + quote(name) + " is missing.", 0, {}, {}};
    }
  }
  for (const IsWrong is_wrong : wrong_kinds) {
    for (const std::string_view word : words) {
      const Part part(word);
      const Value* value = argument.as_map().find(part.name);
      if (value != nullptr && !is_call(*value) && is_wrong(*value, part.type)) return wrong_part(part.name, *value);
    }
  }
  return {};
}

FormMistake mistake_in_list(std::span<const std::string_view> words, const Value& argument,
                            const std::function<bool(const Value&)>& is_call) {
  const List& items = argument.as_list();
  const bool is_open = Part(words.back()).is_rest;
  for (const IsWrong is_wrong : wrong_kinds) {
    for (std::size_t at = 0; at < items.size() && (is_open || at < words.size()); ++at) {
      const Part part(words[std::min(at, words.size() - 1)]);
      if (is_call(items[at]) || !is_wrong(items[at], part.type)) continue;
      return {
          "Item " + std::to_string(at + 1) + " of " + std::to_string(items.size()) + " is " + kind_of(items[at]) + ".",
          items[at].origin(),
          {},
          {}};
    }
  }
  if (items.size() < words.size() || !is_open) {
    return {items.size() == 1 ? "It has 1 item." : "It has " + std::to_string(items.size()) + " items.", 0, {}, {}};
  }
  return {};
}

}  // namespace

FormMistake wrong_part(std::string_view name, const Value& part) {
  return {quote(name) + " is " + kind_of(part) + ".", part.origin(), {}, {}};
}

FormMistake unknown_key(const Value& key, std::span<const std::string_view> known) {
  const std::string name = text_of(key);
  return {"The key " + quote(name) + " is unknown.", key.origin(), name,
          std::string(nearest_name(name, known).value_or(std::string_view()))};
}

FormMistake mistake_in(std::string_view function, const Value& argument,
                       const std::function<bool(const Value&)>& is_call) {
  const std::span<const std::string_view> words = parts_of(function);
  if (is_call(argument)) return {"Found a call of a function.", argument.origin(), {}, {}};
  if (words.empty()) return found(argument);
  if (takes_map(function)) return argument.is_map() ? mistake_in_map(words, argument, is_call) : found(argument);
  // The name of a parameter may stand alone.
  return argument.is_list() ? mistake_in_list(words, argument, is_call) : found(argument);
}

Diagnostic form_diagnostic(Sources& sources, std::string_view function, std::string_view expected,
                           const FormMistake& mistake, OriginId where) {
  std::string message = "Arguments to " + quote(function) + " must be " + std::string(expected) + ".";
  if (!mistake.sentence.empty()) message += " " + mistake.sentence;
  return unknown_name(sources, mistake.where != 0 ? mistake.where : where, "wrong-argument", std::move(message),
                      mistake.name, mistake.nearest);
}

}  // namespace evalground::heat
