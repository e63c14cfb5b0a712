// TOSCA's scalar-unit values: a number with a unit of size, time, frequency or bit rate, such as "5 GB".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "value/object.hpp"

namespace evalground::unfurl {

enum class Dimension : std::uint8_t { size, time, frequency, bitrate };

// "size", "time", "frequency", "bitrate": the part after "scalar-unit." in the name of the type.
std::string_view dimension_name(Dimension dimension) noexcept;

struct Unit {
  std::string_view name;  // as TOSCA writes it: "kB"
  Dimension dimension;
  double base;  // how many B, s, Hz or bps one unit is
};

// A unit by its name, ignoring case; null when absent.
const Unit* find_unit(std::string_view name);
std::vector<std::string_view> unit_names();

// A number with its unit, parsed from "7.5 GB", "-3*h" or "42".
struct Measure {
  Value number;      // an integer or a real
  const Unit* unit;  // null: a bare number
};

// Nothing when the text is not a number, or the number is followed by an unknown unit.
std::optional<Measure> parse_measure(std::string_view text);

// A number with a unit, stored in the dimension's base unit. Its plain value is {eval: {scalar: "5 GB"}}, which
// evaluates to it again.
class Scalar final : public Object {
 public:
  // `base` is the number in the base unit. `unit`, from find_unit(), is the unit for display.
  Scalar(double base, const Unit& unit) : base_(base), unit_(unit) {}

  double base() const noexcept { return base_; }
  const Unit& unit() const noexcept { return unit_; }
  // "1.5 GB"; whole numbers without a point.
  std::string text() const;

  std::string_view type_name() const override { return "scalar"; }
  Value resolve(Context& context) override;
  std::string python_repr() const override { return text(); }
  bool equals(const Object& other) const override;
  std::size_t hash() const override;

 private:
  double base_;
  const Unit& unit_;
};

// The scalar that the text stands for; undefined for any other text, including a bare number.
Value parse_scalar(std::string_view text);

// The text of a scalar with its unit in TOSCA's spelling: "4.0gb" is "4.0 GB". Other text is returned unchanged.
std::string spelled_scalar(std::string_view text);

// Rounds like Python's round(): half to even, exact in decimal digits. `digits` may be negative.
double round_to_digits(double number, std::int64_t digits);

}  // namespace evalground::unfurl
