// Hot: compiled for speed in every module.
#include "value/flat.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "value/big_integer.hpp"
#include "value/map.hpp"
#include "value/recent_texts.hpp"

namespace evalground {
namespace {

class FlatReader {
 public:
  FlatReader(std::string_view bytes, Budget& budget)
      : at_(bytes.data()),
        end_(at_ + bytes.size()),
        budget_(budget),
        // A small evaluation would notice the time that many places take.
        texts_(std::min(most_places, std::bit_ceil(bytes.size() / 4 + 1))) {}

  Value read() {
    ++at_;  // the mark
    budget_.step();
    Value result = value();
    if (at_ != end_) fail();
    return result;
  }

 private:
  [[noreturn]] static void fail() { throw Error("bad-request", "The values are not in the format of flat values."); }

  std::string_view take(std::size_t size) {
    if (static_cast<std::size_t>(end_ - at_) < size) fail();
    const char* begin = std::exchange(at_, at_ + size);
    return {begin, size};
  }
  template <class Number>
  Number number() {
    Number result;
    std::memcpy(&result, take(sizeof result).data(), sizeof result);
    return result;
  }
  // Each item takes a byte at least, so a wrong count reserves at most a value for each byte.
  std::uint32_t count() {
    const auto result = number<std::uint32_t>();
    if (static_cast<std::size_t>(end_ - at_) < result) fail();
    return result;
  }

  // Its step is charged with the container that holds it.
  Value value() {
    const auto tag = static_cast<unsigned char>(take(1).front());
    if (tag < 0x80) return Value::integer(tag);
    if (tag < 0xC0) return texts_.shared(take(tag & 0x3F));
    switch (tag) {
      case 0xC0: return Value::null();
      case 0xC1: return Value::boolean(false);
      case 0xC2: return Value::boolean(true);
      case 0xC3: return Value::integer(number<std::int32_t>());
      case 0xC4: return Value::integer(number<std::int64_t>());
      case 0xC5: return Value::real(number<double>());
      case 0xC6: return Value::string(take(number<std::uint32_t>()));
      case 0xC7: return digits(take(number<std::uint32_t>()));
      case 0xC8: return list();
      case 0xC9: return map_with(new_keys());
      case 0xCA: return map_with(number<std::uint32_t>());
      default: fail();
    }
  }

  static Value digits(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    std::optional<Value> integer = integer_value(text.substr(is_negative ? 1 : 0), 10, is_negative);
    if (!integer) fail();
    return *std::move(integer);
  }

  Value list() {
    const Depth depth = budget_.enter();
    const std::uint32_t size = count();
    budget_.step(size);
    List items;
    items.reserve(size);
    for (std::uint32_t i = 0; i < size; ++i) items.push_back(value());
    return Value::list(std::move(items));
  }

  std::size_t new_keys() {
    const Depth depth = budget_.enter();  // a wrong key may be a map
    const std::uint32_t size = count();
    budget_.step(2 * std::uint64_t{size});
    Map map;
    map.reserve(size);
    for (std::uint32_t i = 0; i < size; ++i) {
      const Value key = value();
      if (!key.is_string() || map.contains(key)) fail();
      map.add_distinct(key, Value::null());
    }
    kinds_.push_back(std::move(map));
    return kinds_.size() - 1;
  }

  Value map_with(std::size_t which) {
    if (which >= kinds_.size()) fail();
    const Depth depth = budget_.enter();
    Map map = kinds_[which];  // faster than adding the keys one by one
    const std::size_t size = map.size();
    budget_.step(size);
    for (std::size_t i = 0; i < size; ++i) map.value_at(i) = value();
    return Value::map(std::move(map));
  }

  static constexpr std::size_t most_places = 256;

  const char* at_;
  const char* end_;
  Budget& budget_;
  RecentTexts texts_;
  std::vector<Map> kinds_;  // maps without values
};

}  // namespace

Value read_flat(std::string_view bytes, Budget& budget) {
  return FlatReader(bytes, budget).read();
}

}  // namespace evalground
