// INI files as Python's ConfigParser reads them: sections, "=" or ":", continuation lines, "%(name)s".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.hpp"

namespace evalground::ansible {

struct IniFormat {
  bool is_case_sensitive = false;  // otherwise option names are converted to lower case
  bool allow_no_value = false;     // accepts "key" without a value
};

class IniFile {
 public:
  // An option and its raw value, which may be absent.
  using Option = std::pair<std::string, std::optional<std::string>>;
  struct Section {
    std::string name;
    std::vector<Option> options;
  };

  // Parses the text. error() tells whether it is a valid INI file.
  IniFile(std::string_view text, const IniFormat& format, Budget& budget);

  // Empty on success, otherwise a clause without a full stop.
  const std::string& error() const { return error_; }
  // Null when no section has that name. DEFAULT is not a section.
  const Section* section(std::string_view name) const;
  // The options of a section, followed by those of DEFAULT that it lacks.
  std::vector<Option> options(const Section& section, Budget& budget) const;
  // The value with "%(name)s" replaced and "%%" reduced to "%". Absent, with `problem` set, if a reference is wrong.
  std::optional<std::string> interpolate(const Section& section, std::string_view value, std::string& problem,
                                         Budget& budget) const;
  // The name under which an option is stored: in lower case, unless names are case sensitive.
  std::string option_name(std::string_view written) const;

 private:
  void read(std::string_view text, Budget& budget);
  // Null when neither the section nor DEFAULT has it.
  const Option* find(const Section& section, std::string_view name) const;
  bool expand(const Section& section, std::string_view value, std::string& text, std::string& problem, int level,
              Budget& budget) const;

  IniFormat format_;
  Section defaults_;
  std::vector<Section> sections_;
  std::string error_;
};

}  // namespace evalground::ansible
