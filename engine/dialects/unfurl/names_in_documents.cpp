// Finds the names in an ensemble or service template for language services.
//
// Two passes over the YAML tree: define() collects the names of all files, so that a reference may come before its
// definition or be in another file. read() then walks each file for references. Their meaning depends on the keys above
// them: `type: T` names a type, `node: n` a template or type, `+/a/b` a place in the document, text under `eval` a
// query, and text with `{{` a template.
//
// A name in a query (`::web::port`) is followed through the known attributes, so that `port` refers to the member of
// the right type.
#include "dialects/unfurl/names_in_documents.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/ansible/catalogue.hpp"
#include "dialects/jinja2/language.hpp"
#include "dialects/unfurl/catalogue.hpp"
#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/expression/query.hpp"
#include "dialects/unfurl/merge/directive.hpp"
#include "dialects/unfurl/type_names.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

// Sections whose keys are names, and the kind of name.
struct Section {
  std::string_view key;
  std::string_view kind;
  std::string_view sort = {};
};
constexpr Section sections[] = {{"node_templates", "resource"},
                                {"instances", "resource"},
                                {"relationship_templates", "relationship"},
                                {"node_types", "type", "node"},
                                {"relationship_types", "type", "relationship"},
                                {"capability_types", "type", "capability"},
                                {"data_types", "type", "data"},
                                {"artifact_types", "type", "artifact"},
                                {"interface_types", "type", "interface"},
                                {"group_types", "type", "group"},
                                {"policy_types", "type", "policy"}};
// Sections in which templates and types refer to members that types define.
constexpr std::string_view member_sections[] = {"properties", "attributes", "capabilities", "requirements"};

std::string_view member_kind(std::string_view section) {
  return section == "requirements" ? "requirement" : "property";
}

class DocumentNames {
 public:
  DocumentNames(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading)
      : context_(context), yaml_(yaml), file_(file), reading_(reading) {}

  void define() {
    if (yaml_.root() != nullptr) define(*yaml_.root(), {});
  }

  void read() {
    if (yaml_.root() == nullptr) return;
    yaml_.add_anchors(reading_, context_.budget);
    const Value own = own_attributes(*yaml_.root(), context_.budget);
    walk(*yaml_.root(), own);
  }

 private:
  // Adds a name with its place, its shape and the text of its hover. A resource keeps the name of its type in `detail`,
  // in backticks. type_of() reads it from there.
  std::uint32_t add(std::string_view kind, std::string_view sort, const YamlNode& key, const YamlNode& value) {
    const std::uint32_t symbol = reading_.symbol(kind, "", key.text);
    Symbol& made = reading_.symbols[symbol];
    made.sort = sort;
    if (const YamlNode* type = value_of(value, "type"); type != nullptr && is_scalar(*type)) {
      made.detail = "`" + std::string(type->text) + "`";
    } else if (const YamlNode* base = value_of(value, "derived_from"); base != nullptr && is_scalar(*base)) {
      made.detail = "derived from `" + std::string(base->text) + "`";
    }
    if (const YamlNode* text = value_of(value, "description"); text != nullptr && is_scalar(*text)) {
      made.detail += (made.detail.empty() ? "" : "\n\n") + std::string(text->text);
    }
    const bool is_type = kind == "type";
    made.value =
        is_type ? shape_of(value, context_.budget, Scalars::text) : attributes_of(shape_of(value, context_.budget));
    if (is_type) made.detail = described_type(made.value);
    reading_.define(symbol, yaml_.inner(key), {file_, yaml_.place(key.begin), yaml_.place(value.end)});
    if (is_type) define_members(key.text, value);
    return symbol;
  }

  // The properties and requirements that a type defines. They cannot be renamed from here, because expressions and
  // imports may also name them.
  void define_members(std::string_view type, const YamlNode& definition) {
    for (const std::string_view section : member_sections) {
      const YamlNode* members = value_of(definition, section);
      if (members == nullptr) continue;
      const auto define_one = [&](const YamlPair& pair) {
        if (!is_scalar(*pair.key) || is_directive_key(pair.key->text)) return;
        context_.budget.step();
        const std::uint32_t symbol = reading_.symbol(member_kind(section), type, pair.key->text);
        reading_.symbols[symbol].is_fixed = true;
        reading_.symbols[symbol].detail = described(shape_of(*pair.value, context_.budget, Scalars::text));
        reading_.define(symbol, yaml_.inner(*pair.key),
                        {file_, yaml_.place(pair.key->begin), yaml_.place(pair.value->end)});
      };
      if (members->kind == YamlNode::Kind::mapping) {
        for (const YamlPair& pair : members->pairs) define_one(pair);
      } else if (members->kind == YamlNode::Kind::sequence) {
        for (const YamlNode* item : members->items) {
          if (item->kind == YamlNode::Kind::mapping && !item->pairs.empty()) define_one(item->pairs[0]);
        }
      }
    }
  }

  // The members that a template sets are defined by its type.
  void refer_members(std::string_view type, const YamlNode& definition) {
    for (const std::string_view section : member_sections) {
      const YamlNode* members = value_of(definition, section);
      if (members == nullptr) continue;
      const auto refer_one = [&](const YamlNode& key) {
        if (is_scalar(key)) refer_member(reading_, type, key.text, yaml_.inner(key), context_.budget);
      };
      if (members->kind == YamlNode::Kind::mapping) {
        for (const YamlPair& pair : members->pairs) refer_one(*pair.key);
      } else if (members->kind == YamlNode::Kind::sequence) {
        for (const YamlNode* item : members->items) {
          if (item->kind == YamlNode::Kind::mapping && !item->pairs.empty()) refer_one(*item->pairs[0].key);
        }
      }
    }
  }

  // First collect every definition, so that a query may come before the name's definition.
  void define(const YamlNode& node, std::string_view around) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (node.kind != YamlNode::Kind::mapping) return;
    for (const auto& [key, value] : node.pairs) {
      if (!is_scalar(*key) || value->kind != YamlNode::Kind::mapping) continue;
      const std::string_view name_of_section = key->text;
      const auto section = std::find_if(std::begin(sections), std::end(sections),
                                        [&](const Section& one) { return one.key == name_of_section; });
      const bool is_input = key->text == "inputs" && (around == "topology_template" || around.empty());
      if (section != std::end(sections) || is_input) {
        for (const auto& [name, part] : value->pairs) {
          if (!is_scalar(*name) || is_directive_key(name->text)) continue;
          const std::uint32_t symbol =
              is_input ? add("input", {}, *name, *part) : add(section->kind, section->sort, *name, *part);
          if (is_input) describe_input(reading_.symbols[symbol], *part);
          define(*part, key->text);
        }
      } else {
        define(*value, key->text);
      }
    }
  }

  // The default of a sensitive input is not shown, and its value keeps the mark, so completion offers no keys of it.
  void describe_input(Symbol& input, const YamlNode& definition) {
    input.should_be_used = true;
    const YamlNode* metadata = value_of(definition, "metadata");
    const YamlNode* mark = metadata == nullptr ? nullptr : value_of(*metadata, "sensitive");
    const bool is_sensitive = mark != nullptr && is_scalar(*mark) && !mark->text.empty() && mark->text != "false";
    const YamlNode* fallback = value_of(definition, "default");
    if (fallback != nullptr && is_scalar(*fallback) && !is_sensitive) {
      input.detail += (input.detail.empty() ? "default `" : ", default `") + std::string(fallback->text) + "`";
    }
    input.value = is_scalar(definition) ? Value::string(definition.text) : Value();
    if (const Value* given = context_.workspace.inputs.find(input.name)) input.value = *given;
    if (is_sensitive) input.value = input.value.with_sensitive();
  }

  // References in ordinary keys: `type: Service`, `node: db`.
  // A name under `node` or `host` is only a reference if something has that name, because other maps use these keys for
  // anything: `host: example.com`. The keys for types always refer, so that an unknown type is found.
  void ordinary(const YamlNode& key, const YamlNode& value) {
    if (!is_scalar(value) || value.text.empty()) return;
    if (key.text == "type" || key.text == "derived_from" || key.text == "capability" || key.text == "relationship") {
      refer_type(value);
    } else if (key.text == "node" || key.text == "host") {
      const bool is_type = reading_.find("type", "", value.text) != nullptr;
      if (is_type || reading_.find("resource", "", value.text) != nullptr) {
        reading_.refer(reading_.symbol(is_type ? "type" : "resource", "", value.text), yaml_.inner(value));
      }
    } else if (key.text == "file") {
      reading_.refer(reading_.symbol("file", "", value.text), yaml_.inner(value));
    }
  }

  // `more.Disk` is the type Disk of an import whose prefix is `more`.
  void refer_type(const YamlNode& value) {
    std::string_view name = value.text;
    Stretch at = yaml_.inner(value);
    const std::size_t dot = name.rfind('.');
    const bool is_whole = reading_.find("type", "", name) != nullptr || name.starts_with("tosca.");
    if (!is_whole && dot != std::string_view::npos && at.end - at.begin == name.size() &&
        reading_.find("type", "", name.substr(dot + 1)) != nullptr) {
      name.remove_prefix(dot + 1);
      at.begin += static_cast<std::uint32_t>(dot) + 1;
    }
    const std::uint32_t symbol = reading_.symbol("type", "", name);
    describe_builtin(reading_.symbols[symbol]);
    reading_.refer(symbol, at);
  }

  // A type that TOSCA defines, and no document.
  void describe_builtin(Symbol& type) {
    if (type.value.is_map() || type.is_fixed) return;
    type.is_fixed = true;
    for_each_type(reading_, type.name, context_.budget, [&](const std::string&, const Value& definition) {
      type.detail = described_type(definition);
      return true;
    });
  }

  // `requirements: [{db: orders}]`
  void requirements(const YamlNode& list) {
    if (list.kind != YamlNode::Kind::sequence) return;
    for (const YamlNode* item : list.items) {
      if (item->kind != YamlNode::Kind::mapping) continue;
      for (const auto& [name, value] : item->pairs) {
        if (is_scalar(*value) && reading_.find("resource", "", value->text) != nullptr) {
          reading_.refer(reading_.symbol("resource", "", value->text), yaml_.inner(*value));
        }
      }
    }
  }

  //   +*shared, +?include: …     kinds of directives, which the hover explains
  //   +&: shared                 defines the anchor `shared`, which `+*shared` refers to
  //   +/defaults/web             refers to a place in the document (merge_path)
  void directive(const YamlNode& key, const YamlNode& value) {
    const Stretch at = yaml_.inner(key);
    const std::string_view text = key.text;
    std::string_view kind = text.find('*') != std::string_view::npos            ? "+*"
                            : text.find("include") != std::string_view::npos    ? "+include"
                            : text.starts_with("+.") || text.starts_with("+?.") ? "+."
                            : text == strategy_key                              ? "+%"
                            : text == anchor_key                                ? "+&"
                                                                                : "+/";
    reading_.name("directive", kind, at);
    if (text == anchor_key && is_scalar(value)) {
      const std::uint32_t symbol = reading_.symbol("anchor", context_.sources.path(file_), value.text);
      return reading_.define(symbol, yaml_.inner(value), yaml_.stretch(value));
    }
    const std::size_t star = text.find('*');
    if (star != std::string_view::npos) {
      const std::size_t end = std::min(text.find('/', star), text.size());
      const std::string_view name = text.substr(star + 1, end - star - 1);
      const auto begin = at.begin + static_cast<std::uint32_t>(star) + 1;
      const std::uint32_t symbol = reading_.symbol("anchor", context_.sources.path(file_), name);
      reading_.refer(symbol, {file_, begin, begin + static_cast<std::uint32_t>(name.size())});
    }
    if (kind == "+include" && is_scalar(value)) {
      reading_.refer(reading_.symbol("file", "", value.text), yaml_.inner(value));
    } else if (kind == "+/") {
      merge_path(text, at);
    }
  }

  // `+/defaults/service`: the key of the document that it names.
  // The last key of the path is defined as a name on its first use only, so that documents without directives have no
  // such names. The name is fixed: it is a path, and not a word that could be replaced.
  void merge_path(std::string_view text, const Stretch& at) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return;
    const YamlNode* node = yaml_.root();
    const YamlNode* key = nullptr;
    std::string_view rest = text.substr(slash + 1);
    while (node != nullptr && !rest.empty()) {
      const std::size_t end = std::min(rest.find('/'), rest.size());
      const std::string_view part = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      key = nullptr;
      if (node->kind == YamlNode::Kind::mapping) {
        context_.budget.step(node->pairs.size());
        for (const YamlPair& pair : node->pairs) {
          if (is_scalar(*pair.key) && pair.key->text == part) key = pair.key;
        }
      }
      node = key == nullptr ? nullptr : value_of(*node, part);
    }
    if (key == nullptr || node == nullptr) return;
    const std::uint32_t symbol = reading_.symbol("merge path", context_.sources.path(file_), text.substr(slash));
    Symbol& made = reading_.symbols[symbol];
    const bool is_known = made.is_fixed;
    made.is_fixed = true;
    made.value = shape_of(*node, context_.budget);
    if (!is_known) reading_.define(symbol, yaml_.inner(*key), {file_, yaml_.place(key->begin), yaml_.place(node->end)});
    reading_.refer(symbol, at);
  }

  void query(const YamlNode& node, const Value& own) {
    if (node.text.empty()) return;
    const ScalarText text = yaml_.scalar(node);
    if (is_template_text(text.text)) return jinja_template(text, own);
    const Pieces pieces = query_pieces(text.text, text.place);
    if (!pieces.empty()) reading_.expressions.push_back({file_, pieces.front().begin, pieces.back().end});
    read_query(pieces, pieces.size(), file_, own, reading_, context_.budget);
  }

  // Jinja2 reads its own names. Only inputs are found here, because Jinja2 does not know what `TOPOLOGY` is.
  void jinja_template(const ScalarText& text, const Value& own) {
    const Pieces pieces = jinja2::template_pieces(text.text, text.place, {}, context_.budget);
    jinja2::read_template(context_, ansible::functions(), pieces, file_, reading_);
    // `{{ '::db::port' | eval }}`
    for (std::size_t at = 0; at + 2 < pieces.size(); ++at) {
      const Piece& query = pieces[at];
      if (query.kind != Piece::Kind::text || !pieces[at + 1].is("|") || !pieces[at + 2].is("eval")) continue;
      if (query.end - query.begin != query.text.size()) continue;  // with escapes
      TextPlace place;
      place.file = file_;
      place.begin = query.begin + 1;
      const Pieces parts = query_pieces(without_quotes(query.text), place);
      read_query(parts, parts.size(), file_, own, reading_, context_.budget);
    }
    // `{{ TOPOLOGY.inputs.domain }}`
    for (std::size_t at = 2; at + 2 < pieces.size(); ++at) {
      if (!pieces[at].is("inputs") || !pieces[at - 1].is(".") || !pieces[at - 2].is("TOPOLOGY")) continue;
      const Piece& name = pieces[at + 2];
      if (!pieces[at + 1].is(".") || name.kind != Piece::Kind::name) continue;
      reading_.refer(reading_.symbol("input", "", name.text), {file_, name.begin, name.end});
    }
  }

  // `own` is what a query without `::` starts from: the attributes of the innermost resource around the node. A key
  // counts as a resource if one has that name and the map looks like one, with a type or attributes. Else `web:` in any
  // map would do.
  void walk(const YamlNode& node, const Value& own) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (is_scalar(node)) {
      if (is_template_text(node.text)) jinja_template(yaml_.scalar(node), own);
      return;
    }
    if (node.kind == YamlNode::Kind::sequence) {
      for (const YamlNode* item : node.items) walk(*item, own);
      return;
    }
    if (node.kind != YamlNode::Kind::mapping) return;
    const bool is_expression = is_expression_node(node);
    if (is_expression) reading_.expressions.push_back(yaml_.stretch(node));
    for (const auto& [key, value] : node.pairs) {
      if (!is_scalar(*key)) {
        walk(*value, own);
      } else if (is_directive_key(key->text)) {
        directive(*key, *value);
        walk(*value, own);
      } else if (is_expression) {
        part(node, *key, *value, own);
      } else {
        ordinary(*key, *value);
        if (key->text == "requirements") requirements(*value);
        const Symbol* resource = reading_.find("resource", "", key->text);
        const bool is_resource =
            resource != nullptr && (value_of(*value, "type") != nullptr || value_of(*value, "attributes") != nullptr);
        // Adding names may move the symbol, so copy its value first.
        const Value attributes = is_resource ? resource->value : own;
        if (is_resource) {
          if (const YamlNode* type = value_of(*value, "type"); type != nullptr && is_scalar(*type)) {
            refer_members(type->text, *value);
          }
        }
        walk(*value, attributes);
      }
    }
  }

  // A key of an expression's map.
  void part(const YamlNode& map, const YamlNode& key, const YamlNode& value, const Value& own) {
    const Depth depth = context_.budget.enter();
    const std::string_view name = key.text;
    name_part(map, key, value);
    if (name == "q") return;
    const bool is_source = name == "eval" || name == "ref";
    if (is_scalar(value) && (is_source || name == "foreach" || name == "select")) return query(value, own);
    if (value.kind == YamlNode::Kind::mapping && is_source) {
      for (const auto& [inner, content] : value.pairs) {
        if (is_scalar(*inner)) part(value, *inner, *content, own);
      }
      return;
    }
    if (name == "vars" && value.kind == YamlNode::Kind::mapping) {
      for (const auto& [inner, content] : value.pairs) {
        if (!is_scalar(*inner)) continue;
        const std::uint32_t symbol = reading_.symbol("variable", "", inner->text);
        reading_.define(symbol, yaml_.inner(*inner), yaml_.stretch(*content));
      }
    }
    walk(value, own);
  }

  // What the key is: a function, a keyword, or an argument.
  void name_part(const YamlNode& map, const YamlNode& key, const YamlNode& value) {
    const std::string_view name = key.text;
    const bool is_function = functions().find("function", name) != nullptr;
    const bool is_keyword = functions().find("keyword", name) != nullptr || name == "ref" || name == "select";
    if (is_function && !(name == "foreach" && value_of(map, "eval") != nullptr)) {
      reading_.name("function", name, yaml_.inner(key));
      const bool is_list = value.kind == YamlNode::Kind::sequence && !value.items.empty();
      refer_to_argument(name, is_list ? *value.items[0] : value);
    } else if (is_keyword) {
      reading_.name("keyword", name == "ref" ? "eval" : name, yaml_.inner(key));
    } else {
      // The only key of an expression is a function's name, unless the map is data. One letter off, it is a slip.
      reading_.name(map.pairs.size() == 1 && is_slip(name) ? "function" : "argument", name, yaml_.inner(key));
    }
  }

  static bool is_slip(std::string_view name) {
    const std::string_view near = functions().nearest("function", name);
    return !near.empty() && is_slip_of(name, near);
  }

  // What the first argument of a function names.
  void refer_to_argument(std::string_view function, const YamlNode& first) {
    if (!is_scalar(first)) return;
    const bool is_of_resource = function == "get_attribute" || function == "get_property";
    std::string_view kind;
    if (function == "get_input") kind = "input";
    if (function == "get_nodes_of_type") kind = "type";
    if (is_of_resource && reading_.find("resource", "", first.text) != nullptr) kind = "resource";
    if (!kind.empty()) reading_.refer(reading_.symbol(kind, "", first.text), yaml_.inner(first));
  }

  Context& context_;
  const YamlText& yaml_;
  std::uint32_t file_;
  Reading& reading_;
};

}  // namespace

void define_document(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading) {
  DocumentNames(context, yaml, file, reading).define();
}

// A member belongs to the nearest ancestor that declares it: `port` of a my.Web may be the property `port` of
// my.Server. The height is limited because types in a document that is being edited may derive from each other in a
// circle.
void refer_member(Reading& reading, std::string_view type, std::string_view name, Stretch at, Budget& budget) {
  // Only types in documents have places.
  const Symbol* owner = reading.find("type", "", type);
  for (int height = 0; owner != nullptr && owner->value.is_map() && height < 20; ++height) {
    budget.step();
    for (const std::string_view kind : {"property", "requirement"}) {
      if (reading.find(kind, owner->name, name) == nullptr) continue;
      return reading.refer(reading.symbol(kind, owner->name, name), at);
    }
    const Value base = item_of(owner->value, "derived_from");
    owner = base.is_string() ? reading.find("type", "", base.as_string()) : nullptr;
  }
}

void read_document(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading) {
  DocumentNames(context, yaml, file, reading).read();
}

bool is_template_text(std::string_view text) {
  return text.find("{{") != std::string_view::npos || text.find("{%") != std::string_view::npos;
}

// A directive that cannot be parsed is still one, and not the name of a resource.
bool is_directive_key(std::string_view key) {
  if (key == strategy_key || key == anchor_key) return true;
  return recover([&] { return parse_directive(key).has_value(); }, [](const Error&) { return true; });
}

bool is_expression_node(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::mapping) return false;
  Map keys;
  for (const YamlPair& pair : node.pairs) {
    if (is_scalar(*pair.key)) keys.set(pair.key->text, Value::null());
  }
  return keys.size() == node.pairs.size() && is_expression_map(Value::map(std::move(keys)));
}

// What a query sees of a resource: properties and attributes in one map, where attributes win.
Value attributes_of(const Value& part) {
  if (!part.is_map()) return part;
  Map all;
  for (const std::string_view section : {"properties", "attributes"}) {
    const Value* found = part.as_map().find(section);
    if (found == nullptr || !found->is_map()) continue;
    for (const auto& [key, value] : found->as_map()) {
      if (key.is_string() && !is_directive_key(key.as_string())) all.set(key, value);
    }
  }
  return Value::map(std::move(all));
}

// In a document without resources, queries start at its top-level keys.
Value own_attributes(const YamlNode& document, Budget& budget) {
  if (document.kind != YamlNode::Kind::mapping) return {};
  for (const std::string_view key :
       {"instances", "topology_template", "service_template", "tosca_definitions_version"}) {
    if (value_of(document, key) != nullptr) return {};
  }
  return shape_of(document, budget);
}

Pieces query_pieces(std::string_view text, const TextPlace& place) {
  Pieces pieces;
  for (const QueryToken& token : query_tokens(text)) {
    const std::string_view written = text.substr(token.begin, token.end - token.begin);
    Piece::Kind kind = Piece::Kind::name;
    if (token.kind == "operator") kind = Piece::Kind::sign;
    if (token.kind == "number") kind = Piece::Kind::number;
    if (token.kind == "string") kind = Piece::Kind::text;
    if (written == "[") kind = Piece::Kind::open;
    if (written == "]") kind = Piece::Kind::close;
    pieces.push_back({kind, place.offset(token.begin), place.offset(token.end), std::string(written)});
  }
  return pieces;
}

std::string type_of(const Symbol& resource) {
  if (resource.detail.size() < 3 || resource.detail[0] != '`') return {};
  return resource.detail.substr(1, resource.detail.find('`', 1) - 1);
}

namespace {

// Follows a query piece by piece: adds its names, and knows what it has come to.
class QueryReader {
 public:
  QueryReader(std::uint32_t file, const Value& own, Reading& reading, Budget& budget)
      : file_(file), reading_(reading), budget_(budget), value_(own) {}

  // A bracket filters the value before it, so its queries start there, and the value is restored after it:
  // `::web[port=80]::host` refers to `port` and `host` of web.
  void read(const Pieces& pieces, std::size_t count) {
    for (std::size_t at = 0; at < count; ++at) {
      const Piece& piece = pieces[at];
      budget_.step();
      switch (piece.kind) {
        case Piece::Kind::open: outer_.push_back(value_); break;
        case Piece::Kind::close: close(); break;
        case Piece::Kind::sign:
          if (at == 0 && piece.is("::")) is_resource_ = true;
          if (piece.is("*")) value_ = {};  // any
          break;
        case Piece::Kind::text: break;
        default:
          read_key(piece, at > 1 && pieces[at - 1].is("::") && pieces[at - 2].is("$inputs"));
          is_resource_ = false;
      }
    }
  }

  QueryEnd end() const { return {value_, type_, section_}; }

 private:
  void close() {
    if (outer_.empty()) return;
    value_ = outer_.back();
    outer_.pop_back();
  }

  // After `::` at the beginning, a name is a resource. Anything else is a member of the value so far. If that value is
  // unknown, the name may still be a member of its type.
  void read_key(const Piece& piece, bool is_input) {
    if (piece.text.starts_with('$')) return read_variable(piece);
    if (piece.text.starts_with('.')) return read_special(piece);
    if (is_resource_) return read_resource(piece);
    if (is_input) reading_.refer(reading_.symbol("input", "", piece.text), stretch(piece));
    value_ = item_of(value_, piece.text);
    if (!is_input) reading_.member("property", piece.text, stretch(piece), value_);
    if (!type_.empty()) refer_member(reading_, type_, piece.text, stretch(piece), budget_);
    type_.clear();
  }

  void read_variable(const Piece& piece) {
    const std::uint32_t symbol = reading_.symbol("variable", "", piece.text.substr(1));
    reading_.refer(symbol, {file_, piece.begin + 1, piece.end});
    value_ = reading_.symbols[symbol].value;
  }

  // `.self`, `.targets`, …
  void read_special(const Piece& piece) {
    reading_.name("special-key", piece.text, stretch(piece));
    const bool stays = piece.is(".") || piece.is(".self");
    if (!stays) value_ = {};
    section_ = piece.is(".capabilities")                           ? "capabilities"
               : piece.is(".targets") || piece.is(".requirements") ? "requirements"
                                                                   : "";
    if (!stays && section_.empty()) type_.clear();
  }

  void read_resource(const Piece& piece) {
    const Symbol* found = reading_.find("resource", "", piece.text);
    if (found == nullptr) {
      value_ = {};
      return reading_.member("property", piece.text, stretch(piece), {});
    }
    value_ = found->value;
    type_ = type_of(*found);
    section_ = "properties";
    reading_.refer(reading_.symbol("resource", "", piece.text), stretch(piece));
  }

  Stretch stretch(const Piece& piece) const { return {file_, piece.begin, piece.end}; }

  std::uint32_t file_;
  Reading& reading_;
  Budget& budget_;
  Value value_;
  std::vector<Value> outer_;  // the values before the brackets that are open
  bool is_resource_ = false;  // the next name is that of a resource
  std::string type_;          // of the resource that the query has come to
  std::string_view section_;
};

}  // namespace

QueryEnd read_query(const Pieces& pieces, std::size_t count, std::uint32_t file, const Value& own, Reading& reading,
                    Budget& budget) {
  QueryReader reader(file, own, reading, budget);
  reader.read(pieces, count);
  return reader.end();
}

}  // namespace evalground::unfurl
