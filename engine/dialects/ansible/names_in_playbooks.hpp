// Finds the names in playbooks, task files and variable files: variables with the tasks that make them, handlers,
// files, and what templates in any text refer to.
#pragma once

#include <string_view>

#include "dialects/jinja2/syntax/options.hpp"
#include "runtime/language/language.hpp"
#include "runtime/language/yaml_text.hpp"

namespace evalground::ansible {

// How a text of a document is evaluated.
enum class Reads : std::uint8_t {
  nothing,    // plain text
  templates,  // text with tags
  expression  // a condition, without tags
};
// `keys`: those around the text, outermost first; "" for an item of a list.
Reads reads_as(const std::vector<std::string_view>& keys, std::string_view text);
// The pieces of such a text.
Pieces pieces_of_text(const ScalarText& text, Reads reads, const jinja2::Syntax& syntax, Budget& budget);

// True for a document of tasks, plays or variables, by its path or, for any other YAML, by its text.
bool is_playbook_document(std::string_view path, std::string_view text);

// Adds what other files may refer to: variables and handlers.
void define_in_playbook(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading);
// Adds all else.
void read_playbook(Context& context, const YamlText& yaml, std::uint32_t file, const jinja2::Syntax& syntax,
                   Reading& reading);

}  // namespace evalground::ansible
