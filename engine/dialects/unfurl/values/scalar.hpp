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

// "size", "time", "frequency", "bitrate": what follows "scalar-unit." in the name of the type.
std::string_view dimension_name(Dimension dimension) noexcept;

struct Unit {
  std::string_view name;  // as TOSCA writes it: "kB"
  Dimension dimension;
  double base;  // how many B, s, Hz or bps one of it is
};

// A unit by its name in letters of any case; null when absent.
const Unit* find_unit(std::string_view name);
std::vector<std::string_view> unit_names();

// A number with its unit, as "7.5 GB", "-3*h" or "42" write it.
struct Measure {
  Value number;      // an integer or a real
  const Unit* unit;  // null: a bare number
};

// Nothing when the text is no number, or is followed by what is no unit.
std::optional<Measure> parse_measure(std::string_view text);

// A number with a unit, kept in the dimension's base unit. Its plain value is {eval: {scalar: "5 GB"}}, which makes it
// again.
class Scalar final : public Object {
 public:
  // `base` is the number in the base unit; the unit, one of find_unit's, is the one it is shown in.
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

// The scalar that the text writes; undefined when it writes none, a bare number included.
Value parse_scalar(std::string_view text);

// Rounds as Python's round(): half to even, exact in decimal digits. `digits` may be negative.
double round_to_digits(double number, std::int64_t digits);

}  // namespace evalground::unfurl
