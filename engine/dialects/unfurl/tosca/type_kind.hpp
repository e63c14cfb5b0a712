// The kinds of TOSCA types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace evalground::unfurl {

enum class TypeKind : std::uint8_t { node, relationship, capability, artifact, data, interface, group, policy };
inline constexpr std::size_t kind_count = 8;

// "node", "relationship", …
std::string_view kind_word(TypeKind kind) noexcept;
// The prefix that the name of a type may leave out: "tosca.nodes.", …
std::string_view kind_prefix(TypeKind kind) noexcept;
// The type that all others of the kind derive from: "tosca.nodes.Root", …
std::string_view kind_root(TypeKind kind) noexcept;

}  // namespace evalground::unfurl
