// `hostvars`: the hosts, and the variables that each of them has without any play.
//
//   hostvars.web2.url     evaluated among the variables of web2, where `hostvars` does not exist
//
// A template that refers to an undefined variable is returned unevaluated. See HostVars and HostVarsVars in
// ansible-core.
#include "dialects/ansible/project/project.hpp"
#include "dialects/jinja2/runtime/object.hpp"

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

class HostVariables final : public TemplateObject {
 public:
  HostVariables(Evaluator& evaluator, Project& project, HostId host)
      : TemplateObject(evaluator), project_(project), host_(host) {}

  std::string_view type_name() const override { return "HostVarsVars"; }
  Shape shape() const override { return Shape::mapping; }
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
  std::optional<Value> attribute(Evaluator&, std::string_view) override { return std::nullopt; }
  Value resolve(Context&) override {
    Map all;
    for (const auto& [key, raw] : variables()) all.set(key, *item(evaluator_, key));
    return Value::map(std::move(all));
  }

 private:
  const Map& variables() { return project_.bare_view(host_).variables; }

  Project& project_;
  const HostId host_;
  std::map<std::string, Value> known_;
};

class HostVars final : public TemplateObject {
 public:
  HostVars(Evaluator& evaluator, Project& project) : TemplateObject(evaluator), project_(project) {}

  std::string_view type_name() const override { return "HostVars"; }
  Shape shape() const override { return Shape::mapping; }
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
  std::optional<Value> attribute(Evaluator&, std::string_view) override { return std::nullopt; }
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
