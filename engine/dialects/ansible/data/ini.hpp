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
  bool is_case_sensitive = false;  // otherwise the names of options become lower case
  bool allow_no_value = false;     // "key" alone
};

class IniFile {
 public:
  // An option and its raw value; nothing: it has none.
  using Option = std::pair<std::string, std::optional<std::string>>;
  struct Section {
    std::string name;
    std::vector<Option> options;
  };

  // Reads the text as an INI file; error() says what is wrong with it.
  IniFile(std::string_view text, const IniFormat& format, Budget& budget);

  // Empty, or what is wrong: a clause without a full stop.
  const std::string& error() const { return error_; }
  // Null when no section has that name. DEFAULT does not count as a section.
  const Section* section(std::string_view name) const;
  // The options of a section and those of DEFAULT that it does not have.
  std::vector<Option> options(const Section& section, Budget& budget) const;
  // A value with "%(name)s" replaced and "%%" made "%"; nothing, with `problem` set, when a reference is wrong.
  std::optional<std::string> interpolate(const Section& section, std::string_view value, std::string& problem,
                                         Budget& budget) const;
  // The name under which an option is stored.
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
