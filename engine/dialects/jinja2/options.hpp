// How templates are read and evaluated: the options of the dialect, set by a workspace or by the dialect that embeds
// it.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/context.hpp"

namespace evalground::jinja2 {

enum class Flavor : std::uint8_t { jinja2, ansible };

// What an undefined value allows. `ansible` is strict, but attributes and items of it are undefined again.
enum class Leniency : std::uint8_t { lenient, chainable, debug, strict, ansible };

// What a text needs to know to be read as a template.
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
};

struct Options {
  Flavor flavor = Flavor::jinja2;
  Syntax syntax;
  Leniency undefined = Leniency::lenient;
  bool autoescape = false;
  bool native = false;
  bool convert_data = false;
};

// The options of a workspace, by the names of docs/dialects/jinja2.md. Throws Error "bad-options".
Options read_options(Context& context);

// Sets one syntax option by its name ("trim_blocks"); false when there is none of that name. Throws Error "bad-options"
// when the value does not fit.
bool set_syntax_option(Syntax& syntax, std::string_view name, const Value& value);

}  // namespace evalground::jinja2
