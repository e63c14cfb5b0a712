#include "dialects/heat/language.hpp"

#include <algorithm>

#include "dialects/heat/catalogue.hpp"
#include "dialects/yaql/language.hpp"
#include "runtime/language/yaml_text.hpp"
#include "runtime/trace.hpp"
#include "value/map.hpp"

namespace evalground::heat {
namespace {

constexpr std::string_view sections[] = {
    "heat_template_version", "description", "parameter_groups", "parameters", "conditions", "resources", "outputs"};
constexpr std::string_view parameter_keys[] = {"type",   "label",       "description", "default",
                                               "hidden", "constraints", "immutable",   "tags"};
constexpr std::string_view resource_keys[] = {"type",        "properties",    "metadata",
                                              "depends_on",  "update_policy", "deletion_policy",
                                              "external_id", "condition",     "description"};
constexpr std::string_view output_keys[] = {"value", "description", "condition"};
constexpr std::string_view constraint_keys[] = {
    "length", "range", "modulo", "allowed_values", "allowed_pattern", "custom_constraint", "description"};
constexpr std::string_view types[] = {"string", "number", "boolean", "comma_delimited_list", "json"};
constexpr std::string_view pseudo_parameters[] = {"OS::stack_name", "OS::stack_id", "OS::project_id"};
constexpr std::string_view policies[] = {"Delete", "Retain", "Snapshot"};
constexpr std::string_view versions[] = {"wallaby",    "rocky",      "queens",     "pike",       "ocata",     "newton",
                                         "2021-04-16", "2018-08-31", "2016-10-14", "2015-04-30", "2013-05-23"};

template <class Words>
void offer(Caret& cursor, const Words& all, std::string_view kind, std::string_view detail, bool is_key = false) {
  for (const std::string_view one : all) {
    cursor.offers.push_back({std::string(one), kind, std::string(detail), is_key ? std::string(one) + ": " : ""});
  }
}

// `{yaql: {expression: …, data: …}}`: what `$` is there.
Value query_data(const YamlNode& arguments, Budget& budget) {
  Map dollar;
  if (const YamlNode* data = value_of(arguments, "data")) dollar.set("data", shape_of(*data, budget));
  return Value::map(std::move(dollar));
}

// An expression is about the workspace's document.
std::string scope_of(const Context& context, std::uint32_t file) {
  const std::string& path = context.sources.path(file);
  return path == expression_path ? context.workspace.main : path;
}

class TemplateNames {
 public:
  TemplateNames(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading)
      : context_(context), yaml_(yaml), file_(file), reading_(reading) {}

  void read() {
    if (yaml_.root() == nullptr) return;
    yaml_.add_anchors(reading_, context_.budget);
    const YamlNode& root = *yaml_.root();
    const bool is_expression = context_.sources.path(file_) == expression_path;
    if (is_expression || root.kind != YamlNode::Kind::mapping) return walk(root);
    const bool is_environment = value_of(root, "parameters") != nullptr && !is_template(root) &&
                                context_.sources.path(file_) != context_.workspace.main;
    if (is_environment) return environment(root);
    for (const auto& [key, value] : root.pairs) {
      if (!is_scalar(*key)) continue;
      if (key->text == "parameters") define(*value, "parameter");
      if (key->text == "resources") define(*value, "resource");
      if (key->text == "conditions") define(*value, "condition");
      if (key->text == "outputs") define(*value, "output");
    }
    for (const auto& [key, value] : root.pairs) {
      if (is_scalar(*key)) reading_.name("key", key->text, yaml_.inner(*key));
      walk(*value);
    }
    groups(root);
  }

 private:
  static bool is_template(const YamlNode& root) {
    return value_of(root, "heat_template_version") != nullptr || value_of(root, "resources") != nullptr ||
           value_of(root, "HeatTemplateFormatVersion") != nullptr ||
           value_of(root, "AWSTemplateFormatVersion") != nullptr;
  }

  // An environment gives values to the parameters of the template.
  void environment(const YamlNode& root) {
    for (const std::string_view section : {"parameters", "parameter_defaults"}) {
      const YamlNode* values = value_of(root, section);
      if (values == nullptr || values->kind != YamlNode::Kind::mapping) continue;
      for (const YamlPair& pair : values->pairs) {
        if (!is_scalar(*pair.key)) continue;
        context_.budget.step();
        const std::uint32_t number = reading_.symbol("parameter", context_.workspace.main, pair.key->text);
        reading_.refer(number, yaml_.inner(*pair.key));
      }
    }
  }

  std::uint32_t symbol(std::string_view kind, std::string_view name) {
    const std::uint32_t number = reading_.symbol(kind, scope_of(context_, file_), name);
    return number;
  }

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
      if (kind == "resource") parts(*value, key->text);
    }
  }

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
      if (const Value* given = context_.workspace.inputs.find(made.name)) made.value = *given;
      if (is_hidden) made.value = made.value.with_sensitive();
    } else if (made.kind == "resource") {
      if (const Value* given = context_.workspace.attributes.find(made.name)) made.value = *given;
    }
    if (const YamlNode* text = value_of(definition, "description"); text != nullptr && is_scalar(*text)) {
      made.detail += (made.detail.empty() ? "" : "\n\n") + std::string(text->text);
    }
  }

  // What a resource says beside its values: `depends_on: [a, b]`, `condition: c`.
  void parts(const YamlNode& resource, std::string_view) {
    if (const YamlNode* depends = value_of(resource, "depends_on")) {
      if (is_scalar(*depends)) refer("resource", *depends);
      if (depends->kind == YamlNode::Kind::sequence) {
        for (const YamlNode* one : depends->items) refer("resource", *one);
      }
    }
    if (const YamlNode* condition = value_of(resource, "condition")) refer("condition", *condition);
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

  void refer(std::string_view kind, const YamlNode& node) {
    if (!is_scalar(node) || node.text.empty() || node.text == "true" || node.text == "false") return;
    const std::uint32_t number = symbol(kind, node.text);
    if (node.text.starts_with("OS::")) reading_.symbols[number].is_fixed = true;
    reading_.refer(number, yaml_.inner(node));
  }

  // A text or the first item of a list names something.
  static const YamlNode* first(const YamlNode& node) {
    if (is_scalar(node)) return &node;
    if (node.kind == YamlNode::Kind::sequence && !node.items.empty()) return node.items[0];
    return nullptr;
  }

  void call(const YamlNode& key, const YamlNode& value) {
    const std::string_view name = key.text;
    const bool is_operator = functions().find("function", name) == nullptr;
    reading_.name(is_operator ? "operator" : "function", name, yaml_.inner(key));
    reading_.expressions.push_back({file_, yaml_.place(key.begin), yaml_.place(value.end)});
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
    if (name == "if") refer("condition", *named);
    if (name == "get_file" && is_scalar(*named)) {
      reading_.refer(reading_.symbol("file", "", named->text), yaml_.inner(*named));
    }
  }

  void query(const YamlNode& arguments) {
    const YamlNode* expression = value_of(arguments, "expression");
    if (expression == nullptr || !is_scalar(*expression)) return;
    const ScalarText text = yaml_.scalar(*expression);
    const Pieces pieces = yaql::query_pieces(text.text, text.place);
    if (!pieces.empty()) reading_.expressions.push_back({file_, pieces.front().begin, pieces.back().end});
    yaql::read_query(context_, pieces, file_, query_data(arguments, context_.budget), reading_);
  }

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
        // A key that is one of a template's own has no name elsewhere.
        reading_.name("key", key->text, yaml_.inner(*key));
      }
      walk(*value);
    }
  }

  Context& context_;
  const YamlText& yaml_;
  std::uint32_t file_;
  Reading& reading_;
};

class CursorFinder {
 public:
  CursorFinder(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset)
      : context_(context), reading_(reading), file_(file), offset_(offset), yaml_(context, file, offset) {}

  Caret find() {
    Caret cursor;
    cursor.word = {file_, offset_, offset_};
    cursor.calls_as = Calls::key;
    const YamlSpot spot = yaml_.spot(context_.budget);
    if (spot.scalar == nullptr) return cursor;
    cursor.word = yaml_.word(*spot.scalar);
    const std::vector<std::string_view> keys = spot.keys();
    const std::size_t depth = keys.size();
    // The innermost call around the position.
    for (std::size_t at = 0; at < depth; ++at) {
      const YamlStep& step = spot.path[at];
      const bool is_last_key = at + 1 == depth && spot.is_key;
      if (step.key == nullptr || is_last_key || find_intrinsic(keys[at]) == nullptr) continue;
      CallAround call;
      call.name = keys[at];
      call.kind = functions().find("function", keys[at]) == nullptr ? "operator" : "function";
      const bool is_list = at + 1 < depth && spot.path[at + 1].node->kind == YamlNode::Kind::sequence;
      // Most functions take one list, whose items are no arguments.
      const bool has_several = find_intrinsic(keys[at])->entry->signature.parameters.size() > 1;
      call.argument = is_list && has_several ? spot.path[at + 1].index : 0;
      cursor.calls.push_back(std::move(call));
    }
    if (!cursor.calls.empty() && complete_argument(cursor, spot, keys)) return cursor;
    complete_document(cursor, spot, keys);
    return cursor;
  }

 private:
  bool complete_argument(Caret& cursor, const YamlSpot& spot, const std::vector<std::string_view>& keys) {
    const CallAround& call = cursor.calls.back();
    std::size_t at = keys.size();
    while (at > 0 && keys[at - 1] != call.name) --at;
    const std::size_t below = keys.size() - at;  // levels below the call's key
    const bool is_item = below == 1 && spot.path.back().node->kind == YamlNode::Kind::sequence;
    const std::size_t index = is_item ? spot.path.back().index : 0;
    if (call.name == "yaql") return complete_query(cursor, spot, keys, at);
    if (spot.is_key || (below > 0 && !is_item)) return false;
    if (call.name == "get_param" || call.name == "Ref") {
      if (index == 0) {
        cursor.symbols.push_back("parameter");
        offer(cursor, pseudo_parameters, "parameter", "pseudo parameter");
      } else if (const Symbol* found = named(spot, "parameter")) {
        cursor.data = inside(found->value, spot, index);
      }
      return true;
    }
    if (call.name == "get_resource" || call.name == "get_attr") {
      if (index == 0) {
        cursor.symbols.push_back("resource");
      } else if (const Symbol* found = named(spot, "resource")) {
        cursor.data = inside(found->value, spot, index);
      }
      return true;
    }
    if (call.name == "if" && index == 0) {
      cursor.symbols.push_back("condition");
      return true;
    }
    if (call.name == "get_file") {
      offer_files(context_, cursor);
      return true;
    }
    return false;
  }

  // What the first item of the list at the spot names.
  const Symbol* named(const YamlSpot& spot, std::string_view kind) const {
    const YamlNode& list = *spot.path.back().node;
    if (list.kind != YamlNode::Kind::sequence || list.items.empty() || !is_scalar(*list.items[0])) return nullptr;
    return reading_.find(kind, scope_of(context_, file_), list.items[0]->text);
  }

  // `get_attr: [server, addresses, ¦]`: the value at the path before.
  static Value inside(Value value, const YamlSpot& spot, std::size_t index) {
    const YamlNode& list = *spot.path.back().node;
    for (std::size_t at = 1; at < index; ++at) {
      if (!is_scalar(*list.items[at])) return {};
      value = item_of(value, list.items[at]->text);
    }
    return value;
  }

  bool complete_query(Caret& cursor, const YamlSpot& spot, const std::vector<std::string_view>& keys, std::size_t at) {
    if (at >= keys.size()) return false;
    if (spot.is_key) {
      offer(cursor, std::initializer_list<std::string_view>{"expression", "data"}, "key", "of yaql", true);
      return true;
    }
    if (keys[at] != "expression") return false;
    const ScalarText text = yaml_.scalar(*spot.scalar);
    const Pieces pieces = yaql::query_pieces(text.text, text.place);
    Caret inner =
        yaql::query_cursor(context_, pieces, file_, offset_, query_data(*spot.path[at].node, context_.budget));
    inner.calls.insert(inner.calls.begin(), cursor.calls.begin(), cursor.calls.end());
    cursor = std::move(inner);
    return true;
  }

  void complete_document(Caret& cursor, const YamlSpot& spot, const std::vector<std::string_view>& keys) {
    const std::size_t depth = keys.size();
    const bool is_key = spot.is_key || spot.may_be_key;
    const std::string_view section = depth > 0 ? keys[0] : std::string_view();
    if (spot.is_key && depth == 1) return offer(cursor, sections, "key", "section", true);
    if (depth == 0) return offer(cursor, sections, "key", "section", true);
    if (section == "heat_template_version") return offer(cursor, versions, "value", "version");
    // Below a named part: its number of levels is 3 for a key, and 2 for a value that may become one.
    const bool is_part_key = (spot.is_key && depth == 3) || (!spot.is_key && spot.may_be_key && depth == 2);
    const std::string_view part = depth > 2 ? keys[2] : std::string_view();
    if (section == "parameters") {
      if (is_part_key) offer(cursor, parameter_keys, "key", "of a parameter", true);
      if (!is_key && part == "type") offer(cursor, types, "value", "type");
      if (part == "constraints" && is_key) offer(cursor, constraint_keys, "key", "constraint", true);
      return;
    }
    if (section == "resources") {
      if (is_part_key) return offer(cursor, resource_keys, "key", "of a resource", true);
      if (depth == 3 && part == "type") return offer_types(cursor);
      if (part == "depends_on") {
        cursor.symbols.push_back("resource");
        return;
      }
      if (part == "condition") cursor.symbols.push_back("condition");
      if (part == "deletion_policy") return offer(cursor, policies, "value", "policy");
    }
    if (section == "outputs" && is_part_key) return offer(cursor, output_keys, "key", "of an output", true);
    if (section == "conditions" || part == "condition") {
      cursor.symbols.push_back("condition");
      cursor.kinds.push_back("operator");
    }
    if (is_key) cursor.kinds.push_back("function");
  }

  // The types that the document's resources have.
  void offer_types(Caret& cursor) const {
    std::vector<std::string> seen;
    for (const Symbol& symbol : reading_.symbols) {
      if (symbol.kind != "resource" || symbol.detail.size() < 3 || symbol.detail[0] != '`') continue;
      const std::string type = symbol.detail.substr(1, symbol.detail.find('`', 1) - 1);
      if (std::find(seen.begin(), seen.end(), type) != seen.end()) continue;
      seen.push_back(type);
      cursor.offers.push_back({type, "type", "used in this template"});
    }
  }

  Context& context_;
  const Reading& reading_;
  std::uint32_t file_;
  std::uint32_t offset_;
  YamlText yaml_;
};

class Templates final : public Language {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override {
    return path == workspace.main || path == expression_path || is_yaml_path(path);
  }
  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    const YamlText yaml(context, file);
    TemplateNames(context, yaml, file, reading).read();
  }
  Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const override {
    return CursorFinder(context, reading, file, offset).find();
  }
  // Only queries are cut: a map in YAML is its own form.
  Pieces pieces(Context& context, const Stretch& expression) const override {
    const std::string_view text = context.sources.text(expression.file);
    TextPlace place;
    place.file = expression.file;
    place.begin = expression.begin;
    const std::string_view part = text.substr(expression.begin, expression.end - expression.begin);
    return part.starts_with('$') ? yaql::query_pieces(part, place) : Pieces();
  }
};

}  // namespace

const Language& language() {
  static const Templates templates;
  return templates;
}

}  // namespace evalground::heat
