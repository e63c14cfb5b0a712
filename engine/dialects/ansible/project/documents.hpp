// The files of a repository: folders, and YAML as Ansible parses it, decrypted if it is a vault.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/ansible/project/settings.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// Marks all texts in the value as data from outside, which is never evaluated as a template.
Value as_unsafe(Evaluator& evaluator, const Value& value);

class Documents {
 public:
  explicit Documents(Evaluator& evaluator);

  // The stored name of a file, valid during the evaluation; absent when there is no such file.
  std::optional<std::string_view> file(std::string_view path) const;
  bool is_folder(std::string_view path) const { return folders_.contains(std::string(path)); }
  // An entry of a folder. Entries are in byte order.
  struct Entry {
    std::string_view name;  // name without the folder
    bool is_folder;
  };
  std::vector<Entry> entries(std::string_view folder) const;
  // The names of all files.
  const std::vector<std::string_view>& files() const { return names_; }

  // The value of a file, parsed once as YAML 1.1 or JSON; null for an empty file. Throws Error with its place.
  const Value& read(std::string_view file);
  // With the option `skip_missing`, what the repository lacks or cannot read is a warning.
  bool skips_missing() const noexcept { return skips_missing_; }
  // read(), and null where it fails and may be skipped.
  const Value& read_or_skip(std::string_view file);
  // The assignments in a file that contains a map or nothing. `wrong` makes the message for any other content.
  template <class Message>
  const Settings& settings(std::string_view name, Message&& wrong) {
    const auto known = settings_.find(name);
    if (known != settings_.end()) return known->second;
    const Value& value = read_or_skip(name);
    if (!value.is_null() && !value.is_map()) evaluator_.context.fail(value.origin(), "bad-variables", wrong(value));
    return settings_.emplace(name, value.is_map() ? settings_of(value.as_map(), name) : Settings()).first->second;
  }
  // Whether a text is JSON.
  static bool looks_like_json(std::string_view text);

 private:
  Value parse(std::string_view file);

  Evaluator& evaluator_;
  bool skips_missing_ = false;
  std::vector<std::string_view> names_;
  std::unordered_map<std::string_view, std::size_t> numbers_;
  std::unordered_map<std::string, std::map<std::string_view, bool>> folders_;  // "": the root
  std::unordered_map<std::string_view, Value> values_;
  std::map<std::string_view, Settings> settings_;
};

}  // namespace evalground::ansible
