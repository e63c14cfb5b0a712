// The bounds of a slice of a sequence.
#pragma once

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// The result of Python's slice.indices(): the start, the end (exclusive) and the step, within the bounds of the
// sequence.
struct SliceIndices {
  std::int64_t start, stop, step;
};
SliceIndices slice_indices(Evaluator& evaluator, std::size_t length, const Value& first, const Value& last,
                           const Value& step);

}  // namespace evalground::jinja2
