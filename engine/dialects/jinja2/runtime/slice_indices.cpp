#include "dialects/jinja2/runtime/slice_indices.hpp"

#include <algorithm>
#include <limits>

#include "value/big_integer.hpp"

namespace evalground::jinja2 {

SliceIndices slice_indices(Evaluator& evaluator, std::size_t length, const Value& first, const Value& last,
                           const Value& step) {
  // An integer beyond 64 bits is past every bound.
  const auto number = [&](const Value& value, std::int64_t fallback) {
    if (value.is_null()) return fallback;
    if (value.kind() == Kind::boolean) return std::int64_t{value.as_boolean()};
    if (value.kind() == Kind::integer) return value.as_integer();
    if (!is_integer(value)) {
      evaluator.fail("type-error", "slice indices must be integers or None or have an __index__ method");
    }
    constexpr std::int64_t farthest = std::numeric_limits<std::int64_t>::max();
    return big_integer_of(value).is_negative() ? -farthest : farthest;
  };
  const std::int64_t by = number(step, 1);
  if (by == 0) evaluator.fail("value-error", "slice step cannot be zero");
  const auto size = static_cast<std::int64_t>(length);
  // Python's slice.indices(): bounds are clipped, and negative ones count from the end.
  const auto clip = [&](std::int64_t index) {
    if (index < 0) index += size;
    const std::int64_t low = by < 0 ? -1 : 0;
    const std::int64_t high = by < 0 ? size - 1 : size;
    return std::clamp(index, low, std::max(low, high));
  };
  return {first.is_null() ? (by < 0 ? size - 1 : 0) : clip(number(first, 0)),
          last.is_null() ? (by < 0 ? -1 : size) : clip(number(last, 0)), by};
}

}  // namespace evalground::jinja2
