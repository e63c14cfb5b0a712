// JSON-RPC messages of the Language Server Protocol: parsing, answering, refusing, and access to parameters, which are
// untrusted and may be of any kind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground::language_server {

inline constexpr std::int64_t parse_error = -32700;
inline constexpr std::int64_t invalid_request = -32600;
inline constexpr std::int64_t method_not_found = -32601;
inline constexpr std::int64_t invalid_params = -32602;
inline constexpr std::int64_t internal_error = -32603;
inline constexpr std::int64_t not_initialized = -32002;
inline constexpr std::int64_t request_failed = -32803;
inline constexpr std::int64_t request_cancelled = -32800;

// A request that cannot be fulfilled, with the reason for its sender.
struct Refusal {
  std::int64_t code;
  std::string message;
};

// A question about a document in no language of Evalground. An editor may ask about any file that it shows.
struct NoLanguage : Refusal {};

// The value of a JSON text whose strings may contain half a character. Throws Error and LimitError like parse_json().
Value parse_message(std::string_view json);

Map answer_message(const Value& id, Value result);
Map failure_message(const Value& id, std::int64_t code, std::string_view message);

std::string text_of(const Map& map, std::string_view key);
// The map under a key; an empty map when absent.
const Map& map_of(const Map& map, std::string_view key);
// The list under a key; an empty list when absent.
const List& list_of(const Map& map, std::string_view key);
bool flag_of(const Map& map, std::string_view key);
std::int64_t integer_of(const Map& map, std::string_view key, std::int64_t otherwise = 0);
// The URI of the document in parameters, or in the `data` of a completion item.
std::string uri_of(const Map& params);

}  // namespace evalground::language_server
