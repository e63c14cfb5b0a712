// Lookups of files of the workspace: as text, as tables, as templates.
#include <algorithm>
#include <array>

#include "base/number.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "base/utf8.hpp"
#include "base/vault.hpp"
#include "dialects/jinja2/ansible.hpp"
#include "dialects/jinja2/ansible_dates.hpp"
#include "dialects/jinja2/ansible_environment.hpp"
#include "dialects/jinja2/ansible_files.hpp"
#include "dialects/jinja2/ansible_random.hpp"
#include "dialects/jinja2/ansible_regex.hpp"
#include "dialects/jinja2/csv.hpp"
#include "dialects/jinja2/ini.hpp"
#include "dialects/jinja2/lookup_terms.hpp"
#include "dialects/jinja2/password.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::string_view files_folder = "files";
constexpr std::string_view templates_folder = "templates";

[[noreturn]] void fail_plainly(const FunctionCall& call, std::string message) {
  call.fail(std::move(message), "lookup-failed");
}

// The text of a file; of a vault what it hides, under the secret `vault_password`.
std::string opened_text(const FunctionCall& call, const std::string& entry) {
  std::string text = file_text(call.context, entry);
  call.context.budget.step(text.size() / 64);
  if (const Value* content = call.context.files.find(entry)) call.evaluator.note_sensitive(*content);
  if (!is_vault_text(text)) return text;
  const Value* password = call.context.workspace.secrets.find("vault_password");
  if (password == nullptr || !password->is_string()) {
    call.fail("Attempting to decrypt \"" + entry + "\" but the workspace has no secret \"vault_password\".",
              "secret-missing");
  }
  DecryptedVault decrypted = decrypt_vault(text, password->as_string(), call.context.budget);
  if (!decrypted) call.fail("Unable to decrypt \"" + entry + "\": " + decrypted.error + ".");
  call.evaluator.note_decrypted(decrypted.text);
  return std::move(decrypted.text);
}

// The entry of a term's file, or a failure that names it.
std::string found_file(const FunctionCall& call, const std::string& name) {
  const std::optional<std::string> entry = find_file(call.context, files_folder, name);
  if (!entry) call.fail("could not locate file in lookup: " + name, "file-not-found");
  return *entry;
}

// The text without white space at its start or end, as Python's lstrip and rstrip.
Value stripped(const FunctionCall& call, Value text, std::string_view method) {
  return call.evaluator.call(call.evaluator.only_attribute(text, method), {});
}

Value file(Call& base) {
  FunctionCall& call = function_call(base);
  List contents;
  for (const Value& term : call.rest) {
    Value text = Value::string(opened_text(call, found_file(call, call.evaluator.text(term))));
    if (call.truth(1)) text = stripped(call, std::move(text), "lstrip");
    if (call.truth(2, true)) text = stripped(call, std::move(text), "rstrip");
    contents.push_back(std::move(text));
  }
  return Value::list(std::move(contents));
}

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

Value fileglob(Call& base) {
  FunctionCall& call = function_call(base);
  List paths;
  for (const Value& term : call.rest) {
    const std::string pattern = call.evaluator.text(term);
    std::vector<std::string> places = {pattern};
    if (!is_absolute_path(pattern)) {
      places = {join_path(files_folder, pattern), pattern};
    }
    for (const std::string& place : places) {
      const std::vector<std::string> found = glob_files(call.context, join_path(Files::mount, place));
      for (const std::string& path : found) paths.push_back(Value::string(path));
      if (!found.empty()) break;
    }
  }
  return Value::list(std::move(paths));
}

// ---- first_found

// The texts of an option: a text is cut at each of the marks.
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

struct FirstFound {
  std::vector<std::string> names;
  bool may_be_missing = false;
};

void add_first_found(const FunctionCall& call, const Value& term, FirstFound& search) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (term.is_list() || term.kind() == Kind::tuple) {
    for (const Value& item : term.as_list()) add_first_found(call, item, search);
    return;
  }
  if (!term.is_map() && !term.is_string()) {
    fail_plainly(call, "Invalid term supplied, can handle string, mapping or list of strings but got: <class '" +
                           call.evaluator.type_name(term) + "'> for " + call.evaluator.text(term));
  }
  const auto option = [&](std::string_view name, std::size_t index) -> const Value* {
    if (term.is_map()) return term.as_map().find(name);
    return call.given(index) ? &call[index] : nullptr;
  };
  const std::vector<std::string> files = split_names(call, option("files", 1), ",;");
  const std::vector<std::string> paths = split_names(call, option("paths", 2), ",:;");
  const Value* skip = option("skip", 3);
  search.may_be_missing = skip != nullptr && call.evaluator.truth(*skip);
  if (!paths.empty()) {
    for (const std::string& path : paths) {
      for (const std::string& name : files) search.names.push_back(join_path(path, name));
    }
  } else if (!files.empty()) {
    search.names = files;
  } else if (term.is_string()) {
    search.names.emplace_back(term.as_string());
  }
}

Value first_found(Call& base) {
  FunctionCall& call = function_call(base);
  FirstFound search;
  search.may_be_missing = call.truth(3);
  for (const Value& term : call.rest) add_first_found(call, term, search);
  for (const std::string& name : search.names) {
    call.context.budget.step();
    if (const auto entry = find_file(call.context, files_folder, name)) {
      return Value::list({Value::string(Files::absolute(*entry))});
    }
  }
  if (search.may_be_missing) return Value::list();
  fail_plainly(call, "No file was found when using first_found.");
}

// ---- Tables

// The text in the encoding of the option.
std::string decoded_text(const FunctionCall& call, const std::string& entry, const std::string& encoding) {
  const auto known = text_encoding(encoding);
  if (!known) call.fail("unknown encoding: " + encoding);
  return decode_text(*known, opened_text(call, entry)).text;
}

Value csvfile(Call& base) {
  FunctionCall& call = function_call(base);
  List values;
  for (const Value& term : call.rest) {
    const KeyValues inline_options = read_key_values(call.evaluator.text(term));
    const auto option = [&](std::string_view name, std::size_t index, std::string_view fallback) {
      const std::string* given = inline_options.find(name);
      return given != nullptr ? *given : call.text(index, fallback);
    };
    for (const auto& [name, value] : inline_options.options) {
      constexpr std::array<std::string_view, 5> known = {"file", "delimiter", "col", "default", "encoding"};
      if (std::find(known.begin(), known.end(), name) == known.end()) call.fail(name + " is not a valid option");
    }
    if (inline_options.rest.empty()) call.fail("Search key is required but was not found");
    const std::string delimiter = option("delimiter", 2, "TAB");
    CsvFormat format;
    format.delimiter = delimiter == "TAB" || delimiter.empty() ? '\t' : delimiter[0];
    const std::string name = option("file", 1, "ansible.csv");
    const auto column = parse_loose_integer(option("col", 3, "1"));
    if (!column) call.fail("csvfile: the column must be an integer");
    const std::string text = decoded_text(call, found_file(call, name), option("encoding", 5, "utf-8"));
    bool is_found = false;
    for (const CsvRow& row : read_csv(text, format, call.context.budget).rows) {
      if (row.empty() || row[0] != inline_options.rest) continue;
      const auto size = static_cast<std::int64_t>(row.size());
      const std::int64_t index = column.value < 0 ? column.value + size : column.value;
      if (index < 0 || index >= size) call.fail("csvfile: list index out of range");
      values.push_back(Value::string(row[static_cast<std::size_t>(index)]));
      is_found = true;
      break;
    }
    const std::string* given = inline_options.find("default");
    if (!is_found && given != nullptr) {
      values.push_back(Value::string(*given));
    } else if (!is_found && call.set(4)) {
      values.push_back(call[4]);
    }
  }
  return Value::list(std::move(values));
}

constexpr std::array<std::string_view, 8> ini_options = {"section",        "file",     "re",   "default",
                                                         "case_sensitive", "encoding", "type", "allow_no_value"};

// "PORT section=main file=x.ini": the key, and options that stand in the term.
struct IniRequest {
  std::string key;
  std::vector<std::pair<std::string_view, std::string>> options;
};

IniRequest read_ini_request(const FunctionCall& call, const std::string& term) {
  IniRequest request;
  if (term.find('=') == std::string::npos && trim(term).find(' ') == std::string_view::npos) {
    request.key = term;
    return request;
  }
  std::string* last = &request.key;
  for (const std::string_view word : Split(term, " ")) {
    if (word.empty()) continue;
    const std::size_t equals = word.find('=');
    if (equals != std::string_view::npos) {
      const auto known = std::find(ini_options.begin(), ini_options.end(), word.substr(0, equals));
      if (known == ini_options.end()) {
        fail_plainly(call, std::string(word.substr(0, equals)) + " is not a valid option.");
      }
      last = &request.options.emplace_back(*known, std::string(word.substr(equals + 1))).second;
      continue;
    }
    if (!last->empty()) *last += ' ';
    *last += word;
  }
  if (request.key.empty()) {
    call.fail("No key to lookup was provided as first term with in string inline options: " + term);
  }
  return request;
}

bool is_yes(std::string_view text) {
  return text == "true" || text == "True" || text == "yes" || text == "1" || text == "on";
}

void look_up_ini(const FunctionCall& call, const std::string& term, List& values) {
  Budget& budget = call.context.budget;
  const IniRequest request = read_ini_request(call, term);
  const auto written = [&](std::string_view name) -> const std::string* {
    for (const auto& [known, value] : request.options) {
      if (known == name) return &value;
    }
    return nullptr;
  };
  const auto text_option = [&](std::string_view name, std::size_t index, std::string_view fallback) {
    const std::string* given = written(name);
    return given != nullptr ? *given : call.text(index, fallback);
  };
  const auto flag = [&](std::string_view name, std::size_t index) {
    const std::string* given = written(name);
    return given != nullptr ? is_yes(*given) : call.truth(index);
  };
  const std::string name = text_option("file", 2, "ansible.ini");
  std::string section_name = text_option("section", 1, "global");
  std::string text = decoded_text(call, found_file(call, name), text_option("encoding", 6, "utf-8"));
  if (text_option("type", 7, "ini") == "properties") {
    section_name = "java_properties";
    text = "[java_properties]\n" + text;
  }
  const IniFile file(text, {flag("case_sensitive", 5), flag("allow_no_value", 8)}, budget);
  if (!file.error().empty()) fail_plainly(call, "The file '" + name + "' is no INI file: " + file.error() + ".");
  const IniFile::Section* section = file.section(section_name);
  if (section == nullptr) fail_plainly(call, "No section '" + section_name + "' in " + name);
  const auto add = [&](const std::optional<std::string>& raw) {
    if (!raw) return;
    std::string problem;
    const auto value = file.interpolate(*section, *raw, problem, budget);
    if (!value) call.fail("A value of section '" + section_name + "' in " + name + " is wrong: " + problem + ".");
    values.push_back(Value::string(*value));
  };
  if (flag("re", 3)) {
    const Ref<const Regex> regex = compile_regex(call, request.key, false, false);
    for (const auto& [key, value] : file.options(*section, budget)) {
      if (regex->matches(key, RegexAnchor::start, budget)) add(value);
    }
    return;
  }
  const std::string key = file.option_name(request.key);
  for (const auto& [known, value] : file.options(*section, budget)) {
    if (known == key) return add(value);
  }
  const std::string* fallback = written("default");
  values.push_back(fallback != nullptr ? Value::string(*fallback) : call.given(4) ? call[4] : Value::string(""));
}

Value ini(Call& base) {
  FunctionCall& call = function_call(base);
  List values;
  for (const Value& term : call.rest) look_up_ini(call, call.evaluator.text(term), values);
  return Value::list(std::move(values));
}

// ---- template

Value render_template(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  Syntax syntax = evaluator.options.syntax;
  syntax.escape_backslashes = false;
  syntax.variable_start = call.text(4, syntax.variable_start);
  syntax.variable_end = call.text(5, syntax.variable_end);
  syntax.comment_start = call.text(6, syntax.comment_start);
  syntax.comment_end = call.text(7, syntax.comment_end);
  List results;
  for (const Value& term : call.rest) {
    const std::string name = evaluator.text(term);
    const std::optional<std::string> entry = find_file(call.context, templates_folder, name);
    if (!entry) call.fail("the template file " + name + " could not be found for the lookup", "template-not-found");
    const std::optional<std::uint32_t> source = call.context.files.source(*entry);
    if (!source) call.fail("the template file " + name + " is not a text", "template-not-found");
    Map more;
    const CivilTime now = civil_time(call.context.clock.now());
    more.set("template_host", Value::string("localhost"));
    more.set("template_path", Value::string(name));
    more.set("template_uid", Value::string("root"));
    more.set("template_fullpath", Value::string(Files::absolute(*entry)));
    more.set("template_destpath", Value::null());
    more.set("template_run_date", make_datetime(evaluator, now));
    more.set("template_mtime", make_datetime(evaluator, now));
    more.set("ansible_managed", Value::string("Ansible managed"));
    if (call.set(1)) {
      if (!call[1].is_map()) call.fail("template_vars must be a dict");
      for (const auto& [key, value] : call[1].as_map()) more.set(key, value);
    }
    const Value text =
        render_as_text(evaluator, std::string(call.context.sources.text(*source)), *entry, {*source, {}}, syntax, more);
    results.push_back(call.truth(2, true) ? read_rendered(evaluator, text, syntax) : text.with_verbatim());
  }
  return Value::list(std::move(results));
}

// ---- password

std::string characters_of(std::string_view name) {
  constexpr std::string_view lower = "abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  const std::string letters = std::string(lower) + std::string(upper);
  if (name == "ascii_letters") return letters;
  if (name == "ascii_lowercase") return std::string(lower);
  if (name == "ascii_uppercase") return std::string(upper);
  if (name == "digits") return std::string(digits);
  if (name == "hexdigits") return "0123456789abcdefABCDEF";
  if (name == "octdigits") return "01234567";
  if (name == "punctuation") return std::string(marks);
  if (name == "whitespace") return " \t\n\r\v\f";
  if (name == "printable") return std::string(digits) + letters + std::string(marks) + " \t\n\r\v\f";
  return std::string(name);
}

struct PasswordRequest {
  std::string path;
  std::int64_t length = 20;
  std::string characters;  // each may be picked
  Value seed;
  std::optional<std::string> encrypt, ident;
};

std::string joined_characters(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += characters_of(name);
  return replace_all(replace_all(all, "\"", ""), "'", "");
}

// "a,b,,": the names between commas; a doubled comma is one of the characters.
std::vector<std::string> split_characters(std::string_view text) {
  std::vector<std::string> names;
  if (text.find(",,") != std::string_view::npos) names.push_back(",");
  const std::string single = replace_all(text, ",,", ",");
  for (const std::string_view name : Split(single, ",")) {
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

PasswordRequest read_password_request(const FunctionCall& call, const std::string& term) {
  PasswordRequest request;
  const std::size_t space = term.find(' ');
  const KeyValues options = space == std::string::npos ? KeyValues() : read_key_values(term.substr(space + 1));
  request.path = term.substr(0, space);
  if (!options.rest.empty()) request.path += " " + options.rest;
  if (!term.starts_with(request.path)) {
    call.fail("Unrecognized value after key=value parameters given to password lookup");
  }
  for (const auto& [name, value] : options.options) {
    constexpr std::array<std::string_view, 5> known = {"length", "encrypt", "chars", "ident", "seed"};
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      call.fail("Unrecognized parameter(s) given to password lookup: " + name);
    }
  }
  const auto text_option = [&](std::string_view name, std::size_t index) -> std::optional<std::string> {
    if (const std::string* given = options.find(name)) return *given;
    return call.set(index) ? std::optional(call.text(index)) : std::nullopt;
  };
  if (const auto length = text_option("length", 1)) {
    const auto number = parse_loose_integer(*length);
    if (!number) call.fail("invalid literal for int() with base 10: '" + *length + "'");
    request.length = std::max<std::int64_t>(number.value, 0);
  }
  std::vector<std::string> names = {"ascii_letters", "digits", ".,:-_"};
  if (const std::string* chars = options.find("chars")) {
    names = split_characters(*chars);
  } else if (call.set(2) && call[2].is_string()) {
    names = split_characters(call.text(2));
  } else if (call.set(2)) {
    names.clear();
    for (const Value& name : call.items(2)) names.push_back(call.evaluator.text(name));
  }
  request.characters = joined_characters(names);
  request.encrypt = text_option("encrypt", 3);
  request.ident = text_option("ident", 4);
  if (const std::string* seed = options.find("seed")) {
    request.seed = Value::string(*seed);
  } else if (call.set(5)) {
    request.seed = call[5];
  }
  return request;
}

std::string random_password(const FunctionCall& call, const PasswordRequest& request) {
  std::u32string characters;
  for (std::size_t at = 0; at < request.characters.size();) {
    const CodePoint point = decode_code_point(request.characters, at);
    characters += point.value;
    at += point.size;
  }
  if (characters.empty()) call.fail("There is no character that the password may have.");
  SeededRandom random(call, request.seed);
  std::string password;
  for (std::int64_t i = 0; i < request.length; ++i) {
    call.context.budget.step();
    append_code_point(password, characters[static_cast<std::size_t>(random.get().below(characters.size()))]);
  }
  return password;
}

// A password in its file: "text salt=… ident=…".
struct StoredPassword {
  std::string text;
  std::optional<std::string> salt, ident;
};

StoredPassword read_stored(std::string_view content) {
  StoredPassword stored;
  const std::size_t salt = content.rfind(" salt=");
  if (salt != std::string_view::npos) {
    const std::string_view rest = content.substr(salt + 6);
    const std::size_t ident = rest.rfind(" ident=");
    stored.salt = std::string(rest.substr(0, ident));
    if (ident != std::string_view::npos) stored.ident = std::string(rest.substr(ident + 7));
  }
  stored.text = std::string(content.substr(0, salt));
  return stored;
}

Value password(Call& base) {
  FunctionCall& call = function_call(base);
  List passwords;
  for (const Value& term : call.rest) {
    const PasswordRequest request = read_password_request(call, call.evaluator.text(term));
    const bool is_kept = request.path != "/dev/null";
    const auto entry = is_kept ? find_file(call.context, ".", request.path) : std::nullopt;
    StoredPassword stored;
    if (entry) {
      stored = read_stored(trim_end(file_text(call.context, *entry)));
    } else {
      stored.text = random_password(call, request);
    }
    std::string result = stored.text;
    bool is_changed = !entry;
    if (request.encrypt) {
      PasswordOptions options;
      options.salt = stored.salt;
      options.ident = request.ident ? request.ident : stored.ident;
      const HashedPassword hashed =
          hash_password(stored.text, *request.encrypt, options, call.context.random, call.context.budget);
      if (!hashed) call.fail(hashed.error);
      result = hashed.text;
      if (!stored.salt) {  // it is in the hash: the part before the last "$", or bcrypt's first 22 digits
        const std::size_t last = result.rfind('$');
        const bool is_bcrypt = result.starts_with("$2");
        stored.salt =
            is_bcrypt ? result.substr(last + 1, 22) : result.substr(0, last).substr(result.rfind('$', last - 1) + 1);
        if (is_bcrypt) stored.ident = result.substr(1, 2);
        is_changed = true;
      }
    }
    if (is_kept && is_changed) {
      const auto path = Files::resolve(request.path);
      if (!path) call.fail("The password file '" + request.path + "' is outside of the workspace.");
      std::string content = stored.text;
      if (stored.salt) content += " salt=" + *stored.salt;
      if (stored.ident) content += " ident=" + *stored.ident;
      call.context.files.write(*path, Value::string(content + "\n"));
    }
    passwords.push_back(Value::string(result));
  }
  return Value::list(std::move(passwords));
}

constexpr std::string_view with_files =
    R"({"options": {"flavor": "ansible"}, "files": {"files/a.txt": "alpha\n", "files/b.conf": "beta",
    "files/users.csv": "al,1001\nbo,1002\n", "files/x.ini": "[main]\nhost = web\nurl = http://%(host)s\n",
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
constexpr Example csvfile_examples[] = {
    {"{{ lookup('csvfile', 'bo', file='users.csv', delimiter=',') }}", "", R"("1002")", with_files}};
constexpr Example ini_examples[] = {
    {"{{ lookup('ini', 'url', section='main', file='x.ini') }}", "", R"("http://web")", with_files},
    {"{{ lookup('ini', 'url', section='nope', file='x.ini') }}", "", "error", with_files}};
constexpr Example unvault_examples[] = {{"{{ lookup('unvault', 'a.txt') }}", "", R"("alpha\n")", with_files}};
constexpr Example password_examples[] = {
    {"{{ lookup('password', '/dev/null chars=ascii_lowercase,digits length=12 seed=inventory') }}", "",
     R"("yu8ffm5425p8")", in_ansible}};

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
     .summary = "The path of the first of several files that there is.",
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
     .signature = "csvfile(*terms: string, file: string = 'ansible.csv', delimiter: string = 'TAB', col: integer = 1, "
                  "default: any = null, encoding: string = 'utf-8') -> list",
     .summary = "A column of the first row that begins with a key.",
     .effects = Effects::reads_files,
     .examples = csvfile_examples,
     .call = csvfile},
    {.kind = ansible_lookup,
     .signature =
         "ini(*terms: string, section: string = 'global', file: string = 'ansible.ini', re: boolean = false, "
         "default: any = '', case_sensitive: boolean = false, encoding: string = 'utf-8', type: string = 'ini', "
         "allow_no_value: boolean = false) -> list",
     .summary = "A value of an INI or properties file, or with `re` all values whose keys match.",
     .effects = Effects::reads_files,
     .examples = ini_examples,
     .call = ini},
    {.kind = ansible_lookup,
     .signature = "unvault(*terms: string) -> list",
     .summary = "The texts of files as they are; vaults are opened with the secret `vault_password`.",
     .effects = Effects::reads_files | Effects::secret,
     .examples = unvault_examples,
     .call = unvault},
    {.kind = ansible_lookup,
     .signature = "password(*terms: string, length: integer = 20, chars: list = null, encrypt: string = null, ident: "
                  "string = null, seed: any = null) -> list",
     .summary = "The password that a file holds, or a new one, which the file then holds.",
     .details = "`/dev/null` keeps none. The same seed gives the same password.",
     .effects = Effects::random | Effects::reads_files | Effects::writes_files,
     .examples = password_examples,
     .call = password},
};

}  // namespace

std::span<const Function> ansible_file_lookups() {
  return all;
}

}  // namespace evalground::jinja2
