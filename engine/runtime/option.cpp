#include "runtime/option.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "source/diagnostic.hpp"

namespace evalground {
namespace {

[[noreturn]] void refuse(const Option& option, const std::string& expected) {
  throw Error("bad-options", "The option `" + std::string(option.name) + "` must " + expected + ".");
}

[[noreturn]] void refuse_kind(const Option& option, std::string_view expected, const Value& value) {
  refuse(option, "be " + std::string(expected) + ", not " + with_article(kind_name(value.kind())));
}

bool is_choice(const Option& option, std::string_view word) {
  return std::find(option.choices.begin(), option.choices.end(), word) != option.choices.end();
}

// "default, strict or debug"; invisible characters are escaped: "\n".
std::string listed(std::span<const std::string_view> words, std::string_view last) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? last : ", ";
    const bool is_visible = std::all_of(words[i].begin(), words[i].end(), [](char c) { return c > ' '; });
    list += is_visible ? std::string(words[i]) : quote(words[i]);
  }
  return list;
}

// "2026" and "2.21" as YAML reads them without quotes; empty for other values.
std::string number_text(const Value& value) {
  if (value.kind() == Kind::integer) return std::to_string(value.as_integer());
  return value.kind() == Kind::real ? real_text(value.as_real()) : std::string();
}

// The choice that a number is written as: `reference: 2026` in YAML means "2026".
std::optional<std::string_view> numbered_choice(const Option& option, const Value& value) {
  if (option.type != OptionType::choice) return std::nullopt;
  const std::string text = number_text(value);
  if (text.empty()) return std::nullopt;
  for (const std::string_view choice : option.choices) {
    if (choice == text) return choice;
  }
  return std::nullopt;
}

}  // namespace

bool flag_option(const Map& given, const Option& option) {
  const Value* value = given.find(option.name);
  return value != nullptr && value->kind() == Kind::boolean ? value->as_boolean() : option.usual == "true";
}

std::string_view text_option(const Map& given, const Option& option) {
  const Value* value = given.find(option.name);
  if (value == nullptr) return option.usual;
  if (const std::optional<std::string_view> choice = numbered_choice(option, *value)) return *choice;
  return value->is_string() ? value->as_string() : option.usual;
}

bool flag_of(const Option& option, const Value& value) {
  if (value.kind() != Kind::boolean) refuse_kind(option, "true or false", value);
  return value.as_boolean();
}

std::string_view text_of(const Option& option, const Value& value) {
  const bool may_be_empty = option.type == OptionType::text && option.usual.empty();
  if (value.is_null() && may_be_empty) return {};
  if (const std::optional<std::string_view> choice = numbered_choice(option, value)) return *choice;
  const std::string number = number_text(value);
  if (!number.empty() && option.type == OptionType::choice)
    refuse(option, "be " + listed(option.choices, " or ") + ", not " + number);
  if (!value.is_string()) refuse_kind(option, "text", value);
  const std::string_view text = value.as_string();
  if (text.empty() && !may_be_empty) refuse(option, "not be empty");
  if (option.type == OptionType::choice && !is_choice(option, text)) {
    refuse(option, "be " + listed(option.choices, " or ") + ", not " + quote(text));
  }
  return text;
}

std::vector<std::string_view> words_of(const Option& option, const Value& value) {
  if (!value.is_list()) refuse_kind(option, "a list", value);
  std::vector<std::string_view> words;
  for (const Value& item : value.as_list()) {
    if (!item.is_string()) refuse_kind(option, "a list of text", item);
    if (!is_choice(option, item.as_string())) {
      refuse(option, "hold only " + listed(option.choices, " and ") + ", not " + quote(item.as_string()));
    }
    words.push_back(item.as_string());
  }
  return words;
}

}  // namespace evalground
