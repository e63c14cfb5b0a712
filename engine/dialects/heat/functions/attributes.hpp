// Attributes of resources: what get_attr and get_resource give. They come from the workspace, from the outputs of a
// nested template, or from Heat itself (group.cpp).
#pragma once

#include <span>

#include "dialects/heat/stack.hpp"

namespace evalground::heat {

// The item of a list or text at an index, where negative ones count from the end; undefined when absent.
Value item_at(const Value& value, std::int64_t index);

// The attribute at the beginning of the path, or what the rest of the path leads to in it; null where it leads nowhere.
// Throws Error "unknown-attribute".
Value attribute(Stack& stack, Resource& resource, std::span<const Value> path, OriginId where);
// All attributes as a map.
Value all_attributes(Stack& stack, Resource& resource, OriginId where);
// The result of get_resource.
Value reference_id(Stack& stack, Resource& resource);

}  // namespace evalground::heat
