#include "dialects/ansible/runtime/options.hpp"

#include <vector>

#include "base/text/text.hpp"

namespace evalground::ansible {
namespace {

// The versions of ansible-core whose rules are known; the first holds where none is named.
constexpr std::string_view references[] = {"2.14", "2.21"};
constexpr std::string_view behaviours[] = {"replace", "merge"};

constexpr Option choice(std::string_view name, std::span<const std::string_view> words, Prose summary) {
  return {.name = name, .type = OptionType::choice, .usual = words[0], .choices = words, .summary = summary};
}
constexpr OptionRow mode(std::string_view name, bool Options::*setting, Prose summary) {
  return {.option = {.name = name, .summary = summary}, .mode = setting};
}
// One that is read where it is needed: by a repository, or with the variables.
constexpr OptionRow text_row(std::string_view name, Prose summary) {
  return {.option = {.name = name, .type = OptionType::text, .usual = "", .summary = summary}};
}

}  // namespace

constexpr Option reference_option =
    choice("reference", references, "With Ansible's flavour, the version of ansible-core whose rules hold.");

namespace {

constexpr OptionRow rows[] = {
    {.option = reference_option},
    mode("convert_data", &Options::convert_data,
         "With Ansible's flavour, the result is what an expression of a playbook gives: a value or text."),
    text_row("untrusted",
             "With Ansible's flavour, names of variables whose text is data and never a template; `true`: of all."),
    mode("untrusted_expression", &Options::untrusted_expression,
         "With Ansible's flavour, the expression itself is data and never a template."),
    mode("allow_broken_conditionals", &Options::allow_broken_conditionals,
         "With Ansible 2.21, whether a condition that is not a boolean counts by its truth."),
    {.option = {.name = "allow_embedded_templates",
                .usual = "true",
                .summary = "With Ansible 2.21, templates in texts of conditions and lookups are evaluated."},
     .mode = &Options::allow_embedded_templates},
    text_row("inventory",
             "With Ansible's flavour, the inventory that the files hold: a file, a folder, a list of hosts "
             "such as `web1,web2`, or a list of those. The files are a repository then."),
    text_row("host", "The host of the inventory in whose context is evaluated."),
    text_row("play", "The playbook, `site.yml#2` its second play; else the first play that has the host."),
    text_row("role", "The role of which the expression or template is a task."),
    text_row("playbook_dir", "Without a play, the folder taken as the playbook's."),
    text_row("facts", "The facts of hosts: a folder with a file for each, or a file with a map of them."),
    text_row("limit", "A pattern of hosts, as for `--limit`."),
    {.option = choice("hash_behaviour", behaviours,
                      "Whether a variable that is a map replaces another of its name, or is merged into it.")},
    {.option = {.name = "skip_missing",
                .usual = "false",
                .summary = "What the repository lacks or cannot read is a warning: roles, files of variables, "
                           "encrypted files without their password. The language server sets it."}},
    text_row("variables", "The variables that are reported of hosts, a list of names; else all."),
};

// Where an option of Jinja2 means something else here.
constexpr std::pair<std::string_view, Prose> summaries[] = {
    {"undefined", "How much a missing value allows before it is an error; Ansible's flavour has its own way."},
    {"trim_blocks", "Drops the newline behind a block tag or comment; with Ansible's flavour as a rule."},
};

}  // namespace

std::span<const OptionRow> option_rows() {
  return rows;
}

std::span<const Option> all_options() {
  static const std::vector<Option> all = [] {
    std::vector<Option> options(option_table.begin(), option_table.end());
    for (Option& option : options) {
      for (const auto& [name, summary] : summaries) {
        if (option.name == name) option.summary = summary;
      }
    }
    // The last of Jinja2's is `quirks`, which every dialect has last.
    for (const OptionRow& row : rows) options.insert(options.end() - 1, row.option);
    return options;
  }();
  return all;
}

bool is_untrusted(const Map& options, std::string_view variable) {
  const Value* names = options.find("untrusted");
  if (names == nullptr) return false;
  if (names->kind() == Kind::boolean) return names->as_boolean();
  if (names->is_string()) {
    for (const std::string_view name : Split(names->as_string(), ",")) {
      if (trim(name) == variable) return true;
    }
  } else if (names->is_list()) {
    for (const Value& name : names->as_list()) {
      if (name.is_string() && name.as_string() == variable) return true;
    }
  }
  return false;
}

}  // namespace evalground::ansible
