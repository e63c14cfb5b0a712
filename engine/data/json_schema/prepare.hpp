// The last part of compiling a schema.
#pragma once

#include "data/json_schema/compiled.hpp"

namespace evalground {

// Notes at the nodes which values their types decide, and shortens the ways through references.
void prepare_json_schema(CompiledJsonSchema& schema, bool has_dynamic_references, Budget& budget);

}  // namespace evalground
