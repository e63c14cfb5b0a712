// The numbers are those of 64-bit CPython 3.11: 49 bytes for an ASCII string, 28 for a small integer, 24 for a float,
// and so on.

#include "dialects/yaql/evaluation/quota.hpp"

#include "base/text/utf8.hpp"
#include "dialects/yaql/evaluation/values.hpp"
#include "value/big_integer.hpp"

namespace evalground::yaql {
namespace {

// CPython stores a text with the width of its widest character: 1, 2 or 4 bytes each.
std::uint64_t text_size(std::string_view text) {
  if (is_ascii(text)) return 49 + text.size();
  char32_t widest = 0;
  std::uint64_t length = 0;
  for (std::size_t at = 0; at < text.size(); ++length) {
    const CodePoint point = decode_code_point(text, at);
    at += point.size;
    if (point.value > widest) widest = point.value;
  }
  if (widest <= 0xFF) return 73 + length;
  return widest <= 0xFFFF ? 74 + 2 * length : 76 + 4 * length;
}

}  // namespace

// A hash table grows by a factor of four when it is 3/5 full.
std::uint64_t set_size(std::uint64_t members) {
  if (members <= 4) return 216;
  std::uint64_t room = 18;
  std::uint64_t size = 728;
  while (members > room) {
    room = room * 4 + 4;
    size = (size - 216) * 4 + 216;
  }
  return size;
}

// The size of a dict that has grown entry by entry, by the steps in which CPython resizes it.
std::uint64_t built_dict_size(std::uint64_t entries) {
  struct Step {
    std::uint64_t entries;
    std::uint64_t size;
  };
  constexpr Step steps[] = {{0, 64}, {5, 224}, {10, 352}, {21, 632}, {42, 1168}, {85, 2264}, {170, 4688}, {341, 9304}};
  for (const Step& step : steps) {
    if (entries <= step.entries) return step.size;
  }
  std::uint64_t room = 341;
  std::uint64_t size = 9304;
  while (entries > room) {
    room *= 2;
    size *= 2;
  }
  return size;
}

namespace {

// The size of a list that has grown item by item. CPython adds an eighth and a few places whenever the list is full.
std::uint64_t built_list_size(std::uint64_t items) {
  std::uint64_t places = 8;
  while (places < items) places = (places + 1 + ((places + 1) >> 3U) + 6) & ~3ULL;
  return 56 + 8 * places;
}

}  // namespace

std::uint64_t result_size(const Value& value) {
  if (value.is_list()) return built_list_size(value.as_list().size());
  return value.is_map() ? built_dict_size(value.as_map().size()) : shallow_size(value);
}

// sys.getsizeof() of the value alone, as the reference's quota counts it. Items of a collection count for nothing, and
// a dictionary has the size of its wrapper.
std::uint64_t shallow_size(const Value& value) {
  switch (value.kind()) {
    case Kind::undefined:
    case Kind::null: return 16;
    case Kind::boolean: return 28;
    case Kind::integer: {
      const std::int64_t number = value.as_integer();
      const std::uint64_t magnitude =
          number < 0 ? ~static_cast<std::uint64_t>(number) + 1 : static_cast<std::uint64_t>(number);
      return magnitude < (1ULL << 30U) ? 28 : magnitude < (1ULL << 60U) ? 32 : 36;
    }
    case Kind::real: return 24;
    case Kind::string: return text_size(value.as_string());
    case Kind::bytes: return 33 + value.as_bytes().size();
    case Kind::list:
    case Kind::tuple: return list_size(value.as_list().size());
    case Kind::set: return set_size(value.as_map().size());
    case Kind::map: return 56;
    case Kind::object: break;
  }
  if (is_integer(value)) return 24 + (big_integer_of(value).bit_length() + 29) / 30 * 4;
  return 48;
}

}  // namespace evalground::yaql
