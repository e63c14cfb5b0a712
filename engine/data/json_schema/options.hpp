// How schemas are read.
#pragma once

#include <cstdint>
#include <optional>

namespace evalground {

enum class JsonSchemaDraft : std::uint8_t { draft_7, draft_2020_12 };

struct JsonSchemaOptions {
  // Reads all schemas by that draft, whatever their "$schema" says.
  std::optional<JsonSchemaDraft> only;
  // The draft of a schema without "$schema", or with an unknown one.
  JsonSchemaDraft otherwise = JsonSchemaDraft::draft_2020_12;
  // True: check "format" even if the schema's own vocabulary does not require it.
  bool asserts_formats = false;
  // True: compile() validates the schema against its meta-schema.
  bool checks_schema = true;
};

}  // namespace evalground
