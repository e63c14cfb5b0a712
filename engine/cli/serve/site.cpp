// The files of the playground, for `evalground serve`: content types, and the headers that the deployed site sends,
// which are read from its own configuration. So a content security policy holds here as well.
#include "cli/serve/site.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/budget.hpp"
#include "base/text/encoding.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "value/json.hpp"

namespace evalground::cli {

extern const char* const site_headers;  // netlify.toml, embedded by CMake

namespace {

constexpr std::pair<std::string_view, std::string_view> types[] = {
    {".css", "text/css; charset=utf-8"},
    {".html", "text/html; charset=utf-8"},
    {".ico", "image/x-icon"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".png", "image/png"},
    {".svg", "image/svg+xml"},
    {".txt", "text/plain; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".webmanifest", "application/manifest+json"},
    {".woff2", "font/woff2"},
    {".xml", "application/xml"},
    {".yaml", "text/yaml; charset=utf-8"},
    {".zip", "application/zip"},
};

std::string_view type_of(std::string_view path) {
  const std::string_view extension = path_extension(path);
  for (const auto& [ending, type] : types) {
    if (ending == extension) return type;
  }
  return "application/octet-stream";
}

// `*` matches any text.
bool fits(std::string_view pattern, std::string_view path) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == path;
  const std::string_view end = pattern.substr(star + 1);
  return path.size() >= pattern.size() - 1 && path.starts_with(pattern.substr(0, star)) && path.ends_with(end);
}

// False for headers that only make sense with HTTPS, or for pages of other sites. Neither applies here.
bool is_sent(std::string_view name) {
  return name != "Strict-Transport-Security" && !name.starts_with("Access-Control-");
}

// The text of `name = "text"`.
std::string text_of_line(std::string_view line, std::size_t equals) {
  std::string_view text = trim(line.substr(equals + 1));
  if (text.size() >= 2) text = text.substr(1, text.size() - 2);
  return replace_all(text, "\\\"", "\"");
}

// The headers of all rules for a path, which begins with a slash, and a server's defaults.
Headers headers_of(std::string_view path) {
  Headers headers;
  bool is_of_headers = false;
  bool applies = false;
  for (const std::string_view whole : Split(site_headers, "\n")) {
    const std::string_view line = trim(whole);
    if (line.starts_with('[')) {
      is_of_headers = line.find("headers") != std::string_view::npos;
      if (line == "[[headers]]") applies = false;
      continue;
    }
    const std::size_t equals = line.find(" = \"");
    if (!is_of_headers || equals == std::string_view::npos || line.starts_with('#')) continue;
    const std::string_view name = line.substr(0, equals);
    if (name == "for")
      applies = fits(text_of_line(line, equals + 1), path);
    else if (applies && is_sent(name))
      headers.emplace_back(name, text_of_line(line, equals + 1));
  }
  const auto add_default = [&](std::string_view name, std::string_view value) {
    const auto is_it = [&](const auto& header) { return header.first == name; };
    if (std::none_of(headers.begin(), headers.end(), is_it)) headers.emplace_back(name, value);
  };
  add_default("Cache-Control", "no-cache");
  add_default("Content-Type", type_of(path.ends_with('/') ? "index.html" : path));
  return headers;
}

// The service worker would store the site in the browser once per run, because every run has a path of its own.
constexpr std::string_view unsent = "sw.js";

// Tells the page that it may ask for a folder.
constexpr std::string_view folder_mark = R"(<meta name="evalground-folder" content="folder/">)";

std::string with_mark(std::string html) {
  const std::size_t head = html.find("<head");
  const std::size_t end = head == std::string::npos ? head : html.find('>', head);
  if (end != std::string::npos) html.insert(end + 1, folder_mark);
  return html;
}

}  // namespace

Site::Site(std::string folder) : folder_(std::move(folder)) {
  const std::string list = join_path(folder_, "site.json");
  if (is_file(list)) {
    Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 64ULL << 20, .depth = 100});
    const Value site = parse_json(read_file(list), budget);
    const Value* files = site.is_map() ? site.as_map().find("files") : nullptr;
    if (files == nullptr || !files->is_map()) throw DiskError(list + " lists no files");
    places_ = files->as_map();
  } else if (!is_file(join_path(folder_, "index.html"))) {
    throw DiskError(folder_ + " holds no site: it has no index.html");
  }
}

// The location of the file for a path without "..".
// A list, `site.json`, may map a name to a file elsewhere. A folder without one holds each file under its name.
std::optional<std::string> Site::place_of(const std::string& path) const {
  if (!places_) {
    std::string place = join_path(folder_, path);
    return is_file(place) ? std::optional(std::move(place)) : std::nullopt;
  }
  const Value* file = places_->find(path);
  if (file == nullptr || !file->is_map()) return std::nullopt;
  const Value* from = file->as_map().find("from");
  return join_path(folder_, from != nullptr ? std::string(from->as_string()) : "site/" + path);
}

// A path is decoded once, and refused if it could then lead out of the folder: `..`, a backslash, a NUL.
Response Site::answer(std::string_view encoded, std::string_view base) const {
  const std::string path = percent_decode(encoded);
  const bool is_odd = path.find('\0') != std::string::npos || path.find('\\') != std::string::npos ||
                      path.starts_with('/') || escapes_root(path) ||
                      ("/" + path + "/").find("/../") != std::string::npos;
  const bool is_folder = path.empty() || path.ends_with('/');
  const std::string name = is_folder ? path + "index.html" : path;
  std::optional<std::string> place = is_odd || name == unsent ? std::nullopt : place_of(name);
  if (!place && !is_odd && !is_folder && place_of(path + "/index.html")) {
    // Encode again, because the decoded path may contain a line end.
    return {302, {{"Location", std::string(base) + percent_encode(path) + "/"}}, ""};
  }
  Response response;
  response.status = place ? 200 : 404;
  const std::string shown = place ? name : "404.html";
  if (!place) place = place_of(shown);
  response.headers = headers_of(response.status == 404 ? "/404.html" : "/" + path);
  if (place) response.body = read_file(*place);
  if (response.status == 200 && shown == "index.html") response.body = with_mark(std::move(response.body));
  return response;
}

std::string find_site(const std::vector<std::string>& places) {
  for (const std::string& place : places) {
    if (is_file(join_path(place, "site.json")) || is_file(join_path(place, "index.html"))) return place;
  }
  throw DiskError(
      "the files of the playground are not beside this command: name their folder with --site DIR, which "
      "`npx evalground site DIR` writes, or run scripts/build web in a clone");
}

}  // namespace evalground::cli
