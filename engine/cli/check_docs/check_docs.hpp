// The verb `check-docs`: runs the examples of documents and compares what they show.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/check_docs/finding.hpp"
#include "cli/options.hpp"

namespace evalground::cli {

// The examples of one document, by the format that its name says: .md .markdown .mdx, .rst, .adoc .asciidoc, .html
// .htm, .cf, and sessions alone of .py and .txt. A name of another ending has none.
std::vector<Finding> check_document(const std::string& path, std::string_view text, const Options& options);

// The document with its stale outputs written anew; those findings become "updated".
std::string with_outputs(std::string_view text, std::vector<Finding>& findings);

// All files that are named, and those below folders; prints the findings as --format says. True when nothing is wrong.
// Throws UsageError and DiskError.
bool check_docs(const Options& options);

}  // namespace evalground::cli
