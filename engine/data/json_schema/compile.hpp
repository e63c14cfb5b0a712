// From a schema to its compiled form.
#pragma once

#include <memory>

#include "data/json_schema/compiled.hpp"

namespace evalground {

// Throws LimitError.
std::unique_ptr<const CompiledJsonSchema> compile_json_schema(const Value& schema, const JsonSchemaOptions& options,
                                                              const Map& documents, RegexCache& regexes,
                                                              Budget& budget);

}  // namespace evalground
