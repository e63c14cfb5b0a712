#include "dialects/ansible/task_results.hpp"

#include <span>
#include <string_view>

#include "base/text/any_of.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace {

using Keys = std::span<const std::string_view>;

constexpr std::string_view common[] = {"changed", "failed", "skipped", "msg"};
constexpr std::string_view of_command[] = {"stdout", "stdout_lines", "stderr", "stderr_lines", "rc",
                                           "cmd",    "start",        "end",    "delta"};
constexpr std::string_view of_raw[] = {"stdout", "stdout_lines", "stderr", "stderr_lines", "rc"};
constexpr std::string_view of_stat[] = {"exists", "isdir", "isreg",    "islnk",    "mode",       "size",
                                        "uid",    "gid",   "pw_name",  "gr_name",  "path",       "mtime",
                                        "atime",  "ctime", "checksum", "readable", "writeable",  "executable",
                                        "nlink",  "inode", "mimetype", "charset",  "lnk_source", "lnk_target"};
constexpr std::string_view of_uri[] = {"status", "json", "content", "url", "redirected", "elapsed", "cookies"};
constexpr std::string_view of_slurp[] = {"content", "encoding", "source"};
constexpr std::string_view of_find[] = {"files", "matched", "examined"};
constexpr std::string_view of_found_file[] = {"path",  "mode",  "size",  "uid",   "gid",   "pw_name", "gr_name",
                                              "mtime", "atime", "ctime", "isdir", "isreg", "islnk",   "checksum"};
constexpr std::string_view of_file[] = {"dest", "path",  "checksum", "mode", "owner", "group",
                                        "size", "state", "uid",      "gid",  "src",   "backup_file"};
constexpr std::string_view of_download[] = {"dest", "url",  "status_code", "checksum_dest", "checksum_src", "elapsed",
                                            "size", "mode", "owner",       "group",         "state"};
constexpr std::string_view of_git[] = {"before", "after", "remote_url_changed", "warnings"};
constexpr std::string_view of_user[] = {"name",  "uid",   "group",          "home",
                                        "shell", "state", "ssh_public_key", "ssh_key_file"};
constexpr std::string_view of_wait[] = {"elapsed", "path", "port", "search", "state", "match_groups"};
constexpr std::string_view of_line[] = {"backup", "diff"};

struct Module {
  std::string_view name;
  Keys keys;
};
constexpr Module modules[] = {
    {"command", of_command}, {"shell", of_command},    {"script", of_raw}, {"raw", of_raw},   {"expect", of_command},
    {"uri", of_uri},         {"slurp", of_slurp},      {"find", of_find},  {"copy", of_file}, {"template", of_file},
    {"file", of_file},       {"get_url", of_download}, {"git", of_git},    {"user", of_user}, {"wait_for", of_wait},
    {"lineinfile", of_line}, {"replace", of_line},     {"stat", {}},       {"assert", {}},    {"service", {}},
    {"systemd", {}},         {"apt", of_raw},          {"package", {}},    {"pip", {}}};

const Module* module_of(const YamlNode& task) {
  for (const YamlPair& pair : task.pairs) {
    if (pair.key->kind != YamlNode::Kind::scalar) continue;
    std::string_view key = pair.key->text;
    for (const std::string_view collection : {"ansible.builtin.", "ansible.legacy."}) {
      if (key.starts_with(collection)) key.remove_prefix(collection.size());
    }
    for (const Module& module : modules) {
      if (module.name == key) return &module;
    }
  }
  return nullptr;
}

void add(Map& map, Keys keys) {
  for (const std::string_view key : keys) map.set(key, Value::null());
}

Value map_of_keys(Keys keys) {
  Map map;
  add(map, keys);
  return Value::map(std::move(map));
}

}  // namespace

Value result_of_task(const YamlNode& task) {
  if (task.kind != YamlNode::Kind::mapping) return {};
  Map result;
  if (const Module* module = module_of(task)) {
    add(result, module->keys);
    if (module->name == "stat") result.set("stat", map_of_keys(of_stat));
    if (module->name == "find") result.set("files", Value::list({map_of_keys(of_found_file)}));
  }
  add(result, common);
  bool is_loop = false;
  for (const YamlPair& pair : task.pairs) {
    const std::string_view key = pair.key->kind == YamlNode::Kind::scalar ? pair.key->text : std::string_view();
    is_loop = is_loop || key == "loop" || key.starts_with("with_");
  }
  if (!is_loop) return Value::map(std::move(result));
  result.set("item", Value::null());
  Map all;
  all.set("results", Value::list({Value::map(std::move(result))}));
  add(all, common);
  return Value::map(std::move(all));
}

}  // namespace evalground::ansible
