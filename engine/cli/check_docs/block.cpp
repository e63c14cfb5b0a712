// Blocks of code in documents, whatever their markup: what marks a block, what its text is, and how a new text is
// written in its place, with the indentation, quotation marks and line breaks of the document.
#include "cli/check_docs/block.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/check_docs/lines.hpp"
#include "cli/check_docs/marks.hpp"
#include "cli/check_docs/references.hpp"

namespace evalground::cli {
namespace {

// HTML's inner text: no comments, no tags, references resolved.
std::string inner_text(std::string_view markup) {
  std::string text;
  for (std::size_t at = 0; at < markup.size();) {
    const std::size_t tag = std::min(markup.find('<', at), markup.size());
    text += without_references(markup.substr(at, tag - at));
    if (tag == markup.size()) break;
    const bool is_comment = markup.substr(tag).starts_with("<!--");
    const std::size_t end = markup.find(is_comment ? "-->" : ">", tag);
    at = end == std::string_view::npos ? markup.size() : end + (is_comment ? 3 : 1);
  }
  return text;
}

// The longest line of this character alone, spaces and marks of quotations beside it. Renderers end a line at a
// carriage return too.
std::size_t longest_run(std::string_view text, char character) {
  std::size_t longest = 0;
  for (const std::string_view part : Split(text, "\n")) {
    for (const std::string_view line : Split(part, "\r")) {
      const std::string_view run = trim_end(trim_start(line, " \t>"), " \t");
      if (run.find_first_not_of(character) == std::string_view::npos) longest = std::max(longest, run.size());
    }
  }
  return longest;
}

}  // namespace

const std::string* Block::attribute(std::string_view name) const {
  for (const auto& [known, value] : attributes) {
    if (known == name) return &value;
  }
  return nullptr;
}

bool Block::has_class(std::string_view name) const {
  return std::find(classes.begin(), classes.end(), name) != classes.end();
}

bool Block::is_output() const {
  return attribute(output_mark()) != nullptr || has_class(output_mark()) || language == output_mark() ||
         is_output_language(language);
}

bool Block::is_marked() const {
  return attribute(example_mark()) != nullptr || language == example_mark() || has_class(example_mark());
}

std::string read_place(std::string_view file, const Place& place) {
  const std::string_view content = file.substr(place.begin, place.end - place.begin);
  if (place.writing == Writing::html) return inner_text(content);
  std::string text;
  const std::string_view short_prefix = trim_end(place.prefix, " \t");  // for empty lines
  for (const Line& line : lines_of(content)) {
    std::string_view rest = line.text;
    if (rest.starts_with(place.prefix)) {
      rest.remove_prefix(place.prefix.size());
    } else if (rest.starts_with(short_prefix)) {
      rest = trim_start(rest.substr(short_prefix.size()), " \t");
    }
    text.append(rest).append("\n");
  }
  return text;
}

// A new output may contain a line that would close its fence. The fence is then made longer, at both ends.
std::vector<Edit> write_place(std::string_view file, const Place& place, std::string_view text) {
  const std::string_view old = file.substr(place.begin, place.end - place.begin);
  const std::string_view before = file.substr(0, place.begin);
  const bool has_crlf = old.find("\r\n") != std::string_view::npos || before.ends_with("\r\n");
  const std::string_view line_break = has_crlf ? "\r\n" : "\n";
  const bool begins_a_line = before.empty() || before.ends_with('\n');
  text = trim_end(text, "\n");
  std::string written;
  if (place.writing == Writing::html) {
    written = replace_all(replace_all(replace_all(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
    if (old.ends_with('\n')) written += line_break;
    return {{place.begin, place.end, std::move(written)}};
  }
  if (old.empty() && !begins_a_line) written += line_break;  // the file ends with the opening fence
  bool is_first = true;
  for (const std::string_view line : Split(text, "\n")) {
    if (!is_first) written += line_break;
    const bool is_within = is_first && !begins_a_line && !old.empty();
    if (!is_within) written += line.empty() ? trim_end(place.prefix, " \t") : std::string_view(place.prefix);
    written += line;
    is_first = false;
  }
  // The end stays as it was: a fence's content ends with a line break, a part of a line does not.
  if (old.empty() || old.ends_with('\n')) written += line_break;
  const Fence& fence = place.fence;
  const std::size_t longest = fence.length > 0 ? longest_run(text, fence.character) : 0;
  if (longest < fence.length || fence.length == 0) return {{place.begin, place.end, std::move(written)}};
  const std::string more(longest + 1 - fence.length, fence.character);
  std::vector<Edit> edits = {{fence.opening, fence.opening, more}, {place.begin, place.end, std::move(written)}};
  if (fence.closing > 0) edits.push_back({fence.closing, fence.closing, more});
  return edits;
}

}  // namespace evalground::cli
