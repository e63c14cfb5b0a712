// Augments: the JSON file def.json beside the main policy, which sets variables and classes before any policy is read.
//
// All mistakes are warnings, and the rest of the file counts. A file may name further augments, which are loaded where
// they are named, each once.
#include "dialects/cfengine/agent/augments.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/control.hpp"
#include "dialects/cfengine/data/container.hpp"
#include "dialects/cfengine/data/patterns.hpp"

namespace evalground::cfengine {
namespace {

class Augments {
 public:
  explicit Augments(Evaluator& evaluator) : evaluator_(evaluator), context_(evaluator.context) {}

  // Returns false if the file does not exist.
  bool load(const std::string& name) {
    const Value* content = context_.files.find(name);
    if (content == nullptr || !content->is_string()) return false;
    if (loaded_.contains(name)) return true;
    loaded_.set(name, Value::null());
    const Depth depth = context_.budget.enter();
    path_ = Files::absolute(name);
    const Value augments =
        recover([&] { return read_json(content->as_string(), context_.budget, {.may_trail = true}); },
                [&](const Error& error) {
                  complain(error.diagnostic.message);
                  return Value::null();
                });
    if (augments.is_null()) return true;
    if (!augments.is_map()) {
      complain("It must hold a JSON object.");
      return true;
    }
    const Map& parts = augments.as_map();
    for (const std::string_view part : {"vars", "variables"}) {
      if (const Value* variables = parts.find(part)) add_variables(part, expanded(*variables));
    }
    if (const Value* classes = parts.find("classes")) add_classes(expanded(*classes));
    if (const Value* inputs = parts.find("inputs")) add_inputs(expanded(*inputs));
    if (const Value* further = parts.find("augments")) load_further(expanded(*further));
    return true;
  }

 private:
  // The messages have no place, since the file is data and not a source of this run.
  void complain(std::string_view what) {
    evaluator_.log(Severity::warning, "augments", "The augments file " + quote(path_) + ": " + std::string(what), 0);
  }

  // The value with references in texts and keys resolved. Unresolved references stay.
  // Variables that earlier entries or files have set can be used in later ones.
  Value expanded(const Value& value) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (value.is_string()) return Value::string(evaluator_.expand(value.as_string()));
    if (value.is_list()) {
      List items;
      for (const Value& item : value.as_list()) items.push_back(expanded(item));
      return Value::list(std::move(items));
    }
    if (!value.is_map()) return value;
    Map entries;
    for (const auto& [key, item] : value.as_map()) {
      // evaluate the key first: the evaluation order of arguments is unspecified
      const std::string name = evaluator_.expand(key.as_string());
      entries.set(name, expanded(item));
    }
    return Value::map(std::move(entries));
  }

  static bool has_only_primitives(const List& items) { return std::all_of(items.begin(), items.end(), is_primitive); }

  // The source is the last tag here, while in promises it is the first.
  Value tags_of(const Value* written) {
    List tags;
    if (written != nullptr && written->is_list()) {
      for (const Value& tag : written->as_list()) {
        if (is_primitive(tag)) tags.push_back(Value::string(primitive_text(tag)));
      }
    }
    tags.push_back(Value::string("source=augments_file"));
    return Value::list(std::move(tags));
  }

  // In `vars` an entry is the value itself. In `variables` an object is an entry with `value` and `tags`. A name
  // without a bundle belongs to `def`.
  void add_variables(std::string_view part, const Value& variables) {
    if (!variables.is_map()) return complain("Its `" + std::string(part) + "` must be an object.");
    for (const auto& [key, entry] : variables.as_map()) {
      const std::string_view name = key.as_string();
      const Name parts = parse_name(name);
      if (!parts.space.empty() && parts.bundle.empty()) {
        complain("The variable " + quote(name) + " has a namespace, but no bundle.");
        continue;
      }
      const Value* value = &entry;
      const Value* tags = nullptr;
      if (part == "variables" && entry.is_map()) {
        value = entry.as_map().find("value");
        tags = entry.as_map().find("tags");
        if (value == nullptr || value->is_null()) {
          complain("The variable " + quote(name) + " has no `value`.");
          continue;
        }
      }
      VariableScope& scope = evaluator_.variables.scope(parts.space.empty() ? "default" : parts.space,
                                                        parts.bundle.empty() ? "def" : parts.bundle);
      set(scope, parts.local, *value, tags_of(tags));
    }
  }

  // The type follows from the value: text, a list of texts, or else a container. A real number outside of a container
  // becomes a text with two decimals.
  void set(VariableScope& scope, std::string_view name, const Value& value, Value tags) {
    if (is_primitive(value) || value.is_null()) {
      scope.set(name, DataType::string, Value::string(scalar_text(value)), nullptr, std::move(tags), context_.budget);
    } else if (value.is_list() && has_only_primitives(value.as_list())) {
      scope.set(name, DataType::slist, texts_of(value.as_list()), nullptr, std::move(tags), context_.budget);
    } else {
      scope.set(name, DataType::data, stored(value, context_.budget), nullptr, std::move(tags), context_.budget);
    }
  }

  static Value texts_of(const List& items) {
    List texts;
    for (const Value& item : items) texts.push_back(Value::string(scalar_text(item)));
    return Value::list(std::move(texts));
  }

  // One condition that holds is enough.
  void add_classes(const Value& classes) {
    if (!classes.is_map()) return complain("Its `classes` must be an object.");
    for (const auto& [key, entry] : classes.as_map()) {
      const Value* conditions = &entry;
      const Value* tags = nullptr;
      if (entry.is_map()) {
        const Value* expressions = entry.as_map().find("class_expressions");
        const Value* patterns = entry.as_map().find("regular_expressions");
        if ((expressions == nullptr) == (patterns == nullptr)) {
          complain("The class " + quote(key.as_string()) +
                   " must have either `class_expressions` or `regular_expressions`.");
          continue;
        }
        conditions = expressions != nullptr ? expressions : patterns;
        tags = entry.as_map().find("tags");
      }
      const List list = conditions->is_list() ? conditions->as_list() : List{*conditions};
      const bool holds = std::any_of(list.begin(), list.end(), [&](const Value& condition) {
        return is_primitive(condition) && is_met(primitive_text(condition));
      });
      if (holds) evaluator_.define_class(canonify_name(key.as_string()), true, tags_of(tags));
    }
  }

  // A class name may have a namespace.
  static std::string canonify_name(std::string_view name) {
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos) return canonify(name);
    return std::string(name.substr(0, colon + 1)) + canonify(name.substr(colon + 1));
  }

  // A class expression such as "a.b::", or a pattern for class names.
  bool is_met(std::string_view condition) {
    if (condition.ends_with("::")) return evaluator_.holds(condition.substr(0, condition.size() - 2), 0);
    return recover(
        [&] {
          for (const auto& [name, tags] : evaluator_.global_classes) {
            context_.budget.step();
            if (matches(context_, condition, name.as_string())) return true;
          }
          return false;
        },
        [&](const Error& error) {
          complain(error.diagnostic.message);
          return false;
        });
  }

  // The inputs are a variable only, `$(def.augments_inputs)`. A policy decides whether to include them.
  void add_inputs(const Value& inputs) {
    if (!inputs.is_list() || !has_only_primitives(inputs.as_list()))
      return complain("Its `inputs` must be a list of texts.");
    evaluator_.variables.scope("default", "def")
        .set("augments_inputs", DataType::slist, texts_of(inputs.as_list()), nullptr, tags_of(nullptr),
             context_.budget);
  }

  // Relative paths are refused. `path_` is restored after each file, so that later messages name the right one.
  void load_further(const Value& further) {
    if (!further.is_list() || !has_only_primitives(further.as_list()))
      return complain("Its `augments` must be a list of texts.");
    const std::string including = path_;
    for (const Value& item : further.as_list()) {
      const std::string path = primitive_text(item);
      const std::optional<std::string> name = path.starts_with('/') ? Files::resolve(path) : std::nullopt;
      if (!name || !load(*name)) {
        path_ = including;
        complain("The further augments file " + quote(path) + " does not exist.");
      }
      path_ = including;
    }
  }

  Evaluator& evaluator_;
  Context& context_;
  std::string path_;
  Map loaded_;
};

}  // namespace

void load_augments(Evaluator& evaluator) {
  const std::string folder(directory_name(evaluator.context.workspace.main));
  const std::string prefix = folder.empty() || folder == "." ? std::string() : folder + "/";
  const ControlFrame frame(evaluator);
  Augments augments(evaluator);
  if (!augments.load(prefix + "def_preferred.json")) augments.load(prefix + "def.json");
}

}  // namespace evalground::cfengine
