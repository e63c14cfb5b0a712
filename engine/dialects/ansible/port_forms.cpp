#include "dialects/ansible/port_forms.hpp"

#include <algorithm>
#include <iterator>

#include "base/text/text.hpp"

namespace evalground::ansible {
namespace {

struct NamedForm {
  std::string_view name;
  jinja2::Form form;
};

// The entries that results of tasks commonly have.
constexpr NamedForm result_entries[] = {
    {"stdout", jinja2::Form::text},        {"stderr", jinja2::Form::text},       {"msg", jinja2::Form::text},
    {"module_stdout", jinja2::Form::text}, {"stdout_lines", jinja2::Form::list}, {"stderr_lines", jinja2::Form::list},
    {"results", jinja2::Form::list},       {"rc", jinja2::Form::number},         {"changed", jinja2::Form::boolean},
    {"failed", jinja2::Form::boolean},     {"skipped", jinja2::Form::boolean}};

// Lookups whose results are text, unless they are asked for a list.
constexpr std::string_view text_lookups[] = {"csvfile", "env",      "file", "fileglob", "first_found", "ini",
                                             "lines",   "password", "pipe", "template", "unvault",     "url"};

jinja2::Form form_of_result_entry(std::string_view name) {
  for (const NamedForm& entry : result_entries) {
    if (entry.name == name) return entry.form;
  }
  return jinja2::Form::any;
}

// By the rules of YAML 1.1. None says nothing: it stands for a variable that others set.
jinja2::Form form_of_scalar(const YamlNode& node) {
  if (!node.tag().empty() || node.text.find("{{") != std::string_view::npos) return jinja2::Form::any;
  if (node.style != YamlStyle::plain) return jinja2::Form::text;
  std::string word(node.text);
  for (char& c : word) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  if (word.empty() || word == "~" || word == "null") return jinja2::Form::any;
  for (const std::string_view boolean : {"true", "false", "yes", "no", "on", "off"}) {
    if (word == boolean) return jinja2::Form::boolean;
  }
  return word.find_first_not_of("0123456789.") == std::string::npos ? jinja2::Form::number : jinja2::Form::text;
}

jinja2::Form form_of_node(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::sequence: return jinja2::Form::list;
    case YamlNode::Kind::mapping: return jinja2::Form::map;
    case YamlNode::Kind::scalar: return form_of_scalar(node);
    case YamlNode::Kind::alias: return jinja2::Form::any;
  }
  return jinja2::Form::any;
}

// The name of a variable; empty for any other expression.
std::string_view name_of(const Expression& expression) {
  return expression.kind == ExpressionKind::name ? static_cast<const Name&>(expression).name : std::string_view();
}

jinja2::Form form_of_lookup(const CallExpression& call) {
  if (name_of(*call.callee) != "lookup" || call.arguments.positional.empty()) return jinja2::Form::any;
  for (const NamedArgument& named : call.arguments.named) {
    if (named.name == "wantlist") return jinja2::Form::any;
  }
  const Value* name = constant_of(call.arguments.positional[0]);
  if (name == nullptr || !name->is_string()) return jinja2::Form::any;
  std::string_view lookup = name->as_string();
  constexpr std::string_view own = "ansible.builtin.";
  if (lookup.starts_with(own)) lookup.remove_prefix(own.size());
  const bool is_text = std::find(std::begin(text_lookups), std::end(text_lookups), lookup) != std::end(text_lookups);
  return is_text ? jinja2::Form::text : jinja2::Form::any;
}

}  // namespace

void KnownForms::add(std::string_view name, jinja2::Form form, const YamlNode& node, std::uint32_t file) {
  const OriginId where = context_.sources.add({file, node.begin, node.end, Via::literal, 0, false});
  const auto [known, is_new] = variables_.try_emplace(std::string(name), Known{form, where});
  if (!is_new && known->second.form != form) known->second.form = jinja2::Form::any;
}

void KnownForms::add_variables(const YamlNode& map, std::uint32_t file) {
  if (map.kind != YamlNode::Kind::mapping) return;
  for (const YamlPair& pair : map.pairs) {
    context_.budget.step();
    if (pair.key->kind == YamlNode::Kind::scalar) add(pair.key->text, form_of_node(*pair.value), *pair.key, file);
  }
}

void KnownForms::add_tasks(const YamlNode& root, std::uint32_t file) {
  const Depth depth = context_.budget.enter();
  context_.budget.step();
  if (root.kind == YamlNode::Kind::sequence) {
    for (const YamlNode* item : root.items) add_tasks(*item, file);
  }
  if (root.kind != YamlNode::Kind::mapping) return;
  for (const YamlPair& pair : root.pairs) {
    const std::string_view key = pair.key->kind == YamlNode::Kind::scalar ? pair.key->text : std::string_view();
    if (key == "register" && pair.value->kind == YamlNode::Kind::scalar) {
      const OriginId where = context_.sources.add({file, pair.value->begin, pair.value->end, Via::literal, 0, false});
      results_.try_emplace(std::string(pair.value->text), where);
    } else if (key == "vars") {
      add_variables(*pair.value, file);
    } else if (key == "set_fact" || key == "ansible.builtin.set_fact") {
      if (pair.value->kind != YamlNode::Kind::mapping) continue;
      for (const YamlPair& fact : pair.value->pairs) {  // a fact may be anything, whatever else defines it
        if (fact.key->kind == YamlNode::Kind::scalar) add(fact.key->text, jinja2::Form::any, *fact.key, file);
      }
    } else {
      add_tasks(*pair.value, file);
    }
  }
}

KnownForms::Known KnownForms::of(const Expression& expression) const {
  const jinja2::Form own = form_of(expression, context_.budget);
  if (own != jinja2::Form::any) return {own};
  if (expression.kind == ExpressionKind::call) return {form_of_lookup(static_cast<const CallExpression&>(expression))};
  if (expression.kind == ExpressionKind::attribute) {
    const auto& attribute = static_cast<const Attribute&>(expression);
    const auto result = results_.find(std::string(name_of(*attribute.holder)));
    if (result == results_.end()) return {};
    return {form_of_result_entry(attribute.name->as_string()), result->second};
  }
  const std::string name(name_of(expression));
  if (name.empty()) return {};
  const auto variable = variables_.find(name);
  const auto result = results_.find(name);
  if (result != results_.end())
    return variable == variables_.end() ? Known{jinja2::Form::map, result->second} : Known{};
  return variable == variables_.end() ? Known{} : variable->second;
}

}  // namespace evalground::ansible
