// The function that calls Python, which only the host can run: the request, the questions that Python asks during the
// call, and the answer.
#include "runtime/python.hpp"

#include <string>
#include <utility>
#include <vector>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/files/include.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/functions/python_values.hpp"
#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {
namespace {

// Answers questions of a Python function: queries, variables, attributes and files.
class Questions final : public PythonQuestions {
 public:
  explicit Questions(UnfurlCall& call) : evaluator_(call.evaluator), scope_(call.scope) {}

 private:
  Value find(const Map& question, bool& is_sensitive) override {
    return to_python(evaluator_, found(question), is_sensitive);
  }

  // An absent variable or attribute is undefined, a present one is wrapped in a list, so that a null value differs from
  // none.
  Value found(const Map& question) {
    const std::string_view ask = text_field(question, "ask");
    if (ask == "file") return python_file(evaluator_.context, text_field(question, "path"));
    if (ask == "names") return names(text_field(question, "of"), text_field(question, "resource"));
    if (ask == "query") return query(question);
    const Value name = Value::string(text_field(question, "name"));
    const Value value = ask == "variable" ? evaluator_.variable(name.as_string(), scope_)
                                          : evaluator_.attribute(resource(text_field(question, "resource")), name);
    return value.is_undefined() ? Value() : Value::list({value});
  }

  Value query(const Map& question) {
    const std::string_view key = text_field(question, "resource");
    const Scope scope = key.empty() ? scope_ : Evaluator::scope_of(resource(key));
    const Value* given = question.find("expression");
    const Value expression = given != nullptr ? from_python(evaluator_, *given, false) : Value();
    const Value* list = question.find("list");
    if (list != nullptr && list->kind() == Kind::boolean && list->as_boolean()) {
      return Value::list(evaluator_.matches(expression, scope));
    }
    return evaluator_.one(expression, scope);
  }

  // Python holds resources as their keys, which are queries.
  Resource& resource(std::string_view key) {
    const Value found = evaluator_.one(Value::string(key), Evaluator::scope_of(evaluator_.tree.root()));
    auto* resource = object_cast<Resource>(found);
    if (resource == nullptr) {
      evaluator_.context.fail(0, "unknown-resource", "Unknown resource " + quote(key) + ".");
    }
    return *resource;
  }

  Value names(std::string_view of, std::string_view key) {
    if (of == "attribute") return Value::list(resource(key).attribute_names());
    std::vector<std::string_view> all;
    Variables::add_names(scope_.variables.get(), all);
    Map distinct;
    for (const std::string_view name : all) distinct.set(name, Value::null());
    List result;
    for (const Map::Entry& entry : distinct) result.push_back(entry.key);
    return Value::list(std::move(result));
  }

  Evaluator& evaluator_;
  const Scope& scope_;
};

struct Target {
  std::string path;  // of the file; empty for a module
  std::string module;
  std::string function;
  std::string folder;  // where modules are looked up first
};

// "lib/ports.py#next_port" or "lib.ports.next_port", as written in the file `from`.
Target target_of(UnfurlCall& call, std::string_view written, std::string_view from) {
  const std::size_t hash = written.find('#');
  const std::size_t cut = hash != std::string_view::npos ? hash : written.rfind('.');
  if (cut == std::string_view::npos || cut == 0 || cut + 1 == written.size() || written.ends_with(".py")) {
    wrong_form(
        call, 0,
        "a file and a function, as in lib/ports.py#next_port, or a module and a function, as in ports.next_port");
  }
  const std::string_view place = written.substr(0, cut);
  Target target;
  target.function = written.substr(cut + 1);
  if (hash == std::string_view::npos) {
    target.module = place;
    target.folder = is_url(from) ? "" : std::string(directory_name(from));
    return target;
  }
  const auto name = file_beside(place, from);
  const OriginId where = call[0].origin() != 0 ? call[0].origin() : call.where;
  if (!name) call.context.fail(where, "missing-file", "The file " + quote(place) + " is outside of the workspace.");
  if (!call.context.files.source(*name)) {
    const bool is_binary = call.context.files.find(*name) != nullptr;
    call.context.fail(where, is_binary ? "binary-file" : "missing-file",
                      is_binary ? "The file " + quote(*name) + " is binary; it must be Python text."
                                : "The file " + quote(*name) + " does not exist.");
  }
  target.path = *name;
  target.folder = directory_name(*name);
  return target;
}

// The contents of os.environ without secrets, because a read in Python leaves no record of who read it.
Value environment_of(const Evaluator& evaluator) {
  Map texts;
  for (const auto& [name, value] : evaluator.environment.variables) {
    if (name.is_string() && value.is_string() && !value.sensitive()) texts.set(name, value);
  }
  return Value::map(std::move(texts));
}

// Rethrows an exception of Python, or the engine's own error that passed through Python.
[[noreturn]] void fail_by_exception(UnfurlCall& call, const Map& exception, std::string_view function,
                                    bool is_sensitive, const Questions& questions) {
  const Diagnostic* problem = questions.problem(exception.find("number"));
  if (problem == nullptr) {
    const std::string what = "The Python function " + quote(function);
    throw Error(python_exception(call.context, exception, what, is_sensitive, call.where));
  }
  Diagnostic diagnostic = *problem;
  place_python_exception(call.context, exception, diagnostic, call.where);
  throw Error(std::move(diagnostic));
}

// The request has everything that Python needs to begin. The rest is asked during the call, because a function may read
// any attribute, and each read may evaluate expressions.
//
//   request     {path: lib/ports.py, function: next_port, args: 80, resource: …, env: …, seed: …}
//   question    {ask: query, expression: "::db::port"}
//   answer      {value: 81}, {exception: …}, {missing: [known, names]} or {unavailable: reason}
Value run_python(Call& bound) {
  UnfurlCall& call = unfurl_call(bound);
  Evaluator& evaluator = call.evaluator;
  // The file of the function is relative to the file of the expression.
  const std::string_view file =
      call.where == 0 ? std::string_view()
                      : std::string_view(call.context.sources.path(call.context.sources.origin(call.where).file));
  const std::string from(file.empty() || file.starts_with('<') ? call.context.workspace.main : file);
  const Target target = target_of(call, call.string(0), from);

  // Build the request. One secret argument makes the whole result sensitive.
  bool is_sensitive = false;
  const auto named = [&](const std::string& name) { return Value::string(name).with_sensitive(call[0].sensitive()); };
  Map request{{"function", named(target.function)},
              {"folder", named(target.folder)},
              {"env", environment_of(evaluator)},
              {"seed", Value::integer(call.context.seed)},
              {"resource", to_python(evaluator, Value::object(Ref<Object>(call.scope.resource)), is_sensitive)}};
  request.set(target.path.empty() ? "module" : "path", named(target.path.empty() ? target.module : target.path));
  if (call.given(1)) request.set("args", to_python(evaluator, call[1], is_sensitive));
  request.set("sensitive", Value::boolean(is_sensitive));

  // Call Python, answering its questions, until it returns a value, an exception or a refusal.
  Questions questions(call);
  const Value answer = call.context.host.call("python", request, &questions);
  questions.rethrow();
  if (!answer.is_map()) call.fail("python-failed", "Python gave no answer.");
  const Map& result = answer.as_map();
  if (const std::string_view reason = text_field(result, "unavailable"); !reason.empty()) {
    call.fail("python-unavailable", std::string(reason));
  }
  const Value* mark = result.find("sensitive");
  is_sensitive = is_sensitive || (mark != nullptr && mark->kind() == Kind::boolean && mark->as_boolean());
  if (const Value* exception = result.find("exception"); exception != nullptr && exception->is_map()) {
    fail_by_exception(call, exception->as_map(), target.function, is_sensitive, questions);
  }
  if (const Value* missing = result.find("missing"); missing != nullptr && missing->is_list()) {
    std::vector<std::string_view> known;
    for (const Value& name : missing->as_list()) known.push_back(name.as_string());
    call.context.fail_name(call[0].origin() != 0 ? call[0].origin() : call.where, "unknown-function",
                           "Unknown function " + quote(target.function) + " in " +
                               (target.path.empty() ? "the module " + quote(target.module) : quote(target.path)) + ".",
                           target.function, nearest(target.function, known));
  }
  const Value* value = result.find("value");
  if (value == nullptr) return Value::null();
  return from_python(evaluator, *value, is_sensitive).with_verbatim();
}

constexpr Example python_examples[] = {
    {"eval: {python: 'ports.py#next_port', args: 80}", "", "error",
     R"({"files": {"main.yaml": "", "ports.py": "def next_port(context, port):\n    return port + 1\n"}})"}};

}  // namespace

std::span<const Function> python_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "python(function: string, args: any = null) -> any",
       .summary = "Calls a Python function of the workspace: `path#function` or `module.function`.",
       .details = "It is given a context and, where there are any, the `args`. The context has "
                  "`query(expression)`, `vars` and `currentResource` with `name`, `key` and `attributes`. In the page "
                  "Python is loaded when a document first uses it; the command runs it with `--allow-python`.",
       .effects = Effects::reads_files,
       .examples = python_examples,
       .call = run_python},
  };
  return all;
}

}  // namespace evalground::unfurl
