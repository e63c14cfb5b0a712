// A template with its parameters, conditions and resources: the context in which its functions are resolved.
//
// The sections are read in the order in which they may refer to each other. Parameters get their values from the
// workspace's inputs, conditions may use parameters, and resources both. As in Heat the first error in a section ends
// the evaluation. Outputs are only collected; the caller resolves each separately.
//
// Nothing is created: the results of `get_resource` and `get_attr` come from the workspace's `attributes`. Outputs
// never need the properties of a resource. read_resources() searches them for references, as Heat does before it
// creates anything: each must name an existing, enabled resource, and there must be no cycle. The properties are
// resolved after the outputs, each separately. A failure there means that Heat would not create that resource.
//
// stack.cpp reads the sections, conditions.cpp those with conditions and their values, resolution.cpp resolves other
// values, nested.cpp makes stacks within the stack, and group.cpp those of groups. While `reads` is set, each part that
// a value reads is added to it once, by its id in the outline: "parameters/size", "resources/server".
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dialects/heat/environment/environment.hpp"
#include "dialects/heat/parameters.hpp"
#include "dialects/heat/version.hpp"
#include "runtime/context.hpp"

namespace evalground::heat {

class HeatCall;
struct Intrinsic;

// The types of resources that need no cloud.
inline constexpr std::string_view value_type = "OS::Heat::Value";
inline constexpr std::string_view group_type = "OS::Heat::ResourceGroup";

// Why an unresolved call is checked.
enum class Use : std::uint8_t {
  none,  // within a disabled resource: Heat parses it but follows no reference
  checked,
  evaluated
};

struct Condition {
  enum class State : std::uint8_t { unresolved, resolving, resolved };
  Value name;
  Value definition;
  State state = State::unresolved;
  bool has_failed = false;
  bool holds = false;
};

// A resolved property of a resource.
struct Property {
  Value name;
  Value value;          // undefined: failed or dropped by an `if`
  std::string problem;  // why it failed; empty on success
  std::optional<Diagnostic> failure;
};

class Stack;

struct Resource {
  Resource();
  ~Resource();

  Value name;
  std::string type;
  Value definition;                     // the whole map
  bool is_enabled = true;               // whether its condition is true
  std::vector<std::string> reads;       // names of resources, in the order of reference
  std::vector<std::string> depends_on;  // from the key `depends_on`
  std::vector<std::string> missing;     // requested attributes that the workspace does not define
  std::vector<Property> properties;     // resolved, once resolve_properties() has been called
  bool is_resolved = false;
  TypeTemplate of_type;
  std::unique_ptr<Stack> nested;             // created when first needed
  std::optional<Diagnostic> nested_failure;  // why the nested stack could not be created
};

struct Output {
  Value name;
  Value definition;
  Value value;  // undefined: failed or not resolved
  bool is_enabled = true;
  std::string problem;
  std::vector<std::string> reads;  // ids in the outline of the resources and parameters it reads
};

class Stack final : public DialectState {
 public:
  // Loads the workspace's main document. Without one the template is an empty template of the newest version.
  explicit Stack(Context& context);
  // The nested stack of a resource. Its inputs are the resource's properties. Throws Error.
  Stack(Stack& parent, const Resource& facade);
  // The stack of a group, whose template Heat writes itself (group.cpp).
  Stack(Stack& parent, const Resource& group, Value document);

  // Reads all sections in order, without the values of outputs. Throws Error at the first invalid one.
  void read_sections();
  // For the outline: reads the sections after the one that failed. An error in one does not hide the others.
  void read_remaining_sections();
  bool has_read_all() const { return has_read_all_; }
  // The value with its functions resolved; undefined where an `if` without a second value drops it.
  Value resolve(const Value& value);
  // Evaluates a condition: a boolean, the name of a condition, or a call.
  bool condition(const Value& value);
  // The same, noted as what decides about `subject`, or else `otherwise`.
  bool decides(const Value& value, const Value& subject, const Value& otherwise = Value());
  // Resolves a value within a condition, where only the functions of conditions are calls.
  Value resolve_in_condition(const Value& value);
  // Whether a condition's value is true: a boolean, the name of a condition, or null, which is true.
  bool holds(const Value& value, OriginId where);
  // Checks the calls within a value without resolving it.
  void check(const Value& value);
  // Whether the value is a call, in a condition or elsewhere.
  bool is_call(const Value& value, bool in_condition) const;
  // The result of the condition with that name.
  bool named_condition(const Value& name);
  // The value of a parameter or pseudo parameter.
  Value parameter(const Value& name);
  // The resource. Fails unless it exists and is enabled.
  Resource& resource(const Value& name, OriginId where);

  // Resolves the properties of a resource on the first call.
  void resolve_properties(Resource& resource);
  // The nested stack of a resource; null when its type is not a template. Throws Error.
  Stack* nested(Resource& resource);
  // The same, but only its template has been loaded.
  Stack* template_within(Resource& resource);
  // The value of an output, resolved on the first call; null when its condition is false.
  Value output(Output& output);
  // The attribute `value` of an OS::Heat::Value, computed from its properties. Undefined for other resources, and where
  // it has no value. Throws Error.
  Value computed_value(Resource& resource);
  // The stack of an OS::Heat::ResourceGroup, if its members are computed here: they are templates, values or groups, or
  // there are none. Null for other resources. Throws Error.
  Stack* members(Resource& resource);
  // The names of members that a group leaves out: `removal_policies: [{resource_list: ['0']}]`.
  std::vector<std::string> removed_members(Resource& group);
  // What get_resource gives for a resource that has no `id` in the workspace: its name, or the output `OS::stack_id` of
  // its template. Throws Error.
  Value reference_id(Resource& resource);
  // For a nested stack: the metadata, deletion policy or update policy of the resource that contains it.
  Value facade(std::string_view part, OriginId where);
  // The output of a nested stack that serves as an attribute of its resource.
  static Value nested_attribute(Stack& stack, const Value& name, OriginId where);

  // The value without the marks of hidden parameters. Outputs print such values, as Heat does.
  Value without_marks(const Value& value);
  // Replaces the values of hidden parameters in a message by asterisks.
  void mask(std::string& message) const;

  Context& context;
  Version version = Version::v2021_04_16;
  Value document;                   // a map
  std::string main;                 // the file that the template is in
  Environment environment;          // with the parameters that were given
  const Map* attributes = nullptr;  // mocked attributes by name of the resource
  std::vector<Parameter> parameters;
  std::deque<Condition> conditions;
  std::deque<Resource> resources;  // in the order of the template
  std::deque<Output> outputs;
  // Where to record the parts that the current value reads, as ids in the outline; null: not recorded.
  std::vector<std::string>* reads = nullptr;

 private:
  // Read and check the sections; throw Error.
  void read_parameters();
  void add_parameter(const Value& name, const Value& definition, std::optional<Diagnostic>& wrong);
  void check_inputs();
  void check_values();
  void read_conditions();
  void read_resources();
  void read_outputs();
  void read_next_section();
  Value call(const Intrinsic& function, const Value& argument, const Value& whole);
  Value invoke(const Intrinsic& function, HeatCall& call);
  // Fails because the name is unknown. A hidden name is neither shown nor compared with known names.
  [[noreturn]] void fail_name(const Value& name, OriginId where, std::string_view code, std::string message,
                              std::string_view nearest) const;
  void load();
  void note_read(std::string_view section, std::string_view name);
  // Adds a hint when a key resembles a function but is not one in this version.
  void note_unknown_function(const Map::Entry& entry);
  void check_sections();
  const Value* section(std::string_view name) const;
  void check_names(std::string_view section, const Map& definitions) const;
  void read_groups() const;
  void check_call(const Intrinsic& function, const Value& argument, OriginId where, bool in_condition, Use use);
  void check_condition(const Value& value);
  [[noreturn]] void invalid_definition(const Condition& condition, const Value& value) const;
  void read_resource(const Value& name, const Value& definition);
  void check_resource(Resource& resource);
  void read_dependencies(Resource& resource);
  void check_part(const Value& value, Use use, Resource* reader);
  void add_reference(const Map::Entry& call, OriginId where, Resource* reader);
  void add_read(Resource& reader, const Value& name, OriginId where);
  void check_attribute_name(Resource& named, const Value& attribute, OriginId where);
  void read_nested(Resource& resource, Stack& inner);
  void check_level(OriginId where) const;
  Value property(Resource& resource, std::string_view name);
  bool is_group_computed(const Resource& group, std::uint64_t count);
  std::uint64_t member_count(Resource& group);
  Value group_document(Resource& group, std::uint64_t count);
  // Remembers a text that messages of this stack and of the stacks around it must not show.
  void hide(const std::string& text);
  [[noreturn]] void wrong_type(const Value& name, std::string_view key, const Value& value,
                               std::string_view expected) const;
  void check_cycles();
  Resource* find_resource(const std::string& name);

  std::uint32_t level_ = 0;           // depth of nesting
  Stack* parent_ = nullptr;           // the enclosing stack
  const Resource* facade_ = nullptr;  // the parent's resource that contains this stack
  std::vector<std::string> hidden_texts_;
  static constexpr int section_count = 4;
  int sections_begun_ = 0;
  bool has_read_all_ = false;
  std::unordered_map<std::string, std::size_t> parameter_numbers_;
  std::unordered_map<std::string, std::size_t> condition_numbers_;
  std::unordered_map<std::string, std::size_t> resource_numbers_;
  // The names to which the resource being read refers so far.
  std::unordered_set<std::string> read_names_;
};

}  // namespace evalground::heat
