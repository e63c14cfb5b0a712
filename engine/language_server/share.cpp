#include "language_server/share.hpp"

#include <algorithm>
#include <string_view>

#include "workspaces/withheld.hpp"

namespace evalground::language_server {
namespace {

bool is_named(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The entries whose names are kept.
template <class IsKept>
Value kept_of(const Value& entries, IsKept is_kept) {
  Map kept;
  for (const auto& [name, value] : entries.as_map()) {
    if (is_kept(name.as_string())) kept.set(name, value);
  }
  return Value::map(std::move(kept));
}

}  // namespace

Map shared_workspace(const Map& workspace, const std::vector<std::string>& files) {
  // Remove secrets before files, because a file may declare an input.
  Map shared = without_secrets(workspace);
  const Value* main = workspace.find("main");
  if (const Value* all = workspace.find("files"); all != nullptr && all->is_map()) {
    shared.set("files", kept_of(*all, [&](std::string_view name) {
                 return is_named(files, name) || (main != nullptr && main->is_string() && main->as_string() == name);
               }));
  }
  return shared;
}

}  // namespace evalground::language_server
