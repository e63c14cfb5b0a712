// A template with its parameters, conditions and resources: what its functions are resolved against.
//
// The sections are read in the order in which they may refer to each other: parameters take their values from the
// workspace's inputs, conditions may ask for parameters, resources for both. The first mistake in one of them ends the
// evaluation, as in Heat. Outputs are only noted; the caller that evaluates resolves each on its own.
//
// Nothing is created: what `get_resource` and `get_attr` give comes from the workspace's `attributes`. No output asks
// for the properties of a resource. read_resources() looks into them for references, as Heat does before it creates
// anything: each must name a resource that exists and is enabled, and they must not form a cycle. They are resolved
// after the outputs, each on its own: what fails in one is a problem of its own, and Heat would fail to create it.
//
// stack.cpp reads the sections, resolution.cpp resolves values, nested.cpp makes stacks within the stack. While `reads`
// is set, what a value asks for is noted there, once each, as ids of the outline: "parameters/size",
// "resources/server".
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dialects/heat/environment.hpp"
#include "dialects/heat/parameters.hpp"
#include "dialects/heat/version.hpp"
#include "runtime/context.hpp"

namespace evalground::heat {

class HeatCall;
struct Intrinsic;

// The result of checking an unresolved call.
enum class Use : std::uint8_t {
  none,  // it stands in a resource whose condition is false: Heat reads it, but asks for nothing in it
  checked,
  evaluated
};

struct Condition {
  enum class State : std::uint8_t { unresolved, resolving, resolved };
  Value name;
  Value definition;
  State state = State::unresolved;
  bool holds = false;
};

// A property of a resource, resolved.
struct Property {
  Value name;
  Value value;          // undefined: it failed, or an `if` drops it
  std::string problem;  // why it failed; empty: it did not
  std::optional<Diagnostic> failure;
};

class Stack;

struct Resource {
  Resource();
  ~Resource();

  Value name;
  std::string type;
  Value definition;                     // the whole map
  bool is_enabled = true;               // its condition holds
  std::vector<std::string> reads;       // names of resources, in the order of their mention
  std::vector<std::string> depends_on;  // those named explicitly
  std::vector<std::string> missing;     // attributes that were asked for and are not in the workspace
  std::vector<Property> properties;     // resolved, once resolve_properties() has been called
  bool is_resolved = false;
  TypeTemplate of_type;
  std::unique_ptr<Stack> nested;             // once something has asked for it
  std::optional<Diagnostic> nested_failure;  // why that stack could not be made
};

struct Output {
  Value name;
  Value definition;
  Value value;  // undefined: it failed, or was not resolved
  bool is_enabled = true;
  std::string problem;
  std::vector<std::string> reads;  // resources and parameters that it reads, as ids of the outline
};

class Stack final : public DialectState {
 public:
  // Loads the workspace's main document; without one the template is an empty one of the newest version.
  explicit Stack(Context& context);
  // The stack that a resource of another is; its inputs are the resource's properties. Throws Error.
  Stack(Stack& parent, const Resource& facade);

  // All sections but the outputs' values, in order; throws Error at the first that is wrong.
  void read_sections();
  // Those that read_sections() has not come to, for the outline: one that is wrong does not hide the others.
  void read_remaining_sections();
  bool has_read_all() const { return has_read_all_; }
  // The value with its functions resolved; undefined where an `if` of two arguments drops it.
  Value resolve(const Value& value);
  // The value of a condition: a boolean, a condition's name or a function.
  bool condition(const Value& value);
  // A value within a condition: only functions of conditions count.
  Value resolve_in_condition(const Value& value);
  // Whether a condition's value holds: a boolean, the name of a condition, or null, which does.
  bool holds(const Value& value, OriginId where);
  // Checks the calls within a value that is not resolved, as they are written.
  void check(const Value& value);
  // Whether the value is a call, where values or where conditions stand.
  bool is_call(const Value& value, bool in_condition) const;
  // The outcome of the condition with that name.
  bool named_condition(const Value& name);
  // The value of a parameter or pseudo parameter.
  Value parameter(const Value& name);
  // The resource, if it exists and is enabled.
  Resource& resource(const Value& name, OriginId where);

  // Resolves the properties of a resource, once.
  void resolve_properties(Resource& resource);
  // The stack that a resource is; null when its type stands for no template. Throws Error.
  Stack* nested(Resource& resource);
  // The same, of which nothing is known but its template.
  Stack* template_within(Resource& resource);
  // The value of an output, resolved once: null where its condition is false.
  Value output(Output& output);
  // What the resource that a nested stack is says of itself: its metadata, deletion policy or update policy.
  Value facade(std::string_view part, OriginId where);
  // The output of a nested stack that is an attribute of its resource.
  static Value nested_attribute(Stack& stack, const Value& name, OriginId where);

  // The value without marks of hidden parameters: outputs print them, as Heat does.
  Value without_marks(const Value& value);
  // Texts of hidden parameters in a message are masked.
  void mask(std::string& message) const;

  Context& context;
  Version version = Version::v2021_04_16;
  Value document;                   // a map
  std::string main;                 // the file that the template is in
  Environment environment;          // with the parameters that were given
  const Map* attributes = nullptr;  // names of resources to their attributes
  std::vector<Parameter> parameters;
  std::deque<Condition> conditions;
  std::deque<Resource> resources;  // in the order of the template
  std::deque<Output> outputs;
  // Where to note the parts that the value being resolved reads, as ids of the outline. Null: nobody asks.
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
  // Fails because nothing has that name. A hidden one is neither shown nor compared with the names that there are.
  [[noreturn]] void fail_name(const Value& name, OriginId where, std::string_view code, std::string message,
                              std::string_view nearest) const;
  void load();
  void note_read(std::string_view section, std::string_view name);
  // Hints that a key looks like a function but is not one in this version.
  void note_unknown_function(const Value& key);
  void check_sections();
  const Value* section(std::string_view name) const;
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
  [[noreturn]] void wrong_type(const Value& name, std::string_view key, const Value& value,
                               std::string_view expected) const;
  void check_cycles();
  Resource* find_resource(const std::string& name);

  std::uint32_t level_ = 0;           // of nesting
  Stack* parent_ = nullptr;           // the stack that this one is nested in
  const Resource* facade_ = nullptr;  // the parent's resource that this stack is
  std::vector<std::string> hidden_texts_;
  static constexpr int section_count = 4;
  int sections_begun_ = 0;
  bool has_read_all_ = false;
  std::unordered_map<std::string, std::size_t> parameter_numbers_;
  std::unordered_map<std::string, std::size_t> condition_numbers_;
  std::unordered_map<std::string, std::size_t> resource_numbers_;
  // Of the resource that is being read, what it refers to already.
  std::unordered_set<std::string> read_names_;
};

}  // namespace evalground::heat
