// The names of an ensemble or service template: resources, types, inputs, anchors, and those within queries.
#pragma once

#include "dialects/unfurl/type_names.hpp"
#include "runtime/language/yaml_text.hpp"

namespace evalground::unfurl {

// Adds what a document defines for the others, and the names that are in it.
void define_document(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading);
void read_document(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading);

// A query such as `::db::host` in pieces.
Pieces query_pieces(std::string_view text, const TextPlace& place);
// The target of a query: its value if known, and the type whose members of that section may follow.
struct QueryEnd {
  Value value;
  std::string type;
  std::string_view section;
};
// Adds the names of a query; `own` is the shape of the resource that it starts at.
QueryEnd read_query(const Pieces& pieces, std::size_t count, std::uint32_t file, const Value& own, Reading& reading,
                    Budget& budget);

// Adds a mention of a property or requirement of a type, where one of its types defines it.
void refer_member(Reading& reading, std::string_view type, std::string_view name, Stretch at, Budget& budget);

// The name of a resource's type; empty: it has none.
std::string type_of(const Symbol& resource);

// The document's own resource, and the attributes of a part of it as a query sees them.
Value attributes_of(const Value& part);
// The attributes of what the document holds as a whole; undefined: unknown.
Value own_attributes(const YamlNode& document, Budget& budget);

bool is_template_text(std::string_view text);
bool is_directive_key(std::string_view key);
// Whether a mapping is an expression: `{eval: …}`, or one standalone function.
bool is_expression_node(const YamlNode& node);

}  // namespace evalground::unfurl
