// Lookups in tables of the workspace: CSV, INI and properties.
// Lookups in tables of the workspace: CSV, INI and properties.
//
// Both plugins take options in two ways: as named arguments, and in the text of a term, which is older: lookup('ini',
// 'url section=main file=x.ini'). Options in a term win over named arguments.
#include <algorithm>
#include <array>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/text_encoding.hpp"
#include "base/text/utf8.hpp"
#include "dialects/ansible/data/csv.hpp"
#include "dialects/ansible/data/ini.hpp"
#include "dialects/ansible/library/regex.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/ansible/runtime/lookup_terms.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace lookups_tables_family {
namespace {

// The text of a file, decoded with the encoding given as an option.
std::string decoded_text(const FunctionCall& call, const std::string& entry, const std::string& encoding) {
  const auto known = text_encoding(encoding);
  if (!known) call.fail("unknown encoding: " + encoding);
  return decode_text(*known, opened_text(call, entry)).text;
}

// A fallback that is a list adds all its items. Without a fallback nothing is added.
void add_fallback(const FunctionCall& call, const Value& fallback, List& values) {
  call.evaluator.require(fallback);
  if (fallback.is_null()) return;
  if (!fallback.is_list()) return values.push_back(fallback);
  for (const Value& item : fallback.as_list()) {
    call.context.budget.step();
    values.push_back(item);
  }
}

// The delimiter as csv.reader() accepts it.
// A delimiter of one character beyond ASCII is valid but matches nothing here, hence NUL.
char delimiter_of(const FunctionCall& call, const std::string& written) {
  if (written == "TAB") return '\t';
  if (count_code_points(written) != 1) call.fail("csvfile: \"delimiter\" must be a 1-character string");
  return written.size() == 1 ? written[0] : '\0';
}

// One term of a lookup in a table: a key, and options that stand beside it in its text.
class CsvTerm {
 public:
  // `key_option`: the place of the argument that says which column holds the keys; 0: the first does.
  CsvTerm(FunctionCall& call, std::size_t key_option, const std::string& written)
      : call_(call), key_option_(key_option), options_(read_key_values(written)) {
    check_options();
    if (options_.rest.empty()) call.fail("Search key is required but was not found");
  }

  void add_to(List& values) const {
    CsvFormat format;
    format.delimiter = delimiter_of(call_, option("delimiter", 2));
    const std::string name = option("file", 1);
    const auto key_column = parse_loose_integer(key_option_ == 0 ? "0" : option("keycol", key_option_));
    if (!key_column) call_.fail("csvfile: the column must be an integer");
    const std::string text = decoded_text(call_, found_file(call_, name), option("encoding", 5));
    for (const CsvRow& row : read_csv(text, format, call_.context.budget).rows) {
      if (row.empty() || cell(row, key_column.value) != options_.rest) continue;
      return values.push_back(Value::string(cell(row, column())));
    }
    if (const std::string* given = options_.find("default")) {
      values.push_back(Value::string(*given));
    } else if (call_.set(4)) {
      add_fallback(call_, call_[4], values);
    }
  }

 private:
  void check_options() const {
    constexpr std::array<std::string_view, 6> known = {"file", "delimiter", "col", "default", "encoding", "keycol"};
    const auto end = known.end() - (key_option_ == 0 ? 1 : 0);
    for (const auto& [name, value] : options_.options) {
      if (std::find(known.begin(), end, name) != end) continue;
      call_.fail(key_option_ == 0 ? name + " is not a valid option" : "'" + name + "' is not a valid option");
    }
  }

  std::string option(std::string_view name, std::size_t index) const {
    const std::string* given = options_.find(name);
    return given != nullptr ? *given : call_.evaluator.text(option_of_lookup(call_, index));
  }

  // Read by int(), where a row has the key.
  std::int64_t column() const {
    const std::string* given = options_.find("col");
    const Value whole = recover(
        [&] {
          return python_int(given != nullptr ? Value::string(*given) : option_of_lookup(call_, 3),
                            call_.context.budget);
        },
        [](const Error&) { return Value(); });
    if (whole.kind() != Kind::integer) call_.fail("csvfile: the column must be an integer");
    return whole.as_integer();
  }

  const std::string& cell(const CsvRow& row, std::int64_t number) const {
    const auto size = static_cast<std::int64_t>(row.size());
    const std::int64_t index = number < 0 ? number + size : number;
    if (index < 0 || index >= size) call_.fail("csvfile: list index out of range");
    return row[static_cast<std::size_t>(index)];
  }

  FunctionCall& call_;
  std::size_t key_option_;
  KeyValues options_;
};

// lookup('csvfile', 'bo', file='users.csv', delimiter=',') -> '1002': the second cell of the row that begins with the
// key. The file is read again for each term.
Value csv_values(FunctionCall& call, std::size_t key_option) {
  List values;
  if (key_option != 0 && call.rest.empty()) call.fail("Search key is required but was not found");
  for (const Value& term : call.rest) {
    if (key_option == 0 && term.is_null()) call.fail("Search key is required but was not found");
    const std::string written = key_option == 0 ? text_of_term(call, term, "split") : call.evaluator.text(term);
    CsvTerm(call, key_option, written).add_to(values);
  }
  return Value::list(std::move(values));
}

Value csvfile(Call& base) {
  return csv_values(function_call(base), 0);
}
Value newer_csvfile(Call& base) {
  return csv_values(function_call(base), 6);
}

constexpr std::array<std::string_view, 8> ini_options = {"section",        "file",     "re",   "default",
                                                         "case_sensitive", "encoding", "type", "allow_no_value"};

// A term such as "PORT section=main file=x.ini": the key, and options within the term.
struct IniRequest {
  std::string key;
  std::vector<std::pair<std::string_view, std::string>> options;
};

// Words are separated by blanks. A word without `=` continues the value before it, so "default=a b" has the value "a
// b".
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
        call.fail(std::string(word.substr(0, equals)) + " is not a valid option.", "lookup-failed");
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

// `interpolates`: whether "%(name)s" in a value is replaced.
// lookup('ini', 'url', section='main', file='x.ini') -> 'http://web', with %(host)s replaced. A properties file is an
// INI file without sections, so it gets an artificial one. With `re` the key is a pattern, and every key that it
// matches at its start adds a value.
void look_up_ini(const FunctionCall& call, const std::string& term, bool interpolates, List& values) {
  Budget& budget = call.context.budget;
  const IniRequest request = read_ini_request(call, term);
  const auto written = [&](std::string_view name) -> const std::string* {
    for (const auto& [known, value] : request.options) {
      if (known == name) return &value;
    }
    return nullptr;
  };
  const auto text_option = [&](std::string_view name, std::size_t index) {
    const std::string* given = written(name);
    return given != nullptr ? *given : call.evaluator.text(option_of_lookup(call, index));
  };
  const auto flag = [&](std::string_view name, std::size_t index) {
    const std::string* given = written(name);
    return given != nullptr ? is_yes(*given) : flag_of_lookup(call, index);
  };
  const std::string name = text_option("file", 2);
  std::string section_name = text_option("section", 1);
  std::string text = decoded_text(call, found_file(call, name), text_option("encoding", 6));
  if (text_option("type", 7) == "properties") {
    section_name = "java_properties";
    text = "[java_properties]\n" + text;
  }
  const std::string* written_case = written("case_sensitive");
  const bool is_case_sensitive = written_case != nullptr
                                     ? is_yes(*written_case)
                                     : call.evaluator.truth(option_of_lookup(call, 5));  // words are not converted
  const IniFile file(text, {is_case_sensitive, flag("allow_no_value", 8)}, budget);
  if (!file.error().empty())
    call.fail("The file '" + name + "' is no INI file: " + file.error() + ".", "lookup-failed");
  const IniFile::Section* section = file.section(section_name);
  if (section == nullptr) call.fail("No section '" + section_name + "' in " + name, "lookup-failed");
  const auto add = [&](const std::optional<std::string>& raw) {
    if (!raw) return;
    if (!interpolates) return values.push_back(Value::string(*raw));
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
  fallback != nullptr ? values.push_back(Value::string(*fallback))
                      : add_fallback(call, option_of_lookup(call, 4), values);
}

Value ini(Call& base) {
  FunctionCall& call = function_call(base);
  List values;
  for (const Value& term : call.rest) look_up_ini(call, text_of_term(call, term, "strip"), true, values);
  return Value::list(std::move(values));
}

Value newer_ini(Call& base) {
  FunctionCall& call = function_call(base);
  List values;
  return recover(
      [&] {
        for (const Value& term : call.rest) look_up_ini(call, call.evaluator.text(term), call.truth(9), values);
        return Value::list(std::move(values));
      },
      [&](const Error& error) -> Value {
        // The message shows the file name in quotes.
        const std::string file = call.text(2);
        const std::string message = error.diagnostic.message;
        if (error.diagnostic.code == "lookup-failed" && message == "No section '" + call.text(1) + "' in " + file) {
          call.fail("No section '" + call.text(1) + "' in '" + file + "'.", "lookup-failed");
        }
        throw error;
      });
}

constexpr std::string_view with_tables =
    R"({"options": {"flavor": "ansible"}, "files": {"files/users.csv": "al,1001\nbo,1002\n",
    "files/x.ini": "[main]\nhost = web\nurl = http://%(host)s\n"}})";

constexpr Example csvfile_examples[] = {
    {"{{ lookup('csvfile', 'bo', file='users.csv', delimiter=',') }}", "", R"("1002")", with_tables}};
constexpr Example ini_examples[] = {
    {"{{ lookup('ini', 'url', section='main', file='x.ini') }}", "", R"("http://web")", with_tables},
    {"{{ lookup('ini', 'url', section='nope', file='x.ini') }}", "", "error", with_tables}};

constexpr Function all[] = {
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
};

constexpr std::string_view with_tables_2_21 =
    R"({"options": {"flavor": "ansible", "reference": "2.21"}, "files": {"files/users.csv": "al,1001\nbo,1002\n",
    "files/x.ini": "[main]\nhost = web\nurl = http://%(host)s\n"}})";
constexpr Example newer_csvfile_examples[] = {
    {"{{ lookup('csvfile', '1002', file='users.csv', delimiter=',', keycol=1, col=0) }}", "", R"("bo")",
     with_tables_2_21}};
constexpr Example newer_ini_examples[] = {
    {"{{ lookup('ini', 'url', section='main', file='x.ini', interpolation=false) }}", "", R"("http://%(host)s")",
     with_tables_2_21}};

constexpr Function newer[] = {
    {.kind = ansible_2_21_lookup,
     .signature = "csvfile(*terms: string, file: string = 'ansible.csv', delimiter: string = 'TAB', col: integer = 1, "
                  "default: any = null, encoding: string = 'utf-8', keycol: integer = 0) -> list",
     .summary = "A column of the first row that has a key in a column.",
     .changed = "2.17",
     .effects = Effects::reads_files,
     .examples = newer_csvfile_examples,
     .call = newer_csvfile},
    {.kind = ansible_2_21_lookup,
     .signature =
         "ini(*terms: string, section: string = 'global', file: string = 'ansible.ini', re: boolean = false, "
         "default: any = '', case_sensitive: boolean = false, encoding: string = 'utf-8', type: string = 'ini', "
         "allow_no_value: boolean = false, interpolation: boolean = true) -> list",
     .summary = "A value of an INI or properties file, or with `re` all values whose keys match.",
     .changed = "2.18",
     .effects = Effects::reads_files,
     .examples = newer_ini_examples,
     .call = newer_ini},
};

}  // namespace
}  // namespace lookups_tables_family

std::span<const Function> ansible_table_lookups() {
  using namespace lookups_tables_family;
  return all;
}

std::span<const Function> ansible_newer_table_lookups() {
  using namespace lookups_tables_family;
  return newer;
}

}  // namespace evalground::ansible
