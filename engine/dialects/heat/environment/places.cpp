#include "dialects/heat/environment/places.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "runtime/files.hpp"

namespace evalground::heat {

std::string absolute_name(std::string_view file) {
  return is_url(file) ? std::string(file) : Files::absolute(file);
}

std::string folder_of(std::string_view file) {
  const std::string path = absolute_name(file);
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string(Files::mount) : path.substr(0, slash);
}

// Below an address only the path is normalised: "https://host/a" and "../b.yaml" make "https://host/b.yaml".
std::optional<std::string> file_beside(std::string_view path, std::string_view folder) {
  if (is_url(path)) return std::string(path);
  if (!is_url(folder)) return Files::resolve(path, folder);
  const std::size_t host = folder.find("://") + 3;
  const std::size_t root = std::min(folder.find('/', host), folder.size());
  const std::string joined = join_path(join_path("/", folder.substr(root)), path);
  return std::string(folder.substr(0, root)) + normalise_path(joined);
}

}  // namespace evalground::heat
