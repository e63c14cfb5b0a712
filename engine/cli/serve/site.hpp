// The files of the playground with the headers that the public site sends (netlify.toml).
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
  // A folder with an index.html, or that of the package, whose site.json says where each file lies. Throws DiskError.
  explicit Site(std::string folder);

  // The response for a path below the site, without the slash before it and still percent-encoded; `base` is the path
  // of the site itself, with a slash at both ends.
  Response answer(std::string_view path, std::string_view base) const;

 private:
  std::optional<std::string> place_of(const std::string& path) const;

  std::string folder_;
  std::optional<Map> places_;  // of site.json: where files lie that are not below site/
};

// The first of these folders that holds a site. Throws DiskError that says how to get one.
std::string find_site(const std::vector<std::string>& places);

}  // namespace evalground::cli
