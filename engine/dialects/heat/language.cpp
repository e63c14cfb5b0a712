// Completion in Heat templates and environments. names_in_templates.cpp finds the names; this file finds what may stand
// at the cursor.
//
// The position is a path of keys in the YAML tree: `resources`, `server`, `properties`, `flavor`. The path decides in
// two steps. If it passes through a call, the call's argument is completed. Otherwise the section and the level within
// it select a list of words, or a kind of symbols.
//
// A value that is a bare word may become a key once its colon is typed. `may_be_key` marks this case, and the levels
// are counted accordingly.
#include "dialects/heat/language.hpp"

#include <algorithm>

#include "base/text/any_of.hpp"
#include "dialects/heat/catalogue.hpp"
#include "dialects/heat/document_words.hpp"
#include "dialects/heat/names_across_files.hpp"
#include "dialects/heat/names_in_templates.hpp"
#include "dialects/yaql/language.hpp"
#include "runtime/language/yaml_text.hpp"
#include "runtime/trace.hpp"
#include "value/map.hpp"

namespace evalground::heat {
namespace {

// Keys are inserted with a colon and a blank.
template <class Words>
void offer(Caret& cursor, const Words& all, std::string_view kind, std::string_view detail, bool is_key = false) {
  for (const std::string_view one : all) {
    cursor.offers.push_back({std::string(one), kind, std::string(detail), is_key ? std::string(one) + ": " : ""});
  }
}

class CursorFinder {
 public:
  CursorFinder(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset)
      : context_(context), reading_(reading), file_(file), offset_(offset), yaml_(context, file, offset) {}

  // `cursor.calls` ends with the innermost call.
  Caret find() {
    Caret cursor;
    cursor.word = {file_, offset_, offset_};
    cursor.calls_as = Calls::key;
    const YamlSpot spot = yaml_.spot(context_.budget);
    if (spot.scalar == nullptr) return cursor;
    cursor.word = yaml_.word(*spot.scalar);
    const std::vector<std::string_view> keys = spot.keys();
    const std::size_t depth = keys.size();
    // Find the innermost call around the position.
    for (std::size_t at = 0; at < depth; ++at) {
      const YamlStep& step = spot.path[at];
      const bool is_last_key = at + 1 == depth && spot.is_key;
      if (step.key == nullptr || is_last_key || find_intrinsic(keys[at]) == nullptr) continue;
      CallAround call;
      call.name = keys[at];
      call.kind = functions().find("function", keys[at]) == nullptr ? "operator" : "function";
      const bool is_list = at + 1 < depth && spot.path[at + 1].node->kind == YamlNode::Kind::sequence;
      call.parts = parts_of(keys[at]);
      call.argument = is_list && !call.parts.empty() ? spot.path[at + 1].index : 0;
      if (takes_map(keys[at]) && at + 1 < depth && !(at + 2 == depth && spot.is_key)) call.argument_name = keys[at + 1];
      cursor.calls.push_back(std::move(call));
    }
    if (!cursor.calls.empty() && complete_argument(cursor, spot, keys)) return cursor;
    complete_document(cursor, spot, keys);
    return cursor;
  }

 private:
  // True if the position is part of a call's argument and nothing else may stand there.
  bool complete_argument(Caret& cursor, const YamlSpot& spot, const std::vector<std::string_view>& keys) {
    const CallAround& call = cursor.calls.back();
    std::size_t at = keys.size();
    while (at > 0 && keys[at - 1] != call.name) --at;
    const std::size_t below = keys.size() - at;  // levels below the call's key
    const bool is_part = takes_map(call.name) && ((spot.is_key && below == 1) || (spot.may_be_key && below == 0));
    if (is_part) {
      for (const std::string_view part : call.parts) {
        const std::string name(part.substr(0, part.find(':')));
        cursor.offers.push_back({name, "key", "of " + call.name, name + ": "});
      }
      return true;
    }
    if (call.name == "yaql") return complete_query(cursor, spot, keys, at);
    const bool is_item = below == 1 && spot.path.back().node->kind == YamlNode::Kind::sequence;
    if (spot.is_key || (below > 0 && !is_item)) return false;
    return complete_item(cursor, spot, is_item ? spot.path.back().index : 0);
  }

  // The argument of a call, or the item of it with that index.
  bool complete_item(Caret& cursor, const YamlSpot& spot, std::size_t index) {
    const std::string_view name = cursor.calls.back().name;
    if (name == "get_param" || name == "Ref") {
      complete_path(cursor, spot, "parameter", index);
      if (index == 0) offer(cursor, pseudo_parameters, "parameter", "pseudo parameter");
    } else if (name == "get_resource" || name == "get_attr") {
      complete_path(cursor, spot, "resource", index);
    } else if (name == "digest" && index == 0) {
      offer(cursor, digests, "value", "algorithm");
    } else if (name == "if" && index == 0) {
      cursor.symbols.push_back("condition");
      cursor.scope = scope_of(context_, file_);
    } else if (name == "get_file") {
      offer_files(context_, cursor);
    } else {
      return false;
    }
    return true;
  }

  // `[name, attribute, key or index…]`: a symbol of that kind first, then a part of its value.
  void complete_path(Caret& cursor, const YamlSpot& spot, std::string_view kind, std::size_t index) {
    if (index == 0) {
      cursor.symbols.push_back(kind);
      cursor.scope = scope_of(context_, file_);  // not those of nested templates
    } else if (const Symbol* found = named(spot, kind)) {
      cursor.data = inside(found->value, spot, index);
      if (index == 1 && kind == "resource") offer_outputs(cursor, *found);
    }
  }

  // The symbol that the first item of the list at the cursor names.
  const Symbol* named(const YamlSpot& spot, std::string_view kind) const {
    const YamlNode& list = *spot.path.back().node;
    if (list.kind != YamlNode::Kind::sequence || list.items.empty() || !is_scalar(*list.items[0])) return nullptr;
    return reading_.find(kind, scope_of(context_, file_), list.items[0]->text);
  }

  // `get_attr: [server, addresses, ¦]`: the value at the path before the cursor.
  static Value inside(Value value, const YamlSpot& spot, std::size_t index) {
    const YamlNode& list = *spot.path.back().node;
    for (std::size_t at = 1; at < index; ++at) {
      if (!is_scalar(*list.items[at])) return {};
      value = item_of(value, list.items[at]->text);
    }
    return value;
  }

  // A YAQL expression in a template: the language service of YAQL completes it, with the template's `data` as `$.data`.
  bool complete_query(Caret& cursor, const YamlSpot& spot, const std::vector<std::string_view>& keys, std::size_t at) {
    if (at >= keys.size()) return false;
    if (spot.is_key || keys[at] != "expression") return false;
    const ScalarText text = yaml_.scalar(*spot.scalar);
    const Pieces pieces = yaql::query_pieces(text.text, text.place);
    Caret inner =
        yaql::query_cursor(context_, pieces, file_, offset_, query_data(*spot.path[at].node, context_.budget));
    inner.calls.insert(inner.calls.begin(), cursor.calls.begin(), cursor.calls.end());
    cursor = std::move(inner);
    return true;
  }

  // Where a position is in a document: `resources: server: properties:` has the part "properties".
  struct Place {
    Place(const YamlSpot& spot_, const std::vector<std::string_view>& keys_)
        : spot(spot_),
          keys(keys_),
          depth(keys_.size()),
          section(depth > 0 ? keys_[0] : std::string_view()),
          part(depth > 2 ? keys_[2] : std::string_view()),
          is_key(spot_.is_key || spot_.may_be_key) {}

    // Below a named part: at the third level for a key, and at the second for a value that may become one.
    bool is_part_key() const { return spot.is_key ? depth == 3 : is_key && depth == 2; }

    const YamlSpot& spot;
    const std::vector<std::string_view>& keys;
    std::size_t depth;
    std::string_view section;
    std::string_view part;
    bool is_key;  // or a value that may become one
  };

  // Outside of calls. Each section has its own levels, so it has its own function.
  void complete_document(Caret& cursor, const YamlSpot& spot, const std::vector<std::string_view>& keys) {
    const Place place(spot, keys);
    if (yaml_.root() != nullptr && is_environment(context_, file_, *yaml_.root())) {
      return complete_environment(cursor, spot, place.section);
    }
    if (place.depth == 0 || (spot.is_key && place.depth == 1)) return offer(cursor, sections, "key", "section", true);
    if (place.section == "heat_template_version") return offer(cursor, versions, "value", "version");
    if (place.section == "parameters") return complete_parameter(cursor, place);
    if (place.section == "parameter_groups") return complete_group(cursor, place);
    if (place.section == "resources" && complete_resource(cursor, place)) return;
    if (place.section == "outputs" && place.is_part_key())
      return offer(cursor, output_keys, "key", "of an output", true);
    if (place.section == "conditions" || place.part == "condition") {
      cursor.symbols.push_back("condition");
      cursor.kinds.push_back("operator");
    }
    if (place.depth >= 3) complete_value(cursor, place);
  }

  static void complete_parameter(Caret& cursor, const Place& place) {
    if (place.is_part_key()) offer(cursor, parameter_keys, "key", "of a parameter", true);
    if (!place.is_key && place.part == "type") offer(cursor, value_types, "value", "type");
    if (place.part != "constraints" || !place.is_key) return;
    const std::string_view around =
        place.spot.is_key && place.depth > 1 ? place.keys[place.depth - 2] : place.keys.back();
    if (around == "range" || around == "length") return offer(cursor, bound_keys, "key", "bound", true);
    if (around == "modulo") return offer(cursor, modulo_keys, "key", "of modulo", true);
    offer(cursor, constraint_keys, "key", "constraint", true);
  }

  void complete_group(Caret& cursor, const Place& place) const {
    if (place.is_key && place.depth <= (place.spot.is_key ? 3U : 2U)) {
      return offer(cursor, group_keys, "key", "of a group", true);
    }
    if (place.part == "parameters") cursor.symbols.push_back("parameter");
    cursor.scope = scope_of(context_, file_);
  }

  // Whether there is no more to offer.
  bool complete_resource(Caret& cursor, const Place& place) const {
    if (place.is_part_key()) {
      offer(cursor, resource_keys, "key", "of a resource", true);
    } else if (place.depth == 3 && place.part == "type") {
      offer_types(cursor);
    } else if (place.part == "depends_on") {
      cursor.symbols.push_back("resource");
    } else if (place.part == "deletion_policy") {
      offer(cursor, policies, "value", "policy");
    } else {
      if (place.part == "condition") cursor.symbols.push_back("condition");
      return place.part == "properties" && is_property_key(place) && offer_properties(cursor, place.keys[1]);
    }
    return true;
  }
  static bool is_property_key(const Place& place) {
    return (place.spot.is_key && place.depth == 4) || (place.spot.may_be_key && place.depth == 3);
  }

  // Functions, where a value is.
  void complete_value(Caret& cursor, const Place& place) const {
    cursor.takes = &is_of_any_version;
    if (yaml_.root() != nullptr && value_of(*yaml_.root(), "heat_template_version") != nullptr) {
      cursor.takes = &is_of_newest_version;
    }
    if (!place.is_key) cursor.calls_as = Calls::braces;
    const bool takes_function = place.is_key || place.part == "properties" || place.part == "value";
    if (takes_function) cursor.kinds.push_back("function");
  }

  static bool is_of_any_version(const FunctionCatalogue::Entry&, const Caret&) { return true; }
  // Do not offer functions that the newest version has removed.
  static bool is_of_newest_version(const FunctionCatalogue::Entry& entry, const Caret&) {
    const Intrinsic* found = find_intrinsic(entry.signature.name);
    if (found == nullptr) return true;
    return found->in_values(newest_version) == Availability::present || found->is_in_conditions(newest_version);
  }

  // An environment is recognized by its keys. It sets parameters of the main template.
  void complete_environment(Caret& cursor, const YamlSpot& spot, std::string_view section) const {
    const std::size_t depth = spot.path.size();
    if ((spot.is_key && depth == 1) || depth == 0) return offer(cursor, environment_keys, "key", "section", true);
    const bool is_name = (spot.is_key && depth == 2) || (spot.may_be_key && depth == 1);
    if (section == "resource_registry") {
      if (!spot.is_key) offer_files(context_, cursor);
      return;
    }
    if (!is_name) return;
    for (const Symbol& symbol : reading_.symbols) {
      if (symbol.kind != "parameter" || symbol.scope != context_.workspace.main || symbol.detail.empty()) continue;
      std::string detail = symbol.detail.substr(0, symbol.detail.find('\n'));
      std::erase(detail, '`');
      cursor.offers.push_back({symbol.name, "parameter", detail, symbol.name + ": "});
    }
  }

  // Offers the parameters of the template that the resource's type stands for.
  bool offer_properties(Caret& cursor, std::string_view resource) const {
    const Symbol* found = reading_.find("resource", scope_of(context_, file_), resource);
    const auto nested = found == nullptr ? std::nullopt : nested_file(context_, file_, type_of(*found));
    if (!nested) return false;
    for (const Symbol& symbol : reading_.symbols) {
      if (symbol.kind != "parameter" || symbol.scope != *nested || symbol.detail.empty()) continue;
      std::string detail = symbol.detail.substr(0, symbol.detail.find('\n'));
      std::erase(detail, '`');
      cursor.offers.push_back({symbol.name, "property", detail, symbol.name + ": "});
    }
    return true;
  }

  // Offers the outputs of that template, which are the resource's attributes.
  void offer_outputs(Caret& cursor, const Symbol& resource) const {
    const auto nested = nested_file(context_, file_, type_of(resource));
    if (!nested) return;
    for (const Symbol& symbol : reading_.symbols) {
      if (symbol.kind == "output" && symbol.scope == *nested) cursor.offers.push_back({symbol.name, "output", *nested});
    }
  }

  // The type is kept in backticks at the beginning of the symbol's detail.
  static std::string type_of(const Symbol& resource) {
    if (resource.detail.size() < 3 || resource.detail[0] != '`') return {};
    return resource.detail.substr(1, resource.detail.find('`', 1) - 1);
  }

  // Offers the types used in the document, template files, and the most frequent types.
  void offer_types(Caret& cursor) const {
    std::vector<std::string> seen;
    for (const Symbol& symbol : reading_.symbols) {
      if (symbol.kind == "type" && !symbol.detail.empty())
        cursor.offers.push_back({symbol.name, "type", "of the environment"});
    }
    for (const auto& [name, content] : context_.workspace.files) {
      if (name.is_string() && is_yaml_path(name.as_string()) && name.as_string() != scope_of(context_, file_)) {
        cursor.offers.push_back({std::string(name.as_string()), "file", "a template"});
      }
    }
    for (const Symbol& symbol : reading_.symbols) {
      if (symbol.kind != "resource" || symbol.detail.size() < 3 || symbol.detail[0] != '`') continue;
      const std::string type = type_of(symbol);
      if (std::find(seen.begin(), seen.end(), type) != seen.end()) continue;
      seen.push_back(type);
      cursor.offers.push_back({type, "type", "used in this template"});
    }
    for (const std::string_view type : resource_types) {
      cursor.offers.push_back({.label = std::string(type), .kind = "type", .is_last = true});
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
  std::span<const std::string_view> closed_kinds() const override {
    static constexpr std::string_view kinds[] = {"parameter", "resource", "condition", "function", "method"};
    return kinds;
  }
  void define(Context& context, std::uint32_t file, Reading& reading) const override {
    if (reading.has_references()) collect_names(context, file, reading);
  }
  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    const YamlText yaml(context, file);
    read_template(context, yaml, file, reading);
  }
  Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const override {
    return CursorFinder(context, reading, file, offset).find();
  }
  std::string why_reserved(std::string_view kind, std::string_view name) const override {
    if (kind == "parameter" && contains(pseudo_parameters, name)) return "It is a parameter of every stack.";
    const bool is_value = name == "true" || name == "false" || name == "True" || name == "False";
    return kind == "condition" && is_value ? "It is a condition of its own." : "";
  }
  // A workflow of Mistral contains YAQL for Mistral, which must not be evaluated here.
  bool is_for_others(const YamlNode& node) const override {
    const YamlNode* type = value_of(node, "type");
    return type != nullptr && is_scalar(*type) && type->text.starts_with("OS::Mistral::");
  }
  // Only queries are formatted. YAML maps keep their form.
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
