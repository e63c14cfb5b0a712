#include "workspaces/folder_signs.hpp"

#include <algorithm>
#include <vector>

#include "base/text/path.hpp"

namespace evalground {
namespace {

// Nothing is served in a folder that is not Ansible's, because its templates have another program's functions. Of two
// signs in a folder the earlier one counts.
constexpr Sign all_signs[] = {
    {.path = "Chart.yaml", .is = "a Helm chart"},
    {.path = "helmfile.yaml", .is = "a Helmfile"},
    {.path = "dbt_project.yml", .is = "a dbt project"},
    {.path = "cookiecutter.json", .is = "a Cookiecutter template"},
    {.path = "copier.yml", .is = "a Copier template"},
    {.path = "copier.yaml", .is = "a Copier template"},
    {.path = "top.sls", .is = "states of Salt"},
    {.path = "init.sls", .is = "states of Salt"},
    {.path = "custom_components/*/manifest.json", .is = "a part of Home Assistant"},
    {.path = "configuration.yaml", .is = "a configuration of Home Assistant", .says = "homeassistant:"},
    {.path = "configuration.yaml", .is = "a configuration of Home Assistant", .says = "default_config:"},
    {.path = "configuration.yaml", .is = "a configuration of Home Assistant", .says = "automation:"},
    {.path = "tokenizer_config.json", .is = "a language model"},
    {.path = "chat_template.jinja", .is = "a language model"},
    {.path = "ansible.cfg", .is = "an Ansible repository", .is_ansible = true},
    {.path = "group_vars/", .is = "an Ansible repository", .is_ansible = true},
    {.path = "host_vars/", .is = "an Ansible repository", .is_ansible = true},
    {.path = "roles/*/tasks/", .is = "an Ansible repository", .is_ansible = true},
    {.path = "roles/*/handlers/", .is = "an Ansible repository", .is_ansible = true},
    {.path = "roles/*/defaults/", .is = "an Ansible repository", .is_ansible = true},
    {.path = "roles/*/templates/", .is = "an Ansible repository", .is_ansible = true},
    {.path = "galaxy.yml", .is = "a collection of Ansible", .is_ansible = true},
    {.path = "tasks/main.yml", .is = "a role of Ansible", .is_ansible = true},
    {.path = "tasks/main.yaml", .is = "a role of Ansible", .is_ansible = true},
};

std::vector<std::string_view> segments(std::string_view path) {
  std::vector<std::string_view> found;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    found.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return found;
}

// Whether the last segments of a path, from `at` on, are those of a sign.
bool fits(const std::vector<std::string_view>& path, std::size_t at, const std::vector<std::string_view>& sign) {
  const bool is_folder = sign.back().empty();
  const std::size_t count = sign.size() - (is_folder ? 1 : 0);
  if (is_folder ? path.size() - at <= count : path.size() - at != count) return false;
  for (std::size_t one = 0; one < count; ++one) {
    if (sign[one] != "*" && sign[one] != path[at + one]) return false;
  }
  return true;
}

struct KnownSign {
  const Sign* sign;
  std::vector<std::string_view> segments;
};

// By their first segment, which is never `*`.
const std::multimap<std::string_view, KnownSign>& known_signs() {
  static const std::multimap<std::string_view, KnownSign> all = [] {
    std::multimap<std::string_view, KnownSign> made;
    for (const Sign& sign : all_signs) {
      std::vector<std::string_view> parts = segments(sign.path);
      const std::string_view first = parts.front();
      made.emplace(first, KnownSign{&sign, std::move(parts)});
    }
    return made;
  }();
  return all;
}

}  // namespace

FolderSigns::FolderSigns(const Map& files) {
  for (const auto& [name, content] : files) {
    if (!name.is_string()) continue;
    const std::string_view path = name.as_string();
    const std::vector<std::string_view> parts = segments(path);
    std::size_t before = 0;  // the characters of the folder
    for (std::size_t at = 0; at < parts.size(); ++at) {
      const auto [first, last] = known_signs().equal_range(parts[at]);
      for (auto known = first; known != last; ++known) {
        const Sign& sign = *known->second.sign;
        if (!fits(parts, at, known->second.segments)) continue;
        if (!sign.says.empty() &&
            (!content.is_string() || content.as_string().find(sign.says) == std::string_view::npos)) {
          continue;
        }
        add(path.substr(0, before == 0 ? 0 : before - 1), path, sign);
      }
      before += parts[at].size() + 1;
    }
  }
}

void FolderSigns::add(std::string_view folder, std::string_view path, const Sign& sign) {
  const auto [at, is_new] =
      folders_.try_emplace(std::string(folder), Found{std::string(folder), std::string(path), &sign});
  if (!is_new && &sign < at->second.sign) at->second = {std::string(folder), std::string(path), &sign};
}

const FolderSigns::Found* FolderSigns::innermost(std::string_view path) const {
  while (!path.empty()) {
    path = directory_name(path);
    if (const auto found = folders_.find(path); found != folders_.end()) return &found->second;
  }
  return nullptr;
}

const FolderSigns::Found* FolderSigns::ansible_root(std::string_view path) const {
  const Found* root = nullptr;
  while (!path.empty()) {
    path = directory_name(path);
    const auto found = folders_.find(path);
    if (found == folders_.end()) continue;
    if (!found->second.sign->is_ansible) return root;
    root = &found->second;
  }
  return root;
}

}  // namespace evalground
