// What variables of playbooks and roles certainly are: by the defaults and variables of the role, by `vars`, and by
// `register`. Conditions are judged by it, since 2.19 takes booleans only.
//
//   defaults/main.yml   pkgs: []               pkgs             a list
//   tasks/main.yml      register: made         made             a dict
//                                              made.stderr      a text
//                                              lookup('file')   a text
//
// A variable that is defined twice with different types, or by a template, may be anything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "data/yaml/node.hpp"
#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/syntax/form.hpp"
#include "runtime/context.hpp"

namespace evalground::ansible {

class KnownForms {
 public:
  explicit KnownForms(Context& context) : context_(context) {}

  // Variables of a file such as defaults/main.yml.
  void add_variables(const YamlNode& map, std::uint32_t file);
  // `vars` and `register` of plays and tasks.
  void add_tasks(const YamlNode& root, std::uint32_t file);

  struct Known {
    jinja2::Form form = jinja2::Form::any;
    OriginId where = 0;  // of the definition; 0 if the form follows from the expression alone
  };
  Known of(const Expression& expression) const;

 private:
  void add(std::string_view name, jinja2::Form form, const YamlNode& node, std::uint32_t file);

  Context& context_;
  std::unordered_map<std::string, Known> variables_;
  std::unordered_map<std::string, OriginId> results_;  // of tasks, by the name in `register`
};

}  // namespace evalground::ansible
