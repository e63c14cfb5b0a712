// How a schema is read.
#pragma once

#include <cstdint>
#include <optional>

namespace evalground {

enum class JsonSchemaDraft : std::uint8_t { draft_7, draft_2020_12 };

struct JsonSchemaOptions {
  // Reads all schemas by that draft, whatever their "$schema" says.
  std::optional<JsonSchemaDraft> only;
  // The draft of a schema without "$schema", or with one that is not known.
  JsonSchemaDraft otherwise = JsonSchemaDraft::draft_2020_12;
  // Whether "format" is checked (where the schema's own vocabulary does not ask for it anyway).
  bool asserts_formats = false;
  // Whether compile() holds the schema against its meta-schema.
  bool checks_schema = true;
};

}  // namespace evalground
