// What expanding a document leaves behind: directives without a target, and strategies over nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/context.hpp"

namespace evalground::unfurl {

// An optional directive whose target is not there.
struct MissingDirective {
  std::vector<std::string> path;  // of the map that holds it, in the document as it was written
  std::string key;
};

// The document without the maps that hold an optional directive whose target is missing (at the top, without that key),
// and without maps such as `{+%: whiteout}` that were merged over nothing. What is_raw() holds for is not looked into.
Value without_leftovers(Context& context, Value document, const std::vector<MissingDirective>& missing,
                        const std::function<bool(const Value&)>& is_raw);

}  // namespace evalground::unfurl
