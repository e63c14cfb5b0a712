// Expands the merge directives of a document, so that no later step has to know them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dialects/unfurl/merge/expansion_record.hpp"
#include "runtime/context.hpp"

namespace evalground::unfurl {

// The document in that file (an entry of the workspace's files, or a URL) with its merge directives expanded; always a
// map. The origin chain of an inserted value names the directives on its way and the values it overrides. An empty file
// is an error, unless `takes_empty` is set: then it is an empty map. Throws Error: "missing-file", "recursive-include",
// "missing-includes", "can-not-merge", …
Value expand_document(Context& context, std::string_view name, bool takes_empty = false);

// Expands the evaluated file, and records how.
Value expand_document(Context& context, std::string_view name, ExpansionRecord& record);

// Expands another source (a file of the context's sources) in place of the file of that name.
Value expand_text(Context& context, std::string_view name, std::uint32_t file);

// The part of a value at a path ("a/0/b", unescaped parts); undefined when absent.
Value part_of(const Value& value, const std::vector<std::string>& path, Budget& budget);

}  // namespace evalground::unfurl
