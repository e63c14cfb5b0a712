// The files of the playground, with the headers of the public site (netlify.toml).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/serve/message.hpp"
#include "value/map.hpp"

namespace evalground::cli {

class Site {
 public:
  // A folder with an index.html, or the package's folder, whose site.json says where each file is. Throws DiskError.
  explicit Site(std::string folder);

  // The response for a path below the site, without a leading slash and percent-encoded. `base` is the path of the site
  // itself, with a slash at both ends.
  Response answer(std::string_view path, std::string_view base) const;

 private:
  std::optional<std::string> place_of(const std::string& path) const;

  std::string folder_;
  std::optional<Map> places_;  // from site.json: locations of files that are not below site/
};

// The first of these folders that contains a site. Throws DiskError that says how to get one.
std::string find_site(const std::vector<std::string>& places);

}  // namespace evalground::cli
