// Filters of POSIX and Windows paths, and of files in the workspace (Python's posixpath and ntpath).
// Filters of POSIX and Windows paths, and of files in the workspace (Python's posixpath and ntpath).
//
// No file system is asked, except for the files of the workspace. So realpath knows no links, and `~` is the variable
// HOME of the workspace.
#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace filters_paths_family {
namespace {

// A path argument, which must be text.
std::string path_of(const FunctionCall& call, std::size_t index = 0) {
  call.evaluator.require(call[index]);
  if (!call[index].is_string()) {
    call.fail("expected str, bytes or os.PathLike object, not " + call.evaluator.type_name(call[index]));
  }
  return call.text(index);
}

// A part of the path. It is markup if the path is.
Value part_of(const FunctionCall& call, std::string_view part) {
  return Value::string(part).with_markup(call[0].markup());
}

Value basename(Call& base) {
  const FunctionCall& call = function_call(base);
  return part_of(call, base_name(path_of(call)));
}

// os.path.dirname(): everything before the last slash, without trailing slashes unless there is nothing else.
Value dirname(Call& base) {
  const std::string path = path_of(function_call(base));
  const std::string_view head = std::string_view(path).substr(0, path.rfind('/') + 1);
  const std::string_view trimmed = trim_end(head, "/");
  return part_of(function_call(base), trimmed.empty() ? head : trimmed);
}

// 'a.tar.gz' | splitext -> ('a.tar', '.gz'). A leading dot begins no extension: '.bashrc' has none.
Value splitext(Call& base) {
  const std::string path = path_of(function_call(base));
  const std::size_t start = path.rfind('/') + 1;
  const std::size_t first = std::min(path.find_first_not_of('.', start), path.size());  // skip leading dots
  const std::size_t dot = path.rfind('.');
  const std::size_t cut = dot != std::string::npos && dot > first ? dot : path.size();
  const FunctionCall& call = function_call(base);
  return Value::tuple({part_of(call, path.substr(0, cut)), part_of(call, path.substr(cut))});
}

const Value* environment(const FunctionCall& call, std::string_view name) {
  return call.context.workspace.env.find(name);
}

// '~/x' -> '/home/al/x'. '~root' stays, because nothing is known of other users.
Value expanduser(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string path = path_of(call);
  const Value* home = environment(call, "HOME");
  if (home == nullptr || (path != "~" && !path.starts_with("~/"))) return Value::string(path);
  call.evaluator.note_sensitive(*home);
  return Value::string(std::string(trim_end(home->as_string(), "/")) + path.substr(1));
}

// '$HOME/${NAME}' with both replaced. Unknown variables stay as written. A value may be long and named often, so each
// piece is charged as output.
Value expandvars(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string path = path_of(call);
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::string text;
  for (std::size_t at = 0; at < path.size();) {
    std::size_t end = at + 1;
    std::string_view name;
    if (path[at] == '$' && end < path.size() && path[end] == '{') {
      const std::size_t close = path.find('}', end);
      if (close != std::string::npos) {
        name = std::string_view(path).substr(end + 1, close - end - 1);
        end = close + 1;
      }
    } else if (path[at] == '$') {
      while (end < path.size() && is_name(path[end])) ++end;
      name = std::string_view(path).substr(at + 1, end - at - 1);
    }
    const Value* value = name.empty() ? nullptr : environment(call, name);
    if (value != nullptr) call.evaluator.note_sensitive(*value);
    const std::string_view piece =
        value != nullptr && value->is_string() ? value->as_string() : std::string_view(path).substr(at, end - at);
    call.context.budget.step();
    call.context.budget.output(piece.size());
    text += piece;
    at = end;
  }
  return Value::string(text);
}

// Relative paths begin at the folder as which templates see the workspace.
std::string absolute(std::string_view path) {
  return normalise_path(join_path(Files::mount, path));
}

Value realpath(Call& base) {
  return Value::string(absolute(path_of(function_call(base))));
}

// '/a/b/c' | relpath('/a/x') -> '../b/c'.
Value relpath(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string path = path_of(call);
  if (path.empty()) call.fail("no path specified");
  return Value::string(relative_path(absolute(path), absolute(call.text(1))));
}

// ['/etc', 'nginx', 'x.conf'] | path_join -> '/etc/nginx/x.conf'. As os.path.join(): an absolute part discards
// everything before it.
Value path_join(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (call[0].is_string()) return call[0];
  if (!call[0].is_list() && call[0].kind() != Kind::tuple) {
    call.fail("|path_join expects string or sequence, got <class '" + call.evaluator.type_name(call[0]) +
              "'> instead.");
  }
  if (call.evaluator.length(call[0]) == 0) {
    call.fail("join() missing 1 required positional argument: 'a'", "type-error");
  }
  std::string path;
  bool is_first = true;
  for (const Value& part : call.items(0)) {
    call.context.budget.step();
    call.evaluator.require(part);
    if (!part.is_string()) {
      call.fail("join() argument must be str, bytes, or os.PathLike object, not '" + call.evaluator.type_name(part) +
                "'");
    }
    const std::string_view text = part.as_string();
    if (text.starts_with('/')) path.clear();
    if (!is_first && !path.empty() && !path.ends_with('/')) path += '/';
    path += text;
    is_first = false;
  }
  return Value::string(path);
}

Value fileglob(Call& base) {
  FunctionCall& call = function_call(base);
  List paths;
  for (const std::string& path : glob_files(call.context, path_of(call))) paths.push_back(Value::string(path));
  return Value::list(std::move(paths));
}

// ---- Windows

constexpr std::string_view win_separators = "\\/";

bool is_separator(char c) {
  return win_separators.find(c) != std::string_view::npos;
}

// The length of the drive at the start: "C:" or "\\server\share".
std::size_t drive_size(std::string_view path) {
  if (path.size() >= 2 && is_separator(path[0]) && is_separator(path[1])) {
    // "//server/share" or "//?/UNC/server/share". Without a share the whole path is the drive.
    std::string start = to_upper(path.substr(0, 8));
    std::replace(start.begin(), start.end(), '/', '\\');
    const std::size_t share = path.find_first_of(win_separators, start == R"(\\?\UNC\)" ? 8 : 2);
    if (share == std::string_view::npos) return path.size();
    return std::min(path.find_first_of(win_separators, share + 1), path.size());
  }
  return path.size() >= 2 && path[1] == ':' ? 2 : 0;
}

// The offset of the last component.
// Both kinds of slashes separate on Windows, but none within the drive does.
std::size_t win_last_part(std::string_view path) {
  std::size_t start = path.size();
  while (start > drive_size(path) && !is_separator(path[start - 1])) --start;
  return start;
}

Value win_basename(Call& base) {
  const std::string path = path_of(function_call(base));
  return Value::string(path.substr(win_last_part(path)));
}

// 'C:\Users\f.txt' | win_dirname -> 'C:\Users'. The separator directly behind the drive is kept: 'C:\f' -> 'C:\'.
Value win_dirname(Call& base) {
  const std::string path = path_of(function_call(base));
  const std::size_t drive = drive_size(path);
  const std::string_view head = std::string_view(path).substr(drive, win_last_part(path) - drive);
  const std::string_view trimmed = trim_end(head, win_separators);
  return Value::string(path.substr(0, drive) + std::string(trimmed.empty() ? head : trimmed));
}

// 'C:/Users' | win_splitdrive -> ('C:', '/Users')
Value win_splitdrive(Call& base) {
  const std::string path = path_of(function_call(base));
  const std::size_t drive = drive_size(path);
  const FunctionCall& call = function_call(base);
  return Value::tuple({part_of(call, path.substr(0, drive)), part_of(call, path.substr(drive))});
}

constexpr std::string_view with_environment = R"({"options": {"flavor": "ansible"}, "env": {"HOME": "/home/al"}})";
constexpr std::string_view with_files =
    R"({"options": {"flavor": "ansible"}, "files": {"conf/a.conf": "", "conf/b.conf": "", "conf/c.txt": ""}})";

constexpr Example basename_examples[] = {{"{{ '/etc/nginx/site.conf' | basename }}", "", R"("site.conf")", in_ansible}};
constexpr Example dirname_examples[] = {{"{{ '/etc/nginx/site.conf' | dirname }}", "", R"("/etc/nginx")", in_ansible}};
constexpr Example splitext_examples[] = {{"{{ 'a.tar.gz' | splitext }}", "", R"J("('a.tar', '.gz')")J", in_ansible}};
constexpr Example expanduser_examples[] = {{"{{ '~/x' | expanduser }}", "", R"("/home/al/x")", with_environment}};
constexpr Example expandvars_examples[] = {
    {"{{ '$HOME/${HOME}x $NOPE' | expandvars }}", "", R"("/home/al//home/alx $NOPE")", with_environment}};
constexpr Example realpath_examples[] = {{"{{ '/a/b/../c/./d' | realpath }}", "", R"("/a/c/d")", in_ansible}};
constexpr Example relpath_examples[] = {{"{{ '/a/b/c' | relpath('/a/x') }}", "", R"("../b/c")", in_ansible}};
constexpr Example path_join_examples[] = {
    {"{{ ['/etc', 'nginx', 'x.conf'] | path_join }}", "", R"("/etc/nginx/x.conf")", in_ansible}};
constexpr Example fileglob_examples[] = {
    {"{{ 'conf/*.conf' | fileglob }}", "", R"("['conf/a.conf', 'conf/b.conf']")", with_files}};
constexpr Example win_basename_examples[] = {
    {R"({{ 'C:\\Users\\f.txt' | win_basename }})", "", R"("f.txt")", in_ansible}};
constexpr Example win_dirname_examples[] = {
    {R"({{ 'C:\\Users\\f.txt' | win_dirname }})", "", R"("C:\\Users")", in_ansible}};
constexpr Example win_splitdrive_examples[] = {
    {R"({{ 'C:/Users' | win_splitdrive }})", "", R"J("('C:', '/Users')")J", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "basename(value: string) -> string",
     .summary = "The last part of a path.",
     .examples = basename_examples,
     .call = basename},
    {.kind = ansible_filter,
     .signature = "dirname(value: string) -> string",
     .summary = "A path without its last part.",
     .examples = dirname_examples,
     .call = dirname},
    {.kind = ansible_filter,
     .signature = "splitext(value: string) -> tuple",
     .summary = "A path without its extension, and the extension.",
     .examples = splitext_examples,
     .call = splitext},
    {.kind = ansible_filter,
     .signature = "expanduser(value: string) -> string",
     .summary = "Replaces `~` by the environment variable HOME.",
     .effects = Effects::env,
     .examples = expanduser_examples,
     .call = expanduser},
    {.kind = ansible_filter,
     .signature = "expandvars(value: string) -> string",
     .summary = "Replaces `$NAME` and `${NAME}` by environment variables; unknown ones stay.",
     .effects = Effects::env,
     .examples = expandvars_examples,
     .call = expandvars},
    {.kind = ansible_filter,
     .signature = "realpath(value: string) -> string",
     .summary = "The absolute path without `.` and `..`.",
     .examples = realpath_examples,
     .call = realpath},
    {.kind = ansible_filter,
     .signature = "relpath(value: string, start: string = '.') -> string",
     .summary = "How a path is reached from a folder.",
     .examples = relpath_examples,
     .call = relpath},
    {.kind = ansible_filter,
     .signature = "path_join(value: list) -> string",
     .summary = "Joins the parts of a path; an absolute part begins anew.",
     .examples = path_join_examples,
     .call = path_join},
    {.kind = ansible_filter,
     .signature = "fileglob(value: string) -> list",
     .summary = "The files of the workspace that fit a pattern.",
     .effects = Effects::reads_files,
     .examples = fileglob_examples,
     .call = fileglob},
    {.kind = ansible_filter,
     .signature = "win_basename(value: string) -> string",
     .summary = "The last part of a Windows path.",
     .examples = win_basename_examples,
     .call = win_basename},
    {.kind = ansible_filter,
     .signature = "win_dirname(value: string) -> string",
     .summary = "A Windows path without its last part.",
     .examples = win_dirname_examples,
     .call = win_dirname},
    {.kind = ansible_filter,
     .signature = "win_splitdrive(value: string) -> tuple",
     .summary = "The drive of a Windows path, and the rest.",
     .examples = win_splitdrive_examples,
     .call = win_splitdrive},
};

}  // namespace
}  // namespace filters_paths_family

std::span<const Function> ansible_path_filters() {
  using namespace filters_paths_family;
  return all;
}

}  // namespace evalground::ansible
