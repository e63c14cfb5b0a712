// Lookups of files in the workspace: file, fileglob, first_found, template, unvault. Names are searched for as
// described in runtime/files.hpp.
#include "base/text/path.hpp"
#include "dialects/ansible/data/dates.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/ansible/runtime/lookup_terms.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace lookups_files_family {
namespace {

constexpr std::string_view templates_folder = "templates";

// Calls Python's lstrip() or rstrip() on the text.
Value stripped(const FunctionCall& call, Value text, std::string_view method) {
  return call_value(call.evaluator, only_attribute_of(call.evaluator, text, method), {});
}

// lookup('file', 'a.txt') -> 'alpha' for the content "alpha\n", because rstrip is on by default. Both options call
// Python's methods, so they also remove other whitespace.
Value file(Call& base) {
  FunctionCall& call = function_call(base);
  List contents;
  for (const Value& term : call.rest) {
    Value text = Value::string(opened_text(call, found_file(call, call.evaluator.text(term))));
    if (flag_of_lookup(call, 1)) text = stripped(call, std::move(text), "lstrip");
    if (flag_of_lookup(call, 2)) text = stripped(call, std::move(text), "rstrip");
    contents.push_back(std::move(text));
  }
  return Value::list(std::move(contents));
}

// As `file`, but nothing is stripped: lookup('unvault', 'a.txt') -> "alpha\n".
Value unvault(Call& base) {
  FunctionCall& call = function_call(base);
  List contents;
  for (const Value& term : call.rest) {
    const std::string name = call.evaluator.text(term);
    const std::optional<std::string> entry = find_file(call.context, files_folder, name);
    if (!entry) call.fail("Unable to find file matching \"" + name + "\"", "file-not-found");
    contents.push_back(Value::string(opened_text(call, *entry)));
  }
  return Value::list(std::move(contents));
}

// query('fileglob', '*.conf') -> ['/workspace/files/b.conf']. Paths are absolute, below the folder as which the
// workspace is shown to templates. Folders that match are not listed.
Value fileglob(Call& base) {
  FunctionCall& call = function_call(base);
  List paths;
  for (const Value& term : call.rest) {
    call.evaluator.require(term);
    if (!term.is_string()) {
      call.fail("expected str, bytes or os.PathLike object, not " + call.evaluator.type_name(term), "type-error");
    }
    const std::string pattern = call.evaluator.text(term);
    std::vector<std::string> places;
    if (is_absolute_path(pattern)) {
      places = {pattern};
    } else {
      for (const std::string& place : search_bases(call.context)) {
        places.push_back(join_path(place, join_path(files_folder, pattern)));
        places.push_back(join_path(place, pattern));
      }
    }
    const std::string_view folder = directory_name(pattern);
    for (const std::string& place : places) {
      // If the pattern contains folders, only the first place that has these folders counts.
      if (!folder.empty() && file_kind(call.context, directory_name(place)) != FileKind::directory) continue;
      const std::vector<std::string> found = glob_files(call.context, join_path(Files::mount, place));
      for (const std::string& path : found) paths.push_back(Value::string(path));
      if (!found.empty() || !folder.empty()) break;
    }
  }
  return Value::list(std::move(paths));
}

// ---- first_found

// The texts of an option, each split at any of the characters in `marks`.
std::vector<std::string> split_names(const FunctionCall& call, const Value* option, std::string_view marks) {
  std::vector<std::string> names;
  if (option == nullptr || option->is_null()) return names;
  for (const Value& item : listed(call.evaluator, *option)) {
    call.context.budget.step();
    const std::string text = call.evaluator.text(item);
    std::string_view rest = text;
    for (std::size_t mark = rest.find_first_of(marks); mark != std::string_view::npos;
         mark = rest.find_first_of(marks)) {
      names.emplace_back(rest.substr(0, mark));
      rest.remove_prefix(mark + 1);
    }
    names.emplace_back(rest);
  }
  return names;
}

// What first_found searches for: all candidates in order, and what to do if none exists.
struct FirstFound {
  std::vector<std::string> names;
  bool may_be_missing = false;
  bool splits_text = false;  // since 2.19: a text term is a list of names
};

[[noreturn]] void fail_term(const FunctionCall& call, const Value& term, const FirstFound& search) {
  const std::string type = call.evaluator.type_name(term);
  call.fail(search.splits_text
                ? "Invalid term supplied. A string, dict or list is required, not '" + type + "')."
                : "Invalid term supplied, can handle string, mapping or list of strings but got: <class '" + type +
                      "'> for " + call.evaluator.text(term),
            "lookup-failed");
}

// Collects the candidates of a term:
//
//   'a.txt'                                            ->  a.txt
//   {'files': ['a', 'b'], 'paths': ['x', 'y']}         ->  x/a, x/b, y/a, y/b
//   {'files': 'b.txt,c.txt', 'skip': true}             ->  b.txt, c.txt, or nothing
//
// A dict with `files` but without `paths` replaces the candidates before it, as in the reference. Only the `skip` of
// the last term counts.
void add_first_found(const FunctionCall& call, const Value& term, FirstFound& search) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (term.is_list() || term.kind() == Kind::tuple) {
    for (const Value& item : term.as_list()) add_first_found(call, item, search);
    return;
  }
  call.evaluator.require(term);
  if (!term.is_map() && !term.is_string()) fail_term(call, term, search);
  const auto option = [&](std::string_view name, std::size_t index) -> const Value* {
    if (term.is_map()) return term.as_map().find(name);
    return call.given(index) ? &call[index] : nullptr;
  };
  const std::vector<std::string> files = split_names(call, option("files", 1), ",;");
  const std::vector<std::string> paths = split_names(call, option("paths", 2), ",:;");
  const Value* skip = option("skip", 3);
  search.may_be_missing = skip != nullptr && !skip->is_null() && flag_of_lookup(call, *skip);
  if (!paths.empty()) {
    for (const std::string& path : paths) {
      for (const std::string& name : files) search.names.push_back(join_path(path, name));
    }
  } else if (!files.empty()) {
    search.names = files;
  } else if (term.is_string() && search.splits_text) {
    for (std::string& name : split_names(call, &term, ",;")) search.names.push_back(std::move(name));
  } else if (term.is_string()) {
    search.names.emplace_back(term.as_string());
  }
}

// Finds a folder of that name, which first_found accepts as well.
std::optional<std::string> found_folder(const Context& context, const std::string& name) {
  if (is_absolute_path(name)) return std::nullopt;
  for (const std::string& base : search_bases(context)) {
    for (const std::string& place : {join_path(base, files_folder), base}) {
      const std::string path = join_path(place, name);
      if (file_kind(context, path) == FileKind::directory) {
        return join_path(Files::mount, path) + (name.empty() && !path.ends_with('/') ? "/" : "");
      }
    }
  }
  return std::nullopt;
}

// The path of a file as the reference joins it: a name such as "../templates/a.j2" keeps its dots.
std::string joined_path(const Context& context, const std::string& name, const std::string& entry) {
  if (is_absolute_path(name) || name.find("..") == std::string::npos) return Files::absolute(entry);
  for (const std::string& base : search_bases(context)) {
    for (const std::string& place : {join_path(base, files_folder), base}) {
      const std::string path = join_path(place, name);
      const bool is_place = file_kind(context, place) == FileKind::directory;
      if (is_place && root_file(context, path) == entry) return join_path(Files::mount, path);
    }
  }
  return Files::absolute(entry);
}

// The result is a list of one path, or an empty list with `skip`.
Value found_first(const FunctionCall& call, const FirstFound& search) {
  for (const std::string& name : search.names) {
    call.context.budget.step();
    if (const auto entry = find_file(call.context, files_folder, name)) {
      return Value::list({Value::string(joined_path(call.context, name, *entry))});
    }
    if (std::optional<std::string> folder = found_folder(call.context, name)) {
      return Value::list({Value::string(*std::move(folder))});
    }
  }
  if (search.may_be_missing) return Value::list();
  call.fail("No file was found when using first_found.", "lookup-failed");
}

Value first_found(Call& base) {
  FunctionCall& call = function_call(base);
  FirstFound search;
  search.may_be_missing = flag_of_lookup(call, 3);
  for (const Value& term : call.rest) add_first_found(call, term, search);
  return found_first(call, search);
}

// Since 2.19 `files` and `paths` are named arguments, and terms are further files.
Value newer_first_found(Call& base) {
  FunctionCall& call = function_call(base);
  FirstFound search;
  search.splits_text = true;
  search.may_be_missing = call.truth(3);
  if (!call.given(1) && !call.given(2)) {
    for (const Value& term : call.rest) add_first_found(call, term, search);
    return found_first(call, search);
  }
  std::vector<std::string> names = split_names(call, call.given(1) ? &call[1] : nullptr, ",;");
  for (const Value& term : call.rest) {
    for (std::string& name : split_names(call, &term, ",;")) names.push_back(std::move(name));
  }
  const std::vector<std::string> paths = split_names(call, call.given(2) ? &call[2] : nullptr, ",:;");
  for (const std::string& path : paths) {
    for (const std::string& name : names) search.names.push_back(join_path(path, name));
  }
  if (paths.empty()) search.names = std::move(names);
  return found_first(call, search);
}

// ---- template

// The syntax with the delimiters passed to the lookup.
Syntax template_syntax(const FunctionCall& call) {
  Syntax syntax = call.evaluator.loader.text_syntax();
  syntax.escape_backslashes = false;
  syntax.variable_start = call.text(4);
  syntax.variable_end = call.text(5);
  syntax.comment_start = call.text(6);
  syntax.comment_end = call.text(7);
  return syntax;
}

struct TemplateRules {
  bool keeps_managed = false;     // the user's variable `ansible_managed` wins
  bool refuses_undefined = true;  // undefined values in `template_vars` fail
  bool converts = true;           // parses the rendered text as a value
};

// Renders the template that a term names.
// The variables of a file are those of the caller, then those of template_variables(), then `template_vars`. Each may
// hide the ones before it.
Value render_file(FunctionCall& call, const Value& term, const Syntax& syntax, const TemplateRules& rules) {
  Evaluator& evaluator = call.evaluator;
  const std::string name = evaluator.text(term);
  const std::optional<std::string> entry = find_file(call.context, templates_folder, name);
  if (!entry) call.fail("the template file " + name + " could not be found for the lookup", "template-not-found");
  const std::optional<std::uint32_t> source = call.context.files.source(*entry);
  if (!source) call.fail("the template file " + name + " is not a text", "template-not-found");
  Map more = template_variables(evaluator, name, *entry);
  if (rules.keeps_managed && call.context.workspace.vars.contains("ansible_managed")) more.erase("ansible_managed");
  if (call.set(1)) {
    if (!call[1].is_map()) call.fail("template_vars must be a dict");
    const Value* missing = rules.refuses_undefined ? evaluator.find_undefined(call[1]) : nullptr;
    if (missing != nullptr) evaluator.fail_undefined(*missing);
    for (const auto& [key, value] : call[1].as_map()) more.set(key, value);
  }
  return render_for_lookup(evaluator, {std::string(call.context.sources.text(*source)), *entry, {*source, {}}}, syntax,
                           more, rules.converts);
}

// lookup('template', 't.j2', template_vars={'name': 'Al'}) -> "Hello Al!\n". In 2.14 a rendered text that looks like a
// list, dict or boolean becomes that value, unless convert_data is false.
Value render_template(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  const Syntax syntax = template_syntax(call);
  const bool converts = flag_of_lookup(call, 2);
  // With native types the result remains text unless the lookup itself asks for native types.
  const bool stays_text = !converts || (evaluator.options.native && !call.truth(3));
  List results;
  for (const Value& term : call.rest) {
    const Value result = render_file(call, term, syntax, {.converts = converts});
    results.push_back(stays_text ? evaluator.text_value(result).with_verbatim() : result);
  }
  return Value::list(std::move(results));
}

// The same result as file(), but a missing file has the message of the newer version.
Value newer_file(Call& base) {
  return recover([&] { return file(base); },
                 [&](const Error& error) -> Value {
                   if (error.diagnostic.code != "file-not-found") throw error;
                   const FunctionCall& call = function_call(base);
                   const Value name = call.rest.empty() ? Value::string("") : call.rest[0];
                   call.fail("Unable to access the file " + call.evaluator.repr(name) +
                                 ": File not found. Use -vvvvv to see paths searched.",
                             "file-not-found");
                 });
}

// Since 2.19 the result is that of the template with its type, and the user's `ansible_managed` wins.
Value newer_template(Call& base) {
  FunctionCall& call = function_call(base);
  Syntax syntax = template_syntax(call);
  syntax.trim_blocks = call.truth(8);
  List results;
  for (const Value& term : call.rest) {
    results.push_back(render_file(call, term, syntax, {.keeps_managed = true, .refuses_undefined = false}));
  }
  return Value::list(std::move(results));
}

constexpr std::string_view with_files =
    R"({"options": {"flavor": "ansible"}, "files": {"files/a.txt": "alpha\n", "files/b.conf": "beta",
    "templates/t.j2": "Hello {{ name }}!\n"}})";

constexpr Example file_examples[] = {{"{{ lookup('file', 'a.txt') }}", "", R"("alpha")", with_files},
                                     {"{{ lookup('file', 'nope.txt') }}", "", "error", with_files}};
constexpr Example fileglob_examples[] = {
    {"{{ query('fileglob', '*.conf') }}", "", R"("['/workspace/files/b.conf']")", with_files}};
constexpr Example first_found_examples[] = {
    {"{{ lookup('first_found', ['nope', 'a.txt']) }}", "", R"("/workspace/files/a.txt")", with_files},
    {"{{ query('first_found', ['nope'], skip=true) }}", "", R"("[]")", with_files}};
constexpr Example template_examples[] = {
    {"{{ lookup('template', 't.j2', template_vars={'name': 'Al'}) }}", "", R"("Hello Al!\n")", with_files}};
constexpr Example unvault_examples[] = {{"{{ lookup('unvault', 'a.txt') }}", "", R"("alpha\n")", with_files}};

constexpr Function all[] = {
    {.kind = ansible_lookup,
     .signature = "file(*terms: string, lstrip: boolean = false, rstrip: boolean = true) -> list",
     .summary = "The texts of files, without white space at their ends.",
     .details =
         "Names are looked for in `files/`, then in the root. Vaults are opened with the secret `vault_password`.",
     .effects = Effects::reads_files | Effects::secret,
     .examples = file_examples,
     .call = file},
    {.kind = ansible_lookup,
     .signature = "fileglob(*terms: string) -> list",
     .summary = "The paths of files that fit a pattern.",
     .effects = Effects::reads_files,
     .examples = fileglob_examples,
     .call = fileglob},
    {.kind = ansible_lookup,
     .signature = "first_found(*terms: any, files: list = null, paths: list = null, skip: boolean = false) -> list",
     .summary = "The path of the first existing file of several.",
     .details = "A term is a name, a list of names, or a dict with `files`, `paths` and `skip`.",
     .effects = Effects::reads_files,
     .examples = first_found_examples,
     .call = first_found},
    {.kind = ansible_lookup,
     .signature = "template(*terms: string, template_vars: map = null, convert_data: boolean = true, jinja2_native: "
                  "boolean = false, variable_start_string: string = '{{', variable_end_string: string = '}}', "
                  "comment_start_string: string = '{#', comment_end_string: string = '#}') -> list",
     .summary = "Renders files of `templates/` with all variables.",
     .effects = Effects::reads_files,
     .examples = template_examples,
     .call = render_template},
    {.kind = ansible_lookup,
     .signature = "unvault(*terms: string) -> list",
     .summary = "The unchanged texts of files; vaults are opened with the secret `vault_password`.",
     .effects = Effects::reads_files | Effects::secret,
     .examples = unvault_examples,
     .call = unvault},
};

constexpr std::string_view with_files_2_21 =
    R"({"options": {"flavor": "ansible", "reference": "2.21"}, "files": {"files/a.txt": "alpha\n", "templates/t.j2": "{{ 5 }}"}})";
constexpr Example newer_file_examples[] = {{"{{ lookup('file', 'a.txt') }}", "", R"("alpha")", with_files_2_21},
                                           {"{{ lookup('file', 'nope.txt') }}", "", "error", with_files_2_21}};
constexpr Example newer_first_found_examples[] = {
    {"{{ lookup('first_found', files=['nope', 'a.txt']) | basename }}", "", R"("a.txt")", with_files_2_21}};
constexpr Example newer_template_examples[] = {{"{{ lookup('template', 't.j2') + 1 }}", "", R"("6")", with_files_2_21}};

constexpr Function newer[] = {
    {.kind = ansible_2_21_lookup,
     .signature = "file(*terms: string, lstrip: boolean = false, rstrip: boolean = true) -> list",
     .summary = "The texts of files, without white space at their ends.",
     .details =
         "Names are looked for in `files/`, then in the root. Vaults are opened with the secret `vault_password`.",
     .changed = "2.19",
     .effects = Effects::reads_files | Effects::secret,
     .examples = newer_file_examples,
     .call = newer_file},
    {.kind = ansible_2_21_lookup,
     .signature = "first_found(*terms: any, files: list = null, paths: list = null, skip: boolean = false) -> list",
     .summary = "The path of the first existing file of several.",
     .details = "A term is a name, a list of names, or a dict with `files`, `paths` and `skip`.",
     .changed = "2.19",
     .effects = Effects::reads_files,
     .examples = newer_first_found_examples,
     .call = newer_first_found},
    {.kind = ansible_2_21_lookup,
     .signature = "template(*terms: string, template_vars: map = null, convert_data: boolean = true, jinja2_native: "
                  "boolean = false, variable_start_string: string = '{{', variable_end_string: string = '}}', "
                  "comment_start_string: string = '{#', comment_end_string: string = '#}', trim_blocks: boolean = "
                  "true) -> list",
     .summary = "Renders files of `templates/` with all variables; a lone value keeps its type.",
     .changed = "2.19",
     .effects = Effects::reads_files,
     .examples = newer_template_examples,
     .call = newer_template},
};

}  // namespace
}  // namespace lookups_files_family

std::span<const Function> ansible_file_lookups() {
  using namespace lookups_files_family;
  return all;
}

std::span<const Function> ansible_newer_file_lookups() {
  using namespace lookups_files_family;
  return newer;
}

}  // namespace evalground::ansible
