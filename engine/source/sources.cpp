// Files, and origins of values in them. An origin is a range of bytes; lines, columns and UTF-16 offsets are computed
// when somebody asks, because most origins are never shown.
//
// Tables of line starts and of UTF-16 counts are made per file on first use. Then a position is a binary search and a
// count over at most one block.
//
// Hot: compiled for speed in every module.
#include "source/sources.hpp"

#include <algorithm>

#include "base/text/utf8.hpp"

namespace evalground {
namespace {

// Long lines are cut around the place, to keep messages readable.
constexpr std::size_t snippet_width = 100;

// The distance in bytes between two counts of UTF-16 units. At most this much is counted again for a place.
constexpr std::size_t block_size = 512;

// The beginning of a block of `text`, moved back to a character boundary.
std::size_t begin_of_block(std::string_view text, std::size_t block) {
  std::size_t begin = std::min(block * block_size, text.size());
  const std::size_t least = begin - std::min<std::size_t>(begin, 3);
  while (begin > least && begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
  return begin;
}

}  // namespace

std::string_view via_name(Via via) noexcept {
  switch (via) {
    case Via::literal: return "literal";
    case Via::expression: return "expression";
    case Via::merge: return "merge";
    case Via::include: return "include";
    case Via::alias: return "alias";
    case Via::fallback: return "default";
    case Via::input: return "input";
    case Via::env: return "env";
    case Via::secret: return "secret";
    case Via::variable: return "var";
    case Via::file: return "file";
    case Via::clock: return "clock";
    case Via::random: return "random";
  }
  return {};
}

std::uint32_t Sources::add_file(std::string path, std::string text) {
  files_.push_back({std::move(path), std::move(text), {}});
  return static_cast<std::uint32_t>(files_.size() - 1);
}

// Identifiers begin at 1, since 0 means that the origin is unknown.
OriginId Sources::add(Origin origin) {
  origins_.push_back(origin);
  return static_cast<OriginId>(origins_.size());
}

// A value that moves, by a merge or an alias, gets a new origin with the old one as `previous`. Origins are never
// changed, because other values share them.
OriginId Sources::chain(OriginId where, Via via, OriginId previous, bool overrides) {
  if (where == 0) return 0;
  Origin origin = this->origin(where);
  origin.via = via;
  origin.previous = previous;
  origin.overrides = overrides;
  return add(origin);
}

std::string_view Sources::text_of(OriginId id) const {
  const Origin& place = origin(id);
  return text(place.file).substr(place.begin, place.end - place.begin);
}

// The whole word only: `port` is not found in `ports`, nor in `my-port`.
std::optional<Origin> Sources::find_name(OriginId id, std::string_view name) const {
  const auto continues_name = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' || c == '-' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
  };
  if (id == 0 || name.empty()) return std::nullopt;
  const std::string_view text = text_of(id);
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (at > 0 && continues_name(text[at - 1]) && continues_name(name.front())) continue;
    if (end < text.size() && continues_name(text[end]) && continues_name(name.back())) continue;
    Origin place = origin(id);
    place.end = place.begin + static_cast<std::uint32_t>(end);
    place.begin += static_cast<std::uint32_t>(at);
    return place;
  }
  return std::nullopt;
}

// Blocks begin at character boundaries, so a block can be counted without the one before it.
std::uint32_t Sources::utf16_units_before(const File& file, std::uint32_t offset) {
  const std::string_view text = file.text;
  if (file.utf16.empty()) {
    std::uint32_t units = 0;
    for (std::size_t block = 0; block * block_size <= text.size(); ++block) {
      file.utf16.push_back(units);
      const std::size_t begin = begin_of_block(text, block);
      units +=
          static_cast<std::uint32_t>(count_utf16_units(text.substr(begin, begin_of_block(text, block + 1) - begin)));
    }
  }
  const std::size_t block = offset / block_size;
  const std::size_t begin = begin_of_block(text, block);
  // Where each byte is a unit, nothing has to be counted: most text is ASCII.
  const bool is_last = block + 1 == file.utf16.size();
  if (!is_last && file.utf16[block + 1] - file.utf16[block] == begin_of_block(text, block + 1) - begin)
    return file.utf16[block] + static_cast<std::uint32_t>(offset - begin);
  return file.utf16[block] + static_cast<std::uint32_t>(count_utf16_units(text.substr(begin, offset - begin)));
}

std::uint32_t Sources::line_begin(const File& file, std::uint32_t offset, std::uint32_t& number) {
  if (file.lines.empty()) {
    std::uint32_t begin = 0;
    const std::string_view text = file.text;
    while (true) {
      file.lines.push_back(begin);
      const std::size_t newline = text.find('\n', begin);
      if (newline == std::string_view::npos) break;
      begin = static_cast<std::uint32_t>(newline + 1);
    }
  }
  const auto after = std::upper_bound(file.lines.begin(), file.lines.end(), offset);
  number = static_cast<std::uint32_t>(after - file.lines.begin());
  return *(after - 1);
}

Position Sources::position(std::uint32_t file, std::uint32_t offset) const {
  const File& source = files_[file];
  offset = std::min(offset, static_cast<std::uint32_t>(source.text.size()));
  std::uint32_t number = 0;
  const std::uint32_t begin = line_begin(source, offset, number);
  return {number, utf16_units_before(source, offset) - utf16_units_before(source, begin) + 1};
}

std::uint32_t Sources::utf16_offset(std::uint32_t file, std::uint32_t offset) const {
  const File& source = files_[file];
  return utf16_units_before(source, std::min(offset, static_cast<std::uint32_t>(source.text.size())));
}

//   7 | url: {{ hots }}
//     |         ^^^^
std::string Sources::snippet(OriginId id) const {
  // The line, and the position of the caret in it.
  const Origin& place = origin(id);
  const std::string_view text = this->text(place.file);
  std::uint32_t number = 0;
  std::size_t begin = line_begin(files_[place.file], place.begin, number);
  std::size_t end = std::min(text.find('\n', begin), text.size());
  if (end > begin && text[end - 1] == '\r') --end;
  const std::size_t caret = std::clamp<std::size_t>(place.begin, begin, end);
  const auto on_boundary = [&](std::size_t at) {
    while (at < end && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
    return at;
  };
  // For a long line, the part around the caret, cut between characters.
  std::string before;
  std::string after;
  if (caret - begin > snippet_width) {
    begin = on_boundary(caret - snippet_width / 2);
    before = "…";
  }
  if (end - begin > snippet_width) {
    end = on_boundary(std::max(begin + snippet_width, caret));
    after = "…";
  }
  const std::string margin = std::to_string(number);
  // As wide as the text before the caret. Tabs stay tabs, to align the caret with its character.
  std::string blank;
  for (const char c : text.substr(begin, caret - begin)) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) blank += c == '\t' ? '\t' : ' ';
  }
  if (!before.empty()) blank += ' ';
  const std::size_t marked_end = std::clamp<std::size_t>(place.end, caret, end);
  const std::size_t width = std::max<std::size_t>(1, count_code_points(text.substr(caret, marked_end - caret)));
  std::string result = " " + margin + " | " + before + std::string(text.substr(begin, end - begin)) + after + "\n";
  result += std::string(margin.size() + 1, ' ') + " | " + blank + std::string(width, '^') + "\n";
  return result;
}

}  // namespace evalground
