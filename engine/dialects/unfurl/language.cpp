// Language services for ensembles and templates: what can be typed at a position, and which calls surround it.
//
//   web: {type: my.Web, properties: {po¦          the properties that my.Web and its ancestors declare
//   eval: ::web::¦                                the attributes of web, then what its type declares
//   text: "{{ SELF.¦ }}"                          delegated to Jinja2, with the values known here as its data
//
// The document decides by keys, not by a grammar, so the path of keys from the root to the position is the main input
// (`keys_`, the innermost last). Nothing is evaluated: the shapes of values come from names_in_documents.cpp. While
// somebody types, the YAML is often invalid, so YamlText parses it leniently at the position.
//
// Offers are suggestions and need not be complete. Where the place allows other keys as well, the functions that offer
// known ones return false and the search goes on.
#include "dialects/unfurl/language.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/text/any_of.hpp"
#include "dialects/ansible/catalogue.hpp"
#include "dialects/jinja2/language.hpp"
#include "dialects/unfurl/catalogue.hpp"
#include "dialects/unfurl/names_in_documents.hpp"
#include "dialects/unfurl/type_names.hpp"
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

constexpr std::string_view requirement_keys[] = {"node",        "relationship", "capability",
                                                 "occurrences", "node_filter",  "description"};

void offer(Caret& cursor, const auto& all, std::string_view detail) {
  for (const std::string_view one : all) {
    cursor.offers.push_back({std::string(one), "key", std::string(detail), std::string(one) + ": "});
  }
}

class CursorFinder {
 public:
  CursorFinder(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset)
      : context_(context), reading_(reading), file_(file), offset_(offset), yaml_(context, file, offset) {}

  // The scalar at the position decides: a template, then a query, then an argument of a function, else a key or value
  // of the document.
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
      Caret inner =
          jinja2::template_cursor(context_, pieces, file_, offset_, {ansible::functions(), known_names(), &reading_});
      inner.catalogues.push_back(&functions());
      if (!inner.kinds.empty() && inner.kinds.back() == "global") inner.kinds.push_back("variable");
      return inner;
    }
    cursor.word = yaml_.word(*spot.scalar);
    if (spot.is_key && is_pair(1)) offer_pair(cursor);
    if (!spot.is_key && is_query(spot)) {
      // `select` is a query on the result of the query beside it.
      return query_cursor(std::move(cursor), text, section_of("select") ? Value() : own());
    }
    if (!spot.is_key && is_argument(cursor, spot)) return cursor;
    document_cursor(cursor, spot, text);
    return cursor;
  }

  // The cursor in a query on its own, such as the workspace's expression.
  static Caret query_cursor(Context& context, const Reading& reading, const ScalarText& text, std::uint32_t offset) {
    Caret cursor;
    cursor.word = {text.place.file, offset, offset};
    Value own;
    for (const auto& [name, content] : context.workspace.files) {
      if (!name.is_string() || name.as_string() != context.workspace.main) continue;
      if (const auto file = context.files.source(name.as_string())) {
        const YamlText yaml(context, *file);
        if (yaml.root() != nullptr) own = own_attributes(*yaml.root(), context.budget);
      }
    }
    return complete_query(std::move(cursor), context, reading, text, own, offset);
  }

 private:
  // The enclosing function calls, the outermost first, for the help on arguments. A map under `eval` is a call by its
  // place. Elsewhere a map is one only if it is an expression as a whole.
  void add_calls(Caret& cursor, const YamlSpot& spot) const {
    for (std::size_t at = 0; at < keys_.size(); ++at) {
      const YamlStep& step = spot.path[at];
      if (step.key == nullptr || !is_scalar(*step.key)) continue;
      // The key that names the function. The other keys are its arguments.
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

  // Text under `eval` that could still become a key (`eval: conc¦`) is not treated as a query yet.
  bool is_query(const YamlSpot& spot) const {
    if (keys_.empty()) return false;
    const std::string_view last = keys_.back();
    if ((last == "key" || last == "value") && is_pair(1)) return true;
    if (last != "eval" && last != "ref" && last != "foreach" && last != "select") return false;
    return !spot.may_be_key;
  }

  // Tests for `select: {key: name, value: port}`, where the map is that many keys up from the innermost.
  bool is_pair(std::size_t up) const {
    if (keys_.size() <= up) return false;
    const std::string_view around = keys_[keys_.size() - 1 - up];
    return around == "foreach" || around == "select";
  }
  static void offer_pair(Caret& cursor) {
    for (const std::string_view word : {"key", "value"}) {
      cursor.offers.push_back({std::string(word), "keyword", "of each entry", std::string(word) + ": "});
    }
  }

  // The attributes where a query at this position starts: those of the enclosing resource, or the document's.
  Value own() const {
    for (std::size_t at = keys_.size(); at-- > 1;) {
      if (keys_[at - 1] == "node_types") {
        Map names;
        for (const std::string_view section : {"properties", "attributes"}) {
          for (const TypeMember& member : members_of(reading_, keys_[at], section, context_.budget)) {
            names.set(member.name, Value::null());
          }
        }
        return Value::map(std::move(names));
      }
      if (keys_[at - 1] != "node_templates" && keys_[at - 1] != "instances") continue;
      if (const Symbol* found = reading_.find("resource", "", keys_[at])) return found->value;
    }
    return yaml_.root() == nullptr ? Value() : own_attributes(*yaml_.root(), context_.budget);
  }

  Caret query_cursor(Caret cursor, const ScalarText& text, const Value& own) const {
    return complete_query(std::move(cursor), context_, reading_, text, own, offset_);
  }

  // Follows the pieces before the position with a copy of the Reading, so that completion records no references. The
  // last pieces then decide:
  //
  //   ::¦                resources
  //   …[.type=¦          types of nodes
  //   $inputs::¦         inputs
  //   ::web::¦           what is known of the value or the type; if nothing is, the attributes of all resources
  //   ¦  and  …[a=¦      also variables
  static Caret complete_query(Caret cursor, Context& context, const Reading& reading, const ScalarText& text,
                              const Value& own, std::uint32_t offset) {
    const std::uint32_t file = text.place.file;
    const Pieces pieces = query_pieces(text.text, text.place);
    const std::size_t count = pieces_before(pieces, offset);
    const Piece* typed = count < pieces.size() && pieces[count].begin < offset ? &pieces[count] : nullptr;
    cursor.word = typed != nullptr ? Stretch{file, typed->begin, offset} : Stretch{file, offset, offset};
    cursor.calls_as = Calls::bare;
    Reading copy = reading;
    const QueryEnd end = read_query(pieces, count, file, own, copy, context.budget);
    const bool is_type = count > 1 && pieces[count - 1].is("=") && pieces[count - 2].is(".type");
    if (is_type) {
      offer_types(cursor, reading, TypeKind::node);
      return cursor;
    }
    if (count > 1 && pieces[0].is("$inputs") && pieces[count - 1].is("::")) {
      cursor.symbols.push_back("input");
      return cursor;
    }
    if (count == 1 && pieces[0].is("::")) {
      cursor.symbols.push_back("resource");
      for (const std::string_view name : {"root", "NODES"}) cursor.offers.push_back({std::string(name), "keyword"});
    } else {
      cursor.data = end.value;
      if (!end.type.empty()) add_members(cursor, reading, end, context.budget);
      if (end.value.is_undefined() && end.type.empty()) add_any_members(cursor, reading);
      if (count == 0 || pieces[count - 1].is("=")) add_variables(cursor, context, reading);
      if (count == 0) cursor.offers.push_back({"::", "keyword", "all resources"});
    }
    cursor.kinds.push_back("special-key");
    return cursor;
  }

  // Variables, with which a query may begin, also in a comparison: `[size=$wanted]`.
  static void add_variables(Caret& cursor, const Context& context, const Reading& reading) {
    for (const Symbol& symbol : reading.symbols) {
      if (symbol.kind == "variable") cursor.offers.push_back({"$" + symbol.name, "variable"});
    }
    for (const auto& [name, given] : context.workspace.vars) {
      if (name.is_string()) cursor.offers.push_back({"$" + std::string(name.as_string()), "variable"});
    }
    for (const std::string_view name : {"$inputs", "$item", "$index", "$true", "$false"}) {
      cursor.offers.push_back({std::string(name), "variable"});
    }
  }

  // What the type of a resource has beside what the resource says.
  static void add_members(Caret& cursor, const Reading& reading, const QueryEnd& end, Budget& budget) {
    for (const std::string_view section : {end.section, std::string_view("attributes")}) {
      if (section == "attributes" && end.section != "properties") continue;
      for (const TypeMember& member : members_of(reading, end.type, section, budget)) {
        if (!item_of(cursor.data, member.name).is_undefined()) continue;
        cursor.offers.push_back({member.name, "property", "of " + member.owner});
      }
    }
  }

  // The query may reach any resource, so add the members of all of them.
  static void add_any_members(Caret& cursor, const Reading& reading) {
    std::unordered_set<std::string_view> seen;
    for (const Symbol& symbol : reading.symbols) {
      if (symbol.kind != "resource" || !symbol.value.is_map() || symbol.value.sensitive()) continue;
      for (const auto& [name, value] : symbol.value.as_map()) {
        if (!name.is_string() || !seen.insert(name.as_string()).second) continue;
        cursor.offers.push_back({std::string(name.as_string()), "property", "of " + symbol.name});
      }
    }
  }

  // What templates see: the resource's own attributes, and those of all resources.
  Value known_names() const {
    Map nodes;
    for (const Symbol& symbol : reading_.symbols) {
      if (symbol.kind == "resource") nodes.set(symbol.name, symbol.value);
    }
    Map inputs;
    for (const Symbol& symbol : reading_.symbols) {
      if (symbol.kind == "input") inputs.set(symbol.name, symbol.value);
    }
    Map known{{"SELF", own()}, {"NODES", Value::map(std::move(nodes))}, {"inputs", Value::map(std::move(inputs))}};
    if (section_of("foreach") || section_of("select")) {
      for (const std::string_view name : {"item", "index", "key"}) known.set(name, Value::null());
    }
    return Value::map(std::move(known));
  }

  // Offers by the name of the key that the value belongs to, and by its index in a list: `get_attribute: [web, ¦]`.
  bool is_argument(Caret& cursor, const YamlSpot& spot) const {
    if (keys_.empty()) return false;
    const bool is_list = spot.path.back().node->kind == YamlNode::Kind::sequence;
    const std::string_view name = is_list && keys_.size() > 1 ? keys_[keys_.size() - 2] : keys_.back();
    if (name == "get_input") {
      cursor.symbols.push_back("input");
    } else if (name == "get_attribute" || name == "get_property") {
      add_attribute_path(cursor, *spot.path.back().node, is_list ? spot.path.back().index : 0);
    } else if (name == "get_env" || name == "has_env") {
      offer_names(cursor, context_.workspace.env, "environment variable");
    } else if (name == "secret") {
      offer_names(cursor, context_.workspace.secrets, "secret");
    } else if (contains(type_places, name) || (name == "node" && is_in_type())) {
      add_types(cursor, name);
    } else if (name == "node" || name == "host" || is_requirement()) {
      cursor.symbols.push_back("resource");
    } else if (name.starts_with("+include") || name.starts_with("+?include") || name == "file") {
      offer_files(context_, cursor);
    } else {
      return false;
    }
    return true;
  }

  // Keys and functions whose value is the name of a type.
  static constexpr std::string_view type_places[] = {"type", "derived_from", "get_nodes_of_type", "capability",
                                                     "relationship"};

  static void offer_names(Caret& cursor, const Map& all, std::string_view detail) {
    for (const auto& [key, value] : all) {
      if (key.is_string()) cursor.offers.push_back({std::string(key.as_string()), "value", std::string(detail)});
    }
  }

  // `get_attribute: [resource, attribute, …]`
  void add_attribute_path(Caret& cursor, const YamlNode& path, std::size_t index) const {
    if (index == 0) {
      cursor.symbols.push_back("resource");
      for (const std::string_view word : {"SELF", "HOST", "SOURCE", "TARGET"}) {
        cursor.offers.push_back({std::string(word), "keyword"});
      }
    } else if (is_scalar(*path.items[0])) {
      const Symbol* found = reading_.find("resource", "", path.items[0]->text);
      if (found != nullptr) cursor.data = found->value;
    }
  }

  // Whether the position is within the definition of a type.
  bool is_in_type() const { return section_of("node_types") || section_of("relationship_types"); }
  bool section_of(std::string_view key) const { return std::find(keys_.begin(), keys_.end(), key) != keys_.end(); }

  // `type` names a type of the kind that its section is for. In a property it is a simple type or a data type. The
  // innermost section wins, because the keys are searched from the outside.
  void add_types(Caret& cursor, std::string_view name) const {
    if (name != "get_nodes_of_type" && is_property_place()) {
      for (const std::string_view type : {"string", "integer", "float", "boolean", "list", "map", "timestamp",
                                          "scalar-unit.size", "scalar-unit.time", "scalar-unit.frequency", "version"}) {
        cursor.offers.push_back({std::string(type), "type", "of a property"});
      }
      return offer_types(cursor, reading_, TypeKind::data);
    }
    constexpr std::pair<std::string_view, TypeKind> places[] = {{"relationship_types", TypeKind::relationship},
                                                                {"relationship_templates", TypeKind::relationship},
                                                                {"capability_types", TypeKind::capability},
                                                                {"data_types", TypeKind::data},
                                                                {"artifact_types", TypeKind::artifact},
                                                                {"interface_types", TypeKind::interface},
                                                                {"group_types", TypeKind::group},
                                                                {"policy_types", TypeKind::policy},
                                                                {"groups", TypeKind::group},
                                                                {"policies", TypeKind::policy},
                                                                {"artifacts", TypeKind::artifact},
                                                                {"interfaces", TypeKind::interface},
                                                                {"capabilities", TypeKind::capability}};
    TypeKind kind = name == "capability"     ? TypeKind::capability
                    : name == "relationship" ? TypeKind::relationship
                                             : TypeKind::node;
    for (const std::string_view key : keys_) {
      for (const auto& [place, its_kind] : places) {
        if (key == place && (name == "type" || name == "derived_from")) kind = its_kind;
      }
    }
    offer_types(cursor, reading_, kind);
  }

  bool is_property_place() const {
    if (keys_.size() < 3) return false;
    const std::string_view section = keys_[keys_.size() - 3];
    return section == "properties" || section == "attributes" || section == "inputs";
  }
  // `requirements: [{db: ¦}]`
  bool is_requirement() const { return keys_.size() > 2 && keys_[keys_.size() - 3] == "requirements"; }

  // The keys around a position, the innermost first.
  class Levels {
   public:
    explicit Levels(std::vector<std::string_view> keys) : keys_(std::move(keys)) {}
    std::size_t count() const { return keys_.size(); }
    // Empty where there are not so many.
    std::string_view operator[](std::size_t up) const {
      return keys_.size() > up ? keys_[keys_.size() - 1 - up] : std::string_view();
    }

   private:
    std::vector<std::string_view> keys_;
  };

  // All that is neither template nor query nor argument: directives, keys that TOSCA fixes, members of types,
  // functions.
  void document_cursor(Caret& cursor, const YamlSpot& spot, const ScalarText& text) const {
    // Of a value that stands alone, the map that it may become is its own level.
    std::vector<std::string_view> around = keys_;
    if (spot.is_key && !around.empty()) around.pop_back();
    const Levels level(std::move(around));
    if (text.text.starts_with('+')) return directive_cursor(cursor, text.text);
    const bool is_key = spot.is_key || spot.may_be_key;
    if (!is_key) return value_cursor(cursor, level[0]);
    if (level.count() == 0) offer(cursor, document_keys, "of the document");
    if (offer_known_keys(cursor, level) || offer_type_members(cursor, level)) return;
    for (const std::string_view kind : {"function", "keyword", "directive"}) cursor.kinds.push_back(kind);
    if (!cursor.calls.empty()) add_named_arguments(cursor);
  }

  void directive_cursor(Caret& cursor, std::string_view text) const {
    cursor.kinds.push_back("directive");
    for (const Symbol& symbol : reading_.symbols) {
      if (symbol.kind != "anchor") continue;
      cursor.offers.push_back({"+*" + symbol.name, "directive", "anchor", "+*" + symbol.name + ": "});
    }
    if (yaml_.root() != nullptr) add_merge_paths(cursor, text);
  }

  static void value_cursor(Caret& cursor, std::string_view key) {
    if (key == "tosca_definitions_version") {
      for (const std::string_view version : {"tosca_simple_unfurl_1_0_0", "tosca_simple_yaml_1_3"}) {
        cursor.offers.push_back({std::string(version), "value", "version"});
      }
      return;
    }
    // A call, as a map in braces. Prose is not a call.
    if (key == "description" || key == "apiVersion" || key == "kind") return;
    cursor.calls_as = Calls::braces;
    cursor.kinds.push_back("function");
  }

  // The keys of a map that TOSCA fixes. False where a map has others.
  static bool offer_known_keys(Caret& cursor, const Levels& level) {
    const bool is_property = level.count() > 2 && level[1] == "properties" && level[3].ends_with("_types");
    if (level[1] == "node_templates") {
      offer(cursor, template_keys, "of a node template");
    } else if (level[1] == "instances") {
      offer(cursor, instance_keys, "of an instance");
    } else if (level[1].ends_with("_types")) {
      offer(cursor, type_keys, "of a type");
    } else if (level[0] == "topology_template") {
      offer(cursor, topology_keys, "of the topology");
    } else if (is_property || (level.count() > 2 && level[1] == "inputs")) {
      offer(cursor, property_keys, "of a property");
    } else {
      return false;
    }
    return true;
  }

  // What the type of a template gives it. False where other keys are also possible.
  // Properties and attributes return false, because a directive or a function may stand there instead of a name.
  bool offer_type_members(Caret& cursor, const Levels& level) const {
    const bool is_template =
        level[2] == "node_templates" || level[2] == "relationship_templates" || level[2] == "instances";
    if (is_template && (level[0] == "capabilities" || level[0] == "interfaces")) {
      add_type_members(cursor, level[1], level[0]);
    } else if (level[1] == "requirements" && level[0].empty() && level[3] == "node_templates") {
      add_type_members(cursor, level[2], "requirements");
    } else if (level[2] == "requirements") {
      offer(cursor, requirement_keys, "of a requirement");
    } else {
      if (is_template && (level[0] == "properties" || level[0] == "attributes")) {
        add_type_members(cursor, level[1], level[0]);
      }
      return false;
    }
    return true;
  }

  static void add_named_arguments(Caret& cursor) {
    const std::string& call = cursor.calls.back().name;
    const auto* entry = functions().find("function", call);
    for (std::size_t at = 1; entry != nullptr && at < entry->signature.parameters.size(); ++at) {
      const std::string name(entry->signature.parameters[at].name);
      cursor.offers.push_back({name, "argument", "of " + call, name + ": "});
    }
  }

  // What the type of a template and its ancestors define in a section.
  void add_type_members(Caret& cursor, std::string_view resource, std::string_view section) const {
    for (const std::string_view kind : {"resource", "relationship"}) {
      const Symbol* symbol = reading_.find(kind, "", resource);
      if (symbol == nullptr) continue;
      for (const TypeMember& member : members_of(reading_, type_of(*symbol), section, context_.budget)) {
        cursor.offers.push_back({member.name, "property", "of " + member.owner, member.name + ": "});
      }
    }
  }

  // `+/defaults/se¦`: the maps on the next level of the typed path, and the maps below.
  void add_merge_paths(Caret& cursor, std::string_view typed) const {
    if (!typed.starts_with("+/") && typed.size() > 1) return;
    std::string path = "+";
    const YamlNode* node = yaml_.root();
    std::string_view rest = typed.substr(std::min<std::size_t>(typed.size(), 2));
    for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
      const YamlNode* next = value_of(*node, rest.substr(0, slash));
      if (next == nullptr) return;
      path.append("/").append(rest.substr(0, slash));
      rest.remove_prefix(slash + 1);
      node = next;
    }
    add_paths_below(cursor, *node, path, 2);
  }

  // Two levels at a time, because a document has many paths. Deeper ones are offered once these are typed.
  void add_paths_below(Caret& cursor, const YamlNode& node, const std::string& path, int levels) const {
    const Depth depth = context_.budget.enter();
    if (node.kind != YamlNode::Kind::mapping || levels == 0) return;
    for (const YamlPair& pair : node.pairs) {
      context_.budget.step();
      if (!is_scalar(*pair.key) || pair.value->kind != YamlNode::Kind::mapping) continue;
      if (pair.key->text.starts_with('+')) continue;
      const std::string below = path + "/" + std::string(pair.key->text);
      cursor.offers.push_back({below, "directive", "merge path", below + ": "});
      add_paths_below(cursor, *pair.value, below, levels - 1);
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

  // Templates within values may use names that other parts define.
  bool looks_at_references() const override { return true; }

  // Keeps the parsed tree for read(), so that a document is parsed once for both passes.
  void define(Context& context, std::uint32_t file, Reading& reading) const override {
    if (context.sources.path(file) == expression_path) return;
    // The document is read twice, so large documents are skipped.
    constexpr std::size_t longest = 1 << 20;
    constexpr std::size_t most = 16;
    auto yaml = std::make_shared<const YamlText>(context, file);
    define_document(context, *yaml, file, reading);
    if (context.sources.text(file).size() <= longest && reading.documents.size() < most) {
      reading.documents.emplace(file, std::move(yaml));
    }
  }

  std::span<const std::string_view> closed_kinds() const override {
    static constexpr std::string_view kinds[] = {"function"};
    return kinds;
  }
  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    if (context.sources.path(file) == expression_path && is_bare(context, file)) {
      const ScalarText text = whole(context, file);
      const Pieces pieces = query_pieces(text.text, text.place);
      if (!pieces.empty()) reading.expressions.push_back({file, pieces.front().begin, pieces.back().end});
      read_query(pieces, pieces.size(), file, {}, reading, context.budget);
      return;
    }
    const auto known = reading.documents.find(file);
    if (known != reading.documents.end()) {
      const std::shared_ptr<const YamlText> yaml = known->second;
      reading.documents.erase(known);
      return read_document(context, *yaml, file, reading);
    }
    read_document(context, YamlText(context, file), file, reading);
  }

  Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const override {
    if (context.sources.path(file) == expression_path && is_bare(context, file)) {
      return CursorFinder::query_cursor(context, reading, whole(context, file), offset);
    }
    return CursorFinder(context, reading, file, offset).find();
  }

  // Templates also have Ansible's functions.
  std::vector<std::string_view> kinds_of(std::string_view kind) const override {
    if (kind == "filter") return {"ansible-filter", kind};
    if (kind == "test") return {"ansible-test", kind};
    if (kind == "global") return {"ansible-global", kind};
    if (kind == "method") return {"ansible-method", kind};
    return {kind};
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
  // True for a query on its own, not inside YAML.
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
