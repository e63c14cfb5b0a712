#include "dialects/jinja2/syntax/options.hpp"

#include "base/text/text.hpp"

namespace evalground::jinja2 {
namespace {

[[noreturn]] void wrong(std::string_view name, std::string_view expected, const Value& found) {
  throw Error("bad-options", "The option `" + std::string(name) + "` must be " + std::string(expected) + ", not a " +
                                 std::string(kind_name(found.kind())) + ".");
}

bool flag(std::string_view name, const Value& value) {
  if (value.kind() != Kind::boolean) wrong(name, "true or false", value);
  return value.as_boolean();
}

std::string text(std::string_view name, const Value& value, bool may_be_empty) {
  if (value.is_null() && may_be_empty) return {};
  if (!value.is_string()) wrong(name, "text", value);
  if (value.as_string().empty() && !may_be_empty) {
    throw Error("bad-options", "The option `" + std::string(name) + "` must not be empty.");
  }
  return std::string(value.as_string());
}

struct TextOption {
  std::string_view name;
  std::string Syntax::*member;
  bool may_be_empty;
};
constexpr TextOption text_options[] = {
    {"block_start_string", &Syntax::block_start, false},
    {"block_end_string", &Syntax::block_end, false},
    {"variable_start_string", &Syntax::variable_start, false},
    {"variable_end_string", &Syntax::variable_end, false},
    {"comment_start_string", &Syntax::comment_start, false},
    {"comment_end_string", &Syntax::comment_end, false},
    {"line_statement_prefix", &Syntax::line_statement_prefix, true},
    {"line_comment_prefix", &Syntax::line_comment_prefix, true},
    {"newline_sequence", &Syntax::newline, false},
};

struct FlagOption {
  std::string_view name;
  bool Syntax::*member;
};
constexpr FlagOption flag_options[] = {
    {"trim_blocks", &Syntax::trim_blocks},
    {"lstrip_blocks", &Syntax::lstrip_blocks},
    {"keep_trailing_newline", &Syntax::keep_trailing_newline},
    {"escape_backslashes", &Syntax::escape_backslashes},
};

Leniency leniency(const Value& value) {
  const std::string word = text("undefined", value, false);
  if (word == "default") return Leniency::lenient;
  if (word == "strict") return Leniency::strict;
  if (word == "chainable") return Leniency::chainable;
  if (word == "debug") return Leniency::debug;
  throw Error("bad-options",
              "The option `undefined` must be default, strict, chainable or debug, not " + quote(word) + ".");
}

}  // namespace

bool set_syntax_option(Syntax& syntax, std::string_view name, const Value& value) {
  for (const TextOption& option : text_options) {
    if (option.name != name) continue;
    std::string given = text(name, value, option.may_be_empty);
    if (name == "newline_sequence" && given != "\n" && given != "\r\n" && given != "\r") {
      throw Error("bad-options", "The option `newline_sequence` must be \"\\n\", \"\\r\\n\" or \"\\r\".");
    }
    syntax.*option.member = std::move(given);
    return true;
  }
  for (const FlagOption& option : flag_options) {
    if (option.name != name) continue;
    syntax.*option.member = flag(name, value);
    return true;
  }
  if (name != "extensions") return false;
  if (!value.is_list()) wrong(name, "a list", value);
  for (const Value& one : value.as_list()) {
    const std::string extension = text(name, one, false);
    if (extension == "do") {
      syntax.has_do = true;
    } else if (extension == "loopcontrols") {
      syntax.has_loop_controls = true;
    } else {
      throw Error("bad-options", "There is no extension " + quote(extension) + "; known are do and loopcontrols.");
    }
  }
  return true;
}

Options read_options(Context& context, Options options) {
  for (const auto& [key, value] : context.workspace.options) {
    if (!key.is_string()) continue;
    const std::string_view name = key.as_string();
    if (name == "flavor" || name == "quirks" || set_syntax_option(options.syntax, name, value)) continue;
    if (name == "autoescape") {
      options.autoescape = flag(name, value);
    } else if (name == "native") {
      options.native = flag(name, value);
    } else if (name == "convert_data") {
      options.convert_data = flag(name, value);
    } else if (name == "undefined") {
      options.undefined = leniency(value);
    } else {
      context.warn(0, "unknown-option", "The option " + quote(name) + " is unknown.");
    }
  }
  return options;
}

}  // namespace evalground::jinja2
