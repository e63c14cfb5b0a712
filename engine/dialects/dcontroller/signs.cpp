// A sign is a key or text at a certain place. The walk knows three places: a document with its controllers, the stages
// of a pipeline, and expressions within stages.
#include "dialects/dcontroller/signs.hpp"

#include <algorithm>
#include <iterator>

#include "base/text/text.hpp"
#include "dialects/dcontroller/expression/versions.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::string_view oldest = "2025";
constexpr std::string_view newest = "2026";

struct KeySign {
  std::string_view key;
  std::string_view version;
};
// Keys of a controller.
constexpr KeySign controller_signs[] = {
    {"target", oldest}, {"targets", newest}, {"circuit", newest}, {"sql", newest}, {"options", newest}};

class SignFinder {
 public:
  SignFinder(std::string_view version, Budget& budget) : version_(version), budget_(budget) {}

  std::optional<Sign> find(const Value& written, Written form) {
    form == Written::document ? document(written) : expression(written);
    return std::move(found_);
  }

 private:
  void note(std::string_view version, std::string what, OriginId where) {
    if (!found_ && version != version_) found_ = Sign{version, std::move(what), where};
  }

  static const Value* member(const Value& value, std::string_view key) {
    return value.is_map() ? value.as_map().find(key) : nullptr;
  }

  void document(const Value& written) {
    if (const Value* spec = member(written, "spec")) {
      if (const Value* controllers = member(*spec, "controllers"); controllers != nullptr && controllers->is_list()) {
        for (const Value& each : controllers->as_list()) controller(each);
        return;
      }
    }
    if (member(written, "sources") != nullptr && (member(written, "target") || member(written, "targets")))
      return controller(written);
    if (written.is_list() || is_operation(written)) return pipeline(written, 0);
    expression(written);
  }

  void controller(const Value& written) {
    if (!written.is_map()) return;
    for (const KeySign& sign : controller_signs) {
      const auto at = written.as_map().position(sign.key);
      if (at) note(sign.version, "the key `" + std::string(sign.key) + "`", written.as_map().entry(*at).key.origin());
    }
    const Value* sources = member(written, "sources");
    if (sources != nullptr && sources->is_list()) {
      sources_ = sources->as_list().size();
      for (const Value& source : sources->as_list()) {
        const Value* type = member(source, "type");
        if (type != nullptr && type->is_string() && type->as_string() == "Lister")
          note(newest, "the type `Lister` of a source", type->origin());
      }
    }
    if (const Value* stages = member(written, "pipeline")) pipeline(*stages, sources_);
  }

  static bool is_operation(const Value& value) {
    return value.is_map() && value.as_map().size() == 1 && value.as_map().entry(0).key.as_string().starts_with('@');
  }

  void pipeline(const Value& written, std::size_t sources) {
    if (!written.is_list()) return stage(written, sources);
    for (const Value& item : written.as_list()) {
      if (found_) return;
      if (item.is_list() && !item.as_list().empty() && is_operation(item.as_list().front())) {
        note(newest, "a list of branches", item.origin());
      } else {
        stage(item, sources);
      }
    }
  }

  void stage(const Value& written, std::size_t sources) {
    budget_.step();
    if (written.is_string() && written.as_string().starts_with('@') && written.as_string() != "@now")
      return note(newest, "a stage without an argument", written.origin());
    if (!is_operation(written)) return expression(written);
    const auto& [key, argument] = written.as_map().entry(0);
    const std::string_view name = key.as_string();
    own_name(name, key.origin());
    if (name == "@project" && argument.is_string()) note(oldest, "a `@project` of a path", argument.origin());
    if (name == "@join" && argument.is_list()) note(newest, "a `@join` with options", argument.origin());
    if (name == "@join" && sources == 1) note(oldest, "a `@join` of one source", key.origin());
    if (name == "@project") return project(argument);
    expression(argument);
  }

  // Setters with brackets, and below the top level, are of 2025.
  void project(const Value& argument) {
    if (!argument.is_list()) return members(argument);
    for (const Value& part : argument.as_list()) members(part);
  }

  void members(const Value& part) {
    if (!part.is_map()) return;
    for (const auto& [key, value] : part.as_map()) {
      const std::string_view name = key.as_string();
      const bool is_setter = name.starts_with("$[") || (name.starts_with("$.") && name.find('[') != std::string::npos);
      if (is_setter) note(oldest, "the key " + quote(name) + " with brackets", key.origin());
      expression(value);
    }
  }

  // A name that only one version has.
  void own_name(std::string_view name, OriginId where) {
    const Counterpart* counterpart = counterpart_of(name);
    if (counterpart != nullptr) note(counterpart->version, "`" + std::string(name) + "`", where);
  }

  void expression(const Value& written) {
    const Depth depth = budget_.enter();
    budget_.step();
    if (found_) return;
    if (written.is_string() && written.as_string() == "@now") note(oldest, "the text \"@now\"", written.origin());
    if (written.is_list()) {
      for (const Value& item : written.as_list()) expression(item);
    }
    if (!written.is_map()) return;
    if (is_operation(written)) return operation(written);
    for (const auto& [key, value] : written.as_map()) {
      if (key.as_string().starts_with("$.")) note(oldest, "the setter " + quote(key.as_string()), key.origin());
      expression(value);
    }
  }

  void operation(const Value& written) {
    const auto& [key, argument] = written.as_map().entry(0);
    const std::string_view name = key.as_string();
    own_name(name, key.origin());
    if (name == "@range") {
      const bool is_pair = argument.is_list() && argument.as_list().size() == 2;
      if (is_pair) note(oldest, "a `@range` with two ends", argument.origin());
      if (argument.is_number()) note(newest, "a `@range` of a number", argument.origin());
    }
    if (name != "@literal") expression(argument);
  }

  std::string_view version_;
  Budget& budget_;
  std::size_t sources_ = 0;
  std::optional<Sign> found_;
};

}  // namespace

std::optional<Sign> sign_of_other_version(const Value& written, Written form, std::string_view version,
                                          Budget& budget) {
  return SignFinder(version, budget).find(written, form);
}

void warn_of_other_version(const Value& written, Written form, std::string_view version, Context& context) {
  const std::optional<Sign> sign = sign_of_other_version(written, form, version, context.budget);
  if (!sign) return;
  const std::string other(sign->version);
  context.warn(sign->where, "other-reference",
               "This is the language of the Δ-controller of " + other + ": " + sign->what +
                   ". Set the option `reference` to \"" + other + "\" to evaluate it.");
}

}  // namespace evalground::dcontroller
