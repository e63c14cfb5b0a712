// `evalground port`: what must change in files for a newer version of their language, with --fix also in the files. The
// findings are the engine's (assist `port`).
#include "cli/port.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/text/path.hpp"
#include "base/text/utf8.hpp"
#include "cli/disk.hpp"
#include "cli/report.hpp"
#include "cli/utf16_cursor.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::cli {
namespace {

// One file, and where to write it: `name` below `folder`. `beside` has the variables of its role, which tell types.
struct PortedFile {
  std::string folder, name, text;
  Map beside = {};
};

struct Edit {
  std::int64_t from, to;  // UTF-16 units in the file
  std::string text;
};

// What is ported to a version.
struct Ported {
  std::string_view version;
  std::string_view dialect;
  std::string_view option, value;  // that selects the flavor; empty for none
  std::vector<std::string_view> extensions;
};

const Ported* ported_to(std::string_view version) {
  static const std::vector<Ported> all = {
      {"2.21", "jinja2", "flavor", "ansible", {".yml", ".yaml", ".j2", ".jinja", ".jinja2"}},
      {"2026", "dcontroller", "", "", {".yml", ".yaml", ".json"}},
  };
  const auto found = std::find_if(all.begin(), all.end(), [&](const Ported& each) { return each.version == version; });
  return found == all.end() ? nullptr : &*found;
}

// The length of the path of a role, with the slash behind it: "roles/web/" of "roles/web/tasks/main.yml". Absent for a
// file outside of the tasks of a role.
std::optional<std::size_t> role_size(std::string_view path) {
  for (const std::string_view folder : {"tasks/", "handlers/"}) {
    if (path.starts_with(folder)) return 0;
    const std::size_t at = path.rfind("/" + std::string(folder));
    if (at != std::string_view::npos) return at + 1;
  }
  return std::nullopt;
}

// The YAML files below `defaults` and `vars` of a role among the files of a folder.
Map variables_of_role(const Map& files, std::string_view role) {
  Map found;
  for (const std::string_view folder : {"defaults/", "vars/"}) {
    const std::string prefix = std::string(role) + std::string(folder);
    for (const auto& [name, content] : files) {
      const std::string_view path = name.as_string();
      const bool is_yaml = path.ends_with(".yml") || path.ends_with(".yaml");
      if (is_yaml && content.is_string() && path.starts_with(prefix)) found.set(name, content);
    }
  }
  return found;
}

// A file that the user names, as one of its role if it has tasks.
PortedFile named_file(const std::string& path, const Options& options) {
  const std::size_t size = role_size(path).value_or(path.size() - base_name(path).size());
  const std::string folder = size == 0 ? "." : path.substr(0, size);
  PortedFile file{folder, path.substr(size), read_file(path)};
  if (find_invalid_utf8(file.text)) throw UsageError(path + " is not UTF-8 text");
  if (!role_size(path)) return file;
  for (const std::string_view part : {"defaults", "vars"}) {
    const std::string below = join_path(folder, part);
    if (!std::filesystem::is_directory(below)) continue;
    for (const auto& [name, content] : read_folder(below, options.follow))
      file.beside.set(join_path(part, name.as_string()), content);
  }
  file.beside = variables_of_role(file.beside, "");
  return file;
}

std::vector<PortedFile> files_of(const Options& options, const Ported& ported) {
  const auto is_ported = [&](std::string_view name) {
    return std::any_of(ported.extensions.begin(), ported.extensions.end(),
                       [&](std::string_view extension) { return name.ends_with(extension); });
  };
  if (options.operands.empty()) throw UsageError("port needs files or folders");
  std::vector<PortedFile> files;
  for (const std::string& path : options.operands) {
    if (is_file(path)) {
      files.push_back(named_file(path, options));
      continue;
    }
    const Map all = read_folder(path, options.follow);
    for (const auto& [name, content] : all) {
      if (!content.is_string() || !is_ported(name.as_string())) continue;
      PortedFile file{path, std::string(name.as_string()), std::string(content.as_string())};
      const std::optional<std::size_t> role = role_size(file.name);
      if (role) file.beside = variables_of_role(all, std::string_view(file.name).substr(0, *role));
      files.push_back(std::move(file));
    }
  }
  return files;
}

Map workspace_of(const PortedFile& file, const Ported& ported) {
  Map files = file.beside;
  files.set(file.name, Value::string(file.text));
  Map workspace{{"dialect", Value::string(ported.dialect)},
                {"main", Value::string(file.name)},
                {"files", Value::map(std::move(files))}};
  if (!ported.option.empty()) workspace.set("options", Value::map({{ported.option, Value::string(ported.value)}}));
  return workspace;
}

Map found_in(const PortedFile& file, const Ported& ported, Budget& budget) {
  const Value request = Value::map({{"ask", Value::string("port")},
                                    {"to", Value::string(ported.version)},
                                    {"workspace", Value::map(workspace_of(file, ported))}});
  Map answer = parse_json(assist(write_json(request, budget)), budget).as_map();
  // A file that the engine cannot port.
  const Value* is_answer = answer.find("ok");
  if (is_answer != nullptr && !is_answer->as_boolean()) {
    const Map& problem = answer.find("diagnostics")->as_list().front().as_map();
    throw UsageError(std::string(problem.find("message")->as_string()));
  }
  return answer;
}

// The edits of the first fix of each finding, except those that overlap an earlier edit.
// A fix is applied with all of its edits or not at all.
std::vector<Edit> edits_of(const Map& answer) {
  std::vector<Edit> all;
  for (const Value& diagnostic : answer.find("diagnostics")->as_list()) {
    const Value* fixes = diagnostic.as_map().find("fixes");
    if (fixes == nullptr || fixes->as_list().empty()) continue;
    std::vector<Edit> edits;
    bool overlaps = false;
    for (const Value& edit : fixes->as_list().front().as_map().find("edits")->as_list()) {
      const Map& span = edit.as_map().find("span")->as_map();
      Edit one{span.find("from")->as_integer(), span.find("to")->as_integer(),
               std::string(edit.as_map().find("text")->as_string())};
      overlaps = overlaps || std::any_of(all.begin(), all.end(),
                                         [&](const Edit& other) { return one.from < other.to && other.from < one.to; });
      edits.push_back(std::move(one));
    }
    if (!overlaps) all.insert(all.end(), edits.begin(), edits.end());
  }
  std::stable_sort(all.begin(), all.end(), [](const Edit& a, const Edit& b) { return a.from < b.from; });
  return all;
}

std::string edited(std::string_view text, const std::vector<Edit>& edits) {
  std::string result;
  std::size_t at = 0;
  Utf16Cursor cursor(text);
  for (const Edit& edit : edits) {
    result.append(text.substr(at, cursor.byte_at(edit.from) - at)).append(edit.text);
    at = cursor.byte_at(edit.to);
  }
  return result.append(text.substr(at));
}

}  // namespace

bool port_files(const Options& options) {
  if (!options.to) throw UsageError("port needs --to and a version, such as 2.21 (Ansible) or 2026 (Δ-controller)");
  const Ported* ported = ported_to(*options.to);
  if (ported == nullptr) throw UsageError("Cannot port to version \"" + *options.to + "\": the version is unknown.");
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  bool is_clean = true;
  for (PortedFile& file : files_of(options, *ported)) {
    Map answer = found_in(file, *ported, budget);
    if (options.fix) {
      const std::vector<Edit> edits = edits_of(answer);
      if (!edits.empty()) {
        std::string text = edited(file.text, edits);
        if (replace_below(file.folder, file.name, file.text, text, options.follow)) {
          file.text = std::move(text);
          answer = found_in(file, *ported, budget);
        } else {
          is_clean = false;
          std::fprintf(stderr, "evalground: %s was saved while it was read, and is not changed. Run port again.\n",
                       printable(join_path(file.folder, file.name)).c_str());
        }
      }
    }
    is_clean = is_clean && answer.find("diagnostics")->as_list().empty();
    const std::string text = problems_text(answer, workspace_of(file, *ported), options.color == Color::always);
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  return is_clean;
}

}  // namespace evalground::cli
