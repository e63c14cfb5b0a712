#include "cli/lsp/share.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "base/text/encoding.hpp"
#include "engine.hpp"
#include "source/diagnostic.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t longest_link = 512U << 10;

// In this order, which makes the same link of the same workspace.
constexpr std::string_view keys[] = {"dialect", "operation", "main",       "files",  "expression", "resource",
                                     "data",    "local",     "vars",       "inputs", "attributes", "classes",
                                     "env",     "secrets",   "clock",      "seed",   "limits",     "changes",
                                     "options", "title",     "description"};

bool is_named(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "00c0ffee"
std::string eight_digits(std::uint32_t number) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(8, '0');
  for (std::size_t at = 8; at-- > 0; number >>= 4) text[at] = digits[number & 15];
  return text;
}

}  // namespace

Map shared_workspace(const Map& workspace, const std::vector<std::string>& files,
                     const std::vector<std::string>& sensitive_inputs) {
  Map given;
  const Value* main = workspace.find("main");
  for (const std::string_view key : keys) {
    const Value* value = workspace.find(key);
    if (value == nullptr) continue;
    if (key == "files" && value->is_map()) {
      Map kept;
      for (const auto& [name, content] : value->as_map()) {
        const bool is_main = main != nullptr && main->is_string() && main->as_string() == name.as_string();
        if (is_main || is_named(files, name.as_string())) kept.set(name, content);
      }
      given.set(key, Value::map(std::move(kept)));
    } else if (key == "secrets" && value->is_map()) {
      Map withheld;
      for (const auto& [name, secret] : value->as_map()) withheld.set(name, Value::null());
      given.set(key, Value::map(std::move(withheld)));
    } else if (key == "inputs" && value->is_map()) {
      Map inputs;
      for (const auto& [name, input] : value->as_map()) {
        if (!is_named(sensitive_inputs, name.as_string())) inputs.set(name, input);
      }
      given.set(key, Value::map(std::move(inputs)));
    } else {
      given.set(key, *value);
    }
  }
  return given;
}

std::string share_link(std::string_view site, const Map& workspace) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 64ULL << 20, .depth = 1000});
  const std::string json =
      write_json(Value::map({{"ws", Value::map(workspace)}, {"app", Value::string(version())}}), budget);
  std::string link(site);
  while (link.ends_with('/')) link.pop_back();
  link += "/#w1.j." + encode_base64(json, Base64Alphabet::url_safe, Padding::absent) + "." + eight_digits(crc32(json));
  if (link.size() > longest_link) {
    throw Error("too-large",
                "The workspace is too large for a link: it would have " + std::to_string(link.size()) + " characters.");
  }
  return link;
}

}  // namespace evalground::cli
