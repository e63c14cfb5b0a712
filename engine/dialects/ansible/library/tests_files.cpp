// Tests of files in the workspace, paths and URIs.
// Tests of files in the workspace, paths and URIs.
//
// Paths are those of the workspace, which templates see as one folder of a virtual file system. A relative path begins
// there. Type errors have the words of Python's os.path, which names different types for different functions.
#include <algorithm>

#include "base/text/path.hpp"
#include "dialects/ansible/data/python_url.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {
namespace tests_files_family {
namespace {

void require_path(const FunctionCall& call, std::size_t index, std::string_view kinds) {
  call.evaluator.require(call[index]);
  if (call[index].is_string()) return;
  call.fail("path should be " + std::string(kinds) + ", not " + call.evaluator.type_name(call[index]), "type-error");
}

// The kind of file at a path; absent for an empty path. A number is a file descriptor in Python, of which there are no
// open ones here.
std::optional<FileKind> kind_at(const FunctionCall& call, std::size_t index = 0) {
  if (is_integer(call[index]) || call[index].kind() == Kind::boolean) {
    constexpr std::int64_t last = 0x7FFFFFFF;
    const bool is_far =
        call[index].kind() == Kind::object || (call[index].kind() == Kind::integer && call[index].as_integer() > last);
    if (is_far) call.fail("fd is greater than maximum", "overflow-error");
    return std::nullopt;
  }
  require_path(call, index, "string, bytes, os.PathLike or integer");
  const std::string path = call.text(index);
  return path.empty() ? std::nullopt : file_kind(call.context, path);
}

Value is_file(Call& base) {
  return Value::boolean(kind_at(function_call(base)) == FileKind::file);
}
Value is_directory(Call& base) {
  return Value::boolean(kind_at(function_call(base)) == FileKind::directory);
}
Value exists(Call& base) {
  return Value::boolean(kind_at(function_call(base)).has_value());
}
// os.path.lexists(): without links the same as exists, but it takes no file descriptor.
Value link_exists(Call& base) {
  require_path(function_call(base), 0, "string, bytes or os.PathLike");
  return exists(base);
}
// The virtual file system has no links.
Value is_link(Call& base) {
  require_path(function_call(base), 0, "string, bytes or os.PathLike");
  return Value::boolean(false);
}
Value is_absolute(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("expected str, bytes or os.PathLike object, not " + call.evaluator.type_name(call[0]), "type-error");
  }
  return Value::boolean(is_absolute_path(call.text(0)));
}
Value is_mount(Call& base) {
  FunctionCall& call = function_call(base);
  require_path(call, 0, "string, bytes or os.PathLike");
  if (call.text(0).empty()) return Value::boolean(false);
  const std::string path = normalise_path(join_path(Files::mount, call.text(0)));
  return Value::boolean(path == "/" || path == Files::mount);
}
// Without links two paths lead to the same file if they are equal once `.` and `..` are removed.
Value same_file(Call& base) {
  FunctionCall& call = function_call(base);
  std::string paths[2];
  for (const unsigned side : {0U, 1U}) {
    if (!kind_at(call, side)) call.fail("The file '" + call.text(side) + "' does not exist.", "file-not-found");
    paths[side] = normalise_path(join_path(Files::mount, call.text(side)));
  }
  return Value::boolean(paths[0] == paths[1]);
}

// 'mailto:a@b' is uri -> true. Nearly every text is a URI for Python's urlsplit(). Only the list of schemes makes the
// test strict. A wrong list counts as false and not as an error.
bool is_uri_of(const FunctionCall& call, std::optional<PythonUrl>& url) {
  if (call[0].is_undefined()) return false;
  if (!call[0].is_string()) {
    // An empty value is split into empty bytes, which match no scheme.
    url.emplace();
    return !call.evaluator.truth(call[0]) && (!call.set(1) || !call.truth(1));
  }
  url = split_url(call.text(0));
  if (!url) return false;
  return recover(
      [&] { return !call.set(1) || !call.truth(1) || call.evaluator.contains(call[1], Value::string(url->scheme)); },
      [](const Error&) { return false; });
}
Value is_uri(Call& base) {
  std::optional<PythonUrl> url;
  return Value::boolean(is_uri_of(function_call(base), url));
}
// A URL also has a host: 'http://a.b/c' but not 'mailto:a@b'.
Value is_url(Call& base) {
  std::optional<PythonUrl> url;
  return Value::boolean(is_uri_of(function_call(base), url) && (!url->netloc.empty() || url->scheme == "file"));
}
Value is_urn(Call& base) {
  FunctionCall& call = function_call(base);
  const auto url = call[0].is_string() ? split_url(call.text(0)) : std::nullopt;
  return Value::boolean(url && url->scheme == "urn");
}

constexpr std::string_view with_files = R"({"options": {"flavor": "ansible"}, "files": {"dir/f.txt": "hi"}})";

constexpr Example file_examples[] = {
    {"{{ 'dir/f.txt' is file }} {{ 'dir' is file }}", "", R"("True False")", with_files}};
constexpr Example directory_examples[] = {{"{{ 'dir' is directory }}", "", R"("True")", with_files}};
constexpr Example exists_examples[] = {
    {"{{ 'dir' is exists }} {{ 'x' is exists }}", "", R"("True False")", with_files}};
constexpr Example link_examples[] = {{"{{ 'dir/f.txt' is link }}", "", R"("False")", with_files}};
constexpr Example link_exists_examples[] = {{"{{ 'dir/f.txt' is link_exists }}", "", R"("True")", with_files}};
constexpr Example abs_examples[] = {{"{{ '/x' is abs }} {{ 'x' is abs }}", "", R"("True False")", in_ansible}};
constexpr Example mount_examples[] = {{"{{ '/' is mount }} {{ 'x' is mount }}", "", R"("True False")", in_ansible}};
constexpr Example same_file_examples[] = {
    {"{{ 'dir/f.txt' is same_file('dir/../dir/f.txt') }}", "", R"("True")", with_files}};
constexpr Example uri_examples[] = {
    {"{{ 'mailto:a@b' is uri }} {{ 'mailto:a@b' is uri(['https']) }}", "", R"("True False")", in_ansible}};
constexpr Example url_examples[] = {
    {"{{ 'http://a.b/c' is url }} {{ 'x' is url }}", "", R"("True False")", in_ansible}};
constexpr Example urn_examples[] = {{"{{ 'urn:isbn:1' is urn }}", "", R"("True")", in_ansible}};

constexpr std::string_view file_aliases[] = {"is_file"};
constexpr std::string_view directory_aliases[] = {"is_dir"};
constexpr std::string_view link_aliases[] = {"is_link"};
constexpr std::string_view abs_aliases[] = {"is_abs"};
constexpr std::string_view mount_aliases[] = {"is_mount"};
constexpr std::string_view same_file_aliases[] = {"is_same_file"};

constexpr Function all[] = {
    {.kind = ansible_test,
     .signature = "file(value: string) -> boolean",
     .summary = "Whether a path is a file of the workspace.",
     .aliases = file_aliases,
     .effects = Effects::reads_files,
     .examples = file_examples,
     .call = is_file},
    {.kind = ansible_test,
     .signature = "directory(value: string) -> boolean",
     .summary = "Whether a path is a folder of the workspace.",
     .aliases = directory_aliases,
     .effects = Effects::reads_files,
     .examples = directory_examples,
     .call = is_directory},
    {.kind = ansible_test,
     .signature = "exists(value: string) -> boolean",
     .summary = "Whether a path is a file or folder of the workspace.",
     .effects = Effects::reads_files,
     .examples = exists_examples,
     .call = exists},
    {.kind = ansible_test,
     .signature = "link(value: string) -> boolean",
     .summary = "Whether a path is a symbolic link; the workspace has none.",
     .aliases = link_aliases,
     .examples = link_examples,
     .call = is_link},
    {.kind = ansible_test,
     .signature = "link_exists(value: string) -> boolean",
     .summary = "Whether a path exists, even as a broken link.",
     .effects = Effects::reads_files,
     .examples = link_exists_examples,
     .call = link_exists},
    {.kind = ansible_test,
     .signature = "abs(value: string) -> boolean",
     .summary = "Whether a path is absolute.",
     .aliases = abs_aliases,
     .examples = abs_examples,
     .call = is_absolute},
    {.kind = ansible_test,
     .signature = "mount(value: string) -> boolean",
     .summary = "Whether a path is where a file system is mounted: the root, or the workspace.",
     .aliases = mount_aliases,
     .examples = mount_examples,
     .call = is_mount},
    {.kind = ansible_test,
     .signature = "same_file(value: string, other: string) -> boolean",
     .summary = "Whether two paths lead to the same file.",
     .aliases = same_file_aliases,
     .effects = Effects::reads_files,
     .examples = same_file_examples,
     .call = same_file},
    {.kind = ansible_test,
     .signature = "uri(value: string, schemes: list = null) -> boolean",
     .summary = "Whether a text can be read as a URI, of one of these schemes.",
     .examples = uri_examples,
     .call = is_uri},
    {.kind = ansible_test,
     .signature = "url(value: string, schemes: list = null) -> boolean",
     .summary = "Whether a text is a URI with a host, or of a file.",
     .examples = url_examples,
     .call = is_url},
    {.kind = ansible_test,
     .signature = "urn(value: string) -> boolean",
     .summary = "Whether a text is a URN.",
     .examples = urn_examples,
     .call = is_urn},
};

}  // namespace
}  // namespace tests_files_family

std::span<const Function> ansible_file_tests() {
  using namespace tests_files_family;
  return all;
}

}  // namespace evalground::ansible
