#include "cli/check_docs/insertion.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/check_docs/lines.hpp"

namespace evalground::cli {
namespace {

std::string prefixed(const std::string& prefix, std::string_view text) {
  std::string result;
  for (const std::string_view line : Split(trim_end(text, "\n"), "\n"))
    result.append(line.empty() ? trim_end(prefix, " \t") : std::string_view(prefix)).append(line).append("\n");
  return result;
}

// A fence that is longer than every run of its character in the text, so that the text cannot close it.
std::string fence_around(std::string_view text, const Fence& like) {
  std::size_t length = std::max<std::size_t>(3, like.length);
  for (const Line& line : lines_of(text)) {
    const std::string_view run = trim(line.text);
    if (!run.empty() && run.find_first_not_of(like.character) == std::string_view::npos)
      length = std::max(length, run.size() + 1);
  }
  return std::string(length, like.character);
}

// The mark in the style of the example's own mark.
std::string mark_like(std::string_view opening_line) {
  if (opening_line.find("{evalground}") != std::string_view::npos) return "{evalground-output}";
  return opening_line.find('{') != std::string_view::npos ? " {.evalground-output}" : " output evalground-output";
}

std::string markdown_output(std::string_view file, const Place& content, std::string_view output) {
  const std::string fence = fence_around(output, content.fence);
  const std::size_t opening = content.fence.opening;
  const std::string mark = mark_like(file.substr(opening, file.find('\n', opening) - opening));
  return "\n" + fence + mark + "\n" + std::string(output) + fence + "\n";
}

std::string asciidoc_output(const Place& content, std::string_view output) {
  const std::string fence = fence_around(output, {0, 0, 4, content.fence.character});
  return "\n[.evalground-output]\n" + fence + "\n" + std::string(output) + fence + "\n";
}

// The indentation of a directive is that of its line.
std::string directive_output(std::string_view directive, std::string_view output) {
  const bool is_own = directive.starts_with(".. evalground");
  return std::string(is_own ? "\n.. evalground-output::\n" : "\n.. code-block:: output\n") + "\n" +
         prefixed("   ", output);
}

std::string escaped(std::string_view output) {
  const std::string text(trim_end(output, "\n"));
  return replace_all(replace_all(replace_all(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

std::string html_output(std::string_view output) {
  return "\n<pre data-evalground-output>" + escaped(output) + "</pre>\n";
}

// In an element the output is its last child.
std::optional<Edit> output_in_element(std::string_view file, const Block& element, std::string_view output) {
  if (!file.substr(element.at).starts_with("<evalground-embed")) return std::nullopt;
  const std::size_t end = file.find("</evalground-embed", element.at);
  if (end == std::string_view::npos) return std::nullopt;
  return Edit{end, end, "<output slot=\"fallback\"><pre>" + escaped(output) + "</pre></output>\n"};
}

}  // namespace

std::optional<Edit> output_behind(std::string_view file, const Block& block, std::string_view output) {
  const Place& content = block.content;
  if (!block.container.empty()) return output_in_element(file, block, output);
  if (block.end == 0) return std::nullopt;
  const std::string_view first_line = file.substr(block.at, file.find('\n', block.at) - block.at);
  std::string prefix;
  std::string text;
  switch (block.markup) {
    case Markup::markdown:
      prefix = content.prefix;
      text = markdown_output(file, content, output);
      break;
    case Markup::asciidoc: text = asciidoc_output(content, output); break;
    case Markup::restructured_text: {
      const std::string_view directive = trim_start(first_line, " \t");
      prefix = first_line.substr(0, first_line.size() - directive.size());
      text = directive_output(directive, output);
      break;
    }
    case Markup::html: text = html_output(output); break;
    case Markup::other: return std::nullopt;
  }
  text = prefixed(prefix, text);
  const bool begins_a_line = file.substr(0, block.end).ends_with('\n');
  if (!begins_a_line) text.insert(0, "\n");
  if (file.find("\r\n") != std::string_view::npos) text = replace_all(text, "\n", "\r\n");
  return Edit{block.end, block.end, std::move(text)};
}

}  // namespace evalground::cli
