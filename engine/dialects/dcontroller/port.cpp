#include "dialects/dcontroller/port.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "base/text/text.hpp"
#include "dialects/dcontroller/evaluation.hpp"
#include "dialects/dcontroller/expression/versions.hpp"
#include "dialects/dcontroller/values/written.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::string_view code = "changed-in-2026";

// An operator or stage of both versions that means something else now.
struct Changed {
  std::string_view name;
  std::string_view how;
};

constexpr Changed changed[] = {
    {"@exists", "is true for null, and takes a path only: add {\"@isnil\": …} where null counts as missing"},
    {"@isnil", "fails for a missing field: write {\"@not\": {\"@exists\": path}}"},
    {"@rnd", "includes its second number"},
    {"@div", "divides two integers toward zero, and fails for zero: put one side into `@float`"},
    {"@sub", "takes no text for a number: put it into `@int`"},
    {"@sum", "does not spread the list at a path: no built-in operator adds its items"},
    {"@min",
     "does not spread the list at a path, and fails for no numbers: `@sortBy` in one `@project`, [0] in the next"},
    {"@max",
     "does not spread the list at a path, and fails for no numbers: `@sortBy` in one `@project`, [0] in the next"},
    {"@concat", "prints a list at a path instead of joining it: write {\"@join\": [list, \"\"]}"},
    {"@int", "cuts off floats and converts booleans, which failed"},
    {"@abs", "gives an integer for an integer"},
    {"@floor", "gives an integer"},
    {"@ceil", "gives an integer"},
    {"@eq", "is true for 1 and 1.0, and for null and null"},
    {"@lt", "compares two texts by their bytes"},
    {"@lte", "compares two texts by their bytes"},
    {"@gt", "compares two texts by their bytes"},
    {"@gte", "compares two texts by their bytes"},
    {"@switch", "evaluates both halves of each pair: put a value that may fail into `@definedOr`"},
    {"@hash", "gives 16 characters of SHA-256, so derived names change"},
    {"@range", "counts from 1 to a number: `@map` with `@add` over it"},
    {"@unwind", "renames nothing: number the items with `@enumerate` and `@concat` the name"},
};

class Port {
 public:
  explicit Port(Context& context) : context_(context) {}

  std::vector<Diagnostic> found;

  void document(const Value& written) {
    const Value* spec = member(written, "spec");
    const Value* controllers = spec == nullptr ? member(written, "controllers") : member(*spec, "controllers");
    if (controllers != nullptr && controllers->is_list()) {
      for (const Value& each : controllers->as_list()) controller(each);
      return;
    }
    if (member(written, "sources") != nullptr || member(written, "target") != nullptr) return controller(written);
    pipeline(written, 0);
  }

  void expression(const Value& written) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (written.is_string()) return text(written);
    if (written.is_list()) {
      for (const Value& item : written.as_list()) expression(item);
    }
    if (!written.is_map()) return;
    if (is_operation(written)) return operation(written);
    for (const auto& [key, value] : written.as_map()) {
      if (key.as_string().starts_with('$'))
        add(key.origin(), "The setter " + quote(key.as_string()) +
                              " is a plain name in 2026: only the keys at the top of "
                              "a @project set paths. Nest a map.");
      expression(value);
    }
  }

 private:
  static const Value* member(const Value& value, std::string_view key) {
    return value.is_map() ? value.as_map().find(key) : nullptr;
  }

  static bool is_operation(const Value& value) {
    return value.is_map() && value.as_map().size() == 1 && value.as_map().entry(0).key.as_string().starts_with('@');
  }

  Diagnostic& add(OriginId where, std::string message) {
    found.push_back({Severity::warning, std::string(code), std::move(message), where, {}, {}});
    return found.back();
  }

  // Replaces a text by an expression, as JSON, which YAML reads as well.
  void replace(Diagnostic& diagnostic, OriginId where, const std::string& json) {
    if (where != 0) diagnostic.fixes.push_back({"Change to " + json, {{where, json}}});
  }

  OriginId without_line_break(OriginId where) const {
    Origin origin = context_.sources.origin(where);
    const std::string_view text = trim_end(context_.sources.text_of(where));
    origin.end = origin.begin + static_cast<std::uint32_t>(text.size());
    return context_.sources.add(origin);
  }

  void controller(const Value& written) {
    if (!written.is_map()) return;
    std::size_t sources = 0;
    if (const Value* all = member(written, "sources"); all != nullptr && all->is_list())
      sources = all->as_list().size();
    if (const auto position = written.as_map().position("target")) {
      const auto& [key, target] = written.as_map().entry(*position);
      Diagnostic& diagnostic = add(key.origin(), "The key `target` is `targets` in 2026, a list.");
      if (key.origin() != 0 && target.origin() != 0) {
        // A map in lines of its own ends with the line break after it, which stays.
        const std::string list = write_json(Value::list({target}), context_.budget);
        diagnostic.fixes.push_back(
            {"Write `targets`", {{key.origin(), "targets"}, {without_line_break(target.origin()), list}}});
      }
    }
    if (const Value* stages = member(written, "pipeline")) pipeline(*stages, sources);
  }

  void pipeline(const Value& written, std::size_t sources) {
    if (!written.is_list()) return stage(written, sources);
    for (const Value& each : written.as_list()) stage(each, sources);
  }

  void stage(const Value& written, std::size_t sources) {
    context_.budget.step();
    if (!is_operation(written)) return expression(written);
    const auto& [key, argument] = written.as_map().entry(0);
    const std::string_view name = key.as_string();
    if (name == "@project") return project(argument);
    if (name == "@join" && sources == 1)
      add(key.origin(), "A @join needs several sources in 2026. Write `$.x` instead of `$.Kind.x`.");
    operation(written);
  }

  void project(const Value& argument) {
    if (argument.is_string()) {
      Diagnostic& diagnostic = add(argument.origin(), "A @project needs a map or a list of maps in 2026.");
      const Value copy = Value::map({{"$.", Value::string(argument.as_string() == "$" ? "$." : argument.as_string())}});
      return replace(diagnostic, argument.origin(), write_json(copy, context_.budget));
    }
    if (argument.is_list()) {
      if (argument.as_list().size() > 1)
        add(argument.origin(),
            "The parts of a @project replace each other's members in 2026. They are not merged, and "
            "lists are not appended: write keys such as `$.metadata.x`.");
      for (const Value& part : argument.as_list()) members(part);
    } else {
      members(argument);
    }
  }

  void members(const Value& part) {
    if (!part.is_map()) return expression(part);
    for (const auto& [key, value] : part.as_map()) {
      const std::string_view name = key.as_string();
      const bool is_setter = name.starts_with('$') && name != "$.";
      if (is_setter && name.find('[') != std::string_view::npos)
        add(key.origin(), "Brackets have no meaning in the key " + quote(name) +
                              " in 2026: nest a map below the name "
                              "before them.");
      expression(value);
    }
  }

  void text(const Value& written) {
    const std::string_view text = written.as_string();
    if (text == "@now") {
      replace(add(written.origin(), "\"@now\" is plain text in 2026."), written.origin(), R"({"@now": null})");
    } else if (text == "$" || text == "$$") {
      const std::string path = std::string(text) + ".";
      replace(add(written.origin(), quote(text) + " is plain text in 2026."), written.origin(),
              write_json(Value::string(path), context_.budget));
    } else if (text.starts_with("$$[") && !text.starts_with("$$['") && !text.starts_with("$$[\"")) {
      add(written.origin(), "The path " + quote(text) + " fails in 2026, where `$$` must be a map: map over the item.");
    } else if (text.starts_with('$')) {
      path(written);
    }
  }

  // Once: it holds for every path.
  void path(const Value& written) {
    if (std::exchange(has_paths_, true)) return;
    add(written.origin(),
        "A path without a match is an error in 2026, and false in the condition of a stage. Several matches are a "
        "list. "
        "Guard a field that may be missing: {\"@definedOr\": [" +
            write_json(Value::string(written.as_string()), context_.budget) + ", null]}.");
  }

  void operation(const Value& written) {
    const auto& [key, argument] = written.as_map().entry(0);
    const std::string_view name = key.as_string();
    const Counterpart* counterpart = counterpart_of(name);
    if (counterpart != nullptr && counterpart->version == version_2025.reference) {
      Diagnostic& diagnostic = add(
          key.origin(), "2026 has no `" + std::string(name) + "`: write " + std::string(counterpart->written) + ".");
      if (name == "@has") replace(diagnostic, key.origin(), R"("@exists")");
    }
    const Changed* change =
        std::find_if(std::begin(changed), std::end(changed), [&](const Changed& each) { return each.name == name; });
    if (change != std::end(changed))
      add(key.origin(), "`" + std::string(name) + "` " + std::string(change->how) + " in 2026.");
    expression(argument);
  }

  Context& context_;
  bool has_paths_ = false;
};

// The result as JSON, or the error.
struct Given {
  std::string json;
  std::optional<Diagnostic> problem;
};

Given given_by(const Context& context, std::string_view reference) {
  Workspace workspace = context.workspace;
  workspace.options.set(reference_option.name, Value::string(reference));
  Context own(workspace, context.options, context.host);
  Given given;
  recover(
      [&] {
        Evaluation evaluation(own);
        evaluation.read();
        given.json = write_json(evaluation.evaluate(), own.budget);
        return true;
      },
      [&](const Error& error) {
        given.problem = error.diagnostic;
        return false;
      });
  return given;
}

void compare(const Context& context, OriginId where, std::vector<Diagnostic>& found) {
  const Given old = given_by(context, version_2025.reference);
  if (old.problem) return;  // an error in 2025 is reported by evaluating it
  const Given now = given_by(context, version_2026.reference);
  if (!now.problem && now.json == old.json) return;
  const std::string message =
      now.problem ? "In 2026 this fails: " + now.problem->message : "In 2026 the result differs.";
  found.push_back({Severity::warning, std::string(code), message, where, {}, {}});
}

}  // namespace

std::vector<Diagnostic> port_of(Context& context, std::string_view to) {
  if (to != version_2026.reference)
    context.fail(0, "unavailable", "Cannot port to version \"" + std::string(to) + "\": the version is unknown.");
  Port port(context);
  OriginId where = 0;
  if (context.workspace.expression) {
    const Value written = located_expression(context);
    where = written.origin();
    port.expression(written);
  } else {
    const std::vector<Value> documents = located_documents(context);
    if (documents.empty()) return {};
    where = documents.front().origin();
    for (const Value& document : documents) port.document(document);
  }
  // A finding in the text explains a difference better than comparing the results.
  if (port.found.empty()) compare(context, where, port.found);
  return std::move(port.found);
}

}  // namespace evalground::dcontroller
