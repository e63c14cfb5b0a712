// Parts of documents, as manuals show them, completed as their readers complete them: a pipeline gets a controller, a
// resource gets a template, promises get a bundle.
#pragma once

#include <string>
#include <string_view>

namespace evalground::cli {

struct Completed {
  std::string text;
  std::string why_not;         // not empty: the text is a fragment that nothing honest completes
  bool is_expression = false;  // it is no document
};

// Complete documents are returned unchanged.
Completed completed(std::string_view dialect, std::string_view text);

}  // namespace evalground::cli
