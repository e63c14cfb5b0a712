// How templates are parsed and evaluated: the options of the dialect, set by a workspace or by the dialect that extends
// it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "runtime/context.hpp"
#include "runtime/option.hpp"

namespace evalground::jinja2 {

// Which uses of an undefined value do not fail. Attributes and items of `chainable`, `traced` and `ansible` values are
// again undefined. `traced` prints like `debug`; apart from that `ansible` is strict.
enum class Leniency : std::uint8_t { lenient, chainable, debug, traced, strict, ansible };

// Whether an attribute or item of an undefined value is undefined instead of failing.
constexpr bool chains(Leniency leniency) {
  return leniency == Leniency::chainable || leniency == Leniency::traced || leniency == Leniency::ansible;
}
// Whether it prints the expression it came from.
constexpr bool prints_source(Leniency leniency) {
  return leniency == Leniency::debug || leniency == Leniency::traced;
}

// How templates are parsed: delimiters, whitespace, extensions.
struct Syntax {
  std::string block_start = "{%";
  std::string block_end = "%}";
  std::string variable_start = "{{";
  std::string variable_end = "}}";
  std::string comment_start = "{#";
  std::string comment_end = "#}";
  std::string line_statement_prefix;  // empty: disabled
  std::string line_comment_prefix;    // empty: disabled
  std::string newline = "\n";
  bool trim_blocks = false;
  bool lstrip_blocks = false;
  bool keep_trailing_newline = false;
  bool has_do = false;             // the extension `do`
  bool has_loop_controls = false;  // the extension `loopcontrols`
  bool escape_backslashes = false;
  // Set by a flavor: names are looked up at the entry of the scope that reads them, and an unknown filter or test is an
  // error everywhere.
  bool looks_up_early = false;
  bool refuses_unknown = false;
  // Set for a condition, which is read like that of `{% if %}`: an inline `if` needs parentheses.
  bool is_condition = false;
  // Which strings in expressions are evaluated if they contain templates (ExpressionKind::embedded): terms of lookups,
  // or all strings.
  bool embeds_in_lookups = false;
  bool embeds_everywhere = false;

  bool operator==(const Syntax&) const = default;
  // Whether a text contains the start of a print, block or comment tag.
  bool begins_template(std::string_view text) const;
};

// How values behave differently from Jinja in a flavor.
struct Behavior {
  // Ansible's `finalize`: no part of a printed value may be undefined, and none prints nothing.
  bool finalizes = false;
  // Filters return lists instead of iterators. Ranges and views of dicts print as lists.
  bool unrolls_iterators = false;
  // A test gives the result of its function instead of true or false.
  bool keeps_test_results = false;
  // With native types texts remain text: a quoted literal keeps its quotes, the result of `string` is not parsed as a
  // literal, and a single missing value gives its text.
  bool keeps_text = false;
  // A single missing value fails, even if it is lenient elsewhere (`{{ 1 if false }}`).
  bool refuses_missing = false;
  // A template and each of its parts give nodes: a single one keeps its type, several are joined as text
  // (runtime/nodes.hpp).
  bool gives_nodes = false;
  // Undefined and failed values pass through calls, filters and tests until something needs them (runtime/calls.hpp).
  bool carries_failures = false;
  // Ranges may have any length.
  bool has_long_ranges = false;
  // Messages for a missing attribute, key or index name the holder's type: "object of type 'dict' has no attribute
  // 'k'".
  bool names_holder_type = false;
};

// What the expression of a workspace is: a template, the content of a print tag, or a condition as in `{% if … %}`.
enum class ExpressionReading : std::uint8_t { text, expression, condition };

struct Options {
  Behavior behavior;
  Syntax syntax;
  Leniency undefined = Leniency::lenient;
  bool autoescape = false;
  bool native = false;
  ExpressionReading reading = ExpressionReading::text;
  // Set by a flavor (dialects/ansible/runtime/options.cpp): whether the result is a value where it looks like one, and
  // whether the text of the expression may be a template at all.
  bool convert_data = false;
  bool untrusted_expression = false;
  bool allow_broken_conditionals = false;
  bool allow_embedded_templates = true;
};

// An option, and the setting that it sets; none: something else reads it.
struct OptionRow {
  Option option;
  std::string Syntax::*text = nullptr;
  bool Syntax::*flag = nullptr;
  bool Options::*mode = nullptr;
};

inline constexpr std::size_t option_count = 20;
extern const std::array<Option, option_count> option_table;

// The options of a workspace, over those that its flavor begins with; `more` has the rows of the flavor. Throws Error
// "bad-options".
Options read_options(Context& context, Options options, std::span<const OptionRow> more = {});

// Sets a syntax option by its name ("trim_blocks"); false for an unknown name. Throws Error "bad-options" for a wrong
// value.
bool set_syntax_option(Syntax& syntax, std::string_view name, const Value& value);
// Sets an attribute of a Jinja environment, which accepts any value: a flag gets the value's truth, and unknown names
// are ignored. False for a wrong value.
bool set_syntax_attribute(Syntax& syntax, std::string_view name, const Value& value, bool truth);

}  // namespace evalground::jinja2
