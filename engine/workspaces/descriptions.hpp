// What the dialects say of themselves (runtime/description.hpp), for programs that know the engine's interface alone.
#pragma once

#include "value/map.hpp"

namespace evalground {

// The descriptions as catalogue("") gives them, parsed once.
const Value& descriptions();

// A workspace's dialect, and the flavor of it that its name or its options choose; null: there is none.
struct DescribedDialect {
  const Map* description = nullptr;
  const Map* flavor = nullptr;
};
DescribedDialect described_dialect(const Map& workspace);

}  // namespace evalground
