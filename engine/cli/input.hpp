// The workspace from the command line: a file, a link or flags, and further flags that override it.
#pragma once

#include <span>
#include <string>

#include "cli/options.hpp"
#include "source/sources.hpp"
#include "value/map.hpp"
#include "value/value.hpp"

namespace evalground::cli {

// The unchecked workspace in its JSON form. Throws UsageError, DiskError, LinkError, and Error for a file that does not
// parse.
Map read_input(const Options& options);

// The engine's reading of a text for a key of a workspace, by the rules of its dialect. "workspace" means a whole
// workspace. Throws UsageError that begins with `name`.
Value read_workspace_text(const std::string& name, const std::string& text, std::string_view key, const Map& workspace);

// The value of a JSON or YAML text. Throws like read_workspace_text().
Value parse_yaml_text(const std::string& name, const std::string& text);

// The file that the workspace was read from, to show places in it.
class WorkspaceText {
 public:
  // Adds its text to the sources. Flags and links have none.
  WorkspaceText(const Options& options, Sources& sources);

  // Where the key of a part of the workspace was written. 0 where that is in no file.
  OriginId place(std::span<const std::string> path) const;

 private:
  Value workspace_;
};

// Run options in their JSON form.
std::string run_options_json(const Options& options);

}  // namespace evalground::cli
