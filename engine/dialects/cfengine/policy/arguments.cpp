// Types of arguments and attributes, and whether a text fits them. A type is written in a signature: `int[0,1000]`,
// `option{head|tail}`, `path`. The functions here return what was expected, for a message, or an empty text if all is
// well.
#include "dialects/cfengine/policy/arguments.hpp"

#include <algorithm>
#include <optional>

#include "base/text/any_of.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/data/number.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::string_view boolean_words[] = {"true", "false", "yes", "no", "on", "off"};

// A bound compares with this second in the same way as with `now`, whatever second that is.
constexpr std::int64_t some_second = 1'700'000'000;

// "int[-inf,inf]", "int[0,1000]"
// `inf` and `-inf` as bounds are no bounds.
std::string wrong_integer(std::string_view type, std::string_view text) {
  const std::optional<std::int64_t> value = int_at(text, some_second);
  if (!value) return "an integer";
  const std::size_t open = type.find('[');
  const std::size_t comma = type.find(',');
  if (open == std::string_view::npos || comma == std::string_view::npos) return {};
  const std::string_view low = type.substr(open + 1, comma - open - 1);
  const std::string_view high = type.substr(comma + 1, type.size() - comma - 2);
  const bool is_low = low != "-inf" && *value < int_of(low).value_or(0);
  const bool is_high = high != "inf" && *value > int_of(high).value_or(0);
  return is_low || is_high ? "an integer from " + std::string(low) + " to " + std::string(high) : std::string();
}

// The options are listed in the message, as there are few. The agent's search of its list finds an empty text.
std::string wrong_option(std::string_view options, std::string_view text) {
  if (text.empty()) return {};
  std::vector<std::string_view> known;
  for (const std::string_view option : Split(options, "|")) {
    if (option == text) return {};
    known.push_back(option);
  }
  return "one of " + join(known, ", ");
}

bool is_letter_or_digit(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
}

// True when a text is not empty and consists of letters, digits and the given other characters.
bool consists_of(std::string_view text, std::string_view others) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter_or_digit(c) || others.find(c) != std::string_view::npos;
  });
}

// The exit code of a command.
bool is_code(std::string_view text) {
  return !text.empty() && text.find_first_not_of("-0123456789_$(){}[].") == std::string_view::npos;
}

// "HOME=/root"
bool is_setting(std::string_view text) {
  const std::size_t sign = text.find('=');
  return sign != std::string_view::npos && consists_of(text.substr(0, sign), "_");
}

}  // namespace

// The arguments of a rest parameter all have its type.
std::string_view argument_type(const Signature& signature, std::size_t index) {
  const std::vector<Parameter>& parameters = signature.parameters;
  if (index < parameters.size()) return parameters[index].type;
  return !parameters.empty() && parameters.back().is_rest ? parameters.back().type : "text";
}

bool takes_pattern(const Signature& signature) {
  return std::any_of(signature.parameters.begin(), signature.parameters.end(),
                     [](const Parameter& parameter) { return parameter.type == "pattern"; });
}

namespace {

bool is_absolute(std::string_view text) {
  return text.starts_with('/') || text.starts_with("\"/");
}
// The range of reals of the reference.
bool is_real_in_range(std::string_view text) {
  constexpr double most = 9.99999e100;
  const std::optional<double> value = real_of(text);
  return value && -most <= *value && *value <= most;
}
// Like other options, which an empty text is one of.
bool is_boolean(std::string_view text) {
  return text.empty() || std::find(std::begin(boolean_words), std::end(boolean_words), text) != std::end(boolean_words);
}
bool is_not_empty(std::string_view text) {
  return !text.empty();
}
// References may occur in a name, so their characters are allowed.
bool is_name(std::string_view text) {
  return consists_of(text, "_$(){}[].:");
}
bool is_class_expression(std::string_view text) {
  return consists_of(text, "_!&@$|.()[]{}:");
}
bool is_one_character(std::string_view text) {
  return text.size() == 1;
}

// A type of arguments: which texts it takes, and what a message calls them.
struct ArgumentType {
  std::string_view name;
  bool (*takes)(std::string_view);
  std::string_view wanted;
};
constexpr ArgumentType argument_types[] = {
    {"path", is_absolute, "an absolute path"},
    {"real", is_real_in_range, "a number up to 9.99999e100"},
    {"boolean", is_boolean, "true or false"},
    {"id", is_name, "a name of letters, digits and \"_\""},
    {"name", is_name, "a name of letters, digits and \"_\""},
    {"class", is_class_expression, "a class expression"},
    {"code", is_code, "a number"},
    {"setting", is_setting, "a setting as in `NAME=value`"},
    {"character", is_one_character, "one character"},
    {"some", is_not_empty, "a text that is not empty"},
};

}  // namespace

std::string wrong_argument(std::string_view type, std::string_view text) {
  if (type == "text") return {};  // the most frequent type, which takes any text
  if (type.starts_with("int")) return wrong_integer(type, text);
  if (type.starts_with("option{")) return wrong_option(type.substr(7, type.size() - 8), text);
  for (const ArgumentType& one : argument_types) {
    if (one.name == type) return std::string(one.takes(text) ? std::string_view() : one.wanted);
  }
  return {};
}

// "takes 2 to 3 arguments, not 1", or an empty text.
std::string wrong_count(const Signature& signature, std::size_t count) {
  std::size_t least = 0;
  bool takes_rest = false;
  for (const Parameter& parameter : signature.parameters) {
    if (parameter.is_rest) {
      takes_rest = true;
    } else if (!parameter.fallback) {
      ++least;
    }
  }
  const std::size_t most = signature.parameters.size() - (takes_rest ? 1 : 0);
  if (count >= least && (takes_rest || count <= most)) return {};
  std::string text = "takes " + std::to_string(least);
  if (takes_rest) {
    text += " or more";
  } else if (most != least) {
    text += " to " + std::to_string(most);
  }
  return text + (least == 1 && most == 1 && !takes_rest ? " argument" : " arguments") + ", not " +
         std::to_string(count);
}

bool may_lack_arguments(std::string_view function) {
  static constexpr std::string_view names[] = {
      "basename",    "bundlesmatching", "findfiles", "findfiles_up", "format",          "mergedata", "readcsv",
      "readenvfile", "readjson",        "readyaml",  "search_up",    "string_mustache", "type",      "validjson"};
  return contains(names, function);
}

bool is_true(std::string_view text) {
  return text == "true" || text == "yes" || text == "on";
}

}  // namespace evalground::cfengine
