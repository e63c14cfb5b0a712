// Templates as Ansible evaluates them around Jinja: variables that are templates themselves, and results of expressions
// as values.
//
//   vars:  port: 80,  url: "http://{{ host }}:{{ port }}",  host: "{{ name }}.org",  name: a
//   url    is evaluated when a template reads it first, which evaluates host, which evaluates name: http://a.org:80
//   ports  "{{ [port] }}" is the text "[80]", read as the list [80]
//
// A variable's value is kept, and one that needs itself is refused. What fails in it because something is undefined
// makes the variable undefined with that message, so that `default` catches it where the variable is used.
//
// A result is text that may stand for a value: one that looks like a list, a dict or a boolean is read as a Python
// literal, and a lone variable of a number, a boolean or none keeps its type (convert_ansible). Text of the JSON and
// YAML filters is never read back. With native types, values are what Jinja's native types make of them. By
// ansible-core's Templar (lib/ansible/template), before data tagging.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// The variables of a workspace. Text in them that holds a template, at any depth, is evaluated when its variable is
// first used; what fails because something is undefined makes the variable undefined.
class AnsibleVariables final : public Variables {
 public:
  // The map must outlive the object.
  explicit AnsibleVariables(const Map& map) : base_{&map} {}
  // Those of a workspace: the text of what its option `untrusted` names is never a template.
  AnsibleVariables(const Context& context, const Map& vars);
  Value find(Evaluator& evaluator, std::string_view name) override;
  Value adopt(Evaluator& evaluator, Value object) override;
  Value embedded(Evaluator& evaluator, const Value& text, OriginId where) override;
  std::vector<std::string_view> names() const override;
  // The given value before evaluation; null when absent.
  const Value* raw(std::string_view name) const { return world_->map->find(name); }

  // Whether a variable was read whose text is data.
  bool has_read_untrusted() const { return has_read_untrusted_; }

  // A value, and how often containers had been changed when it was made.
  struct Known {
    Value value;
    std::uint64_t change_count;
  };
  // Variables, and what is known of them.
  struct World {
    const Map* map;
    std::unordered_map<std::string, Known> values = {};
    std::unordered_set<std::string> open = {};  // those being evaluated
    bool has_vars = false;                      // the variable `vars` is all of them, as they were given
  };

  // While it lives there are more variables, before the others: all are evaluated anew, as they may need those.
  class Layer {
   public:
    Layer(AnsibleVariables& variables, const Map& more, Budget& budget);

   private:
    const Map all_;
    World world_;
    ScopedValue<World*> guard_;
  };
  // While it lives there are those of the workspace only, or of the world that takes their place.
  class Base {
   public:
    explicit Base(AnsibleVariables& variables) : guard_(variables.world_, variables.play_) {}

   private:
    ScopedValue<World*> guard_;
  };
  // While it lives another world takes the place of the workspace's: what a host of a repository sees.
  class Elsewhere {
   public:
    Elsewhere(AnsibleVariables& variables, World& world)
        : play_(variables.play_, &world), guard_(variables.world_, &world) {}

   private:
    ScopedValue<World*> play_;
    ScopedValue<World*> guard_;
  };
  // Texts that were encrypted where they stand are known as such.
  void note_vault(const Value& text) { vaults_.insert(text.identity()); }
  bool is_vault(const Value& text) const { return text.is_string() && vaults_.contains(text.identity()); }

 private:
  // The value of a variable where failures are carried: what fails is a value that fails when it is used.
  Value find_carrying(Evaluator& evaluator, const Value& raw, const std::string& name);

  Map marked_;  // those of a workspace, when some of them are untrusted
  bool has_read_untrusted_ = false;
  std::unordered_set<std::size_t> vaults_;  // by identity; a vault keeps its text
  World base_;
  World* play_ = &base_;
  World* world_ = &base_;
};

// How values behave in this flavor, and the options that it begins with.
inline constexpr Behavior ansible_behavior{
    .finalizes = true, .unrolls_iterators = true, .keeps_test_results = true, .keeps_text = true};
Options ansible_options();
// The same for ansible-core 2.21: what came with data tagging in 2.19.
inline constexpr Behavior ansible_2_21_behavior{.unrolls_iterators = true,
                                                .gives_nodes = true,
                                                .carries_failures = true,
                                                .has_long_ranges = true,
                                                .names_holder_type = true};
Options ansible_2_21_options();

// True when text holds the start of a print, block or comment tag.
bool holds_template(std::string_view text, const Syntax& syntax);

// The text of a value that is encrypted where it stands; nothing for any other. Throws Error.
std::optional<Value> vault_text(Evaluator& evaluator, const Value& value);

// The value with all text that holds templates evaluated, at any depth, but not what is verbatim.
Value template_value(Evaluator& evaluator, const Value& value, std::string_view name);

// Takes the line "#jinja2: trim_blocks:False, lstrip_blocks: True" from the front of the text into the
// syntax.
enum class Header : std::uint8_t {
  absent,
  taken,
  unusable  // Jinja rejects these options, and Ansible returns the rest of the text unrendered
};
Header take_header(Evaluator& evaluator, std::string& text, Place& place, Syntax& syntax);

// What the template of a file knows of itself: `template_path` and the like. `name`: as it was asked for.
Map template_variables(Evaluator& evaluator, std::string_view name, std::string_view entry);

// Renders a text as Ansible does: a first line "#jinja2: trim_blocks:False" sets options, of the files that it
// includes, too, and newlines at the end are kept. Text, or with native types a value.
Value render_ansible(Evaluator& evaluator, SourceText source, const Syntax& syntax);

// The same for the file that a lookup renders, whatever the options say as text, or with `converts` as the value that
// the text stands for. Templates beside it are found before others; its variables have `more` of them and its syntax.
Value render_for_lookup(Evaluator& evaluator, SourceText source, const Syntax& syntax, const Map& more, bool converts);

// The value of a text by its nodes, as since 2.19: a lone one with its type. Not yet what a whole template gives
// (finalized()).
Value render_nodes(Evaluator& evaluator, SourceText source, Syntax syntax, const Map* more = nullptr);

// While it lives, variables are what they are to the play itself, whatever template runs: so lookups see them.
class PlayVariables {
 public:
  explicit PlayVariables(Evaluator& evaluator);

 private:
  const Syntax syntax_;
  Evaluator::KeepReading kept_;
  std::optional<TemplateLoader::Reading> reading_;
  std::optional<AnsibleVariables::Base> base_;
};

// The value of a text as a playbook's expression gives it: a lone variable that is a number, a boolean or none keeps
// its type, and a rendered text that is a list, a dict, True or False is read as one.
Value convert_ansible(Evaluator& evaluator, SourceText source, const Syntax& syntax);

}  // namespace evalground::ansible
