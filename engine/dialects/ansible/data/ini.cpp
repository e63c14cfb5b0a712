// Python's configparser.ConfigParser. A line that is indented more than its option continues the value of that option:
//
//   paths = a
//     b           the value is "a", a newline and "b"

#include "dialects/ansible/data/ini.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"

namespace evalground::ansible {
namespace {

constexpr int deepest_interpolation = 10;

const IniFile::Option* find_option(const IniFile::Section& section, std::string_view name) {
  const auto found = std::find_if(section.options.begin(), section.options.end(),
                                  [&](const IniFile::Option& option) { return option.first == name; });
  return found == section.options.end() ? nullptr : &*found;
}

}  // namespace

IniFile::IniFile(std::string_view text, const IniFormat& format, Budget& budget) : format_(format) {
  defaults_.name = "DEFAULT";
  read(text, budget);
}

std::string IniFile::option_name(std::string_view written) const {
  return format_.is_case_sensitive ? std::string(written) : to_lower(written);
}

void IniFile::read(std::string_view text, Budget& budget) {
  Section* section = nullptr;
  Option* option = nullptr;
  std::size_t option_indent = 0;
  std::size_t number = 0;
  std::size_t empty_lines = 0;  // they belong to the value if it continues after them
  for (std::string_view line : Split(text, "\n")) {
    budget.step();
    ++number;
    const auto fail = [&](const std::string& what) { error_ = what + " in line " + std::to_string(number); };
    const std::string_view content = trim(line);
    if (content.empty()) {
      ++empty_lines;
      continue;
    }
    if (content[0] == '#' || content[0] == ';') continue;
    const std::size_t indent = line.find_first_not_of(ascii_whitespace);
    if (option != nullptr && indent > option_indent) {
      if (!option->second) option->second.emplace();
      option->second->append(empty_lines + 1, '\n').append(content);
      empty_lines = 0;
      continue;
    }
    empty_lines = 0;
    option = nullptr;
    option_indent = indent;
    const std::size_t bracket = content.rfind(']');
    if (content[0] == '[' && bracket != std::string_view::npos && bracket > 1) {
      const std::string_view name = content.substr(1, bracket - 1);
      if (name == defaults_.name) {
        section = &defaults_;
        continue;
      }
      if (this->section(name) != nullptr) return fail("the section " + quote(name) + " appears twice, again");
      sections_.push_back({std::string(name), {}});
      section = &sections_.back();
      continue;
    }
    if (section == nullptr) return fail("there is no section header before the text");
    const std::size_t delimiter = content.find_first_of("=:");
    if (delimiter == std::string_view::npos && !format_.allow_no_value) {
      return fail("there is neither \"=\" nor \":\"");
    }
    if (delimiter == 0) return fail("there is no name");
    std::string name = option_name(trim_end(content.substr(0, delimiter)));
    budget.step(section->options.size() / 16);
    if (find_option(*section, name) != nullptr) return fail("the option " + quote(name) + " appears twice, again");
    std::optional<std::string> value;
    if (delimiter != std::string_view::npos) value = std::string(trim(content.substr(delimiter + 1)));
    section->options.push_back({std::move(name), std::move(value)});
    option = &section->options.back();
  }
}

const IniFile::Section* IniFile::section(std::string_view name) const {
  const auto found =
      std::find_if(sections_.begin(), sections_.end(), [&](const Section& known) { return known.name == name; });
  return found == sections_.end() ? nullptr : &*found;
}

std::vector<IniFile::Option> IniFile::options(const Section& section, Budget& budget) const {
  std::vector<Option> all = defaults_.options;
  for (const Option& own : section.options) {
    budget.step(1 + all.size() / 16);
    const auto inherited =
        std::find_if(all.begin(), all.end(), [&](const Option& known) { return known.first == own.first; });
    if (inherited == all.end()) {
      all.push_back(own);
    } else {
      inherited->second = own.second;
    }
  }
  return all;
}

const IniFile::Option* IniFile::find(const Section& section, std::string_view name) const {
  const Option* own = find_option(section, name);
  return own != nullptr ? own : find_option(defaults_, name);
}

bool IniFile::expand(const Section& section, std::string_view value, std::string& text, std::string& problem, int level,
                     Budget& budget) const {
  if (level > deepest_interpolation) {
    problem = "references go deeper than " + std::to_string(deepest_interpolation) + " levels";
    return false;
  }
  while (true) {
    const std::size_t percent = value.find('%');
    budget.step();
    budget.output(std::min(percent, value.size()));
    text += value.substr(0, percent);
    if (percent == std::string_view::npos) return true;
    value.remove_prefix(percent + 1);
    if (value.starts_with('%')) {
      text += '%';
      value.remove_prefix(1);
      continue;
    }
    const std::size_t end = value.find(")s");
    if (!value.starts_with('(') || end == std::string_view::npos) {
      problem = "\"%\" must be followed by \"%\" or by \"(name)s\", not by " + quote(value, 20);
      return false;
    }
    const std::string name = option_name(value.substr(1, end - 1));
    const Option* referred = find(section, name);
    if (referred == nullptr) {
      problem = "there is no option " + quote(name) + " to refer to";
      return false;
    }
    if (!expand(section, referred->second.value_or(""), text, problem, level + 1, budget)) return false;
    value.remove_prefix(end + 2);
  }
}

std::optional<std::string> IniFile::interpolate(const Section& section, std::string_view value, std::string& problem,
                                                Budget& budget) const {
  std::string text;
  if (!expand(section, value, text, problem, 1, budget)) return std::nullopt;
  return text;
}

}  // namespace evalground::ansible
