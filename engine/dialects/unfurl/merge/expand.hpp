// Expands the merge directives of a document, so that nothing else has to know of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dialects/unfurl/merge/expansion_record.hpp"
#include "runtime/context.hpp"

namespace evalground::unfurl {

// The document of that file (an entry of the workspace's files, or a URL) with its merge directives expanded: always a
// map. Values that a directive brought have an origin whose chain names the directives on their way and what they
// override. A file without content is an error, or an empty map where one is taken (`takes_empty`). Throws Error:
// "missing-file", "recursive-include", "missing-includes", "can-not-merge", …
Value expand_document(Context& context, std::string_view name, bool takes_empty = false);

// The same for the file that is evaluated, with a record of it.
Value expand_document(Context& context, std::string_view name, ExpansionRecord& record);

// The expansion of another text, a file of the context's sources, that stands for the file of that name.
Value expand_text(Context& context, std::string_view name, std::uint32_t file);

// The part of a value that a path names ("a/0/b", unescaped parts); undefined when it is not there.
Value part_of(const Value& value, const std::vector<std::string>& path, Budget& budget);

}  // namespace evalground::unfurl
