#include "dialects/ansible/project/options.hpp"

#include <algorithm>
#include <optional>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/project/inventory_sources.hpp"
#include "dialects/ansible/runtime/config.hpp"

namespace evalground::ansible {
namespace {

std::vector<std::string> split_list(std::string_view text, std::string_view separator) {
  std::vector<std::string> items;
  for (const std::string_view item : Split(text, separator)) {
    if (!trim(item).empty()) items.emplace_back(trim(item));
  }
  return items;
}

class OptionsReader {
 public:
  OptionsReader(Context& context, Documents& documents)
      : context_(context), documents_(documents), config_(context.workspace, context.budget) {}

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
      behaviour = config_.text("hash_behaviour").value_or("replace");
    }
    if (behaviour != "merge" && behaviour != "replace") {
      fail("hash_behaviour", "must be `replace` or `merge`, not " + quote(behaviour),
           is_configured ? Config::place(context_, behaviour) : 0);
    }
    options.merges = behaviour == "merge";
    for (const std::string& one : config_.list("roles_path", ":")) options.roles_path.push_back(place_of(one));
    options.injects_facts = config_.flag("inject_facts_as_vars", true);
    options.precedence = precedence();
    config_.warn_of_ignored(context_);
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
    for (const std::string& one : config_.list("inventory")) {
      // A list of hosts also has commas.
      const std::string place = place_of(one);
      if (documents_.file(place) || documents_.is_folder(place)) places.push_back(one);
    }
    return places;
  }

  // The groups whose variables count, in their order. Ansible ignores unknown words, with a warning.
  std::vector<GroupSource> precedence() {
    static constexpr std::pair<std::string_view, GroupSource> words[] = {
        {"all_inventory", GroupSource::all_inventory},
        {"groups_inventory", GroupSource::groups_inventory},
        {"all_plugins_inventory", GroupSource::all_files_inventory},
        {"all_plugins_play", GroupSource::all_files_play},
        {"groups_plugins_inventory", GroupSource::groups_files_inventory},
        {"groups_plugins_play", GroupSource::groups_files_play}};
    std::vector<GroupSource> order;
    if (!config_.text("precedence")) {
      for (const auto& [word, source] : words) order.push_back(source);
      return order;
    }
    for (const std::string& written : config_.list("precedence")) {
      const auto* const found =
          std::find_if(std::begin(words), std::end(words), [&](const auto& one) { return one.first == written; });
      if (found != std::end(words)) {
        order.push_back(found->second);
      } else {
        context_.warn(Config::place(context_, written), "setting-ignored",
                      "Ignoring unknown variable precedence entry: " + quote(written) + ".");
      }
    }
    return order;
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
  const Config config_;
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

}  // namespace evalground::ansible
