// How templates are read and evaluated: the options of the dialect, set by a workspace or by the dialect that embeds
// it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "runtime/context.hpp"
#include "runtime/option.hpp"

namespace evalground::jinja2 {

// The uses of an undefined value that do not fail. Attributes and items of `chainable`, `traced` and `ansible` ones are
// undefined again; `traced` prints as `debug` does, and `ansible` is strict otherwise.
enum class Leniency : std::uint8_t { lenient, chainable, debug, traced, strict, ansible };

// Whether an attribute or item of what is undefined is undefined too, rather than a failure.
constexpr bool chains(Leniency leniency) {
  return leniency == Leniency::chainable || leniency == Leniency::traced || leniency == Leniency::ansible;
}
// Whether it prints as the expression that it came from.
constexpr bool prints_source(Leniency leniency) {
  return leniency == Leniency::debug || leniency == Leniency::traced;
}

// How a text is read as a template: delimiters, white space, extensions.
struct Syntax {
  std::string block_start = "{%";
  std::string block_end = "%}";
  std::string variable_start = "{{";
  std::string variable_end = "}}";
  std::string comment_start = "{#";
  std::string comment_end = "#}";
  std::string line_statement_prefix;  // empty: none
  std::string line_comment_prefix;    // empty: none
  std::string newline = "\n";
  bool trim_blocks = false;
  bool lstrip_blocks = false;
  bool keep_trailing_newline = false;
  bool has_do = false;             // the extension `do`
  bool has_loop_controls = false;  // the extension `loopcontrols`
  bool escape_backslashes = false;
  // Set by a flavor: names are looked up when the scope that reads them is entered, and a filter or test that there is
  // not is an error wherever it stands.
  bool looks_up_early = false;
  bool refuses_unknown = false;
  // Texts in expressions that hold templates are evaluated (ExpressionKind::embedded): terms of lookups, or all.
  bool embeds_in_lookups = false;
  bool embeds_everywhere = false;

  bool operator==(const Syntax&) const = default;
  // Whether a text holds the start of a print, block or comment tag.
  bool begins_template(std::string_view text) const;
};

// Where a flavor differs from Jinja in what values do.
struct Behavior {
  // Nothing in what is printed may be undefined, and none prints nothing: Ansible's `finalize`.
  bool finalizes = false;
  // Filters give lists rather than iterators, and ranges and views of dicts print as lists.
  bool unrolls_iterators = false;
  // A test gives what its function gives, rather than true or false.
  bool keeps_test_results = false;
  // With native types, what was meant as text stays it: a quoted literal keeps its quotes, the result of `string` is
  // not read as a literal, and a lone missing value is its text.
  bool keeps_text = false;
  // A lone missing value is a failure, also one that may be missing elsewhere (`{{ 1 if false }}`).
  bool refuses_missing = false;
  // A template, and each part of one, gives its nodes: a lone one with its type, several joined as text
  // (runtime/nodes.hpp).
  bool gives_nodes = false;
  // What is undefined or has failed is a value that goes through calls, filters and tests until something needs it
  // (runtime/calls.hpp).
  bool carries_failures = false;
  // Ranges may have any length.
  bool has_long_ranges = false;
  // A missing attribute, key or index is told by the type of its holder: "object of type 'dict' has no attribute 'k'".
  bool names_holder_type = false;
};

struct Options {
  Behavior behavior;
  Syntax syntax;
  Leniency undefined = Leniency::lenient;
  bool autoescape = false;
  bool native = false;
  // Set by a flavor (dialects/ansible/runtime/options.cpp): whether the result is a value where it looks like one, what
  // the expression is, and whether its text may be a template at all.
  bool convert_data = false;
  bool is_condition = false;
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
  std::string_view word = {};  // of a choice, the one that sets the mode
};

inline constexpr std::size_t option_count = 19;
extern const std::array<Option, option_count> option_table;

// The options of a workspace, over those that its flavor begins with; `more` has the rows of the flavor. Throws Error
// "bad-options".
Options read_options(Context& context, Options options, std::span<const OptionRow> more = {});

// Sets one syntax option by its name ("trim_blocks"); false for an unknown name. Throws Error "bad-options"
// when the value does not fit.
bool set_syntax_option(Syntax& syntax, std::string_view name, const Value& value);
// The same for an attribute of a Jinja environment, which takes any value: a flag is set to its truth, and names of
// anything else are ignored. False when the value does not fit.
bool set_syntax_attribute(Syntax& syntax, std::string_view name, const Value& value, bool truth);

}  // namespace evalground::jinja2
