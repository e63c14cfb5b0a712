#include "dialects/unfurl/tosca/type_kind.hpp"

#include <cstddef>

namespace evalground::unfurl {
namespace {

struct KindFacts {
  std::string_view word;
  std::string_view prefix;
  std::string_view root;
};

constexpr KindFacts kind_facts[] = {
    {"node", "tosca.nodes.", "tosca.nodes.Root"},
    {"relationship", "tosca.relationships.", "tosca.relationships.Root"},
    {"capability", "tosca.capabilities.", "tosca.capabilities.Root"},
    {"artifact", "tosca.artifacts.", "tosca.artifacts.Root"},
    {"data", "tosca.datatypes.network.", "tosca.datatypes.Root"},
    {"interface", "tosca.interfaces.", "tosca.interfaces.Root"},
    {"group", "tosca.groups.", "tosca.groups.Root"},
    {"policy", "tosca.policies.", "tosca.policies.Root"},
};

const KindFacts& facts_of(TypeKind kind) {
  return kind_facts[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string_view kind_word(TypeKind kind) noexcept {
  return facts_of(kind).word;
}

std::string_view kind_prefix(TypeKind kind) noexcept {
  return facts_of(kind).prefix;
}

std::string_view kind_root(TypeKind kind) noexcept {
  return facts_of(kind).root;
}

}  // namespace evalground::unfurl
