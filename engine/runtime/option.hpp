// The options of a dialect: entries of a workspace's `options`.
//
// An option is a row that names it, says what it may be and what it is when the workspace does not say. The same row
// describes it to the page, the command and the documents (description.hpp) and is what the dialect reads it by, so
// that all of them know the same options.
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
  std::string_view usual = "false";  // of a boolean "true" or "false", of `choices` always none: ""
  std::span<const std::string_view> choices = {};
  Prose summary = {};  // one sentence
};

// Known in every dialect: Context::quirks().
constexpr Option quirks_option{
    .name = "quirks",
    .summary = "Does as a reference implementation does where it contradicts its own documentation.",
};

// What the options of a workspace say; a value that does not fit the option counts as absent. A text lives as long as
// `given` and the option.
bool flag_option(const Map& given, const Option& option);
std::string_view text_option(const Map& given, const Option& option);

// The value as the option takes it. Throws Error "bad-options" when it does not fit. A text may be empty, or null, only
// where the usual one is.
bool flag_of(const Option& option, const Value& value);
std::string_view text_of(const Option& option, const Value& value);                // also of a `choice`
std::vector<std::string_view> words_of(const Option& option, const Value& value);  // of `choices`

}  // namespace evalground
