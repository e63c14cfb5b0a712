// Reads names and references in templates and environments for the language services. It works on the YAML tree, so a
// template may be incomplete if it is valid YAML. Definitions are collected first, because a template may refer to
// resources that it defines later.

#include "dialects/heat/names_in_templates.hpp"

#include <optional>

#include "base/text/any_of.hpp"
#include "dialects/heat/catalogue.hpp"
#include "dialects/heat/document_words.hpp"
#include "dialects/heat/environment/environment.hpp"
#include "dialects/heat/names_across_files.hpp"
#include "dialects/yaql/language.hpp"
#include "runtime/trace.hpp"
#include "value/map.hpp"

namespace evalground::heat {
namespace {

class TemplateNames {
 public:
  TemplateNames(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading)
      : context_(context), yaml_(yaml), file_(file), reading_(reading) {}

  // Only keys at the top level define names. An expression of the workspace has no sections and is walked as a value.
  void read() {
    if (yaml_.root() == nullptr) return;
    yaml_.add_anchors(reading_, context_.budget);
    const YamlNode& root = *yaml_.root();
    const bool is_expression = context_.sources.path(file_) == expression_path;
    if (is_expression || root.kind != YamlNode::Kind::mapping) return walk(root);
    if (is_environment(context_, file_, root)) return environment(root);
    for (const auto& [key, value] : root.pairs) {
      if (!is_scalar(*key)) continue;
      if (key->text == "parameters") define(*value, "parameter");
      if (key->text == "resources") define(*value, "resource");
      if (key->text == "conditions") define(*value, "condition");
      if (key->text == "outputs") define(*value, "output");
    }
    for (const auto& [key, value] : root.pairs) {
      if (is_scalar(*key)) reading_.name("key", key->text, yaml_.inner(*key));
      is_plain_ = is_scalar(*key) && (key->text == "parameters" || key->text == "parameter_groups");
      walk(*value);
    }
    is_plain_ = false;
    groups(root);
  }

 private:
  // An environment sets parameters of the template.
  void environment(const YamlNode& root) {
    if (const YamlNode* values = value_of(root, "parameters")) read_values(*values);
    const YamlNode* defaults = value_of(root, "parameter_defaults");
    if (defaults != nullptr && defaults->kind == YamlNode::Kind::mapping) {
      for (const YamlPair& pair : defaults->pairs) {
        context_.budget.step();
        if (is_scalar(*pair.key)) read_default(*pair.key);
      }
    }
    // `My::Server: server.yaml`
    const YamlNode* registry = value_of(root, "resource_registry");
    if (registry == nullptr || registry->kind != YamlNode::Kind::mapping) return;
    for (const YamlPair& pair : registry->pairs) {
      if (!is_scalar(*pair.key) || !is_scalar(*pair.value)) continue;
      context_.budget.step();
      const std::uint32_t type = reading_.symbol("type", "", pair.key->text);
      reading_.symbols[type].detail = "`" + std::string(pair.value->text) + "`";
      reading_.define(type, yaml_.inner(*pair.key),
                      {file_, yaml_.place(pair.key->begin), yaml_.place(pair.value->end)});
      if (nested_file(context_, file_, pair.value->text)) {
        reading_.refer(reading_.symbol("file", "", pair.value->text), yaml_.inner(*pair.value));
      }
    }
  }

  void read_values(const YamlNode& values) {
    if (values.kind != YamlNode::Kind::mapping) return;
    std::vector<std::string_view> names;
    for (const YamlPair& pair : values.pairs) {
      context_.budget.step();
      if (is_scalar(*pair.key)) names.push_back(pair.key->text);
    }
    const std::vector<std::string> owners = templates_of_environment(context_, reading_, file_, names);
    for (const YamlPair& pair : values.pairs) {
      if (is_scalar(*pair.key)) read_value(*pair.key, owners);
    }
  }

  // If an environment may belong to several templates, none of their parameters that it sets can be renamed.
  void read_value(const YamlNode& name, const std::vector<std::string>& owners) {
    const std::string& main = context_.workspace.main;
    if (owners.size() > 1) {
      for (const std::string& path : owners) {
        if (!has_parameter(reading_, path, name.text)) continue;
        reading_.symbols[reading_.symbol("parameter", path, name.text)].stays = "`" + context_.sources.path(file_) +
                                                                                "` sets it, and may be for `" +
                                                                                owners[0] + "` or `" + owners[1] + "`.";
      }
    }
    std::string owner = owners.empty() || contains(owners, main) ? main : owners.front();
    // The template of the workspace has such a parameter, but the environment sets others that it lacks.
    const bool is_unrelated = owners.empty() && has_parameter(reading_, main, name.text);
    if (is_unrelated) owner = context_.sources.path(file_);
    const std::uint32_t number = reading_.symbol("parameter", owner, name.text);
    // Without a template, its parameters are not known.
    if (is_unrelated || (owners.empty() && context_.sources.path(file_) == main)) {
      reading_.symbols[number].is_fixed = true;
    }
    reading_.refer(number, yaml_.inner(name));
  }

  void read_default(const YamlNode& name) {
    const std::string owner = template_of_default(context_, reading_, name.text);
    const std::string& scope = owner.empty() ? context_.workspace.main : owner;
    const std::uint32_t number = reading_.symbol("parameter", scope, name.text);
    if (owner.empty() && context_.sources.path(file_) == context_.workspace.main) {
      reading_.symbols[number].is_fixed = true;
    }
    reading_.refer(number, yaml_.inner(name));
    const std::vector<std::string> all = templates_with(reading_, name.text);
    keep("parameter", all, name.text, "`" + context_.sources.path(file_) + "` sets it for several templates");
  }

  // The names of several templates that one place names cannot be renamed.
  void keep(std::string_view kind, const std::vector<std::string>& templates, std::string_view name,
            const std::string& why) {
    if (templates.size() < 2) return;
    for (const std::string& path : templates) {
      reading_.symbols[reading_.symbol(kind, path, name)].stays =
          why + ": `" + templates[0] + "` and `" + templates[1] + "`.";
    }
  }

  // Names belong to the file: nested templates have parameters of the same names.
  std::uint32_t symbol(std::string_view kind, std::string_view name) {
    const std::uint32_t number = reading_.symbol(kind, scope_of(context_, file_), name);
    return number;
  }

  // A parameter or condition that nothing uses gets a hint.
  void define(const YamlNode& section, std::string_view kind) {
    if (section.kind != YamlNode::Kind::mapping) return;
    for (const auto& [key, value] : section.pairs) {
      if (!is_scalar(*key)) continue;
      context_.budget.step();
      const std::uint32_t number = symbol(kind, key->text);
      Symbol& made = reading_.symbols[number];
      made.should_be_used = kind == "parameter" || kind == "condition";
      describe(made, *value);
      reading_.define(number, yaml_.inner(*key), {file_, yaml_.place(key->begin), yaml_.place(value->end)});
      if (kind == "resource") parts(*value);
    }
  }

  // The text of a hover: type, default, constraints, description. A hidden parameter shows no default.
  void describe(Symbol& made, const YamlNode& definition) {
    if (const YamlNode* type = value_of(definition, "type"); type != nullptr && is_scalar(*type)) {
      made.detail = "`" + std::string(type->text) + "`";
    }
    if (made.kind == "parameter") {
      const YamlNode* hidden = value_of(definition, "hidden");
      const bool is_hidden = hidden != nullptr && is_scalar(*hidden) && !hidden->text.empty() &&
                             std::string_view("tTyY1").find(hidden->text[0]) != std::string_view::npos;
      const YamlNode* fallback = value_of(definition, "default");
      if (fallback != nullptr && is_scalar(*fallback) && !is_hidden) {
        made.detail += ", default `" + std::string(fallback->text) + "`";
        made.value = Value::string(fallback->text);
      }
      if (const YamlNode* constraints = value_of(definition, "constraints")) {
        made.detail +=
            "\n\nconstraints: `" + short_text(shape_of(*constraints, context_.budget, Scalars::text), 200) + "`";
      }
      if (const Value* value = inputs().parameters.find(made.name)) made.value = *value;
      if (is_hidden || inputs().hides(made.name)) made.value = made.value.with_sensitive();
    } else if (made.kind == "resource") {
      if (const Value* given = context_.workspace.attributes.find(made.name)) made.value = *given;
    }
    if (const YamlNode* text = value_of(definition, "description"); text != nullptr && is_scalar(*text)) {
      made.detail += (made.detail.empty() ? "" : "\n\n") + std::string(text->text);
    }
  }

  // What the inputs and their environments give to the main template. An environment with an error gives nothing here.
  const Environment& inputs() {
    if (inputs_) return *inputs_;
    inputs_.emplace();
    if (scope_of(context_, file_) != context_.workspace.main) return *inputs_;
    const std::size_t known = context_.diagnostics.size();
    *inputs_ = recover([&] { return read_environment(context_, context_.workspace.inputs, nullptr); },
                       [](const Error&) { return Environment(); });
    for (const auto& [name, value] : inputs_->defaults) {
      if (!inputs_->parameters.contains(name)) inputs_->parameters.set(name, value);
    }
    // A run tells them.
    context_.diagnostics.resize(known);
    return *inputs_;
  }

  // The keys of a resource that refer to others: `depends_on: [a, b]`, `condition: c`.
  void parts(const YamlNode& resource) {
    const Depth depth = context_.budget.enter();
    if (const YamlNode* type = value_of(resource, "type"); type != nullptr && is_scalar(*type)) {
      if (const auto nested = nested_file(context_, file_, type->text)) {
        reading_.refer(reading_.symbol("file", "", type->text), yaml_.inner(*type));
        if (const YamlNode* properties = value_of(resource, "properties")) given(*properties, *nested);
      } else {
        const std::uint32_t symbol = reading_.symbol("type", "", type->text);
        reading_.refer(symbol, yaml_.inner(*type));
        if (const YamlNode* properties = value_of(resource, "properties")) given_to_type(*properties, type->text);
      }
    }
    // The resource that a group repeats.
    if (const YamlNode* properties = value_of(resource, "properties")) {
      for (const std::string_view key : {"resource_def", "resource"}) {
        const YamlNode* repeated = value_of(*properties, key);
        if (repeated != nullptr && repeated->kind == YamlNode::Kind::mapping) parts(*repeated);
      }
    }
    if (const YamlNode* depends = value_of(resource, "depends_on")) {
      if (is_scalar(*depends)) refer("resource", *depends);
      if (depends->kind == YamlNode::Kind::sequence) {
        for (const YamlNode* one : depends->items) refer("resource", *one);
      }
    }
    if (const YamlNode* condition = value_of(resource, "condition")) refer("condition", *condition);
  }

  // The properties of a nested stack set the parameters of its template.
  void given(const YamlNode& properties, const std::string& nested) {
    if (properties.kind != YamlNode::Kind::mapping) return;
    for (const YamlPair& pair : properties.pairs) {
      if (is_scalar(*pair.key))
        reading_.refer(reading_.symbol("parameter", nested, pair.key->text), yaml_.inner(*pair.key));
    }
  }

  // The same for a type of a registry. Another environment may give the type another template, so a property without a
  // parameter is no mistake.
  void given_to_type(const YamlNode& properties, std::string_view type) {
    if (properties.kind != YamlNode::Kind::mapping) return;
    const std::vector<std::string> templates = templates_of_type(reading_, type);
    for (const YamlPair& pair : properties.pairs) {
      if (!is_scalar(*pair.key)) continue;
      std::vector<std::string> having;
      for (const std::string& nested : templates) {
        context_.budget.step();
        if (has_parameter(reading_, nested, pair.key->text) && !contains(having, nested)) having.push_back(nested);
      }
      refer_to_all("parameter", having, type, *pair.key, yaml_.inner(*pair.key));
    }
  }

  void refer_to_all(std::string_view kind, const std::vector<std::string>& templates, std::string_view type,
                    const YamlNode& name, const Stretch& at) {
    const std::string_view written = std::string_view(name.text).substr(name.text.size() - (at.end - at.begin));
    for (const std::string& path : templates) reading_.refer(reading_.symbol(kind, path, written), at);
    keep(kind, templates, written, "The type `" + std::string(type) + "` stands for several templates");
  }

  // `get_attr: [child, address]` names an output of the template that the resource is made of, and so does an attribute
  // of a group: `[group, resource.0.address]`, `[group, outputs, address]`.
  void refer_to_output(const YamlNode& arguments) {
    if (arguments.kind != YamlNode::Kind::sequence || arguments.items.size() < 2) return;
    const YamlNode* resource = member(yaml_.root(), {"resources", arguments.items[0]->text});
    const YamlNode* type = resource == nullptr ? nullptr : value_of(*resource, "type");
    for (const std::string_view key : {"resource_def", "resource"}) {
      if (const YamlNode* repeated = member(resource, {"properties", key, "type"})) type = repeated;
    }
    const YamlNode* name = arguments.items[1];
    const bool is_nested = name->text == "outputs" || name->text == "outputs_list";
    if (is_nested && arguments.items.size() > 2) name = arguments.items[2];
    if (type == nullptr || !is_scalar(*type) || !is_scalar(*name)) return;
    Stretch at = yaml_.inner(*name);
    std::string_view output = name->text;
    if (at.end - at.begin != output.size()) return;
    if (output.starts_with("resource.") && output.find('.', 9) != std::string_view::npos) {
      output.remove_prefix(output.find('.', 9) + 1);
      at.begin = at.end - static_cast<std::uint32_t>(output.size());
    }
    std::vector<std::string> templates = templates_of_type(reading_, type->text);
    if (const auto nested = nested_file(context_, file_, type->text)) templates = {*nested};
    std::vector<std::string> having;
    for (const std::string& path : templates) {
      if (has_output(reading_, path, output) && !contains(having, path)) having.push_back(path);
    }
    refer_to_all("output", having, type->text, *name, at);
  }

  static const YamlNode* member(const YamlNode* node, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys) {
      if (node != nullptr) node = value_of(*node, key);
    }
    return node;
  }

  void groups(const YamlNode& root) {
    const YamlNode* all = value_of(root, "parameter_groups");
    if (all == nullptr || all->kind != YamlNode::Kind::sequence) return;
    for (const YamlNode* group : all->items) {
      const YamlNode* names = value_of(*group, "parameters");
      if (names == nullptr || names->kind != YamlNode::Kind::sequence) continue;
      for (const YamlNode* name : names->items) refer("parameter", *name);
    }
  }

  // The texts true and false are conditions, not names.
  void refer(std::string_view kind, const YamlNode& node) {
    if (!is_scalar(node) || node.text.empty() || node.text == "true" || node.text == "false") return;
    const std::uint32_t number = symbol(kind, node.text);
    if (node.text.starts_with("OS::")) reading_.symbols[number].is_fixed = true;
    reading_.refer(number, yaml_.inner(node));
  }

  // The scalar that names the target: the node itself or the first item of a list.
  static const YamlNode* first(const YamlNode& node) {
    if (is_scalar(node)) return &node;
    if (node.kind == YamlNode::Kind::sequence && !node.items.empty()) return node.items[0];
    return nullptr;
  }

  // A call in the sections for parameters is kept as text by Heat. Only names that hardly occur as data cause a remark.
  void call(const YamlNode& key, const YamlNode& value) {
    const std::string_view name = key.text;
    const bool is_operator = functions().find("function", name) == nullptr;
    // Data may well have a key such as `filter`.
    const bool is_meant = name.starts_with("get_") || name.starts_with("str_replace") || name == "list_join";
    if (is_plain_ && is_meant) {
      reading_.remarks.push_back(
          {yaml_.inner(key),
           "not-evaluated",
           "Nothing is evaluated among the parameters: `" + std::string(name) + "` is kept as written.",
           {},
           {}});
    }
    reading_.name(is_operator ? "operator" : "function", name, yaml_.inner(key));
    reading_.expressions.push_back({file_, yaml_.place(key.begin), yaml_.place(value.end)});
    if (takes_map(name) && value.kind == YamlNode::Kind::mapping) {
      for (const YamlPair& pair : value.pairs) {
        if (is_scalar(*pair.key)) reading_.name("argument", pair.key->text, yaml_.inner(*pair.key));
      }
    }
    refer_to_arguments(name, value);
  }

  // The names in the arguments of a call.
  void refer_to_arguments(std::string_view name, const YamlNode& value) {
    if (name == "and" || name == "or" || name == "not") {
      refer("condition", value);
      if (value.kind == YamlNode::Kind::sequence) {
        for (const YamlNode* one : value.items) refer("condition", *one);
      }
      return;
    }
    const YamlNode* named = first(value);
    if (named == nullptr) {
      if (name == "yaql") query(value);
      return;
    }
    if (name == "get_param" || name == "Ref") refer("parameter", *named);
    if (name == "get_resource" || name == "get_attr" || name == "Fn::GetAtt") refer("resource", *named);
    if (name == "get_attr" || name == "Fn::GetAtt") refer_to_output(value);
    if (name == "if") refer("condition", *named);
    if (name == "get_file" && is_scalar(*named)) {
      reading_.refer(reading_.symbol("file", "", named->text), yaml_.inner(*named));
    }
  }

  // The query's names belong to YAQL, and are read by its language service.
  void query(const YamlNode& arguments) {
    const YamlNode* expression = value_of(arguments, "expression");
    if (expression == nullptr || !is_scalar(*expression)) return;
    const ScalarText text = yaml_.scalar(*expression);
    const Pieces pieces = yaql::query_pieces(text.text, text.place);
    if (!pieces.empty()) reading_.expressions.push_back({file_, pieces.front().begin, pieces.back().end});
    yaql::read_query(context_, pieces, file_, query_data(arguments, context_.budget), reading_);
  }

  // Finds calls at any depth. A map with one key is a call if that key is the name of any function, whatever the
  // template's version.
  void walk(const YamlNode& node) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (node.kind == YamlNode::Kind::sequence) {
      for (const YamlNode* item : node.items) walk(*item);
      return;
    }
    if (node.kind != YamlNode::Kind::mapping) return;
    const bool is_call =
        node.pairs.size() == 1 && is_scalar(*node.pairs[0].key) && find_intrinsic(node.pairs[0].key->text) != nullptr;
    if (is_call) call(*node.pairs[0].key, *node.pairs[0].value);
    for (const auto& [key, value] : node.pairs) {
      if (!is_call && is_scalar(*key)) {
        // Keys of the template's own structure have no definition elsewhere.
        reading_.name("key", key->text, yaml_.inner(*key));
      }
      walk(*value);
    }
  }

  Context& context_;
  const YamlText& yaml_;
  std::uint32_t file_;
  Reading& reading_;
  bool is_plain_ = false;              // within a section that is not evaluated
  std::optional<Environment> inputs_;  // read on first use
};

}  // namespace

void read_template(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading) {
  TemplateNames(context, yaml, file, reading).read();
}

std::string scope_of(const Context& context, std::uint32_t file) {
  const std::string& path = context.sources.path(file);
  return path == expression_path ? context.workspace.main : path;
}

// By its keys: a template has a version or resources, an environment has sections of its own. `parameters` occurs in
// both, so the file and the values decide.
bool is_environment(const Context& context, std::uint32_t file, const YamlNode& root) {
  for (const std::string_view key :
       {"heat_template_version", "resources", "HeatTemplateFormatVersion", "AWSTemplateFormatVersion"}) {
    if (value_of(root, key) != nullptr) return false;
  }
  for (const std::string_view key : {"parameter_defaults", "resource_registry"}) {
    if (value_of(root, key) != nullptr) return true;
  }
  const YamlNode* parameters = value_of(root, "parameters");
  if (parameters == nullptr) return false;
  if (context.sources.path(file) != context.workspace.main) return true;
  // In the main document: parameters with plain values instead of definitions make it an environment.
  const bool has_values = parameters->kind == YamlNode::Kind::mapping && !parameters->pairs.empty();
  return has_values && is_scalar(*parameters->pairs[0].value) && !parameters->pairs[0].value->text.empty();
}

Value query_data(const YamlNode& arguments, Budget& budget) {
  Map dollar;
  if (const YamlNode* data = value_of(arguments, "data")) dollar.set("data", shape_of(*data, budget));
  return Value::map(std::move(dollar));
}

}  // namespace evalground::heat
