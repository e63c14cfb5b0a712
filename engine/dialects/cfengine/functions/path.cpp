// Functions on the file system: what exists, and its attributes.
//
// The file system is the virtual one of the workspace. It only has names and contents, so the other attributes are
// constants of a typical host: files have the mode 644 and folders 755, owner and group are 0, and all times are the
// workspace's clock.
//
// The patterns of findfiles() are those of shells, with two additions. Braces are alternatives, `*.{cf,json}`, and are
// expanded before anything is matched. `**` stands for several folders. Matching is by whole parts between slashes, so
// `*` never crosses a slash.
#include "base/text/path.hpp"

#include <algorithm>

#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/documents.hpp"
#include "dialects/cfengine/data/patterns.hpp"
#include "dialects/cfengine/data/table_order.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace path_family {
namespace {

enum class Entry : std::uint8_t { none, file, folder };

// Relative paths name nothing.
Entry entry_at(const Context& context, std::string_view path) {
  if (!path.starts_with('/')) return Entry::none;
  const std::optional<std::string> name = Files::resolve(path);
  // The parent of the workspace's mount is a folder on every host. Nothing else outside of the mount is known.
  if (!name) return normalise_path(path) == "/" ? Entry::folder : Entry::none;
  if (context.files.find(*name) != nullptr) return Entry::file;
  return context.files.is_directory(*name) ? Entry::folder : Entry::none;
}

Entry entry_of(const PolicyCall& call, std::size_t index) {
  return entry_at(call.context, call.text(index));
}

Value fileexists(Call& call) {
  return Value::boolean(entry_of(policy_call(call), 0) != Entry::none);
}

// False for an empty list.
Value filesexist(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Value paths = policy.scalars(0);
  const List& list = paths.as_list();
  return Value::boolean(!list.empty() && std::all_of(list.begin(), list.end(), [&](const Value& path) {
    policy.budget().step();
    return entry_at(call.context, path.as_string()) != Entry::none;
  }));
}

Value isdir(Call& call) {
  return Value::boolean(entry_of(policy_call(call), 0) == Entry::folder);
}

Value isplain(Call& call) {
  return Value::boolean(entry_of(policy_call(call), 0) == Entry::file);
}

// Always false: the playground has no links.
Value islink(Call&) {
  return Value::boolean(false);
}

// 4096 is the usual size of a folder.
Value filesize(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::optional<std::string_view> text = file_text(call.context, policy.text(0));
  if (text) return Value::string(std::to_string(text->size()));
  if (entry_of(policy, 0) == Entry::folder) return Value::string("4096");
  policy.fail("The file " + quote(policy.text(0)) + " does not exist.");
}

// Properties that are the same for all files, and for all folders.
// Numbers are those of C's stat(): 33188 is 0100644 in octal, 16877 is 040755.
struct FixedProperty {
  std::string_view field;
  std::string_view of_file;
  std::string_view of_folder;
};
constexpr FixedProperty fixed_properties[] = {{"type", "regular file", "directory"},
                                              {"mode", "33188", "16877"},
                                              {"modeoct", "100644", "40755"},
                                              {"permstr", "-rw-r--r--", "drwxr-xr-x"},
                                              {"permoct", "644", "755"},
                                              {"nlink", "1", "2"},
                                              {"xattr", "", ""}};

// Fields that depend on a real host are constants, so that policies which compare them still run.
Value filestat(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::string_view path = policy.text(0);
  const std::string_view field = policy.text(1);
  const Entry kind = entry_of(policy, 0);
  if (kind == Entry::none) policy.fail("The file " + quote(path) + " does not exist.");
  if (field.empty()) return Value::string("");
  const bool is_file = kind == Entry::file;
  if (field == "size") return filesize(call);
  if (field == "basename") return Value::string(base_name(path));
  if (field == "dirname") return Value::string(directory_name(path));
  if (field == "linktarget" || field == "linktarget_shallow") return Value::string(path);
  if (field == "atime" || field == "mtime" || field == "ctime") {
    return Value::string(std::to_string(call.context.clock.now() / 1'000'000));
  }
  for (const FixedProperty& one : fixed_properties) {
    if (one.field == field) return Value::string(is_file ? one.of_file : one.of_folder);
  }
  return Value::string("0");  // owner, group, numbers of inodes and devices
}

// All times in the playground are equal.
Value is_before(Call& call) {
  const PolicyCall& policy = policy_call(call);
  for (const std::size_t index : {0, 1}) {
    if (entry_of(policy, index) == Entry::none)
      policy.fail("The file " + quote(policy.text(index)) + " does not exist.");
  }
  return Value::boolean(false);
}

Value isnewerthantime(Call& call) {
  const PolicyCall& policy = policy_call(call);
  if (entry_of(policy, 0) == Entry::none) policy.fail("The file " + quote(policy.text(0)) + " does not exist.");
  return Value::boolean(call.context.clock.now() / 1'000'000 > policy.integer(1));
}

// True if the target has to be built: it is missing. All times are equal here, so an existing target is never outdated.
// A missing source is a failed call.
Value makerule(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Value named = policy.evaluator.collection(policy.text(1));
  const Value sources = named.is_undefined() ? Value::list({call[1]}) : primitives_of(named, policy.budget());
  for (const Value& source : sources.as_list()) {
    if (entry_at(call.context, source.as_string()) == Entry::none)
      policy.fail("The file " + quote(source.as_string()) + " does not exist.");
  }
  return Value::boolean(entry_of(policy, 0) == Entry::none);
}

// All paths at and below the mount, in byte order.
// Folders exist only through their files, so each file's parents are added. A folder appears many times and is reduced
// to once at the end.
std::vector<std::string> all_paths(const PolicyCall& call) {
  std::vector<std::string> paths{std::string(Files::mount)};
  for (const std::string& name : call.context.files.list()) {
    call.budget().step();
    const std::string path = Files::absolute(name);
    for (std::size_t slash = path.find('/', Files::mount.size() + 1); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      paths.push_back(path.substr(0, slash));
    }
    paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

// Both limits bound work that grows exponentially with the pattern.
constexpr std::size_t most_alternatives = 1000;
constexpr std::size_t most_levels = 6;  // of `**`

// "{a,b}/x" -> "a/x", "b/x". Several braces multiply: "{a,b}/{c,d}" has four alternatives. The limit ends what would be
// exponential.
void add_alternatives(const PolicyCall& call, std::string_view pattern, std::vector<std::string>& patterns) {
  const Depth depth = call.budget().enter();
  call.budget().step();
  const std::size_t open = pattern.find('{');
  const std::size_t close = pattern.find('}', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) {
    if (patterns.size() < most_alternatives) patterns.emplace_back(pattern);
    return;
  }
  for (const std::string_view part : Split(pattern.substr(open + 1, close - open - 1), ",")) {
    if (patterns.size() >= most_alternatives) return;
    add_alternatives(call,
                     std::string(pattern.substr(0, open)) + std::string(part) + std::string(pattern.substr(close + 1)),
                     patterns);
  }
}

using Parts = std::vector<std::string_view>;

Parts parts_of(std::string_view path) {
  Parts parts;
  for (const std::string_view part : Split(path, "/")) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

// Matches folder by folder. `**` stands for one to six folders, none of them hidden. Hidden names need a pattern that
// starts with a dot.
bool parts_match(const PolicyCall& call, const Parts& pattern, std::size_t at, const Parts& path, std::size_t from) {
  const Depth depth = call.budget().enter();
  call.budget().step();
  if (at == pattern.size()) return from == path.size();
  if (pattern[at] == "**") {
    for (std::size_t levels = 1; levels <= most_levels && from + levels <= path.size(); ++levels) {
      if (path[from + levels - 1].starts_with('.')) return false;
      if (parts_match(call, pattern, at + 1, path, from + levels)) return true;
    }
    return false;
  }
  if (from == path.size()) return false;
  if (path[from].starts_with('.') && !pattern[at].starts_with('.')) return false;
  return glob_matches(pattern[at], path[from], call.budget()) && parts_match(call, pattern, at + 1, path, from + 1);
}

// The paths that match a pattern, in order.
// Each alternative is compared with each path. The result has no duplicates, since alternatives may overlap.
std::vector<std::string> matching_paths(const PolicyCall& call, std::string_view pattern,
                                        const std::vector<std::string>& paths) {
  std::vector<std::string> alternatives;
  add_alternatives(call, pattern, alternatives);
  std::vector<std::string> found;
  for (const std::string& alternative : alternatives) {
    const Parts parts = parts_of(alternative);
    for (const std::string& path : paths) {
      if (parts_match(call, parts, 0, parts_of(path), 0)) found.push_back(path);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// Folders are returned with a slash at the end. The paths that a pattern matches are in the order of a set. A path that
// several patterns match is listed once.
Value findfiles(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::vector<std::string> paths = all_paths(policy);
  List found;
  Map known;
  for (std::size_t i = 0; i < call.size(); ++i) {
    std::vector<std::string> matches = matching_paths(policy, policy.text(i), paths);
    for (std::string& path : matches) {
      if (entry_at(call.context, path) == Entry::folder) path += '/';
    }
    for (const std::string& path : set_order(std::move(matches), policy.budget())) {
      if (known.contains(path)) continue;
      known.set(path, Value::null());
      found.push_back(Value::string(path));
    }
  }
  return Value::list(std::move(found));
}

// Looks in the folder, then in its parent, and so on, for at most as many levels as the third argument says. The
// nearest matches come first.
Value findfiles_up(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::vector<std::string> paths = all_paths(policy);
  std::string folder = normalise_path(policy.text(0));
  List found;
  for (std::int64_t level = policy.integer(2); level >= 0; --level) {
    for (const std::string& path : matching_paths(policy, folder + "/" + std::string(policy.text(1)), paths))
      found.push_back(Value::string(path));
    if (folder == "/" || folder.empty()) break;
    folder = directory_name(folder);
  }
  return Value::list(std::move(found));
}

// The names include "." and "..", which the pattern filters like the others.
Value lsdir(Call& call) {
  const PolicyCall& policy = policy_call(call);
  if (policy.text(0).empty()) policy.evaluator.abort_run(call.where, "Argument 1 of lsdir must not be empty.");
  const std::string folder = normalise_path(policy.text(0));
  if (entry_at(call.context, folder) != Entry::folder) {
    policy.evaluator.log(Severity::warning, "no-folder", "The folder " + quote(policy.text(0)) + " does not exist.",
                         call.where);
    return Value::list();
  }
  const Regex& regex = compile_pattern(call.context, policy.text(1));
  std::vector<std::string> names{".", ".."};
  for (const std::string& path : all_paths(policy)) {
    if (directory_name(path) == folder) names.emplace_back(base_name(path));
  }
  List found;
  for (const std::string& name : names) {
    policy.budget().step();
    // An empty pattern matches everything.
    if (!policy.text(1).empty() && !regex.matches(name, RegexAnchor::both, policy.budget())) continue;
    found.push_back(Value::string(policy.flag(2) ? folder + "/" + name : name));
  }
  return Value::list(std::move(found));
}

constexpr std::string_view small = "bundle agent main { }";

constexpr Example fileexists_examples[] = {{R"x(fileexists("/workspace/main.cf"))x", small, R"("any")"}};
constexpr Example filesexist_examples[] = {
    {R"x(filesexist('["/workspace/main.cf", "/workspace/none"]'))x", small, R"("!any")"}};
constexpr Example isdir_examples[] = {{R"x(isdir("/workspace"))x", small, R"("any")"}};
constexpr Example isplain_examples[] = {{R"x(isplain("/workspace/main.cf"))x", small, R"("any")"}};
constexpr Example islink_examples[] = {{R"x(islink("/workspace/main.cf"))x", small, R"("!any")"}};
constexpr Example isexecutable_examples[] = {{R"x(isexecutable("/workspace/main.cf"))x", small, R"("!any")"}};
constexpr Example isreadable_examples[] = {{R"x(isreadable("/workspace/main.cf", 3))x", small, R"("any")"}};
constexpr Example filesize_examples[] = {{R"x(filesize("/workspace/main.cf"))x", small, R"("21")"}};
constexpr Example filestat_examples[] = {{R"x(filestat("/workspace/main.cf", "permstr"))x", small, R"("-rw-r--r--")"}};
constexpr Example lsdir_examples[] = {{R"x(lsdir("/workspace", "[^.].*", "false"))x", small, R"(["main.cf"])"}};
constexpr Example findfiles_examples[] = {
    {R"x(findfiles("/workspace/*.{cf,json}"))x", small, R"(["/workspace/main.cf"])"}};
constexpr Example findfiles_up_examples[] = {
    {R"x(findfiles_up("/workspace", "main.cf"))x", small, R"(["/workspace/main.cf"])"}};
constexpr Example search_up_examples[] = {
    {R"x(search_up("/workspace", "main.cf", 2))x", small, R"(["/workspace/main.cf"])"}};
constexpr Example isnewerthan_examples[] = {
    {R"x(isnewerthan("/workspace/main.cf", "/workspace/main.cf"))x", small, R"("!any")"}};
constexpr Example accessedbefore_examples[] = {
    {R"x(accessedbefore("/workspace/main.cf", "/workspace/main.cf"))x", small, R"("!any")"}};
constexpr Example changedbefore_examples[] = {
    {R"x(changedbefore("/workspace/main.cf", "/workspace/main.cf"))x", small, R"("!any")"}};
constexpr Example newertime_examples[] = {{R"x(isnewerthantime("/workspace/main.cf", 0))x", small, R"("any")"}};
constexpr Example makerule_examples[] = {
    {R"x(makerule("/workspace/main.o", "/workspace/main.cf"))x", small, R"("any")"}};

}  // namespace
}  // namespace path_family

std::span<const Function> path_functions() {
  using namespace path_family;
  constexpr Effects reads = Effects::reads_files;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "fileexists(file: path) -> context",
       .summary = "True when there is such a file or folder.",
       .effects = reads,
       .examples = fileexists_examples,
       .call = fileexists},
      {.kind = "function",
       .signature = "filesexist(files: collection) -> context",
       .summary = "True when all of them are there, and there is one.",
       .effects = reads,
       .examples = filesexist_examples,
       .call = filesexist},
      {.kind = "function",
       .signature = "isdir(file: path) -> context",
       .summary = "True for a folder.",
       .effects = reads,
       .examples = isdir_examples,
       .call = isdir},
      {.kind = "function",
       .signature = "isplain(file: path) -> context",
       .summary = "True for a file that is not a folder.",
       .effects = reads,
       .examples = isplain_examples,
       .call = isplain},
      {.kind = "function",
       .signature = "islink(file: path) -> context",
       .summary = "False: the playground has no links.",
       .effects = reads,
       .examples = islink_examples,
       .call = islink},
      {.kind = "function",
       .signature = "isexecutable(file: path) -> context",
       .summary = "True for folders; no file of the playground can be run.",
       .effects = reads,
       .examples = isexecutable_examples,
       .call = isdir},
      {.kind = "function",
       .signature = "isreadable(file: path, seconds: int[0,inf] = '3') -> context",
       .summary = "True when there is such a file.",
       .since = "3.22",
       .effects = reads,
       .examples = isreadable_examples,
       .call = fileexists},
      {.kind = "function",
       .signature = "filesize(file: path) -> int",
       .summary = "The number of bytes.",
       .effects = reads,
       .examples = filesize_examples,
       .call = filesize},
      {.kind = "function",
       .signature =
           "filestat(file: path, field: "
           "option{size|gid|uid|ino|nlink|ctime|atime|mtime|xattr|mode|modeoct|permstr|permoct|type|devno|dev_minor|"
           "dev_major|basename|dirname|linktarget|linktarget_shallow}) -> string",
       .summary = "One of the properties of a file.",
       .effects = reads | Effects::clock,
       .examples = filestat_examples,
       .call = filestat},
      {.kind = "function",
       .signature = "lsdir(folder: some, pattern: text, with_path: boolean) -> slist",
       .summary = "The names in a folder that match a pattern.",
       .effects = reads,
       .examples = lsdir_examples,
       .call = lsdir},
      {.kind = "function",
       .signature = "findfiles(first: text, *more: text) -> slist",
       .summary = "The paths that fit wildcards; a folder ends in `/`.",
       .details =
           "`*` and `?` stay within a name, `**` is one to six folders, `[…]` one character of a set, `{a,b}` either.",
       .effects = reads,
       .examples = findfiles_examples,
       .call = findfiles},
      {.kind = "function",
       .signature = "findfiles_up(folder: path, name: some, levels: int[0,inf] = 'inf') -> data",
       .summary = "What fits a name in a folder and those above it.",
       .effects = reads,
       .examples = findfiles_up_examples,
       .call = findfiles_up},
      {.kind = "function",
       .signature = "search_up(folder: path, name: some, levels: int[0,inf] = 'inf') -> data",
       .summary = "Another name of `findfiles_up`.",
       .effects = reads,
       .examples = search_up_examples,
       .call = findfiles_up},
      {.kind = "function",
       .signature = "isnewerthan(a: path, b: path) -> context",
       .summary = "True when a was changed after b; all files here are of one time.",
       .effects = reads,
       .examples = isnewerthan_examples,
       .call = is_before},
      {.kind = "function",
       .signature = "accessedbefore(a: path, b: path) -> context",
       .summary = "True when a was read before b; all files here are of one time.",
       .effects = reads,
       .examples = accessedbefore_examples,
       .call = is_before},
      {.kind = "function",
       .signature = "changedbefore(a: path, b: path) -> context",
       .summary = "True when a was changed before b; all files here are of one time.",
       .effects = reads,
       .examples = changedbefore_examples,
       .call = is_before},
      {.kind = "function",
       .signature = "isnewerthantime(file: path, second: int[0,inf]) -> context",
       .summary = "True when a file was changed after a time.",
       .since = "3.27",
       .effects = reads | Effects::clock,
       .examples = newertime_examples,
       .call = isnewerthantime},
      {.kind = "function",
       .signature = "makerule(target: path, sources: text) -> context",
       .summary = "True when the target must be made: it is missing, or older than a source.",
       .effects = reads,
       .examples = makerule_examples,
       .call = makerule},
  };
  return all;
}

}  // namespace evalground::cfengine
