// The meta-schemas of both drafts, generated from the table of keywords, and the URIs by which schemas name them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "data/json_schema/options.hpp"
#include "value/value.hpp"

namespace evalground {

// The bit of "https://json-schema.org/draft/2020-12/vocab/<name>"; 0 for any other URI.
std::uint8_t vocabulary_of(std::string_view uri);

// The vocabularies of a schema that names no meta-schema other than the draft's own.
std::uint8_t default_vocabularies();

// The URI of a draft's meta-schema.
std::string_view meta_schema_uri(JsonSchemaDraft draft);

// The draft whose meta-schema has that URI (ignoring a trailing "#"); nothing for others.
std::optional<JsonSchemaDraft> draft_of(std::string_view uri);

// The meta-schema, or the part of one, with that URI without fragment; undefined for others.
Value meta_schema_document(std::string_view uri);

}  // namespace evalground
