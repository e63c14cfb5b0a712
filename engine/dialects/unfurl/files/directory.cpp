#include "dialects/unfurl/files/directory.hpp"

#include "base/text/path.hpp"
#include "dialects/unfurl/files/include.hpp"

namespace evalground::unfurl {
std::string main_directory(const Context& context) {
  const std::string& main = context.workspace.main;  // empty when the workspace has only an expression
  return std::string(main.empty() ? Files::absolute("") : directory_name(Files::absolute(main)));
}

std::string path_below(std::string_view directory, std::string_view path) {
  if (is_url(path)) return std::string(path);
  if (is_url(directory) && !is_absolute_path(path)) {
    return std::string(directory) + (path.empty() ? "" : "/" + normalise_path(path));
  }
  return normalise_path(join_path(directory, path));
}

void make_directory(Context& context, std::string_view path) {
  const auto name = Files::resolve(path);
  if (name && !name->empty() && !is_url(*name)) context.files.make_directory(*name);
}

}  // namespace evalground::unfurl
