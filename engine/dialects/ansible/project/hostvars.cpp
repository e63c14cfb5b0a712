// `hostvars`: the hosts, and the variables that each of them has without any play.
//
//   hostvars.web2.url     evaluated among the variables of web2, where `hostvars` does not exist
//
// A template that refers to an undefined variable is returned unevaluated. See HostVars and HostVarsVars in
// ansible-core.
#include "dialects/ansible/project/project.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "dialects/jinja2/runtime/objects.hpp"

namespace evalground::ansible {
namespace {

// Evaluates all texts in a value, except those that refer to undefined variables.
Value evaluated(Project& project, const Value& value, std::string_view name) {
  Evaluator& evaluator = project.evaluator;
  const Depth depth = project.context.budget.enter();
  project.context.budget.step();
  if (value.verbatim()) return value;
  if (value.is_list()) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(evaluated(project, item, name));
    return Value::list(std::move(items)).with_origin(value.origin());
  }
  if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) entries.set(key, evaluated(project, item, name));
    return Value::map(std::move(entries)).with_origin(value.origin());
  }
  if (!value.is_string() || !holds_template(value.as_string(), evaluator.loader.text_syntax())) {
    return template_value(evaluator, value, name);
  }
  return recover(
      [&] {
        const Value made = evaluator.forced(template_value(evaluator, value, name));
        if (made.is_undefined()) evaluator.fail_undefined(made);
        return made;
      },
      [&](const Error& error) {
        if (error.diagnostic.code != "undefined") throw error;
        project.context.warn(value.origin(), "unresolved-in-hostvars",
                             "Within `hostvars` the variable \"" + std::string(name) +
                                 "\" is kept as written: " + error.diagnostic.message + ".");
        return value.with_verbatim();
      });
}

// A mapping as in Python's `collections.abc`: it has the methods of a dict that only read, and prints like one.
class Mapping : public TemplateObject {
 public:
  Shape shape() const override { return Shape::mapping; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
  std::string text(Evaluator& evaluator) override { return evaluator.repr(resolve(evaluator.context)); }
  Value resolve(Context&) override { return as_map(evaluator_, Value::object(Ref<Object>(this))); }

 protected:
  using TemplateObject::TemplateObject;
};

// A method of a mapping: `hostvars.items`. Values are evaluated only when they are asked for.
class MappingMethod final : public TemplateObject {
 public:
  MappingMethod(Evaluator& evaluator, Ref<Object> mapping, std::string_view name)
      : TemplateObject(evaluator), mapping_(std::move(mapping)), name_(name) {}

  std::string_view type_name() const override { return "method"; }
  bool is_callable() const override { return true; }
  Value call(Evaluator& evaluator, const Arguments& arguments) override {
    const std::size_t most = name_ == "get" ? 2 : 0;
    if (arguments.positional.size() > most || !arguments.keywords.empty()) {
      evaluator.fail("type-error", std::string(name_) + "() takes at most " + std::to_string(most) + " arguments");
    }
    if (name_ == "get") return found(evaluator, arguments.positional);
    List items;
    evaluator.each(Value::object(mapping_), [&](const Value& key) {
      if (name_ == "keys") {
        items.push_back(key);
      } else {
        Value value = mapping().item(evaluator, key).value_or(Value::null());
        items.push_back(name_ == "values" ? std::move(value) : Value::tuple({key, std::move(value)}));
      }
      return true;
    });
    return Value::list(std::move(items));
  }
  std::string text(Evaluator&) override { return "<bound method Mapping." + std::string(name_) + ">"; }

 private:
  Value found(Evaluator& evaluator, std::span<const Value> arguments) {
    if (arguments.empty()) evaluator.fail("type-error", "get() missing 1 required positional argument: 'key'");
    if (std::optional<Value> found = mapping().item(evaluator, arguments[0])) return *std::move(found);
    // An unknown host is undefined in any case, as for `hostvars[name]`.
    if (mapping().type_name() == "HostVars") return evaluator.undefined_element(Value::object(mapping_), arguments[0]);
    return arguments.size() > 1 ? arguments[1] : Value::null();
  }
  TemplateObject& mapping() { return static_cast<TemplateObject&>(*mapping_); }

  const Ref<Object> mapping_;
  const std::string_view name_;
};

std::optional<Value> Mapping::attribute(Evaluator& evaluator, std::string_view name) {
  for (const std::string_view method : {"get", "keys", "values", "items"}) {
    if (name == method) return make_object<MappingMethod>(evaluator, Ref<Object>(this), method);
  }
  return std::nullopt;
}

class HostVariables final : public Mapping {
 public:
  HostVariables(Evaluator& evaluator, Project& project, HostId host)
      : Mapping(evaluator), project_(project), host_(host) {}

  std::string_view type_name() const override { return "HostVarsVars"; }
  std::size_t size(Evaluator&) override { return variables().size(); }
  Value at(Evaluator&, std::size_t index) override { return variables().entry(index).key; }
  std::optional<Value> item(Evaluator& evaluator, const Value& key) override {
    if (!key.is_string()) return std::nullopt;
    const auto known = known_.find(std::string(key.as_string()));
    if (known != known_.end()) return known->second;
    HostView& view = project_.bare_view(host_);
    const Value* raw = view.variables.find(key);
    if (raw == nullptr) return std::nullopt;
    const AnsibleVariables::Elsewhere elsewhere(project_.variables, view.world);
    const Evaluator::KeepReading kept(evaluator);
    Value value = evaluated(project_, *raw, key.as_string());
    known_.emplace(key.as_string(), value);
    return value;
  }

 private:
  const Map& variables() { return project_.bare_view(host_).variables; }

  Project& project_;
  const HostId host_;
  std::map<std::string, Value> known_;
};

class HostVars final : public Mapping {
 public:
  HostVars(Evaluator& evaluator, Project& project) : Mapping(evaluator), project_(project) {}

  std::string_view type_name() const override { return "HostVars"; }
  std::size_t size(Evaluator&) override { return names().size(); }
  Value at(Evaluator&, std::size_t index) override { return names()[index]; }
  std::optional<Value> item(Evaluator& evaluator, const Value& key) override {
    if (!key.is_string()) return std::nullopt;
    const auto host = project_.inventory.host(key.as_string());
    if (!host) return std::nullopt;
    const auto known = hosts_.find(*host);
    if (known != hosts_.end()) return known->second;
    return hosts_.emplace(*host, make_object<HostVariables>(evaluator, project_, *host)).first->second;
  }
  Value resolve(Context& context) override {
    Map all;
    for (const Value& name : names()) {
      const auto host = item(evaluator_, name);
      if (host) all.set(name, host->as_object().resolve(context));
    }
    return Value::map(std::move(all));
  }

 private:
  // All listed hosts, then the machine itself.
  const List& names() {
    if (!names_.empty()) return names_;
    bool has_local = false;
    for (const InventoryHost& host : project_.inventory.hosts) {
      if (host.is_implicit) continue;
      names_.push_back(Value::string(host.name));
      has_local = has_local || host.name == "localhost";
    }
    if (!has_local) names_.push_back(Value::string("localhost"));
    return names_;
  }

  Project& project_;
  List names_;
  std::map<HostId, Value> hosts_;
};

}  // namespace

Value make_hostvars(Project& project) {
  return make_object<HostVars>(project.evaluator, project);
}

}  // namespace evalground::ansible
