#include "dialects/ansible/runtime/header.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/text/text.hpp"
#include "dialects/ansible/runtime/waiting.hpp"
#include "dialects/jinja2/runtime/native.hpp"
#include "value/python_text.hpp"

namespace evalground::ansible {
namespace {

// Options that the line may set since 2.19. Before, it could set every attribute of Jinja's environment.
bool is_header_option(std::string_view name) {
  constexpr std::string_view known[] = {"block_start_string",    "block_end_string",     "variable_start_string",
                                        "variable_end_string",   "comment_start_string", "comment_end_string",
                                        "line_statement_prefix", "line_comment_prefix",  "trim_blocks",
                                        "lstrip_blocks",         "newline_sequence",     "keep_trailing_newline"};
  return std::find(std::begin(known), std::end(known), name) != std::end(known);
}

std::string in_single_quotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

// The boolean that a text was meant as; empty for other texts. Before 2.19 any text but an empty one turned the flag
// on.
std::string_view meant_flag(const Value& value) {
  return !value.is_string() ? "" : value.as_string().empty() ? "False" : "True";
}

class HeaderReader {
 public:
  HeaderReader(std::string_view text, Syntax& syntax, Budget& budget) : text_(text), syntax_(syntax), budget_(budget) {}

  std::vector<RefusedOption> read() {
    const std::size_t newline = text_.find('\n');
    const std::string_view line = text_.substr(0, newline);
    if (newline == std::string_view::npos) {
      refuse(line, "Missing newline after '#jinja2:' override");
      return std::move(refused_);
    }
    for (const std::string_view pair : Split(line.substr(header_mark.size()), ",")) {
      budget_.step();
      read_pair(pair);
    }
    const bool are_different = syntax_.block_start != syntax_.variable_start &&
                               syntax_.block_start != syntax_.comment_start &&
                               syntax_.variable_start != syntax_.comment_start;
    if (refused_.empty() && !are_different) {
      refuse(line, "Block, variable and comment start strings must be different");
    }
    return std::move(refused_);
  }

 private:
  // `part` is a view into the text.
  void refuse(std::string_view part, std::string message, std::string_view instead = {}) {
    const auto begin = static_cast<std::size_t>(part.data() - text_.data());
    refused_.push_back({begin, begin + part.size(), std::move(message), instead});
  }

  void read_pair(std::string_view pair) {
    if (trim(pair).empty()) return refuse(pair, "Empty '#jinja2:' override pair not allowed");
    const std::size_t colon = pair.find(':');
    if (colon == std::string_view::npos) {
      return refuse(trim(pair), "Missing key-value separator `:` in '#jinja2:' override pair " +
                                    python_repr(Value::string(pair), budget_));
    }
    const std::string_view name = trim(pair.substr(0, colon));
    if (!is_header_option(name)) {
      return refuse(trim(pair), "Invalid '#jinja2:' override key " + in_single_quotes(name));
    }
    const std::string_view written = trim(pair.substr(colon + 1));
    const std::optional<Value> value = python_literal(written, budget_);
    if (!value) return refuse(trim(pair), "Malformed '#jinja2:' override value of " + in_single_quotes(name));
    recover([&] { return set_syntax_option(syntax_, name, *value); },
            [&](const Error& error) {
              const std::string_view meant = meant_flag(*value);
              refuse(written, "Invalid '#jinja2:' override value: " + error.diagnostic.message, meant);
              return meant.empty() || set_syntax_option(syntax_, name, Value::boolean(meant == "True"));
            });
  }

  std::string_view text_;
  Syntax& syntax_;
  Budget& budget_;
  std::vector<RefusedOption> refused_;
};

}  // namespace

std::vector<RefusedOption> read_strict_header(std::string_view text, Syntax& syntax, Budget& budget) {
  return HeaderReader(text, syntax, budget).read();
}

void cut_front(std::string& text, Place& place, std::size_t cut) {
  text.erase(0, cut);
  Place rest{place.file, {}};
  rest.parts.emplace_back(0, place.offset(static_cast<std::uint32_t>(cut)));
  for (const auto& [in_text, in_file] : place.parts) {
    if (in_text > cut) rest.parts.emplace_back(in_text - static_cast<std::uint32_t>(cut), in_file);
  }
  place = std::move(rest);
}

}  // namespace evalground::ansible
