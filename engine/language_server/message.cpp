#include "language_server/message.hpp"

#include "value/json.hpp"

namespace evalground::language_server {
namespace {

constexpr std::uint32_t deepest = 200;  // nesting levels of a message, as many as WebAssembly supports

// Whether an escape at this position is half of a UTF-16 surrogate pair: 'h' for the first half, 'l' for the second,
// else 0.
char surrogate_at(std::string_view text, std::size_t at) {
  if (text.size() < at + 6 || text[at] != '\\' || text[at + 1] != 'u' || (text[at + 2] | 0x20) != 'd') return 0;
  const char next = static_cast<char>(text[at + 3] | 0x20);
  if (next == '8' || next == '9' || next == 'a' || next == 'b') return 'h';
  return next >= 'c' && next <= 'f' ? 'l' : 0;
}

// JavaScript can split characters: an editor may send one half of an emoji while the other half is deleted. A half is
// replaced by U+FFFD, which has the same length in UTF-16.
std::string with_whole_characters(std::string_view json) {
  std::string result(json);
  for (std::size_t at = result.find('\\'); at != std::string::npos; at = result.find('\\', at)) {
    const char half = surrogate_at(result, at);
    if (half == 'h' && surrogate_at(result, at + 6) == 'l') {
      at += 12;
    } else if (half != 0) {
      result.replace(at, 6, "\\ufffd");
      at += 6;
    } else {
      at += 2;
    }
  }
  return result;
}

}  // namespace

Value parse_message(std::string_view json) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20, .depth = deepest});
  return parse_json(with_whole_characters(json), budget);
}

Map answer_message(const Value& id, Value result) {
  return {{"id", id}, {"result", std::move(result)}};
}

Map failure_message(const Value& id, std::int64_t code, std::string_view message) {
  return {{"id", id}, {"error", Value::map({{"code", Value::integer(code)}, {"message", Value::string(message)}})}};
}

std::string text_of(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

const Map& map_of(const Map& map, std::string_view key) {
  static const Map none;
  const Value* value = map.find(key);
  return value != nullptr && value->is_map() ? value->as_map() : none;
}

const List& list_of(const Map& map, std::string_view key) {
  static const List none;
  const Value* value = map.find(key);
  return value != nullptr && value->is_list() ? value->as_list() : none;
}

bool flag_of(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->kind() == Kind::boolean && value->as_boolean();
}

std::int64_t integer_of(const Map& map, std::string_view key, std::int64_t otherwise) {
  const Value* value = map.find(key);
  return value != nullptr && value->kind() == Kind::integer ? value->as_integer() : otherwise;
}

std::string uri_of(const Map& params) {
  return text_of(map_of(params.contains("textDocument") ? params : map_of(params, "data"), "textDocument"), "uri");
}

}  // namespace evalground::language_server
