// Numbers with units: parsing, units, and the text of a scalar.
//
//   parse_measure("7.5 GB")  ->  7.5, GB        parse_measure("-3*h")  ->  -3, h        parse_measure("42")  ->  42
//
// A scalar stores its amount in the base unit of its dimension, so that values with different units compare and add
// without conversion. The unit is only for display.
#include "dialects/unfurl/values/scalar.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <span>

#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

extern const std::span<const Unit> units;

char lower(char letter) {
  return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_number_part(char c) {
  return ('0' <= c && c <= '9') || c == '.';
}

}  // namespace

std::string_view dimension_name(Dimension dimension) noexcept {
  switch (dimension) {
    case Dimension::size: return "size";
    case Dimension::time: return "time";
    case Dimension::frequency: return "frequency";
    case Dimension::bitrate: break;
  }
  return "bitrate";
}

// Ignoring case, so the table must not have two names that differ only in case.
const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : units) {
    if (std::equal(name.begin(), name.end(), unit.name.begin(), unit.name.end(),
                   [](char a, char b) { return lower(a) == lower(b); })) {
      return &unit;
    }
  }
  return nullptr;
}

std::vector<std::string_view> unit_names() {
  std::vector<std::string_view> names;
  for (const Unit& unit : units) names.push_back(unit.name);
  return names;
}

// Integers stay integers, so that `scalar_value` of "5 GB" is 5. Between number and unit there may be spaces and a `*`.
std::optional<Measure> parse_measure(std::string_view text) {
  Scanner scanner(trim(text));
  if (!scanner.take('-')) scanner.take('+');
  scanner.take_while(is_number_part);
  const std::string_view digits = scanner.between(0, scanner.offset());
  scanner.skip_whitespace();
  scanner.take('*');
  scanner.skip_whitespace();

  Measure measure{Value(), nullptr};
  if (const auto integer = parse_loose_integer(digits)) {
    measure.number = Value::integer(integer.value);
  } else if (const auto real = parse_real(digits)) {
    measure.number = Value::real(real.value);
  } else {
    return std::nullopt;
  }
  if (!scanner.at_end()) {
    measure.unit = find_unit(scanner.rest());
    if (measure.unit == nullptr) return std::nullopt;
  }
  return measure;
}

// Whole numbers are written in full, `1000000000000 B`, without an exponent that the parser would not read.
std::string Scalar::text() const {
  const double number = base_ / unit_.base;
  std::string result;
  if (std::isfinite(number) && number == std::floor(number)) {
    char digits[400];  // a double has at most 309 before the point
    std::snprintf(digits, sizeof digits, "%.0f", number == 0 ? 0.0 : number);
    result = digits;
  } else {
    result = real_text(number);
  }
  return result.append(" ").append(unit_.name);
}

Value Scalar::resolve(Context&) {
  return Value::map({{"eval", Value::map({{"scalar", Value::string(text())}})}});
}

bool Scalar::equals(const Object& other) const {
  const auto* scalar = dynamic_cast<const Scalar*>(&other);
  return scalar != nullptr && scalar->unit_.dimension == unit_.dimension && scalar->base_ == base_;
}

std::size_t Scalar::hash() const {
  return std::hash<double>()(base_);
}

std::string spelled_scalar(std::string_view text) {
  const auto measure = parse_measure(text);
  if (!measure || measure->unit == nullptr) return std::string(text);
  const std::string_view number = trim(text).substr(0, trim(text).find_first_not_of("+-.0123456789"));
  return std::string(number) + " " + std::string(measure->unit->name);
}

Value parse_scalar(std::string_view text) {
  const std::optional<Measure> measure = parse_measure(text);
  if (!measure || measure->unit == nullptr) return Value();
  return Value::object(make_ref<Scalar>(measure->number.as_real() * measure->unit->base, *measure->unit));
}

// Through decimal text: 2.675 is slightly less than it looks, and must round to 2.67, as in Python. Multiplying by 100
// would lose that. The limits for the digits are those of a double's exponent.
double round_to_digits(double number, std::int64_t digits) {
  if (!std::isfinite(number) || digits > 323) return number;
  if (digits < -308) return number * 0.0;
  if (digits < 0) {
    const double scale = std::pow(10.0, static_cast<double>(-digits));
    return std::nearbyint(number / scale) * scale;
  }
  char text[700];  // at most 309 digits before the point and 323 after it
  std::snprintf(text, sizeof text, "%.*f", static_cast<int>(digits), number);
  return parse_real(text).value;
}

namespace {

constexpr Unit all_units[] = {
    {"B", Dimension::size, 1},
    {"kB", Dimension::size, 1e3},
    {"KiB", Dimension::size, 1024},
    {"MB", Dimension::size, 1e6},
    {"MiB", Dimension::size, 1048576},
    {"GB", Dimension::size, 1e9},
    {"GiB", Dimension::size, 1073741824},
    {"TB", Dimension::size, 1e12},
    {"TiB", Dimension::size, 1099511627776},
    {"d", Dimension::time, 86400},
    {"h", Dimension::time, 3600},
    {"m", Dimension::time, 60},
    {"s", Dimension::time, 1},
    {"ms", Dimension::time, 1e-3},
    {"us", Dimension::time, 1e-6},
    {"ns", Dimension::time, 1e-9},
    {"Hz", Dimension::frequency, 1},
    {"kHz", Dimension::frequency, 1e3},
    {"MHz", Dimension::frequency, 1e6},
    {"GHz", Dimension::frequency, 1e9},
    {"bps", Dimension::bitrate, 1},
    {"Kbps", Dimension::bitrate, 1e3},
    {"Kibps", Dimension::bitrate, 1024},
    {"Mbps", Dimension::bitrate, 1e6},
    {"Mibps", Dimension::bitrate, 1048576},
    {"Gbps", Dimension::bitrate, 1e9},
    {"Gibps", Dimension::bitrate, 1073741824},
    {"Tbps", Dimension::bitrate, 1e12},
    {"Tibps", Dimension::bitrate, 1099511627776},
};
const std::span<const Unit> units = all_units;

}  // namespace

}  // namespace evalground::unfurl
