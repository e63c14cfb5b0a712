// How Ansible evaluates templates around Jinja: variables that are themselves templates, and expressions whose results
// are values.
//
//   vars:  port: 80,  url: "http://{{ host }}:{{ port }}",  host: "{{ name }}.org",  name: a
//   url    evaluated when a template first reads it, which evaluates host and then name: http://a.org:80
//   ports  "{{ [port] }}" renders the text "[80]", which is parsed as the list [80]
//
// The value of a variable is cached, and a variable that needs itself is an error. If its evaluation fails because
// something is undefined, the variable is undefined with that message. So `default` catches it where the variable is
// used.
//
// A result is text that may represent a value. A text that looks like a list, a dict or a boolean is parsed as a Python
// literal. A variable on its own that is a number, a boolean or none keeps its type (convert_ansible). The output of
// the JSON and YAML filters is never parsed. With native types Jinja's rules for native types apply. See
// ansible.template.Templar, before data tagging.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// The variables of a workspace. Templates in their texts, at any depth, are evaluated when the variable is first used.
// If that fails because something is undefined, the variable is undefined.
class AnsibleVariables final : public Variables {
 public:
  // The map must outlive the object.
  explicit AnsibleVariables(const Map& map) : base_{&map} {}
  // The variables of a workspace. Texts of variables named by the option `untrusted` are never evaluated.
  AnsibleVariables(const Context& context, const Map& vars);
  Value find(Evaluator& evaluator, std::string_view name) override;
  Value adopt(Evaluator& evaluator, Value object) override;
  Value embedded(Evaluator& evaluator, const Value& text, OriginId where) override;
  std::vector<std::string_view> names() const override;
  // The unevaluated value; null when absent.
  const Value* raw(std::string_view name) const { return world_->map->find(name); }

  // Whether an untrusted variable was read.
  bool has_read_untrusted() const { return has_read_untrusted_; }

  // A value, and the number of container changes when it was made.
  struct Known {
    Value value;
    std::uint64_t change_count;
  };
  // A set of variables, and the values known so far.
  struct World {
    const Map* map;
    std::unordered_map<std::string, Known> values = {};
    std::unordered_set<std::string> open = {};  // variables being evaluated
    bool has_vars = false;                      // defines `vars`: all variables, unevaluated
  };

  // Adds variables that take precedence while it lives. All variables are evaluated again, because they may refer to
  // the new ones.
  class Layer {
   public:
    Layer(AnsibleVariables& variables, const Map& more, Budget& budget);

   private:
    const Map all_;
    World world_;
    ScopedValue<World*> guard_;
  };
  // While it lives only the variables of the workspace, or of the world that replaces it, are visible.
  class Base {
   public:
    explicit Base(AnsibleVariables& variables) : guard_(variables.world_, variables.play_) {}

   private:
    ScopedValue<World*> guard_;
  };
  // Replaces the workspace's variables while it lives: by those of a host in a repository.
  class Elsewhere {
   public:
    Elsewhere(AnsibleVariables& variables, World& world)
        : play_(variables.play_, &world), guard_(variables.world_, &world) {}

   private:
    ScopedValue<World*> play_;
    ScopedValue<World*> guard_;
  };
  // Records texts that were encrypted in place.
  void note_vault(const Value& text) { vaults_.insert(text.identity()); }
  bool is_vault(const Value& text) const { return text.is_string() && vaults_.contains(text.identity()); }

 private:
  // The value of a variable if failures are carried: a failure is returned as a value that fails on use.
  Value find_carrying(Evaluator& evaluator, const Value& raw, const std::string& name);

  Map marked_;  // a copy of the variables, if some are untrusted
  bool has_read_untrusted_ = false;
  std::unordered_set<std::size_t> vaults_;  // identities of texts, which their vaults keep alive
  World base_;
  World* play_ = &base_;
  World* world_ = &base_;
};

// What the configuration of a repository says about templates. The state of an evaluation may be one.
class TemplateSettings {
 public:
  virtual ~TemplateSettings() = default;
  std::string managed = "Ansible managed";  // the format of `ansible_managed`
  bool keeps_undefined = false;             // a template that needs something undefined stays as written
};

// The behaviour of values in this flavor, and its default options.
inline constexpr Behavior ansible_behavior{
    .finalizes = true, .unrolls_iterators = true, .keeps_test_results = true, .keeps_text = true};
Options ansible_options();
// The same for ansible-core 2.21, with the changes of data tagging in 2.19.
inline constexpr Behavior ansible_2_21_behavior{.unrolls_iterators = true,
                                                .gives_nodes = true,
                                                .carries_failures = true,
                                                .has_long_ranges = true,
                                                .names_holder_type = true};
Options ansible_2_21_options();

// Whether the text contains the start of a print, block or comment tag.
bool holds_template(std::string_view text, const Syntax& syntax);

// The decrypted text of a value that is encrypted in place; absent for other values. Throws Error.
std::optional<Value> vault_text(Evaluator& evaluator, const Value& value);

// The value with all templates in its texts evaluated, at any depth. Verbatim texts are left alone.
Value template_value(Evaluator& evaluator, const Value& value, std::string_view name);

// Takes the line "#jinja2: trim_blocks:False, lstrip_blocks: True" from the start of a template and applies it to the
// syntax.
enum class Header : std::uint8_t {
  absent,
  taken,
  unusable  // Jinja rejects the options, and Ansible returns the rest unrendered
};
Header take_header(Evaluator& evaluator, std::string& text, Place& place, Syntax& syntax);

// The variables about a template file: `template_path` and the like. `name`: the name as requested.
Map template_variables(Evaluator& evaluator, std::string_view name, std::string_view entry);

// Renders a text as Ansible does. A first line "#jinja2: trim_blocks:False" sets options, also for included files.
// Newlines at the end are kept. Gives a text, or with native types a value.
Value render_ansible(Evaluator& evaluator, SourceText source, const Syntax& syntax);

// The same for a file that a lookup renders. The result is always text, or with `converts` the value that the text
// represents. Templates in its folder are found first. Its variables include `more` and use its syntax.
Value render_for_lookup(Evaluator& evaluator, SourceText source, const Syntax& syntax, const Map& more, bool converts);

// The value of a text by its nodes, as since 2.19: a single node keeps its type. This is not yet the result of a whole
// template, see finalized().
Value render_nodes(Evaluator& evaluator, SourceText source, Syntax syntax, const Map* more = nullptr);

// While it lives, variables have the values they have in the play, independent of the current template. Lookups see
// these.
class PlayVariables {
 public:
  explicit PlayVariables(Evaluator& evaluator);

 private:
  const Syntax syntax_;
  Evaluator::KeepReading kept_;
  std::optional<TemplateLoader::Reading> reading_;
  std::optional<AnsibleVariables::Base> base_;
};

// The value of a text as an expression in a playbook: a variable on its own that is a number, a boolean or none keeps
// its type. A rendered text that is a list, a dict, True or False is parsed.
Value convert_ansible(Evaluator& evaluator, SourceText source, const Syntax& syntax);

}  // namespace evalground::ansible
