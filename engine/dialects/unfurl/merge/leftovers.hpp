// What is left after expanding a document: directives without a target, and strategies merged over nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/context.hpp"

namespace evalground::unfurl {

// An optional directive without a target.
struct MissingDirective {
  std::vector<std::string> path;  // of the map that holds it, in the original document
  std::string key;
};

// The document without the maps that have an optional directive with a missing target (at the top, only without that
// key), and without maps such as `{+%: whiteout}` that were merged over nothing. Values for which is_raw() is true are
// not searched.
Value without_leftovers(Context& context, Value document, const std::vector<MissingDirective>& missing,
                        const std::function<bool(const Value&)>& is_raw);

}  // namespace evalground::unfurl
