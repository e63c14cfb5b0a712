// The lookup filetree of community.general: the files and folders below a folder of the workspace. The workspace has no
// owners, modes and times, so all files have the usual ones, and the time of the run.
#include <algorithm>
#include <set>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/collections/arguments.hpp"
#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace filetree_family {
namespace {

class FileTree {
 public:
  explicit FileTree(FunctionCall& call) : call_(call) {}

  // A file that an earlier term has listed under the same path is left out: the first folder wins.
  void add(const std::string& term) {
    const std::string root = join_path(folder_of(std::string(directory_name(term))), base_name(term));
    const std::string folder = normalise_path(root);
    shown_root_ = Files::absolute(folder) + (base_name(term).empty() ? "/" : "");
    walk(folder, "");
  }

  List entries() && { return std::move(entries_); }

 private:
  // Where a folder is: below `files` of each base first, as for other lookups.
  std::string folder_of(const std::string& folder) const {
    if (is_absolute_path(folder)) return Files::resolve(folder).value_or(folder);
    std::string last;
    for (const std::string& base : search_bases(call_.context)) {
      for (const std::string& place : {join_path(base, join_path(files_folder, folder)), join_path(base, folder)}) {
        last = place;
        if (file_kind(call_.context, place) == FileKind::directory) return place;
      }
    }
    return last;
  }

  // The folders of a folder first, then its files, then what is in the folders. `below` is the path from the root.
  void walk(const std::string& folder, const std::string& below) {
    const Depth depth = call_.context.budget.enter();
    std::set<std::string> folders;
    std::vector<std::pair<std::string, std::string>> files;
    const std::string prefix = folder.empty() || folder == "." ? "" : folder + "/";
    for (const std::string& entry : call_.context.files.list(prefix.empty() ? "" : folder)) {
      call_.context.budget.step();
      if (!entry.starts_with(prefix)) continue;
      const std::string rest = entry.substr(prefix.size());
      const std::size_t slash = rest.find('/');
      if (slash == std::string::npos) {
        files.emplace_back(rest, entry);
      } else {
        folders.insert(rest.substr(0, slash));
      }
    }
    std::sort(files.begin(), files.end());
    for (const std::string& name : folders) add_entry(join_path(below, name), nullptr);
    for (const auto& [name, entry] : files) add_entry(join_path(below, name), call_.context.files.find(entry));
    for (const std::string& name : folders) walk(prefix + name, join_path(below, name));
  }

  // A folder has no content.
  void add_entry(const std::string& path, const Value* content) {
    if (!paths_.insert(path).second) return;
    constexpr std::int64_t folder_size = 4096;
    const double seconds = static_cast<double>(call_.context.clock.now()) / 1'000'000;
    Map entry{{"root", Value::string(shown_root_)}, {"path", Value::string(path)}};
    entry.set("state", Value::string(content == nullptr ? "directory" : "file"));
    if (content != nullptr) entry.set("src", Value::string(join_path(shown_root_, path)));
    entry.set("uid", Value::integer(0));
    entry.set("gid", Value::integer(0));
    entry.set("owner", Value::string("root"));
    entry.set("group", Value::string("root"));
    entry.set("mode", Value::string(content == nullptr ? "0755" : "0644"));
    entry.set("size", Value::integer(content == nullptr ? folder_size : size_of(*content)));
    entry.set("mtime", Value::real(seconds));
    entry.set("ctime", Value::real(seconds));
    entries_.push_back(Value::map(std::move(entry)));
  }

  static std::int64_t size_of(const Value& content) {
    return static_cast<std::int64_t>(content.is_string() ? content.text_size() : content.as_bytes().size());
  }

  FunctionCall& call_;
  std::string shown_root_;
  std::set<std::string> paths_;
  List entries_;
};

Value filetree(Call& base) {
  FunctionCall& call = function_call(base);
  FileTree tree(call);
  for (const Value& term : call.rest) tree.add(call.evaluator.text(term));
  return Value::list(std::move(tree).entries());
}

constexpr Example filetree_examples[] = {
    {"{{ query('community.general.filetree', 'web/') | map(attribute='path') | list }}", "",
     R"("['sub', 'a', 'sub/b']")",
     R"({"options": {"flavor": "ansible"}, "files": {"files/web/sub/b": "", "files/web/a": ""}})"}};

constexpr Function all[] = {
    {.kind = ansible_lookup,
     .signature = "community.general.filetree(*terms: string) -> list",
     .summary = "The files and folders below folders of the workspace, each as a dict.",
     .details = "All files belong to root, have the usual modes and the time of the run.",
     .effects = Effects::reads_files | Effects::clock,
     .examples = filetree_examples,
     .call = filetree},
};

}  // namespace
}  // namespace filetree_family

std::span<const Function> filetree_lookup() {
  using namespace filetree_family;
  return all;
}

}  // namespace evalground::ansible
