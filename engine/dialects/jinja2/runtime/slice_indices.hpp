// The bounds of a slice within a sequence.
#pragma once

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// Python's slice.indices() of a sequence: a start, an end that is not reached, and a step, within its bounds.
struct SliceIndices {
  std::int64_t start, stop, step;
};
SliceIndices slice_indices(Evaluator& evaluator, std::size_t length, const Value& first, const Value& last,
                           const Value& step);

}  // namespace evalground::jinja2
