#include "dialects/jinja2/ansible/plugins.hpp"

#include <optional>
#include <span>
#include <vector>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "runtime/python.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::string_view kind_word(FunctionKind kind) {
  return kind == FunctionKind::filter ? "filter" : "test";
}

// What a path says of its file.
struct PluginFile {
  FunctionKind kind;
  std::string prefix;  // "ns.coll." of a collection
};

// "roles/web/filter_plugins/a.py" or "…/ansible_collections/ns/coll/plugins/test/a.py"; nothing for other files.
std::optional<PluginFile> plugin_file(std::string_view path) {
  if (!path.ends_with(".py") || path.ends_with("/__init__.py")) return std::nullopt;
  const std::string_view folder = directory_name(path);
  const std::string_view last = folder.substr(folder.rfind('/') + 1);
  if (last == "filter_plugins") return PluginFile{FunctionKind::filter, ""};
  if (last == "test_plugins") return PluginFile{FunctionKind::test, ""};
  if (last != "filter" && last != "test") return std::nullopt;
  constexpr std::string_view collections = "ansible_collections/";
  const std::size_t begin = folder.find(collections);
  if (begin == std::string_view::npos) return std::nullopt;
  // ns/coll/plugins/filter
  const std::string_view rest = folder.substr(begin + collections.size());
  const std::size_t slash = rest.find('/');
  const std::size_t end = slash == std::string_view::npos ? slash : rest.find('/', slash + 1);
  if (end == std::string_view::npos || rest.substr(end) != "/plugins/" + std::string(last)) return std::nullopt;
  std::string prefix(rest.substr(0, end));
  prefix[slash] = '.';
  return PluginFile{last == "filter" ? FunctionKind::filter : FunctionKind::test, prefix + '.'};
}

bool is_name_start(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

bool is_name_part(char byte) {
  return is_name_start(byte) || (byte >= '0' && byte <= '9');
}

// The names that a plugin's text may give to its functions: `'name'`, `"name"`, `name=`.
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

// Values of templates on their way to Python: what can be iterated is a list.
class Values final : public PythonValues {
 public:
  explicit Values(Context& context_) : PythonValues(context_, true) {}

 private:
  Value object_to_python(const Value& value) override { return to_python(value.as_object().resolve(context)); }
};

// A plugin may ask for files of the workspace, and for nothing else.
class Questions final : public Caller {
 public:
  explicit Questions(const Context& context) : context_(context) {}

  Value answer(const Map& question) override {
    if (python_text(question, "ask") != "file") {
      return Value::map({{"error", Value::string("Filters and tests can ask for files only.")}});
    }
    return Value::map({{"value", python_file(context_, python_text(question, "path"))}});
  }

 private:
  const Context& context_;
};

Value environment_of(const Context& context) {
  Map texts;
  for (const auto& [name, value] : context.workspace.env) {
    if (name.is_string() && value.is_string() && !value.sensitive()) texts.set(name, value);
  }
  return Value::map(std::move(texts));
}

[[noreturn]] void fail_missing(const FunctionCall& call, FunctionKind kind, const Value& known) {
  const std::string name(call.signature().name);
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

Value run_plugin(Call& bound, FunctionKind kind) {
  FunctionCall& call = function_call(bound);
  Evaluator& evaluator = call.evaluator;
  const auto* state = dynamic_cast<const HasPlugins*>(call.context.state.get());
  const std::string_view name = call.signature().name;
  const std::string& path = state->plugins->path_of(kind, name);

  // What is missing fails here: Python has nothing for it.
  Values values(call.context);
  List positional;
  const auto add = [&](const Value& value) {
    evaluator.require(value);
    if (const Value* missing = evaluator.find_undefined(value)) evaluator.fail_undefined(*missing);
    return values.to_python(value);
  };
  positional.push_back(add(call[0]));
  for (const Value& value : call.rest) positional.push_back(add(value));
  Map named;
  for (const Keyword& keyword : call.keywords) named.set(Value::string(keyword.name), add(keyword.value));

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
  Questions questions(call.context);
  const Value answer = call.context.host.call("python", request, &questions);
  if (!answer.is_map()) call.fail("Python gave no answer.", "python-failed");
  const Map& result = answer.as_map();
  if (const std::string_view reason = python_text(result, "unavailable"); !reason.empty()) {
    call.fail(std::string(reason), "python-unavailable");
  }
  const Value* mark = result.find("sensitive");
  const bool is_sensitive =
      values.has_sent_sensitive() || (mark != nullptr && mark->kind() == Kind::boolean && mark->as_boolean());
  if (const Value* exception = result.find("exception"); exception != nullptr && exception->is_map()) {
    const std::string what = "The " + std::string(kind_word(kind)) + " " + quote(name);
    throw Error(python_exception(call.context, exception->as_map(), what, is_sensitive, 0));
  }
  if (const Value* known = result.find("missing"); known != nullptr && known->is_list()) {
    fail_missing(call, kind, *known);
  }
  const Value* value = result.find("value");
  return value == nullptr ? Value::null() : values.from_python(*value, is_sensitive);
}

}  // namespace

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
  for (const std::string_view found : names_in(context.files.find(path)->as_string(), context.budget)) {
    const std::string name = prefix + std::string(found);
    if (paths_.contains({kind, name}) || functions.find(kind, name) != nullptr) continue;
    paths_[{kind, name}] = path;
    Function& function = functions_.emplace_back();
    function.kind = kind_word(kind);
    function.signature = signatures_.emplace_back(name + "(value: any, *rest: any, **options: any) -> any");
    function.effects = Effects::reads_files;
    function.call = kind == FunctionKind::filter ? [](Call& call) { return run_plugin(call, FunctionKind::filter); }
                                                 : [](Call& call) { return run_plugin(call, FunctionKind::test); };
    catalogue_.add("plugins of the workspace", std::span<const Function>(&function, 1));
  }
}

}  // namespace evalground::jinja2
