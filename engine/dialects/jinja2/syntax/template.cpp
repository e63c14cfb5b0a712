// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/template.hpp"

#include <algorithm>

namespace evalground::jinja2 {

std::uint32_t Place::offset(std::uint32_t in_text) const {
  const auto after = std::upper_bound(parts.begin(), parts.end(), in_text,
                                      [](std::uint32_t offset, const auto& part) { return offset < part.first; });
  if (after == parts.begin()) return in_text;
  const auto& [text_offset, file_offset] = *(after - 1);
  return file_offset + (in_text - text_offset);
}

std::string normalized_newlines(const std::string& text, Place& place) {
  std::string result;
  result.reserve(text.size());
  Place normalized{place.file, {}};
  normalized.parts.emplace_back(0, place.offset(0));
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\r') {
      result += text[at];
      continue;
    }
    result += '\n';
    if (at + 1 < text.size() && text[at + 1] == '\n') ++at;
    normalized.parts.emplace_back(static_cast<std::uint32_t>(result.size()),
                                  place.offset(static_cast<std::uint32_t>(at + 1)));
  }
  place = std::move(normalized);
  return result;
}

OriginId Template::origin(std::uint32_t begin, std::uint32_t end, Context& context) const {
  // Text appended for parsing, as for a condition, has no place in the file.
  const auto size = static_cast<std::uint32_t>(context.sources.text(place.file).size());
  return context.sources.add(
      {place.file, std::min(size, place.offset(begin)), std::min(size, place.offset(end)), Via::expression, 0, false});
}

OriginId Template::origin(const Node& node, Context& context) const {
  if (node.origin == 0) {
    node.origin = origin(node.begin, node.end, context);
    with_origin_.push_back(&node);
  }
  return node.origin;
}

void Template::forget_notes() {
  for (const Node* node : with_origin_) node->origin = 0;
  with_origin_.clear();
}

std::uint32_t Template::line(std::uint32_t offset) const {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(offset, text.size()));
  return static_cast<std::uint32_t>(std::count(text.begin(), end, '\n')) + 1;
}

}  // namespace evalground::jinja2
