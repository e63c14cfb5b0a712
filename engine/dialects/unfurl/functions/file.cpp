// Functions for files and directories of the workspace.
#include <initializer_list>
#include <string>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/files/directory.hpp"
#include "dialects/unfurl/files/file_format.hpp"
#include "dialects/unfurl/functions/external_file.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/functions/location.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

// The text of a keyword; empty when it was not given or is null.
std::string_view keyword(const Call& call, std::size_t index) {
  return call.given(index) && !call[index].is_null() ? call.string(index) : std::string_view();
}

// What of the arguments that make a file's name, at these places of the call, is secret.
// A name made from a secret is sensitive. Its messages may still show the name if every secret in it is replaced by
// <<REDACTED>>. Short secrets are not found in text, so then no message is shown at all.
class SecretNames {
 public:
  SecretNames(const Call& call, std::initializer_list<std::size_t> indexes) : secrets_(call.context.secrets) {
    for (const std::size_t index : indexes) {
      if (call.given(index) && call[index].sensitive()) ++count_;
    }
  }
  bool exist() const { return count_ > 0; }
  // Whether messages that show the names would show a part of a secret.
  bool show_in(std::string names) const {
    secrets_.redact(names);
    std::size_t found = 0;
    for (std::size_t at = names.find(redaction); at != std::string::npos; at = names.find(redaction, at + 1)) ++found;
    return found < count_;
  }

 private:
  const SecretTexts& secrets_;
  std::size_t count_ = 0;
};

// The path as written is kept beside the resolved one: the value of a file, used plainly, is the path as written.
Value file(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  const std::string_view path = call.string(0);
  const std::string_view encoding = keyword(call, 3);
  const std::string full = path_below(path_below(base_directory(call.context, call.scope), keyword(call, 2)), path);
  const SecretNames secrets(call, {0, 2, 3});
  if (call.given(1)) {
    const auto name = Files::resolve(full);
    if (!name || name->empty() || call.context.files.is_directory(*name) || name->find("://") != std::string::npos) {
      call.fail("not-writable",
                "The file " + quote(path) + " cannot be written: it is " +
                    (name && !name->empty() && name->find("://") == std::string::npos ? "a folder."
                                                                                      : "outside of the workspace."));
    }
    call.context.files.write(*name, file_content(call.context, call[1], full, encoding, call.where), secrets.exist());
  }
  const bool is_silent = secrets.show_in(full + " " + std::string(encoding));
  return Value::object(
             make_ref<ExternalFile>(std::string(path), full, std::string(encoding), false, is_silent, call.where))
      .with_sensitive(secrets.exist());
}

// The path is made up, so the format follows from `encoding` or from the suffix.
Value tempfile(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  const std::string_view suffix = keyword(call, 1);
  if (suffix.find('/') != std::string_view::npos) wrong_form(call, 1, "the end of a file's name, without a slash");
  const std::string_view encoding = keyword(call, 2);
  const Value content = file_content(call.context, call[0], suffix, encoding, call.where);
  const std::string path = Files::absolute(call.context.files.write_temporary(suffix, content));
  const SecretNames secrets(call, {1, 2});
  const bool is_silent = secrets.show_in(path + " " + std::string(encoding));
  return Value::object(make_ref<ExternalFile>(path, path, std::string(encoding), true, is_silent, call.where))
      .with_sensitive(secrets.exist());
}

Value abspath(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  constexpr std::string_view form = "a path, or a list of a path, a location and whether its folder is made";
  if (call[0].is_string()) {
    return marked_by_arguments(call,
                               external_path(call.evaluator, call.scope, call[0].as_string(), {}, false, call.where));
  }
  if (!call[0].is_list()) wrong_form(call, 0, form);
  const List& arguments = call[0].as_list();
  const bool has_location = arguments.size() > 1 && !arguments[1].is_null();
  if (arguments.empty() || arguments.size() > 3 || !arguments[0].is_string() ||
      (has_location && !arguments[1].is_string())) {
    wrong_form(call, 0, form);
  }
  return marked_by_arguments(call, external_path(call.evaluator, call.scope, arguments[0].as_string(),
                                                 has_location ? arguments[1].as_string() : std::string_view(),
                                                 arguments.size() > 2 && python_truth(arguments[2]), call.where));
}

Value get_dir(Call& base) {
  UnfurlCall& call = unfurl_call(base);
  const bool is_list = call[0].is_list();
  const Value& location = is_list && !call[0].as_list().empty() ? call[0].as_list()[0] : call[0];
  if ((!location.is_string() && !location.is_null()) || (is_list && call[0].as_list().size() > 2)) {
    wrong_form(call, 0, "a location, or a list of a location and whether it is made");
  }
  return marked_by_arguments(
      call,
      external_path(call.evaluator, call.scope, {}, location.is_string() ? location.as_string() : std::string_view(),
                    is_list && call[0].as_list().size() == 2 && python_truth(call[0].as_list()[1]), call.where));
}

constexpr std::string_view with_app = "instances:\n  app: {}\n";
constexpr std::string_view on_app = R"({"resource": "app"})";
constexpr std::string_view with_motd = R"({"files": {"main.yaml": "a: 1\n", "motd.txt": "Welcome\n"}})";

constexpr Example file_examples[] = {
    {"eval: {file: motd.txt}\nselect: contents", "", R"("Welcome\n")", with_motd},
    {"eval: {file: motd.txt}\nselect: path", "", R"("/workspace/motd.txt")", with_motd},
    {"eval: {file: out.yaml, contents: {port: 80, tags: [a]}}\nselect: contents", "", R"("port: 80\ntags:\n- a\n")"},
    {"eval: {file: nowhere.txt}\nselect: contents", "", "error"}};
constexpr Example tempfile_examples[] = {
    {"eval: {tempfile: {b: 1, a: 2}, suffix: .json}\nselect: contents", "", R"("{\n  \"b\": 1,\n  \"a\": 2\n}")"}};
constexpr Example abspath_examples[] = {
    {"eval: {abspath: conf/../app.conf}", "", R"("/workspace/app.conf")"},
    {"eval: {abspath: [app.conf, artifacts]}", with_app, R"("/workspace/artifacts/app/app.conf")", on_app}};
constexpr Example get_dir_examples[] = {{"eval: {get_dir: secrets}", with_app, R"("/workspace/secrets/app")", on_app},
                                        {"eval: {get_dir: nowhere}", "", "error"}};

}  // namespace

std::span<const Function> file_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "file(path: string, contents: any = null, dir: string = '.', encoding: string = 'utf-8') -> any",
       .summary =
           "A file, which is its path; a following `select` or step asks it for `path`, `contents` or `encoding`.",
       .details = "With `contents` the file is written first: as YAML, JSON, a vault or environment variables where "
                  "`encoding` (`yaml json vault env`) or the suffix says so, else text unchanged and other values as "
                  "JSON. `binary` reads bytes; other encodings are Python's. A vault is read with the secret "
                  "`vault_password`, and is sensitive.",
       .effects = Effects::reads_files | Effects::writes_files,
       .examples = file_examples,
       .call = file},
      {.kind = "function",
       .signature = "tempfile(contents: any, suffix: string = '', encoding: string = 'utf-8') -> any",
       .summary = "A temporary file that exists until the evaluation ends; it has the keys `path` and `contents`.",
       .details = "The file is written as by `file`.",
       .effects = Effects::writes_files,
       .examples = tempfile_examples,
       .call = tempfile},
      {.kind = "function",
       .signature = "abspath(path: any) -> any",
       .summary = "A path made absolute: below the ensemble's directory, or a location that `get_dir` knows.",
       .details = "The argument is a path, or a list of a path, a location, and true to have its folder made.",
       .examples = abspath_examples,
       .call = abspath},
      {.kind = "function",
       .signature = "get_dir(location: any) -> any",
       .summary = "The absolute path of a directory that has a name.",
       .details = "`.` and `ensemble`, `project`, `unfurl.home`: of the main document. `src`: of the file that holds "
                  "the expression. `artifacts secrets local tasks tmp`: of the instance. `spec.src spec.home "
                  "spec.local`: of its template. `ensemble.secrets project.secrets`. Other names are repositories.",
       .examples = get_dir_examples,
       .call = get_dir},
  };
  return all;
}

}  // namespace evalground::unfurl
