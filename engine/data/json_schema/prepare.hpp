// The last step of compiling a schema.
#pragma once

#include "data/json_schema/compiled.hpp"

namespace evalground {

// Records in the nodes which values their types decide, and shortens chains of references.
void prepare_json_schema(CompiledJsonSchema& schema, bool has_dynamic_references, Budget& budget);

}  // namespace evalground
