#include "dialects/ansible/project/options.hpp"

#include <algorithm>
#include <optional>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/data/ini.hpp"
#include "dialects/ansible/project/inventory_sources.hpp"

namespace evalground::ansible {
namespace {

constexpr std::string_view config_file = "ansible.cfg";

// The value of a key in `[defaults]`; absent when not set.
std::optional<std::string> configured(const Workspace& workspace, std::string_view key, Budget& budget) {
  const Value* text = workspace.files.find(config_file);
  if (text == nullptr || !text->is_string()) return std::nullopt;
  const IniFile file(text->as_string(), {}, budget);
  const IniFile::Section* section = file.section("defaults");
  if (section == nullptr) return std::nullopt;
  for (const IniFile::Option& option : section->options) {
    if (option.first == key) return option.second;
  }
  return std::nullopt;
}

std::vector<std::string> split_list(std::string_view text, std::string_view separator) {
  std::vector<std::string> items;
  for (const std::string_view item : Split(text, separator)) {
    if (!trim(item).empty()) items.emplace_back(trim(item));
  }
  return items;
}

class OptionsReader {
 public:
  OptionsReader(Context& context, Documents& documents) : context_(context), documents_(documents) {}

  ProjectOptions read() {
    ProjectOptions options;
    options.inventory = inventory();
    options.host = text("host");
    options.play = text("play");
    options.role = text("role");
    options.playbook_dir = text("playbook_dir");
    options.facts = text("facts");
    options.limit = text("limit");
    if (const Value* names = given("variables")) options.variables = texts("variables", *names);
    std::string behaviour = text("hash_behaviour");
    const bool is_configured = behaviour.empty();
    if (is_configured) {
      behaviour = configured(context_.workspace, "hash_behaviour", context_.budget).value_or("replace");
    }
    if (behaviour != "merge" && behaviour != "replace") {
      fail("hash_behaviour", "must be `replace` or `merge`, not " + quote(behaviour),
           is_configured ? place_in_config(behaviour) : 0);
    }
    options.merges = behaviour == "merge";
    if (const auto path = configured(context_.workspace, "roles_path", context_.budget)) {
      for (const std::string& one : split_list(*path, ":")) options.roles_path.push_back(place_of(one));
    }
    // A template of a role is one of its tasks.
    if (options.role.empty() && !context_.workspace.expression) options.role = role_of(context_.workspace.main);
    return options;
  }

 private:
  std::vector<std::string> inventory() {
    if (const Value* written = given("inventory")) {
      return written->is_string() ? std::vector<std::string>{std::string(written->as_string())}
                                  : texts("inventory", *written);
    }
    std::vector<std::string> places;
    const auto config = configured(context_.workspace, "inventory", context_.budget);
    if (!config) return places;
    for (const std::string& one : split_list(*config, ",")) {
      // A list of hosts also has commas.
      const std::string place = place_of(one);
      if (documents_.file(place) || documents_.is_folder(place)) places.push_back(one);
    }
    return places;
  }

  // "web" of "roles/web/templates/nginx.conf"; empty for files elsewhere.
  static std::string_view role_of(std::string_view path) {
    const bool is_below_root = path.starts_with("roles/");
    const std::size_t roles = is_below_root ? 0 : path.find("/roles/");
    const std::size_t end = path.find("/templates/");
    if (roles == std::string_view::npos || end == std::string_view::npos) return {};
    const std::size_t begin = roles + (is_below_root ? 6 : 7);
    return begin < end ? path.substr(begin, end - begin) : std::string_view();
  }

  const Value* given(std::string_view name) const {
    const Value* value = context_.workspace.options.find(name);
    return value == nullptr || value->is_null() ? nullptr : value;
  }

  // The place of a word in the configuration file.
  OriginId place_in_config(std::string_view word) {
    const std::optional<std::uint32_t> file = context_.files.source(config_file);
    if (!file) return 0;
    const auto end = static_cast<std::uint32_t>(context_.sources.text(*file).size());
    const OriginId whole = context_.sources.add({*file, 0, end, Via::literal, 0, false});
    const std::optional<Origin> place = context_.sources.find_name(whole, word);
    return place ? context_.sources.add(*place) : whole;
  }

  [[noreturn]] void fail(std::string_view name, const std::string& why, OriginId where = 0) {
    context_.fail(where, "bad-options", "The option \"" + std::string(name) + "\" " + why + ".");
  }

  std::string text(std::string_view name) {
    const Value* value = given(name);
    if (value == nullptr) return {};
    if (!value->is_string()) fail(name, "must be text, not " + with_article(kind_name(value->kind())));
    return std::string(value->as_string());
  }

  std::vector<std::string> texts(std::string_view name, const Value& value) {
    std::vector<std::string> all;
    if (value.is_string()) return split_list(value.as_string(), ",");
    if (!value.is_list()) fail(name, "must be a list of texts, not " + with_article(kind_name(value.kind())));
    for (const Value& item : value.as_list()) {
      if (!item.is_string()) fail(name, "must be a list of texts");
      all.emplace_back(item.as_string());
    }
    return all;
  }

  Context& context_;
  Documents& documents_;
};

}  // namespace

bool is_project(const Workspace& workspace) {
  const std::string& operation = workspace.operation;
  if (operation == "host" || operation == "matrix" || operation == "inventory") return true;
  if (operation != "evaluate") return false;
  for (const std::string_view name : {"inventory", "play", "role", "facts", "host"}) {
    const Value* value = workspace.options.find(name);
    if (value != nullptr && !value->is_null()) return true;
  }
  return false;
}

ProjectOptions read_project_options(Context& context, Documents& documents) {
  return OptionsReader(context, documents).read();
}

bool has_native_config(const Workspace& workspace, Budget& budget) {
  const auto native = configured(workspace, "jinja2_native", budget);
  if (!native) return false;
  for (const std::string_view word : {"true", "True", "yes", "on", "1", "y", "t"}) {
    if (*native == word) return true;
  }
  return false;
}

}  // namespace evalground::ansible
