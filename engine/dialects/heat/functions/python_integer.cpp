// Integers as Python's int() reads them, for indices and ports: 80, "80", " 80 ", true and 80.9 are integers. Large
// integers beyond 64 bits are not: no index or port is that large.
#include "dialects/heat/functions/python_integer.hpp"

#include "runtime/context.hpp"
#include "source/diagnostic.hpp"
#include "value/python_number.hpp"

namespace evalground::heat {

std::optional<std::int64_t> python_integer(const Value& value, Budget& budget) {
  if (value.is_null() || value.is_list() || value.is_map()) return std::nullopt;
  return recover(
      [&]() -> std::optional<std::int64_t> {
        const Value number = python_int(value, budget);
        return number.kind() == Kind::integer ? std::optional(number.as_integer()) : std::nullopt;
      },
      [](const Error&) { return std::optional<std::int64_t>(); });
}

}  // namespace evalground::heat
