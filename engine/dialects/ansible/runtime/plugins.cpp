// Plugins of a repository: filters, tests and lookups in Python (see plugins.hpp).
//
// A plugin is known by its path, but the names of its filters are only known to Python, and starting Python takes
// seconds. So names are guessed from the source: every quoted word and every keyword argument may be one. A guess costs
// nothing if no template uses the name. If one does, Python runs and either has the filter or reports the names that
// exist.
//
// Values cross as JSON-like data. Secrets are marked on the way, so a result that may contain one is sensitive.
#include "dialects/ansible/runtime/plugins.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "runtime/python.hpp"

namespace evalground::ansible {
namespace {

constexpr std::string_view kind_word(FunctionKind kind) {
  return kind == FunctionKind::filter ? "filter" : kind == FunctionKind::test ? "test" : "lookup";
}

// The kind of the plugins in a folder of a collection; absent for other folders.
std::optional<FunctionKind> kind_of(std::string_view word) {
  for (const FunctionKind kind : {FunctionKind::filter, FunctionKind::test, FunctionKind::lookup}) {
    if (kind_word(kind) == word) return kind;
  }
  return std::nullopt;
}

// A plugin file, as described by its path.
struct PluginFile {
  FunctionKind kind;
  std::string prefix;  // "ns.coll." in a collection
};

// Recognizes "roles/web/filter_plugins/a.py" and "…/ansible_collections/ns/coll/plugins/test/a.py"; absent for other
// files.
std::optional<PluginFile> plugin_file(std::string_view path) {
  if (!path.ends_with(".py") || path.ends_with("/__init__.py")) return std::nullopt;
  const std::string_view folder = directory_name(path);
  const std::string_view last = folder.substr(folder.rfind('/') + 1);
  constexpr std::string_view ending = "_plugins";
  if (last.ends_with(ending)) {
    const auto kind = kind_of(last.substr(0, last.size() - ending.size()));
    return kind ? std::optional(PluginFile{*kind, ""}) : std::nullopt;
  }
  const auto kind = kind_of(last);
  if (!kind) return std::nullopt;
  constexpr std::string_view collections = "ansible_collections/";
  const std::size_t begin = folder.find(collections);
  if (begin == std::string_view::npos) return std::nullopt;
  // Within the collection: ns/coll/plugins/filter
  const std::string_view rest = folder.substr(begin + collections.size());
  const std::size_t slash = rest.find('/');
  const std::size_t end = slash == std::string_view::npos ? slash : rest.find('/', slash + 1);
  if (end == std::string_view::npos || rest.substr(end) != "/plugins/" + std::string(last)) return std::nullopt;
  std::string prefix(rest.substr(0, end));
  prefix[slash] = '.';
  return PluginFile{*kind, prefix + '.'};
}

bool is_name_start(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

bool is_name_part(char byte) {
  return is_name_start(byte) || (byte >= '0' && byte <= '9');
}

// Names that a plugin may give its functions, guessed from its text: `'name'`, `"name"`, `name=`.
std::vector<std::string_view> names_in(std::string_view text, Budget& budget) {
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_name_start(text[at])) {
      ++at;
      continue;
    }
    budget.step();
    std::size_t end = at;
    while (end < text.size() && is_name_part(text[end])) ++end;
    const char before = at == 0 ? ' ' : text[at - 1];
    const char after = end < text.size() ? text[end] : ' ';
    const bool is_quoted = (before == '\'' || before == '"') && after == before;
    const bool is_keyword = !is_name_part(before) && after == '=' && text.substr(end, 2) != "==";
    if (is_quoted || is_keyword) names.push_back(text.substr(at, end - at));
    at = end;
  }
  return names;
}

// Converts values for Python: iterables become lists.
// Objects of templates (ranges, iterators, groups) mean nothing to Python.
class Values final : public PythonValues {
 public:
  explicit Values(Context& context_) : PythonValues(context_, true) {}

 private:
  Value object_to_python(const Value& value) override { return to_python(value.as_object().resolve(context)); }
};

// Answers questions of a running plugin. Any plugin may read files of the workspace. A lookup may also read variables
// (unevaluated in 2.14, evaluated in 2.21), evaluate a template, parse YAML (its own documentation, which declares its
// options), and search for a file.
class Questions final : public PythonQuestions {
 public:
  explicit Questions(Evaluator& evaluator) : evaluator_(evaluator) {}

 private:
  // Python asks while it runs, so an answer can depend on what the plugin has computed.
  Value find(const Map& question, bool& is_sensitive) override {
    Values values(evaluator_.context);
    Value answer = found(question, values);
    is_sensitive = values.has_sent_sensitive();
    return answer;
  }

  Value found(const Map& question, Values& values) {
    const std::string_view ask = python_text(question, "ask");
    if (ask == "file") return python_file(evaluator_.context, python_text(question, "path"));
    if (ask == "names") return names();
    if (ask == "variable") return variable(python_text(question, "name"), values);
    if (ask == "find") {
      const auto entry = find_file(evaluator_.context, python_text(question, "folder"), python_text(question, "name"));
      return entry ? Value::string(Files::absolute(*entry)) : Value::null();
    }
    const Value* given = question.find("value");
    const Value value = given == nullptr ? Value::null() : values.from_python(*given, false);
    if (ask == "template") return values.to_python(defined(template_value(evaluator_, value, "lookup")));
    const FunctionCatalogue::Entry* from_yaml = evaluator_.functions.find(FunctionKind::filter, "from_yaml");
    return values.to_python(defined(apply(evaluator_, *from_yaml, &value, {})));
  }

  Value names() const {
    List all;
    for (const std::string_view name : evaluator_.variables.names()) all.push_back(Value::string(name));
    return Value::list(std::move(all));
  }

  // A list with the value; absent when there is no such variable.
  Value variable(std::string_view name, Values& values) {
    const auto* written = dynamic_cast<const AnsibleVariables*>(&evaluator_.variables);
    if (written == nullptr || evaluator_.options.behavior.carries_failures) {
      const Value value = evaluator_.variables.find(evaluator_, name);
      if (value.is_undefined() && value.undefined_number() == 0) return Value();
      return Value::list({values.to_python(defined(value))});
    }
    const Value* raw = written->raw(name);
    return raw == nullptr ? Value() : Value::list({values.to_python(*raw)});
  }

  // Values must be complete before they leave: Python cannot evaluate waiting ones.
  Value defined(const Value& value) {
    evaluator_.require(value);
    if (const Value* missing = evaluator_.find_undefined(value)) evaluator_.fail_undefined(*missing);
    return evaluator_.forced(value);
  }

  Evaluator& evaluator_;
};

// Sensitive variables of the environment are withheld, since a plugin could print them.
Value environment_of(const Context& context) {
  Map texts;
  for (const auto& [name, value] : context.workspace.env) {
    if (name.is_string() && value.is_string() && !value.sensitive()) texts.set(name, value);
  }
  return Value::map(std::move(texts));
}

// The guess was wrong: the message lists the names that the plugin really has.
[[noreturn]] void fail_missing(const FunctionCall& call, FunctionKind kind, const Value& known) {
  const std::string name(call.signature().name);
  if (kind == FunctionKind::lookup) call.fail("The plugin of the lookup " + quote(name) + " has no LookupModule.");
  UnknownName error = call.evaluator.functions.unknown(kind, name, true);
  error.diagnostic.message += " The plugin has: ";
  std::string names;
  for (const Value& each : known.as_list()) {
    if (!names.empty()) names += ", ";
    names += each.as_string();
  }
  error.diagnostic.message += names.empty() ? "nothing." : names + ".";
  throw error;
}

// Fails with a Python exception. It may wrap a problem that the engine itself has raised.
[[noreturn]] void fail_by_exception(const FunctionCall& call, const Map& exception, FunctionKind kind,
                                    bool is_sensitive, const Questions& questions) {
  if (const Diagnostic* problem = questions.problem(exception.find("number"))) throw Error(*problem);
  const std::string what = "The " + std::string(kind_word(kind)) + " " + quote(call.signature().name);
  throw Error(python_exception(call.context, exception, what, is_sensitive, 0));
}

// An argument for a plugin. An undefined value fails here, because Python has no counterpart for it.
Value argument(Evaluator& evaluator, Values& values, const Value& value) {
  evaluator.require(value);
  if (const Value* missing = evaluator.find_undefined(value)) evaluator.fail_undefined(*missing);
  return values.to_python(value);
}

// Sends one call to the host and waits for the answer. A host that cannot answer yet throws, and the evaluation runs
// again later, so this function must not change anything before the call. The seed is sent as well: Python's random
// numbers are then the same in each run.
Value run_plugin(Call& bound, FunctionKind kind) {
  FunctionCall& call = function_call(bound);
  Evaluator& evaluator = call.evaluator;
  const auto* state = dynamic_cast<const HasPlugins*>(call.context.state.get());
  const std::string_view name = call.signature().name;
  const std::string& path = state->plugins->path_of(kind, name);

  Values values(call.context);
  List positional;
  if (kind != FunctionKind::lookup) positional.push_back(argument(evaluator, values, call[0]));
  for (const Value& value : call.rest) positional.push_back(argument(evaluator, values, value));
  Map named;
  for (const Keyword& keyword : call.keywords) {
    named.set(Value::string(keyword.name), argument(evaluator, values, keyword.value));
  }

  const std::size_t dot = name.rfind('.');
  const Map request{{"plugin", Value::string(kind_word(kind))},
                    {"function", Value::string(dot == std::string_view::npos ? name : name.substr(dot + 1))},
                    {"path", Value::string(path)},
                    {"folder", Value::string(directory_name(path))},
                    {"env", environment_of(call.context)},
                    {"seed", Value::integer(call.context.seed)},
                    {"args", Value::list(std::move(positional))},
                    {"kwargs", Value::map(std::move(named))},
                    {"sensitive", Value::boolean(values.has_sent_sensitive())}};
  Questions questions(evaluator);
  const Value answer = call.context.host.call("python", request, &questions);
  questions.rethrow();
  if (!answer.is_map()) call.fail("Python gave no answer.", "python-failed");
  const Map& result = answer.as_map();
  if (const std::string_view reason = python_text(result, "unavailable"); !reason.empty()) {
    call.fail(std::string(reason), "python-unavailable");
  }
  const Value* mark = result.find("sensitive");
  const bool is_sensitive =
      values.has_sent_sensitive() || (mark != nullptr && mark->kind() == Kind::boolean && mark->as_boolean());
  if (const Value* exception = result.find("exception"); exception != nullptr && exception->is_map()) {
    fail_by_exception(call, exception->as_map(), kind, is_sensitive, questions);
  }
  if (const Value* known = result.find("missing"); known != nullptr && known->is_list()) {
    fail_missing(call, kind, *known);
  }
  const Value* value = result.find("value");
  Value given = value == nullptr ? Value::null() : values.from_python(*value, is_sensitive);
  if (kind == FunctionKind::lookup && !given.is_list() && given.kind() != Kind::tuple) {
    call.fail("The lookup plugin '" + std::string(name) + "' did not return a list.", "lookup-failed");
  }
  return given;
}

}  // namespace

// Names of built-in functions are not added (see add_function), so a wrong guess hides nothing.
std::unique_ptr<Plugins> Plugins::add(Context& context, FunctionSet& functions) {
  auto plugins = std::make_unique<Plugins>();
  for (const auto& [name, content] : context.workspace.files) {
    if (!content.is_string()) continue;
    const std::string path(name.as_string());
    if (const auto file = plugin_file(path)) plugins->read(context, functions, path, file->kind, file->prefix);
  }
  if (plugins->functions_.empty()) return nullptr;
  functions.put_before_last({&plugins->catalogue_});
  return plugins;
}

void Plugins::read(Context& context, const FunctionSet& functions, const std::string& path, FunctionKind kind,
                   const std::string& prefix) {
  if (kind == FunctionKind::lookup) {
    const std::size_t begin = path.rfind('/') + 1;
    add_function(functions, path, kind, prefix + path.substr(begin, path.size() - begin - 3));
    return;
  }
  for (const std::string_view found : names_in(context.files.find(path)->as_string(), context.budget)) {
    add_function(functions, path, kind, prefix + std::string(found));
  }
}

void Plugins::add_function(const FunctionSet& functions, const std::string& path, FunctionKind kind,
                           const std::string& name) {
  // Names may also come from paths.
  const auto is_in_name = [](char byte) { return is_name_part(byte) || byte == '.'; };
  if (!std::all_of(name.begin(), name.end(), is_in_name)) return;
  if (paths_.contains({kind, name}) || functions.find(kind, name) != nullptr) return;
  paths_[{kind, name}] = path;
  Function& function = functions_.emplace_back();
  function.kind = kind_word(kind);
  function.effects = Effects::reads_files;
  if (kind == FunctionKind::lookup) {
    function.signature = signatures_.emplace_back(name + "(*terms: any, **options: any) -> list");
    function.call = [](Call& call) { return run_plugin(call, FunctionKind::lookup); };
  } else {
    function.signature = signatures_.emplace_back(name + "(value: any, *rest: any, **options: any) -> any");
    function.call = kind == FunctionKind::filter ? [](Call& call) { return run_plugin(call, FunctionKind::filter); }
                                                 : [](Call& call) { return run_plugin(call, FunctionKind::test); };
  }
  catalogue_.add("plugins of the workspace", std::span<const Function>(&function, 1));
}

}  // namespace evalground::ansible
