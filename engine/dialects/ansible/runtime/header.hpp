// The first line of a template that sets options: `#jinja2: trim_blocks: False, lstrip_blocks: True`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/syntax/options.hpp"
#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::ansible {

// A part of the line that ansible-core refuses since 2.19, as a range of the template's text.
struct RefusedOption {
  std::size_t begin;
  std::size_t end;
  std::string message;
  std::string_view instead = {};  // what to write in its place; empty if nothing has the same meaning
};

// Sets the options of the line, as 2.19 reads them. A flag that is written as text is refused, and set to its truth.
// Invariant: the text begins with `header_mark`.
std::vector<RefusedOption> read_strict_header(std::string_view text, Syntax& syntax, Budget& budget);

// Removes bytes from the front of a text and adjusts its place.
void cut_front(std::string& text, Place& place, std::size_t cut);

}  // namespace evalground::ansible
