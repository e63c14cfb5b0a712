// The options of a dialect: entries of a workspace's `options`.
//
// An option is one row: its name, its allowed values and its default. The same row describes it to the page, the
// command and the documents (description.hpp), and is used by the dialect to read it, so all of them have the same
// options.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "runtime/prose.hpp"
#include "value/map.hpp"

namespace evalground {

enum class OptionType : std::uint8_t {
  boolean,
  text,
  choice,   // one of several words
  choices,  // a list of such words
};

struct Option {
  std::string_view name;
  OptionType type = OptionType::boolean;
  std::string_view usual = "false";  // "true" or "false" for a boolean; always "" for `choices`
  std::span<const std::string_view> choices = {};
  Prose summary = {};  // one sentence
};

// Every dialect has it: Context::quirks().
constexpr Option quirks_option{
    .name = "quirks",
    .summary = "Does as a reference implementation does where it contradicts its own documentation.",
};

// The value of an option in a workspace. A value that does not fit the option counts as absent. A text lives as long as
// `given` and the option.
bool flag_option(const Map& given, const Option& option);
std::string_view text_option(const Map& given, const Option& option);

// The value converted for the option. Throws Error "bad-options" when it does not fit. A text may be empty or null only
// if the default is.
bool flag_of(const Option& option, const Value& value);
std::string_view text_of(const Option& option, const Value& value);                // also for a `choice`
std::vector<std::string_view> words_of(const Option& option, const Value& value);  // for `choices`

}  // namespace evalground
