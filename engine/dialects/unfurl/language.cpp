#include "dialects/unfurl/language.hpp"

#include <algorithm>

#include "dialects/jinja2/language.hpp"
#include "dialects/unfurl/catalogue.hpp"
#include "dialects/unfurl/names_in_documents.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view document_keys[] = {"tosca_definitions_version",
                                              "node_types",
                                              "topology_template",
                                              "imports",
                                              "instances",
                                              "inputs",
                                              "outputs",
                                              "apiVersion",
                                              "kind",
                                              "spec"};
constexpr std::string_view template_keys[] = {"type",      "properties", "attributes", "requirements", "capabilities",
                                              "artifacts", "interfaces", "directives", "description",  "metadata"};
constexpr std::string_view instance_keys[] = {"type",         "template",  "attributes", "properties",
                                              "requirements", "instances", "readyState"};
constexpr std::string_view type_keys[] = {"derived_from", "properties", "attributes", "requirements", "capabilities",
                                          "description",  "metadata",   "interfaces", "artifacts"};
constexpr std::string_view topology_keys[] = {
    "inputs", "node_templates", "outputs", "relationship_templates", "substitution_mappings", "description"};
constexpr std::string_view property_keys[] = {"type",        "default",  "description", "required",
                                              "constraints", "metadata", "entry_schema"};

void offer(Caret& cursor, const auto& all, std::string_view detail) {
  for (const std::string_view one : all) {
    cursor.offers.push_back({std::string(one), "key", std::string(detail), std::string(one) + ": "});
  }
}

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
    keys_ = spot.keys();
    add_calls(cursor, spot);
    const ScalarText text = yaml_.scalar(*spot.scalar);
    if (is_template_text(text.text)) {
      const Pieces pieces = jinja2::template_pieces(text.text, text.place, {}, context_.budget);
      Caret inner = jinja2::template_cursor(context_, pieces, file_, offset_);
      inner.catalogues.push_back(&functions());
      if (!inner.kinds.empty() && inner.kinds.back() == "global") inner.kinds.push_back("variable");
      return inner;
    }
    cursor.word = yaml_.word(*spot.scalar);
    if (!spot.is_key && is_query(spot)) return query_cursor(std::move(cursor), text, own());
    if (!spot.is_key && is_argument(cursor, spot)) return cursor;
    document_cursor(cursor, spot, text);
    return cursor;
  }

  // Of a query that stands by itself, as the workspace's expression.
  static Caret query_cursor(Context& context, const Reading& reading, const ScalarText& text, std::uint32_t offset) {
    Caret cursor;
    cursor.word = {text.place.file, offset, offset};
    Value own;
    for (const auto& [name, content] : context.workspace.files) {
      if (!name.is_string() || name.as_string() != context.workspace.main) continue;
      if (const auto file = context.files.source(name.as_string())) {
        const YamlText yaml(context, *file);
        if (yaml.root() != nullptr) own = own_attributes(shape_of(*yaml.root(), context.budget));
      }
    }
    return complete_query(std::move(cursor), context, reading, text, own, offset);
  }

 private:
  void add_calls(Caret& cursor, const YamlSpot& spot) const {
    for (std::size_t at = 0; at < keys_.size(); ++at) {
      const YamlStep& step = spot.path[at];
      if (step.key == nullptr || !is_scalar(*step.key)) continue;
      // The function among the keys of the map; another key is one of its named arguments.
      const YamlNode* function = nullptr;
      const bool is_inner = at > 0 && (keys_[at - 1] == "eval" || keys_[at - 1] == "ref");
      if (!is_inner && !is_expression_node(*step.node)) continue;
      for (const YamlPair& pair : step.node->pairs) {
        if (function == nullptr && is_scalar(*pair.key) && functions().find("function", pair.key->text) != nullptr) {
          function = pair.key;
        }
      }
      if (function == nullptr) continue;
      CallAround call;
      call.kind = "function";
      call.name = function->text;
      if (function != step.key) call.argument_name = keys_[at];
      if (at + 1 == keys_.size() && spot.is_key) call.argument_name.clear();
      cursor.calls.push_back(std::move(call));
    }
  }

  bool is_query(const YamlSpot& spot) const {
    if (keys_.empty()) return false;
    const std::string_view last = keys_.back();
    if (last != "eval" && last != "ref" && last != "foreach" && last != "select") return false;
    return !spot.may_be_key;
  }

  // The attributes that a query at the spot starts with: those of the resource around it, or the document's.
  Value own() const {
    for (std::size_t at = keys_.size(); at-- > 1;) {
      if (keys_[at - 1] != "node_templates" && keys_[at - 1] != "instances") continue;
      if (const Symbol* found = reading_.find("resource", "", keys_[at])) return found->value;
    }
    return yaml_.root() == nullptr ? Value() : own_attributes(shape_of(*yaml_.root(), context_.budget));
  }

  Caret query_cursor(Caret cursor, const ScalarText& text, const Value& own) const {
    return complete_query(std::move(cursor), context_, reading_, text, own, offset_);
  }

  static Caret complete_query(Caret cursor, Context& context, const Reading& reading, const ScalarText& text,
                              const Value& own, std::uint32_t offset) {
    const std::uint32_t file = text.place.file;
    const Pieces pieces = query_pieces(text.text, text.place);
    const std::size_t count = pieces_before(pieces, offset);
    const Piece* typed = count < pieces.size() && pieces[count].begin < offset ? &pieces[count] : nullptr;
    cursor.word = typed != nullptr ? Stretch{file, typed->begin, offset} : Stretch{file, offset, offset};
    cursor.calls_as = Calls::bare;
    Reading copy = reading;
    const Value value = read_query(pieces, count, file, own, copy);
    const bool starts_at_root = count == 1 && pieces[0].is("::");
    if (starts_at_root) {
      cursor.symbols.push_back("resource");
      for (const std::string_view name : {"root", "NODES"}) cursor.offers.push_back({std::string(name), "keyword"});
    } else {
      cursor.data = value;
      for (const Symbol& symbol : reading.symbols) {
        if (symbol.kind == "variable" && count == 0) cursor.offers.push_back({"$" + symbol.name, "variable"});
      }
      if (count == 0) {
        for (const auto& [name, given] : context.workspace.vars) {
          if (name.is_string()) cursor.offers.push_back({"$" + std::string(name.as_string()), "variable"});
        }
        for (const std::string_view name : {"$inputs", "$item", "$index", "$true", "$false"}) {
          cursor.offers.push_back({std::string(name), "variable"});
        }
        cursor.offers.push_back({"::", "keyword", "all resources"});
      }
    }
    cursor.kinds.push_back("special-key");
    return cursor;
  }

  bool is_argument(Caret& cursor, const YamlSpot& spot) const {
    if (keys_.empty()) return false;
    const bool is_list = spot.path.back().node->kind == YamlNode::Kind::sequence;
    const std::string_view name = is_list && keys_.size() > 1 ? keys_[keys_.size() - 2] : keys_.back();
    const std::size_t index = is_list ? spot.path.back().index : 0;
    if (name == "get_input") {
      cursor.symbols.push_back("input");
    } else if (name == "get_attribute" || name == "get_property") {
      if (index == 0) {
        cursor.symbols.push_back("resource");
        for (const std::string_view word : {"SELF", "HOST", "SOURCE", "TARGET"}) {
          cursor.offers.push_back({std::string(word), "keyword"});
        }
      } else if (is_scalar(*spot.path.back().node->items[0])) {
        const Symbol* found = reading_.find("resource", "", spot.path.back().node->items[0]->text);
        if (found != nullptr) cursor.data = found->value;
      }
    } else if (name == "get_env" || name == "has_env") {
      for (const auto& [key, value] : context_.workspace.env) {
        if (key.is_string()) cursor.offers.push_back({std::string(key.as_string()), "value", "environment variable"});
      }
    } else if (name == "secret") {
      for (const auto& [key, value] : context_.workspace.secrets) {
        if (key.is_string()) cursor.offers.push_back({std::string(key.as_string()), "value", "secret"});
      }
    } else if (name == "type" || name == "derived_from" || name == "get_nodes_of_type") {
      cursor.symbols.push_back("type");
      for (const std::string_view type :
           {"tosca.nodes.Root", "tosca.nodes.Compute", "tosca.nodes.SoftwareComponent", "tosca.nodes.WebServer",
            "tosca.nodes.WebApplication", "tosca.nodes.DBMS", "tosca.nodes.Database"}) {
        cursor.offers.push_back({std::string(type), "type", "TOSCA"});
      }
      if (is_property_place()) {
        cursor.offers.clear();
        for (const std::string_view type : {"string", "integer", "float", "boolean", "list", "map", "timestamp",
                                            "scalar-unit.size", "scalar-unit.time"}) {
          cursor.offers.push_back({std::string(type), "type", "of a property"});
        }
      }
    } else if (name == "node" || name == "host" || is_requirement()) {
      cursor.symbols.push_back("resource");
    } else if (name.starts_with("+include") || name.starts_with("+?include") || name == "file") {
      offer_files(context_, cursor);
    } else {
      return false;
    }
    return true;
  }

  bool is_property_place() const {
    if (keys_.size() < 3) return false;
    const std::string_view section = keys_[keys_.size() - 3];
    return section == "properties" || section == "attributes" || section == "inputs";
  }
  // `requirements: [{db: ¦}]`
  bool is_requirement() const { return keys_.size() > 2 && keys_[keys_.size() - 3] == "requirements"; }

  void document_cursor(Caret& cursor, const YamlSpot& spot, const ScalarText& text) const {
    const bool is_key = spot.is_key || spot.may_be_key;
    // Of a value that stands alone, the map that it may become is its own level.
    std::vector<std::string_view> around = keys_;
    if (spot.is_key && !around.empty()) around.pop_back();
    const auto level = [&](std::size_t up) {
      return around.size() > up ? around[around.size() - 1 - up] : std::string_view();
    };
    if (text.text.starts_with('+')) {
      cursor.kinds.push_back("directive");
      for (const Symbol& symbol : reading_.symbols) {
        if (symbol.kind == "anchor")
          cursor.offers.push_back({"+*" + symbol.name, "directive", "anchor", "+*" + symbol.name + ": "});
      }
      if (yaml_.root() != nullptr && yaml_.root()->kind == YamlNode::Kind::mapping) add_merge_paths(cursor);
      return;
    }
    if (!is_key) {
      return;
    }
    if (around.empty()) offer(cursor, document_keys, "of the document");
    if (level(1) == "node_templates") return offer(cursor, template_keys, "of a node template");
    if (level(1) == "instances") return offer(cursor, instance_keys, "of an instance");
    if (level(1).ends_with("_types")) return offer(cursor, type_keys, "of a type");
    if (level(0) == "topology_template") return offer(cursor, topology_keys, "of the topology");
    if (around.size() > 2 && (level(1) == "properties" || level(1) == "inputs")) {
      const bool is_definition = level(1) == "inputs" || (around.size() > 3 && level(3).ends_with("_types"));
      if (is_definition) return offer(cursor, property_keys, "of a property");
    }
    if (level(0) == "properties" && level(2) == "node_templates") add_type_properties(cursor, level(1));
    cursor.kinds.push_back("function");
    cursor.kinds.push_back("keyword");
    cursor.kinds.push_back("directive");
    if (!cursor.calls.empty()) {
      const auto* entry = functions().find("function", cursor.calls.back().name);
      for (std::size_t at = 1; entry != nullptr && at < entry->signature.parameters.size(); ++at) {
        const std::string name(entry->signature.parameters[at].name);
        cursor.offers.push_back({name, "argument", "of " + cursor.calls.back().name, name + ": "});
      }
    }
  }

  // The properties of the type of a template, and of those that it is derived from.
  void add_type_properties(Caret& cursor, std::string_view resource) const {
    const Symbol* symbol = reading_.find("resource", "", resource);
    if (symbol == nullptr || symbol->detail.size() < 3 || symbol->detail[0] != '`') return;
    std::string type = symbol->detail.substr(1, symbol->detail.find('`', 1) - 1);
    for (int height = 0; height < 20; ++height) {
      const Symbol* found = reading_.find("type", "", type);
      if (found == nullptr || !found->value.is_map()) return;
      const Value properties = item_of(found->value, "properties");
      if (properties.is_map()) {
        for (const auto& [name, definition] : properties.as_map()) {
          if (!name.is_string()) continue;
          const std::string text(name.as_string());
          cursor.offers.push_back({text, "property", "of " + type, text + ": "});
        }
      }
      const Value base = item_of(found->value, "derived_from");
      if (!base.is_string()) return;
      type = base.as_string();
    }
  }

  void add_merge_paths(Caret& cursor) const {
    for (const YamlPair& pair : yaml_.root()->pairs) {
      if (!is_scalar(*pair.key) || pair.value->kind != YamlNode::Kind::mapping) continue;
      const std::string first = "+/" + std::string(pair.key->text);
      cursor.offers.push_back({first, "directive", "merge path", first + ": "});
      for (const YamlPair& inner : pair.value->pairs) {
        if (!is_scalar(*inner.key) || inner.value->kind != YamlNode::Kind::mapping) continue;
        const std::string second = first + "/" + std::string(inner.key->text);
        cursor.offers.push_back({second, "directive", "merge path", second + ": "});
      }
    }
  }

  Context& context_;
  const Reading& reading_;
  std::uint32_t file_;
  std::uint32_t offset_;
  YamlText yaml_;
  std::vector<std::string_view> keys_;
};

class Documents final : public Language {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override {
    return path == workspace.main || path == expression_path || is_yaml_path(path);
  }

  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    if (context.sources.path(file) == expression_path && is_bare(context, file)) {
      const ScalarText text = whole(context, file);
      const Pieces pieces = query_pieces(text.text, text.place);
      if (!pieces.empty()) reading.expressions.push_back({file, pieces.front().begin, pieces.back().end});
      read_query(pieces, pieces.size(), file, {}, reading);
      return;
    }
    const YamlText yaml(context, file);
    read_document(context, yaml, file, reading);
  }

  Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const override {
    if (context.sources.path(file) == expression_path && is_bare(context, file)) {
      return CursorFinder::query_cursor(context, reading, whole(context, file), offset);
    }
    return CursorFinder(context, reading, file, offset).find();
  }

  bool reads_templates() const override { return true; }
  Pieces pieces(Context& context, const Stretch& expression) const override {
    TextPlace place;
    place.file = expression.file;
    place.begin = expression.begin;
    const std::string_view part =
        context.sources.text(expression.file).substr(expression.begin, expression.end - expression.begin);
    if (is_template_text(part)) return jinja2::template_pieces(part, place, {}, context.budget);
    const bool is_map = part.find(": ") != std::string_view::npos || part.starts_with('{');
    return is_map ? Pieces() : query_pieces(part, place);
  }

 private:
  // A query, not a map in YAML.
  static bool is_bare(const Context& context, std::uint32_t file) {
    const std::string_view text = context.sources.text(file);
    return !is_template_text(text) && text.find(": ") == std::string_view::npos && !text.starts_with('{') &&
           (!text.ends_with(':') || text.ends_with("::")) && text.find(":\n") == std::string_view::npos;
  }
  static ScalarText whole(const Context& context, std::uint32_t file) {
    ScalarText text;
    text.text = context.sources.text(file);
    text.place.file = file;
    return text;
  }
};

}  // namespace

const Language& language() {
  static const Documents documents;
  return documents;
}

}  // namespace evalground::unfurl
