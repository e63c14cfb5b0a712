// Decodes Secrets before pipelines read them, so that `$.data.password` is the password.
#include "dialects/dcontroller/pipeline/secret.hpp"

#include <optional>
#include <string>

#include "base/text/encoding.hpp"
#include "runtime/sensitive.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Clears the bits of the last digit that belong to no byte: Go ignores them. "YR==" -> "YQ=="
void clear_spare_bits(std::string& text) {
  const std::size_t last = text.find_last_not_of('=');
  if (last == std::string::npos) return;
  const std::size_t digit = base64_digits.find(text[last]);
  const std::size_t padding = text.size() - last - 1;
  if (digit == std::string_view::npos || padding == 0 || padding > 2) return;
  text[last] = base64_digits[digit & (padding == 2 ? 0x30U : 0x3CU)];
}

// Skips line breaks, as Go does. Nothing for text that is not base64.
std::optional<std::string> decoded(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c != '\r' && c != '\n') digits += c;
  }
  clear_spare_bits(digits);
  Decoded result = decode_base64(digits, Base64Alphabet::standard, Padding::present);
  if (result.error) return std::nullopt;
  return std::move(result.bytes);
}

Value decoded_member(const Value& member, Context& context) {
  if (!member.is_string()) return member;
  context.budget.step();
  const std::string_view written = member.as_string();
  context.budget.output(written.size());
  const std::optional<std::string> text = decoded(written);
  if (!text) return member;
  Value value = Value::string(*text).with_origin(member.origin());
  return member.sensitive() ? marked_sensitive(context, std::move(value)) : value;
}

}  // namespace

Value decoded_secret(const Value& object, Context& context) {
  const Value* kind = object.as_map().find("kind");
  const Value* data = object.as_map().find("data");
  if (kind == nullptr || !kind->is_string() || kind->as_string() != "Secret" || data == nullptr || !data->is_map()) {
    return object;
  }
  Map members;
  for (const auto& [key, member] : data->as_map()) members.set(key, decoded_member(member, context));
  Map copy = object.as_map();
  copy.set("data", Value::map(std::move(members)).with_origin(data->origin()));
  return Value::map(std::move(copy)).with_origin(object.origin()).with_sensitive(object.sensitive());
}

}  // namespace evalground::dcontroller
