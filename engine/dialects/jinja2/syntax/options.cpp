// Every option is one row: what the page, the command and the documents say of it, and the setting that it sets. So
// "trim_blocks" of a workspace, a header of a template that sets it and the page's switch cannot differ.
#include "dialects/jinja2/syntax/options.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::string_view flavors[] = {"jinja2", "ansible"};
constexpr std::string_view leniencies[] = {"default", "strict", "chainable", "debug"};
constexpr std::string_view newlines[] = {"\n", "\r\n", "\r"};
constexpr std::string_view readings[] = {"template", "expression", "conditional"};
constexpr std::string_view extensions[] = {"do", "loopcontrols"};

constexpr OptionRow flag(std::string_view name, bool Syntax::*setting, Prose summary) {
  return {.option = {.name = name, .summary = summary}, .flag = setting};
}
constexpr OptionRow mode(std::string_view name, bool Options::*setting, Prose summary) {
  return {.option = {.name = name, .summary = summary}, .mode = setting};
}
constexpr OptionRow text(std::string_view name, std::string_view usual, std::string Syntax::*setting, Prose summary) {
  return {.option = {.name = name, .type = OptionType::text, .usual = usual, .summary = summary}, .text = setting};
}
constexpr OptionRow words(std::string_view name, OptionType type, std::span<const std::string_view> choices,
                          Prose summary, std::string Syntax::*setting = nullptr) {
  const std::string_view usual = type == OptionType::choice ? choices[0] : "";
  return {.option = {.name = name, .type = type, .usual = usual, .choices = choices, .summary = summary},
          .text = setting};
}

constexpr OptionRow flavor = words("flavor", OptionType::choice, flavors,
                                   "Renders as Jinja2 does, or as Ansible does with its filters, tests and lookups.");
constexpr OptionRow reading = words(
    "as", OptionType::choice, readings,
    "What the expression is: a template, an expression as within `{{ }}`, or a condition as in `if` and `when:`.");
constexpr OptionRow rows[] = {
    flavor,
    reading,
    words("undefined", OptionType::choice, leniencies, "How much a missing value allows before it is an error."),
    flag("trim_blocks", &Syntax::trim_blocks, "Drops the newline behind a block tag or comment."),
    flag("lstrip_blocks", &Syntax::lstrip_blocks, "Drops the spaces before a block tag or comment that begins a line."),
    flag("keep_trailing_newline", &Syntax::keep_trailing_newline, "Keeps the newline at the end of a template."),
    mode("autoescape", &Options::autoescape, "Escapes what is printed for HTML."),
    mode("native", &Options::native, "The result is a value instead of text."),
    flag("escape_backslashes", &Syntax::escape_backslashes,
         "Doubles the backslashes of texts in expressions, as playbooks do."),
    words("extensions", OptionType::choices, extensions, "Adds the statements `do`, or `break` and `continue`."),
    text("line_statement_prefix", "", &Syntax::line_statement_prefix, "Makes a statement of a line that begins so."),
    text("line_comment_prefix", "", &Syntax::line_comment_prefix, "Begins a comment that ends with its line."),
    text("block_start_string", "{%", &Syntax::block_start, "Begins a statement."),
    text("block_end_string", "%}", &Syntax::block_end, "Ends a statement."),
    text("variable_start_string", "{{", &Syntax::variable_start, "Begins an expression that is printed."),
    text("variable_end_string", "}}", &Syntax::variable_end, "Ends an expression that is printed."),
    text("comment_start_string", "{#", &Syntax::comment_start, "Begins a comment."),
    text("comment_end_string", "#}", &Syntax::comment_end, "Ends a comment."),
    words("newline_sequence", OptionType::choice, newlines, "What every newline of a template becomes.",
          &Syntax::newline),
    {quirks_option},
};
static_assert(std::size(rows) == option_count);

constexpr std::array<Option, option_count> options_of_rows() {
  std::array<Option, option_count> options;
  for (std::size_t i = 0; i < option_count; ++i) options[i] = rows[i].option;
  return options;
}

const OptionRow* find_row(std::string_view name, std::span<const OptionRow> among = rows) {
  const auto row =
      std::find_if(among.begin(), among.end(), [&](const OptionRow& one) { return one.option.name == name; });
  return row == among.end() ? nullptr : &*row;
}

ExpressionReading reading_named(std::string_view word) {
  if (word == readings[1]) return ExpressionReading::expression;
  return word == readings[2] ? ExpressionReading::condition : ExpressionReading::text;
}

Leniency leniency(std::string_view word) {
  if (word == "strict") return Leniency::strict;
  if (word == "chainable") return Leniency::chainable;
  if (word == "debug") return Leniency::debug;
  return Leniency::lenient;
}

// Sets the syntax option of that row; false when it is another kind of option.
bool set_syntax(Syntax& syntax, const OptionRow& row, const Value& value) {
  if (row.text != nullptr) {
    syntax.*row.text = text_of(row.option, value);
  } else if (row.flag != nullptr) {
    syntax.*row.flag = flag_of(row.option, value);
  } else if (row.option.type == OptionType::choices) {
    for (const std::string_view extension : words_of(row.option, value)) {
      (extension == "do" ? syntax.has_do : syntax.has_loop_controls) = true;
    }
  } else {
    return false;
  }
  return true;
}

}  // namespace

constexpr std::array<Option, option_count> option_table = options_of_rows();

bool Syntax::begins_template(std::string_view text) const {
  for (const std::string* start : {&variable_start, &block_start, &comment_start}) {
    if (text.find(*start) != std::string_view::npos) return true;
  }
  return false;
}

bool set_syntax_option(Syntax& syntax, std::string_view name, const Value& value) {
  const OptionRow* row = find_row(name);
  return row != nullptr && set_syntax(syntax, *row, value);
}

bool set_syntax_attribute(Syntax& syntax, std::string_view name, const Value& value, bool truth) {
  const OptionRow* row = find_row(name);
  if (row == nullptr) return true;
  if (row->text != nullptr) {
    const bool may_be_none = row->option.usual.empty();
    if (!value.is_string() && !(value.is_null() && may_be_none)) return false;
    syntax.*row->text = value.is_string() ? std::string(value.as_string()) : std::string();
  } else if (row->flag != nullptr && row->flag != &Syntax::escape_backslashes) {
    if (value.is_list() || value.is_map() || value.kind() == Kind::set) return false;
    syntax.*row->flag = truth;
  }
  return true;
}

Options read_options(Context& context, Options options, std::span<const OptionRow> more) {
  for (const auto& [key, value] : context.workspace.options) {
    const OptionRow* row = key.is_string() ? find_row(key.as_string()) : nullptr;
    if (row == nullptr && key.is_string()) row = find_row(key.as_string(), more);
    if (row == nullptr || set_syntax(options.syntax, *row, value)) continue;
    if (row->mode != nullptr) {
      options.*row->mode = flag_of(row->option, value);
    } else if (row->option.name == "undefined") {
      options.undefined = leniency(text_of(row->option, value));
    } else if (row->option.name == reading.option.name) {
      options.reading = reading_named(text_of(row->option, value));
    }
  }
  options.syntax.embeds_in_lookups = options.behavior.gives_nodes && options.allow_embedded_templates;
  return options;
}

}  // namespace evalground::jinja2
