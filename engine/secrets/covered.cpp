#include "secrets/covered.hpp"

#include <algorithm>
#include <cstdint>

#include "base/text/utf8.hpp"

namespace evalground {
namespace {

constexpr std::string_view workspace_secrets[] = {"secrets", "inputs", "env"};

// Whether a line is that of a key of the outermost map.
bool begins_entry(std::string_view line) {
  std::size_t at = line.starts_with('"') || line.starts_with('\'') ? 1 : 0;
  const std::size_t begin = at;
  while (at < line.size() && (line[at] == '_' || (line[at] >= 'a' && line[at] <= 'z'))) ++at;
  if (at == begin) return false;
  if (begin == 1 && at < line.size() && line[at] == line[0]) ++at;
  return at < line.size() && line[at] == ':' && line.find_first_of(" \r\n", at) == at + 1;
}

}  // namespace

// Each character is replaced by one with as many bytes, and line breaks stay, so all offsets remain right.
std::string covered_between(std::string_view text, std::size_t begin, std::size_t end) {
  std::string covered(text.substr(0, begin));
  for (std::size_t at = begin; at < end;) {
    const CodePoint point = decode_code_point(text, at);
    const bool is_blank = point.value == '\n' || point.value == '\r' || point.value == ' ';
    static constexpr std::string_view covers[] = {"", "*", "·", "…", "🔒"};
    covered += is_blank ? text.substr(at, point.size) : covers[std::min<std::size_t>(point.size, 4)];
    at += point.size;
  }
  return covered.append(text.substr(end));
}

// Works on text that is not valid YAML, where no parser can help: from a key such as `secrets` on, everything is
// covered until a line begins a new key at the top level.
std::string without_inputs(std::string_view text) {
  std::string result(text);
  bool is_covering = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string_view line = text.substr(begin, end - begin);
    std::size_t from = begin;
    if (begins_entry(line)) is_covering = false;
    if (!is_covering) {
      // In JSON and in flow maps a key may stand anywhere, and what belongs to it ends nobody knows where.
      for (const std::string_view key : workspace_secrets) {
        std::size_t at = line.find(key);
        while (at != std::string_view::npos && !is_covering) {
          const std::size_t behind = line.find_first_not_of("\"' \t", at + key.size());
          const bool begins = at == 0 || std::string_view(" \t\"'{,?").find(line[at - 1]) != std::string_view::npos;
          if (begins && behind != std::string_view::npos && line[behind] == ':') {
            is_covering = true;
            from = begin + behind + 1;
          }
          at = line.find(key, at + 1);
        }
      }
    }
    if (is_covering) result = covered_between(result, from, end);
    begin = end;
  }
  return result;
}

}  // namespace evalground
