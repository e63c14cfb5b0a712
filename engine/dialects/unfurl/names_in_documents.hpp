// The names in an ensemble or service template: resources, types, inputs, anchors, and those within queries.
#pragma once

#include "dialects/unfurl/type_names.hpp"
#include "runtime/language/yaml_text.hpp"

namespace evalground::unfurl {

// Adds the names that a document defines for other documents, and the references in it.
void define_document(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading);
void read_document(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading);

// A query such as `::db::host` as pieces.
Pieces query_pieces(std::string_view text, const TextPlace& place);
// The target of a query: its value if known, and the type whose members of that section may follow.
struct QueryEnd {
  Value value;
  std::string type;
  std::string_view section;
};
// Adds the names in a query. `own` is the shape of the resource where it starts.
QueryEnd read_query(const Pieces& pieces, std::size_t count, std::uint32_t file, const Value& own, Reading& reading,
                    Budget& budget);

// Adds a reference to a property or requirement of a type, if the type or one of its bases defines it.
void refer_member(Reading& reading, std::string_view type, std::string_view name, Stretch at, Budget& budget);

// The name of a resource's type; empty when it has no type.
std::string type_of(const Symbol& resource);

// The document's own resource, and the attributes of a part of it, in the form that queries see.
Value attributes_of(const Value& part);
// The attributes of the document as a whole; undefined when unknown.
Value own_attributes(const YamlNode& document, Budget& budget);

bool is_template_text(std::string_view text);
bool is_directive_key(std::string_view key);
// True when a mapping is an expression: `{eval: …}`, or one standalone function.
bool is_expression_node(const YamlNode& node);

}  // namespace evalground::unfurl
