// Random choices. Without a seed they use the generator of the evaluation, with a seed Python's random.Random(seed).
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "base/bigint.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/ansible/library/random.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "value/big_integer.hpp"

namespace evalground::ansible {

namespace {

// Python's hash() of a nonnegative float: the number modulo 2^61 - 1, where 1/2 is the modular inverse of 2.
std::uint64_t hash_of(double number) {
  constexpr int bits = 61;
  constexpr std::uint64_t modulus = (std::uint64_t{1} << bits) - 1;
  if (std::isinf(number)) return 314159;
  int exponent = 0;
  double rest = std::frexp(number, &exponent);
  std::uint64_t hash = 0;
  while (rest != 0) {
    hash = (hash << 28 & modulus) | hash >> (bits - 28);
    rest *= 268'435'456.0;  // 2^28
    exponent -= 28;
    const auto digit = static_cast<std::uint64_t>(rest);
    rest -= static_cast<double>(digit);
    hash += digit;
    if (hash >= modulus) hash -= modulus;
  }
  const int shift = ((exponent % bits) + bits) % bits;
  return (hash << shift & modulus) | hash >> (bits - shift);
}

// The 32-bit words of a number's magnitude, lowest first.
std::vector<std::uint32_t> words_of(const BigInt& number) {
  const std::string digits = number.text(16);
  const std::string_view magnitude = std::string_view(digits).substr(number.is_negative() ? 1 : 0);
  std::vector<std::uint32_t> words;
  for (std::size_t end = magnitude.size(); end > 0; end -= std::min<std::size_t>(end, 8)) {
    const std::size_t begin = end - std::min<std::size_t>(end, 8);
    words.push_back(static_cast<std::uint32_t>(parse_digits(magnitude.substr(begin, end - begin), 16, false).value));
  }
  return words;
}

}  // namespace

// Each kind of seed leads to the same state as in CPython, so `60 | random(seed=inventory_hostname)` gives the minute
// that a real run of Ansible gives. Without a seed the generator of the run is shared.
SeededRandom::SeededRandom(const FunctionCall& call, const Value& seed) : shared_(call.context.random) {
  call.evaluator.note_sensitive(seed);
  if (is_absent(seed) || seed.is_null()) return;
  if (seed.kind() == Kind::integer) {
    own_.emplace(seed.as_integer());
  } else if (is_integer(seed)) {
    own_.emplace(std::span<const std::uint32_t>(words_of(big_integer_of(seed))));
  } else if (seed.kind() == Kind::boolean) {
    own_.emplace(std::int64_t{seed.as_boolean()});
  } else if (seed.kind() == Kind::real && seed.as_real() >= 0) {
    own_.emplace(static_cast<std::int64_t>(hash_of(seed.as_real())));
  } else if (seed.is_string()) {
    own_.emplace(seed.as_string());
  } else {
    call.fail("The only supported seed types are: None, int, float, str, bytes, and bytearray.");
  }
}

bool SeededRandom::takes(const Value& seed) {
  return is_integer(seed) || seed.is_number() || seed.kind() == Kind::boolean || seed.is_string();
}

namespace filters_random_family {
namespace {

__extension__ using Wide = __int128;

// random.randrange(start, stop, step).
Value random_number(const FunctionCall& call, Random& random) {
  // A false argument counts as absent.
  const std::int64_t start = call.truth(1) ? call.number(1) : 0;
  const std::int64_t step = call.truth(2) ? call.number(2) : 1;
  const auto width = static_cast<Wide>(call.number(0)) - start;
  const auto count = step > 0 ? (width + step - 1) / step : (width + step + 1) / step;
  if (count <= 0) {
    call.fail("empty range for randrange() (" + std::to_string(start) + ", " + std::to_string(call.number(0)) + ", " +
              std::to_string(step) + ")");
  }
  const std::uint64_t picked = random.below(static_cast<std::uint64_t>(count));
  return Value::integer(
      static_cast<std::int64_t>(static_cast<std::uint64_t>(start) + static_cast<std::uint64_t>(step) * picked));
}

// A random number below a limit that exceeds 64 bits: words of 32 bits, lowest first, drawn again until the number is
// below the limit.
Value large_random_number(const FunctionCall& call, const BigInt& limit, Random& random) {
  if (limit.is_negative()) call.fail("empty range for randrange()");
  while (true) {
    call.context.budget.step();
    BigInt number;
    std::size_t bits = limit.bit_length();
    for (std::size_t shift = 0; bits != 0; shift += 32) {
      const auto count = static_cast<unsigned>(std::min<std::size_t>(bits, 32));
      number = number + BigInt(static_cast<std::int64_t>(random.bits(count))).shift_left(shift);
      bits -= count;
    }
    if (BigInt::compare(number, limit) < 0) return integer_value(number);
  }
}

// 60 | random is a number from 0 to 59. ['a', 'b'] | random is an item.
Value random(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  SeededRandom random(call, call[3]);
  if (call[0].is_object() && is_integer(call[0])) {
    if (call.truth(1) || call.truth(2)) call.fail("start and step are not possible for an integer of this size");
    return large_random_number(call, big_integer_of(call[0]), random.get());
  }
  if (call[0].kind() == Kind::integer || call[0].kind() == Kind::boolean) return random_number(call, random.get());
  if (!call.evaluator.is_iterable(call[0])) call.fail("random can only be used on sequences and integers");
  if (call.truth(1) || call.truth(2)) call.fail("start and step can only be used with integer values");
  if (call[0].is_map()) call.fail("random cannot choose from a dict; use its keys");
  // A range may be too long to be converted to a list.
  if (auto* const range = object_cast<Range>(call[0]); range != nullptr && range->count != 0) {
    return range->at(call.evaluator, static_cast<std::size_t>(random.get().below(range->count)));
  }
  const List items = call.items(0);
  if (items.empty()) call.fail("Cannot choose from an empty sequence");
  return items[static_cast<std::size_t>(random.get().below(items.size()))];
}

// random.shuffle(): swaps each item, from the last, with one at or before it. A value without items is returned
// unchanged.
Value shuffle(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call.evaluator.is_iterable(call[0])) return call[0];
  List items = call.items(0);
  // A false seed counts as absent. The reference returns the list unchanged if the seed has an unsupported type.
  const Value& seed = call[1];
  const bool is_strict = !is_absent(seed) && seed.is_undefined() && !call.evaluator.undefined(seed).is_lenient();
  if (is_strict || (call.truth(1) && !SeededRandom::takes(seed))) return Value::list(std::move(items));
  SeededRandom random(call, call.truth(1) ? seed : Value());
  for (std::size_t i = items.size(); i-- > 1;) {
    call.context.budget.step();
    std::swap(items[i], items[static_cast<std::size_t>(random.get().below(i + 1))]);
  }
  return Value::list(std::move(items));
}

// '52:54:00' | random_mac -> '52:54:00:…'. The random number always has ten hexadecimal digits, of which as many as
// needed are taken.
Value random_mac(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("Invalid value type (" + call.evaluator.type_name(call[0]) + ") for random_mac; it must be a string.");
  }
  std::string text = to_lower(call.text(0));
  std::size_t parts = 0;
  for (const std::string_view part : Split(text, ":")) {
    ++parts;
    if (part.size() < 2 || part.substr(0, 2).find_first_not_of("0123456789abcdef") != std::string_view::npos) {
      call.fail("Invalid value (" + text +
                ") for random_mac: " + (part.empty() ? "empty item" : std::string(part) + " not hexa byte"));
    }
  }
  if (parts > 5) call.fail("Invalid value (" + text + ") for random_mac: 5 colon(:) separated items max");
  SeededRandom random(call, call[1]);
  constexpr std::uint64_t least = 68'719'476'736;    // 0x1000000000
  constexpr std::uint64_t most = 1'099'511'627'775;  // 0xFFFFFFFFFF
  std::uint64_t number = least + random.get().below(most - least + 1);
  std::string digits;
  for (; number != 0; number /= 16) digits.insert(digits.begin(), "0123456789abcdef"[number % 16]);
  for (std::size_t i = 0; i < 6 - parts; ++i) text += ":" + digits.substr(2 * i, 2);
  return Value::string(text);
}

constexpr Example random_examples[] = {{"{{ 60 | random(seed='web01.example.com') }}", "", R"("38")", in_ansible},
                                       {"{{ 59 | random(start=10, step=7, seed='z') }}", "", R"("10")", in_ansible},
                                       {"{{ ['a', 'b', 'c', 'd'] | random(seed='q') }}", "", R"("d")", in_ansible}};
constexpr Example shuffle_examples[] = {
    {"{{ ['a', 'b', 'c'] | shuffle(seed=42) }}", "", R"("['b', 'a', 'c']")", in_ansible}};
constexpr Example random_mac_examples[] = {
    {"{{ '52:54:00' | community.general.random_mac(seed='host') | length }}", "", R"("17")", in_ansible}};
constexpr std::string_view random_mac_aliases[] = {"community.general.random_mac"};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "random(value: any, start: integer = null, step: integer = null, seed: any = null) -> any",
     .summary = "A number below this one, or any item of a sequence.",
     .effects = Effects::random,
     .examples = random_examples,
     .call = random},
    {.kind = ansible_filter,
     .signature = "shuffle(value: list, seed: any = null) -> list",
     .summary = "The items in any order.",
     .effects = Effects::random,
     .examples = shuffle_examples,
     .call = shuffle},
    {.kind = ansible_filter,
     .signature = "random_mac(value: string, seed: any = null) -> string",
     .summary = "A hardware address that begins with these bytes.",
     .aliases = random_mac_aliases,
     .effects = Effects::random,
     .examples = random_mac_examples,
     .call = random_mac},
};

}  // namespace
}  // namespace filters_random_family

std::span<const Function> ansible_random_filters() {
  using namespace filters_random_family;
  return all;
}

}  // namespace evalground::ansible
