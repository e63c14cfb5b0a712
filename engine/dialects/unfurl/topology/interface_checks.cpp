// The interfaces of a node are merged from layers: its base types, its type, and its template. Nearer layers override
// farther ones.
//
//   interfaces:
//     Standard:                  a known interface: its type says which operations it has
//       inputs: {speed: 2}       for all operations
//       operations:
//         start: {implementation: start.sh, inputs: {speed: 3}}
//         stop: stop.sh          short for {implementation: stop.sh}
//     Own: {type: my.Interface, fill: fill.sh}     operations may be keys of the interface itself
//     defaults: {inputs: {…}}    for all interfaces
//
// Each layer is checked separately, but what is valid in it depends on all layers.
#include "dialects/unfurl/topology/interface_checks.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "base/text/text.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view interface_keys[] = {"type",          "inputs",      "outputs",        "operations",
                                               "notifications", "description", "implementation", "requirements",
                                               "derived_from",  "metadata"};
constexpr std::string_view defaults_keys[] = {"implementation", "inputs", "outputs"};
constexpr std::string_view operation_keys[] = {"description", "implementation", "inputs",   "outputs",
                                               "entry_state", "exit_state",     "metadata", "invoke"};
constexpr std::string_view implementation_keys[] = {"primary",        "dependencies", "timeout",       "className",
                                                    "operation_host", "environment",  "preConditions", "invoke"};
constexpr std::string_view inline_artifact_keys[] = {"description", "file", "repository"};

// Interfaces that are always known, with the type that lists their operations. Mock has no such type.
constexpr std::pair<std::string_view, std::string_view> common_interfaces[] = {
    {"Standard", "tosca.interfaces.node.lifecycle.Standard"},
    {"tosca.interfaces.node.lifecycle.Standard", "tosca.interfaces.node.lifecycle.Standard"},
    {"Configure", "tosca.interfaces.relationship.Configure"},
    {"tosca.interfaces.relationship.Configure", "tosca.interfaces.relationship.Configure"},
    {"Install", "unfurl.interfaces.Install"},
    {"Mock", "Mock"},
};

// Interfaces that need no key `type`.
constexpr std::string_view typed_by_name[] = {"Standard", "Configure", "Install", "Mock"};

std::string_view common_type(std::string_view name) {
  for (const auto& [interface, type] : common_interfaces) {
    if (interface == name) return type;
  }
  return {};
}

// The operations in one layer of an interface: those under `operations`, else all keys except the interface's own.
//   {operations: {start: a.sh}}     start
//   {inputs: {}, start: a.sh}       start: inputs is a key of the interface itself
//   {operations: [start, stop]}     start and stop; only built-in types are written in this way
std::vector<std::pair<Value, Value>> operations_of(const Map& interface) {
  std::vector<std::pair<Value, Value>> operations;
  const Value* listed = interface.find("operations");
  if (listed != nullptr) {
    if (listed->is_map()) {
      for (const auto& [name, operation] : listed->as_map()) operations.emplace_back(name, operation);
    }
    if (listed->is_list()) {  // of a built-in type
      for (const Value& name : listed->as_list()) operations.emplace_back(name, Value::null());
    }
    return operations;
  }
  for (const auto& [name, operation] : interface) {
    if (!is_among(interface_keys, key_text(name))) operations.emplace_back(name, operation);
  }
  return operations;
}

// One interface merged from all layers.
struct MergedInterface {
  std::string name;
  const Value* type = nullptr;  // the name of its type
  const TypeNames* names = nullptr;
  bool is_of_types = false;  // a type of the node declares it
  std::vector<std::string> operations;
  Map inputs;                                                 // name -> effective value
  std::vector<std::pair<std::string, Map>> operation_inputs;  // the inputs of each operation
};

class InterfaceCheck {
 public:
  InterfaceCheck(Types& types, const Type& type, const std::string& what, const TypeNames* names)
      : types_(types), context_(types.context()), type_(type), what_(what), names_(names) {}

  // All layers are merged before any is checked, because a template may use an operation that only a farther base
  // declares. The inputs are checked last, with their effective values, so an overridden value may be wrong.
  void run(const Map& assigned, const std::function<void(const Value&)>& check_input) {
    // Farthest first.
    for (auto base = type_.bases.rbegin(); base != type_.bases.rend(); ++base) add_layer(**base);
    add_layer(type_);
    for (const auto& [name, interface] : assigned) merge(name, interface, nullptr);
    for (auto base = type_.bases.rbegin(); base != type_.bases.rend(); ++base) check_layer(**base);
    check_layer(type_);
    for (const auto& [name, interface] : assigned) check_interface(name, interface, what_);
    for (const MergedInterface& interface : interfaces_) {
      for (const auto& [name, value] : interface.inputs) check_input(value);
      for (const auto& [operation, inputs] : interface.operation_inputs) {
        for (const auto& [name, value] : inputs) check_input(value);
      }
    }
  }

 private:
  // A node has a few interfaces. The vector keeps their order, and a linear search is enough.
  MergedInterface& merged(std::string_view name) {
    for (MergedInterface& one : interfaces_) {
      if (one.name == name) return one;
    }
    interfaces_.emplace_back();
    interfaces_.back().name = name;
    return interfaces_.back();
  }

  // An input that is a map with `type` is a definition, and its default is the value.
  static void add_inputs(Map& all, const Value* inputs) {
    if (inputs == nullptr || !inputs->is_map()) return;
    for (const auto& [name, value] : inputs->as_map()) {
      const Value* used = &value;
      if (value.is_map() && value.as_map().contains("type")) {
        const Value* mapping = value.as_map().find("mapping");
        used = mapping != nullptr ? mapping : value.as_map().find("default");
      }
      if (used != nullptr) all.set(name, *used);
    }
  }

  // Without a type the layer is the template's: it adds inputs, but no operations and no type, because a template
  // cannot declare what an interface has.
  void merge(const Value& name, const Value& written, const Type* type) {
    context_.budget.step();
    if (!written.is_map()) return;
    const Map& interface = written.as_map();
    MergedInterface& all = merged(key_text(name));
    all.is_of_types = all.is_of_types || type != nullptr;
    if (const Value* interface_type = field(interface, "type"); interface_type != nullptr && type != nullptr) {
      all.type = interface_type;
      all.names = type->names;
    }
    add_inputs(all.inputs, interface.find("inputs"));
    if (all.name == "defaults") return;
    for (const auto& [operation, definition] : operations_of(interface)) {
      context_.budget.step();
      const std::string text = key_text(operation);
      if (type != nullptr) all.operations.push_back(text);
      if (!definition.is_map()) continue;
      const auto known = std::find_if(all.operation_inputs.begin(), all.operation_inputs.end(),
                                      [&](const auto& one) { return one.first == text; });
      Map& inputs =
          known != all.operation_inputs.end() ? known->second : all.operation_inputs.emplace_back(text, Map()).second;
      add_inputs(inputs, definition.as_map().find("inputs"));
    }
  }

  void add_layer(const Type& type) {
    for (const auto& [name, interface] : map_field(type.definition.as_map(), "interfaces"))
      merge(name, interface, &type);
  }

  void check_layer(const Type& type) {
    if (type.is_builtin || type.where == 0) return;  // `where` is 0 for the built-in library
    for (const auto& [name, interface] : map_field(type.definition.as_map(), "interfaces")) {
      check_interface(name, interface, "the type " + quote(type.own_name));
    }
  }

  [[noreturn]] void fail(const Value& where, std::string_view code, const std::string& message) const {
    context_.fail(where.origin(), code, std::string(invalid) + message + ".");
  }

  // The operations that an interface of that name may have; nothing for an unknown interface.
  // Three sources: a common interface has the operations of its built-in type. One that a type of the node declares has
  // those of all layers and of its own type. Any other name must be that of a built-in interface type.
  std::optional<std::vector<std::string>> known_operations(const std::string& name) {
    const MergedInterface& all = merged(name);
    const std::string_view common = common_type(name);
    const bool is_own_install = name == "Install" && all.type != nullptr;
    if (!common.empty() && !is_own_install) {
      const Type* type = types_.find(TypeKind::interface, common, types_.builtin_names());
      std::vector<std::string> operations;
      if (type != nullptr) add_names(operations, type->definition.as_map());
      return operations;
    }
    const Type* named = all.is_of_types ? nullptr : types_.find(TypeKind::interface, name, types_.builtin_names());
    if (!all.is_of_types && (named == nullptr || named->name != name)) return std::nullopt;
    std::vector<std::string> operations = all.operations;
    std::erase_if(operations, [](const std::string& one) { return is_among(interface_keys, one); });
    if (named != nullptr) add_names(operations, named->definition.as_map());
    if (all.type != nullptr) {
      add_names(
          operations,
          types_.get(TypeKind::interface, key_text(*all.type), *all.names, all.type->origin()).definition.as_map());
    }
    return operations;
  }

  static void add_names(std::vector<std::string>& operations, const Map& interface) {
    for (const auto& operation : operations_of(interface)) operations.push_back(key_text(operation.first));
  }

  std::vector<std::string_view> interface_names() const {
    std::vector<std::string_view> names{"defaults"};
    for (const auto& one : common_interfaces) names.push_back(one.first);
    for (const MergedInterface& one : interfaces_) {
      if (one.is_of_types) names.push_back(one.name);
    }
    return names;
  }

  // Without `names_` only the names of interfaces and operations are checked, as for artifacts.
  void check_interface(const Value& name, const Value& written, const std::string& owner) {
    context_.budget.step();
    const std::string text = key_text(name);
    const std::string what = "the interface " + quote(text) + " of " + owner;
    if (!written.is_map()) fail(name, "wrong-type", what + " must be of type map, not " + kind_text(written));
    const Map& interface = written.as_map();
    if (names_ != nullptr) check_inputs(interface, what);
    if (text == "defaults") return check_keys(context_, interface, defaults_keys, what);
    const std::optional<std::vector<std::string>> operations = known_operations(text);
    if (!operations) fail_unknown_field(context_, name, owner, nearest(text, interface_names()));
    const std::vector<std::string_view> known(operations->begin(), operations->end());
    if (!check_operation_names(interface, known, what) || names_ == nullptr) return;
    const auto all = operations_of(interface);
    const Value* inputs = field(interface, "inputs");
    const bool has_any = !all.empty() || (inputs != nullptr && python_truth(*inputs));
    if (has_any && merged(text).type == nullptr && !is_among(typed_by_name, text)) {
      fail(name, "unknown-type", "the type of " + what + " was not found: it needs the key `type`");
    }
    for (const auto& [operation, definition] : all) check_operation(operation, definition, owner, text);
  }

  // The keys of an interface, and those under `operations`. False where nothing more is checked: `operations` is empty.
  bool check_operation_names(const Map& interface, const std::vector<std::string_view>& known,
                             const std::string& what) {
    for (const auto& entry : interface) {
      const std::string key = key_text(entry.key);
      if (!is_among(interface_keys, key) && !is_among(known, key)) {
        fail_unknown_field(context_, entry.key, what, nearest(key, known));
      }
    }
    const Value* listed = interface.find("operations");
    if (listed == nullptr || known.empty()) return true;
    const bool is_empty =
        (listed->is_list() && listed->as_list().empty()) || (listed->is_string() && listed->text_size() == 0);
    if (is_empty) return false;
    if (!listed->is_map()) fail(*listed, "wrong-type", "`operations` of " + what + " must be of type map");
    check_keys(context_, listed->as_map(), known, what);
    return true;
  }

  void check_inputs(const Map& map, const std::string& what) const {
    const Value* inputs = field(map, "inputs");
    if (inputs != nullptr && !inputs->is_map()) {
      fail(*inputs, "wrong-type", "the inputs of " + what + " must be of type map, not " + kind_text(*inputs));
    }
  }

  void check_operation(const Value& name, const Value& definition, const std::string& owner,
                       const std::string& interface) const {
    if (!definition.is_map()) return;
    const std::string what = "the operation " + quote(interface + "." + key_text(name)) + " of " + owner;
    check_keys(context_, definition.as_map(), operation_keys, what);
    check_inputs(definition.as_map(), what);
    const Value* implementation = field(definition.as_map(), "implementation");
    if (implementation == nullptr || !implementation->is_map()) return;
    check_keys(context_, implementation->as_map(), implementation_keys, "the implementation of " + what);
    if (const Value* primary = field(implementation->as_map(), "primary")) check_inline_artifact(*primary, what);
    const Value* dependencies = field(implementation->as_map(), "dependencies");
    if (dependencies == nullptr) return;
    if (!dependencies->is_list()) {
      fail(*dependencies, "wrong-type",
           "the dependencies of " + what + " must be a list, not " + kind_text(*dependencies));
    }
    for (const Value& dependency : dependencies->as_list()) check_inline_artifact(dependency, what);
  }

  void check_inline_artifact(const Value& artifact, const std::string& operation) const {
    if (!artifact.is_map()) return;
    const std::string what = "the artifact in " + operation;
    if (!artifact.as_map().contains("file")) {
      fail(artifact, "missing-field", what + " is missing required field \"file\"");
    }
    const Value* type = artifact.as_map().find("type");
    if (type == nullptr) return check_keys(context_, artifact.as_map(), inline_artifact_keys, what);
    types_.get(TypeKind::artifact, key_text(*type), *names_, type->origin());
  }

  Types& types_;
  Context& context_;
  const Type& type_;
  const std::string& what_;
  const TypeNames* names_;  // from the template's file; null: check names only
  std::vector<MergedInterface> interfaces_;
};

bool writes_interfaces(const Type& type) {
  return !type.is_builtin && type.definition.as_map().contains("interfaces");
}

bool says_something(const Type& type, const Map& assigned) {
  return !assigned.empty() || writes_interfaces(type) ||
         std::any_of(type.bases.begin(), type.bases.end(), [](const Type* base) { return writes_interfaces(*base); });
}

}  // namespace

void check_interfaces(Types& types, const Type& type, const Map& assigned, const TypeNames& names,
                      const std::string& what, const std::function<void(const Value&)>& check_input) {
  if (says_something(type, assigned)) InterfaceCheck(types, type, what, &names).run(assigned, check_input);
}

void check_interface_names(Types& types, const Type& type, const Map& assigned, const std::string& what) {
  if (says_something(type, assigned))
    InterfaceCheck(types, type, what, nullptr).run(assigned, [](const Value& /*input*/) {});
}

}  // namespace evalground::unfurl
