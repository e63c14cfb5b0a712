// The verb `check-docs`: runs the examples of documents and compares what they show.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/check_docs/finding.hpp"
#include "cli/options.hpp"

namespace evalground::cli {

// The examples of one document, in the format of its suffix: .md .markdown .mdx, .rst, .adoc .asciidoc, .html .htm,
// .cf, and only sessions for .py and .txt. Other files have no examples.
std::vector<Finding> check_document(const std::string& path, std::string_view text, const Options& options);

// The document with its stale outputs written anew; those findings become "updated". Where a block cannot hold its
// output, which its finding says, the document is not changed.
std::string with_outputs(std::string_view text, std::vector<Finding>& findings);

enum class Checked : std::uint8_t {
  right,
  wrong,      // an output is out of date, or an example fails
  too_few,    // fewer examples than there must be
  unreadable  // a document cannot be read or written
};

// All files that are named, and those below folders; prints the findings as --format says, and on standard error which
// documents cannot be read or written. Throws UsageError, and DiskError for a folder.
Checked check_docs(const Options& options);

}  // namespace evalground::cli
