// The help, from the tables of verbs and flags: as text in two columns, and as JSON for programs.
#include "cli/command_line/help.hpp"

#include <algorithm>
#include <span>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "cli/command_line/flags.hpp"
#include "cli/command_line/verbs.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t widest = 110;  // columns
constexpr std::size_t verb_column = 33;
constexpr std::size_t flag_column = 27;

// Appends "term    its sentence over several lines", with the sentence starting at that column.
// A term that is too long for its column stands on a line alone.
void append_entry(std::string& text, std::string term, std::string_view about, std::size_t column) {
  const std::size_t width = count_code_points(term);
  if (width + 2 > column) {
    text += term + "\n" + std::string(column, ' ');
  } else {
    text += term + std::string(column - width, ' ');
  }
  std::size_t at = column;
  for (const std::string_view word : Split(about, " ")) {
    const std::size_t size = count_code_points(word);
    if (at > column && at + 1 + size > widest) {
      text += "\n" + std::string(column, ' ');
      at = column;
    } else if (at > column) {
      text += ' ';
      ++at;
    }
    text += word;
    at += size;
  }
  text += '\n';
}

std::string with_operands(const VerbRow& row) {
  return "evalground " + std::string(row.name) + (row.operands.empty() ? "" : " " + std::string(row.operands));
}

// The flags of a section, for one verb or for all.
// The help of a single verb shows only its own formats.
std::string section_text(Section section, std::optional<Verb> verb) {
  std::string text;
  for (const FlagRow& flag : flag_rows()) {
    if (flag.section != section || (verb && !flag.verbs.contains(*verb))) continue;
    std::string about(flag.about);
    std::string value(flag.value);
    if (!flag.choices.empty()) value = replace_all(flag.choices, " ", "|");
    if (flag.name == "--format" && verb) {
      value = replace_all(row_of(*verb).formats, " ", "|");
      about = "the format of the result";
    }
    if (section == Section::verb && !verb) about = names_of(flag.verbs) + ": " + about;
    append_entry(text, "  " + std::string(flag.name) + (value.empty() ? "" : " " + value), about, flag_column);
  }
  return text;
}

constexpr Section shared[] = {Section::workspace, Section::repository, Section::running};

constexpr std::string_view summary = "Evaluates the small languages that configuration systems hide in YAML.";
constexpr std::string_view exit_codes = "0 success, 1 the evaluation or a case failed, 2 wrong usage.";

Value words_of(std::string_view text) {
  List words;
  for (const std::string_view word : Split(text, " ")) {
    if (!word.empty()) words.push_back(Value::string(word));
  }
  return Value::list(std::move(words));
}

Value json_of(const VerbRow& row) {
  return Value::map({{"name", Value::string(row.name)},
                     {"operands", Value::string(row.operands)},
                     {"about", Value::string(row.about)},
                     {"formats", words_of(row.formats)}});
}

Value json_of(const FlagRow& row) {
  List verbs;
  for (const VerbRow& verb : verb_rows()) {
    if (row.verbs.contains(verb.verb)) verbs.push_back(Value::string(verb.name));
  }
  return Value::map({{"name", Value::string(row.name)},
                     {"value", Value::string(row.value)},
                     {"choices", words_of(row.choices)},
                     {"section", Value::string(title_of(row.section))},
                     {"verbs", Value::list(std::move(verbs))},
                     {"about", Value::string(row.about)}});
}

}  // namespace

// From the catalogue, so a module with fewer dialects lists only these.
std::string dialect_lines() {
  Budget budget;
  std::string lines;
  const auto add = [&](const Map& description) {
    std::string name(description.find("id")->as_string());
    name.resize(std::max<std::size_t>(name.size() + 1, 13), ' ');
    lines += "  " + name + std::string(description.find("about")->as_string());
  };
  const Value dialects = parse_json(catalogue(""), budget);
  for (const Value& dialect : dialects.as_list()) {
    const Map& description = dialect.as_map();
    add(description);
    std::string others;  // operations other than the usual one
    const List& operations = description.find("operations")->as_list();
    for (std::size_t i = 1; i < operations.size(); ++i) others += ", " + std::string(operations[i].as_string());
    if (!others.empty()) lines += " (also " + others.substr(2) + ")";
    lines += "\n";
    if (const Value* flavors = description.find("flavors")) {
      for (const Value& flavor : flavors->as_list()) {
        add(flavor.as_map());
        lines += "\n";
      }
    }
  }
  return lines;
}

std::string help_text() {
  std::string text = std::string(summary) + "\n\n";
  for (const VerbRow& row : verb_rows()) append_entry(text, with_operands(row), row.about, verb_column);
  append_entry(text, "evalground site OUT",
               "write the playground as a folder for any static server (npx evalground only); "
               "--only embed, --with-python, --at PATH, --list",
               verb_column);
  for (const Section section : {Section::workspace, Section::repository, Section::running, Section::verb})
    text += "\n" + std::string(title_of(section)) + "\n" + section_text(section, std::nullopt);
  return text + "\nDialects\n" + dialect_lines() + "\n  --version, --help\n\nExit codes: " + std::string(exit_codes) +
         "\n";
}

std::string help_json() {
  List verbs;
  for (const VerbRow& row : verb_rows()) verbs.push_back(json_of(row));
  List flags;
  for (const FlagRow& row : flag_rows()) flags.push_back(json_of(row));
  Budget budget;
  return write_json(Value::map({{"summary", Value::string(summary)},
                                {"verbs", Value::list(std::move(verbs))},
                                {"flags", Value::list(std::move(flags))},
                                {"exitCodes", Value::string(exit_codes)}}),
                    budget, {.indent = 2}) +
         "\n";
}

std::string help_text_of(Verb verb) {
  const VerbRow& row = row_of(verb);
  std::string text;
  append_entry(text, with_operands(row), row.about, verb_column);
  if (const std::string own = section_text(Section::verb, verb); !own.empty()) text += "\n" + own;
  for (const Section section : shared) {
    const std::string flags = section_text(section, verb);
    if (!flags.empty()) text += "\n" + std::string(title_of(section)) + "\n" + flags;
  }
  return text + "\nevalground --help lists all verbs, flags and dialects.\n";
}

}  // namespace evalground::cli
