#include "data/paths/json_pointer.hpp"

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "source/diagnostic.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

const Value* step_into(const Value& value, const std::string& part) {
  const auto number = parse_integer(part);
  if (value.is_map()) {
    if (const Value* found = value.as_map().find(part)) return found;
    return number ? value.as_map().find(Value::integer(number.value)) : nullptr;
  }
  if (value.kind() != Kind::list && value.kind() != Kind::tuple) return nullptr;
  const List& items = value.as_list();
  if (!number || part[0] == '-' || static_cast<std::uint64_t>(number.value) >= items.size()) return nullptr;
  return &items[static_cast<std::size_t>(number.value)];
}

}  // namespace

void append_pointer_part(std::string& pointer, std::string_view part) {
  pointer += '/';
  for (const char c : part) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

std::optional<std::string> unescape_pointer_part(std::string_view escaped) {
  for (std::size_t at = escaped.find('~'); at != std::string_view::npos; at = escaped.find('~', at + 1)) {
    if (at + 1 == escaped.size() || (escaped[at + 1] != '0' && escaped[at + 1] != '1')) return std::nullopt;
  }
  return replace_all(replace_all(escaped, "~1", "/"), "~0", "~");
}

std::vector<std::string> parse_pointer(std::string_view pointer) {
  std::vector<std::string> parts;
  if (pointer.empty()) return parts;
  if (pointer[0] != '/') {
    throw Error("invalid-pointer", "The JSON pointer " + quote(pointer) + " does not start with a slash.");
  }
  for (const std::string_view escaped : Split(pointer.substr(1), "/")) {
    auto part = unescape_pointer_part(escaped);
    if (!part) {
      throw Error("invalid-pointer",
                  "The JSON pointer " + quote(pointer) + " has a ~ that is followed by neither 0 nor 1.");
    }
    parts.push_back(*std::move(part));
  }
  return parts;
}

std::string write_pointer(std::span<const std::string> parts) {
  std::string pointer;
  for (const std::string& part : parts) append_pointer_part(pointer, part);
  return pointer;
}

const Value* resolve_pointer(const Value& root, std::span<const std::string> parts) {
  const Value* value = &root;
  for (const std::string& part : parts) {
    value = step_into(*value, part);
    if (value == nullptr) return nullptr;
  }
  return value;
}

}  // namespace evalground
