// Types for language services. The document is being edited, so types are not resolved as for an evaluation
// (tosca/types.cpp): a base may be missing or circular, and each definition is taken as far as it can be read.
#include "dialects/unfurl/type_names.hpp"

#include <unordered_set>

#include "dialects/unfurl/tosca/builtin_types.hpp"
#include "runtime/trace.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::size_t most_ancestors = 20;
constexpr TypeKind kinds[] = {TypeKind::node, TypeKind::relationship, TypeKind::capability, TypeKind::artifact,
                              TypeKind::data, TypeKind::interface,    TypeKind::group,      TypeKind::policy};

const BuiltinType* builtin(std::string_view name) {
  for (const TypeKind kind : kinds) {
    if (const BuiltinType* found = find_builtin_type(kind, name)) return found;
    if (const BuiltinType* found = find_builtin_type(kind, std::string(kind_prefix(kind)).append(name))) return found;
  }
  return nullptr;
}

void add_entries(const Map& section, const std::string& owner, std::unordered_set<std::string>& seen,
                 std::vector<TypeMember>& members) {
  for (const auto& [name, definition] : section) {
    if (!name.is_string() || !seen.insert(std::string(name.as_string())).second) continue;
    members.push_back({std::string(name.as_string()), owner, definition});
  }
}

// Requirements are a list of maps with one key each.
void add_members(const Value& section, const std::string& owner, std::unordered_set<std::string>& seen,
                 std::vector<TypeMember>& members) {
  if (section.is_map()) add_entries(section.as_map(), owner, seen, members);
  if (!section.is_list()) return;
  for (const Value& item : section.as_list()) {
    if (item.is_map()) add_entries(item.as_map(), owner, seen, members);
  }
}

void append(std::string& text, std::string_view separator, const std::string& part) {
  if (!text.empty()) text += separator;
  text += part;
}

std::string text_of(const Value& value) {
  return value.is_string() ? std::string(value.as_string()) : short_text(value, 60);
}

}  // namespace

// A breadth-first walk over `derived_from`. The limit ends circles, and bounds the work for one key press.
void for_each_type(const Reading& reading, std::string_view type, Budget& budget,
                   const std::function<bool(const std::string&, const Value&)>& take) {
  std::vector<std::string> open = {std::string(type)};
  for (std::size_t at = 0; at < open.size() && at < most_ancestors; ++at) {
    budget.step();
    std::string name = open[at];
    Value definition;
    const Symbol* own = reading.find("type", "", name);
    if (own != nullptr && own->value.is_map()) {
      definition = own->value;
    } else if (const BuiltinType* found = builtin(name)) {
      name = found->name;
      definition = parse_json(found->definition, budget);
    }
    if (!definition.is_map()) continue;
    if (take(name, definition)) return;
    const Value* base = definition.as_map().find("derived_from");
    if (base != nullptr && base->is_string()) open.emplace_back(base->as_string());
    if (base == nullptr || !base->is_list()) continue;
    for (const Value& one : base->as_list()) {
      if (one.is_string()) open.emplace_back(one.as_string());
    }
  }
}

// The nearest type that defines a name is its owner. Later ones are not added again.
std::vector<TypeMember> members_of(const Reading& reading, std::string_view type, std::string_view section,
                                   Budget& budget) {
  std::vector<TypeMember> members;
  std::unordered_set<std::string> seen;
  for_each_type(reading, type, budget, [&](const std::string& name, const Value& definition) {
    if (const Value* found = definition.as_map().find(section)) add_members(*found, name, seen, members);
    return false;
  });
  return members;
}

// Markdown for a hover: type, default and whether it is required on one line, then constraints and the description.
std::string described(const Value& definition) {
  std::string text;
  if (!definition.is_map()) return text;
  const Map& map = definition.as_map();
  if (const Value* type = map.find("type"); type != nullptr && type->is_string())
    append(text, "", "`" + text_of(*type) + "`");
  const Value* fallback = map.find("default");
  if (fallback != nullptr && !fallback->is_null() && !fallback->is_undefined()) {
    append(text, ", ", "default `" + text_of(*fallback) + "`");
  }
  if (const Value* required = map.find("required"); required != nullptr) {
    append(text, ", ", "required: `" + text_of(*required) + "`");
  }
  if (const Value* constraints = map.find("constraints"); constraints != nullptr && constraints->is_list()) {
    append(text, "\n\n", "constraints: `" + text_of(*constraints) + "`");
  }
  if (const Value* about = map.find("description"); about != nullptr && about->is_string()) {
    append(text, "\n\n", text_of(*about));
  }
  return text;
}

std::string described_type(const Value& definition) {
  std::string text;
  if (!definition.is_map()) return text;
  const Map& map = definition.as_map();
  if (const Value* base = map.find("derived_from"); base != nullptr && base->is_string()) {
    text = "derived from `" + text_of(*base) + "`";
  }
  if (const Value* about = map.find("description"); about != nullptr && about->is_string()) {
    append(text, "\n\n", text_of(*about));
  }
  for (const std::string_view section : {"properties", "attributes", "capabilities", "requirements"}) {
    std::vector<TypeMember> members;
    std::unordered_set<std::string> seen;
    if (const Value* found = map.find(section)) add_members(*found, {}, seen, members);
    std::string names;
    for (const TypeMember& member : members) append(names, ", ", "`" + member.name + "`");
    if (!names.empty()) append(text, "\n\n", std::string(section) + ": " + names);
  }
  return text;
}

void offer_types(Caret& caret, const Reading& reading, TypeKind kind) {
  std::unordered_set<std::string_view> seen;
  for (const Symbol& symbol : reading.symbols) {
    if (symbol.kind != "type" || !symbol.value.is_map()) continue;
    if (symbol.sort != kind_word(kind) || !seen.insert(symbol.name).second) continue;
    std::string detail = symbol.detail.substr(0, symbol.detail.find('\n'));
    std::erase(detail, '`');
    caret.offers.push_back({symbol.name, "type", detail});
  }
  const auto add = [&](std::span<const BuiltinType> types) {
    for (const BuiltinType& type : types) {
      if (type.kind != kind || !seen.insert(type.name).second) continue;
      // Deprecated names are not offered.
      if (type.definition.find("\"deprecated\": true") != std::string_view::npos) continue;
      caret.offers.push_back({std::string(type.name), "type", type.name.starts_with("tosca.") ? "TOSCA" : "Unfurl"});
    }
  };
  add(builtin_node_types());
  add(builtin_other_types());
}

}  // namespace evalground::unfurl
