// The workspace's inputs in an observed run: every part has an origin that names its path.
#pragma once

#include <string>
#include <string_view>

#include "runtime/context.hpp"

namespace evalground {

// The value with an origin for each part, named by its path: "$.servers[0].name". Only the first 20,000 parts get one.
Value with_paths(Context& context, const Value& value, std::string_view root, Via via = Via::input);

// The step of a path to a key: ".name", or "['other name']" if the key is not a word.
std::string path_step(const Value& key);

}  // namespace evalground
