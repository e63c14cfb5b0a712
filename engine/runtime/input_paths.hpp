// The workspace's inputs while they are observed: every part has an origin that names its path.
#pragma once

#include <string>
#include <string_view>

#include "runtime/context.hpp"

namespace evalground {

// The value with an origin of its own for each part, of which the name is the path: "$.servers[0].name". The first
// 20,000 parts get one.
Value with_paths(Context& context, const Value& value, std::string_view root, Via via = Via::input);

// The step of a path to a key: ".name", or "['other name']" for what is no word.
std::string path_step(const Value& key);

}  // namespace evalground
