#include "cli/repro/original.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/process.hpp"
#include "cli/repro/outcome_of.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

// Reads a workspace as a line of JSON from standard input, in the folder that holds its files, and prints {name, …} as
// JSON. The exit code 3 says that the original is not installed.
constexpr std::string_view python_program = R"py(
import json, sys
ws = json.loads(sys.stdin.readline())
main, expression, options = ws.get("main"), ws.get("expression"), ws.get("options") or {}
def done(**answer):
    json.dump(answer, sys.stdout, default=plain)
    sys.exit(0)
def plain(value):
    if hasattr(value, "items"):
        return dict(value.items())
    if hasattr(value, "__iter__"):
        return list(value)
    return str(value)
def text():
    return open(main, encoding="utf-8", newline="").read() if main else expression
def jinja():
    import jinja2
    from importlib.metadata import version
    name = "jinja2 " + version("jinja2")
    known = ("trim_blocks", "lstrip_blocks", "keep_trailing_newline", "autoescape", "block_start_string",
             "block_end_string", "variable_start_string", "variable_end_string", "comment_start_string",
             "comment_end_string", "line_statement_prefix", "line_comment_prefix", "newline_sequence")
    settings = {key: value for key, value in options.items() if key in known}
    kinds = {"strict": jinja2.StrictUndefined, "chainable": jinja2.ChainableUndefined, "debug": jinja2.DebugUndefined}
    settings["undefined"] = kinds.get(options.get("undefined"), jinja2.Undefined)
    extensions = ["jinja2.ext." + e if "." not in e else e for e in options.get("extensions") or []]
    env = jinja2.Environment(loader=jinja2.FileSystemLoader("."), extensions=extensions, **settings)
    try:
        if expression is not None:
            done(name=name, value=env.compile_expression(expression, undefined_to_none=True)(**(ws.get("vars") or {})))
        done(name=name, text=env.from_string(text()).render(**(ws.get("vars") or {})))
    except Exception as error:
        done(name=name, error="%s: %s" % (type(error).__name__, error))
def ansible():
    import ansible
    from ansible.parsing.dataloader import DataLoader
    from ansible.template import Templar
    name = "ansible-core " + ansible.__version__
    loader = DataLoader()
    loader.set_basedir(".")
    templar = Templar(loader=loader, variables=ws.get("vars") or {})
    try:
        source = expression if expression is not None else text()
        if expression is not None:
            done(name=name, value=templar.template(source if "{{" in source else "{{ %s }}" % source))
        with templar.set_temporary_context(searchpath=[".", "templates"]):
            done(name=name, text=templar.do_template(source, preserve_trailing_newlines=True, escape_backslashes=False))
    except Exception as error:
        done(name=name, error=str(error))
def yaql_():
    import yaql
    from importlib.metadata import version
    name = "yaql " + version("yaql")
    settings = {"yaql.convertInputData": True, "yaql.convertOutputData": True, "yaql.limitIterators": 100000}
    try:
        engine = yaql.factory.YaqlFactory(allow_delegates=True).create(settings) if hasattr(yaql, "factory") else \
            yaql.YaqlFactory(allow_delegates=True).create(settings)
        context = yaql.create_context()
        for key, value in (ws.get("vars") or {}).items():
            context["$" + key] = value
        done(name=name, value=engine(expression if expression is not None else text()).evaluate(data=ws.get("data"), context=context))
    except Exception as error:
        done(name=name, error="%s: %s" % (type(error).__name__, error))
try:
    {"jinja2": ansible if options.get("flavor") == "ansible" else jinja, "yaql": yaql_}[ws["dialect"]]()
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(3)
)py";

struct Run {
  int code = -1;
  std::string output;
  std::string complaints;
};

// Without a network where the system lets this user take it away.
std::vector<std::string> isolated(std::vector<std::string> command) {
  static const std::vector<std::string> prefix = [] {
    const auto unshare = find_program("unshare");
    const auto nothing = find_program("true");
    if (!unshare || !nothing) return std::vector<std::string>();
    for (std::vector<std::string> words : {std::vector<std::string>{*unshare, "--net"},
                                           std::vector<std::string>{*unshare, "--map-root-user", "--net"}}) {
      try {
        std::vector<std::string> test = words;
        test.push_back(*nothing);
        ProcessLimits limits;
        limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        limits.output = 4096;
        if (Process(test, std::nullopt, limits).wait() == 0) return words;
      } catch (const ProcessError&) {
        continue;
      }
    }
    return std::vector<std::string>();
  }();
  command.insert(command.begin(), prefix.begin(), prefix.end());
  return command;
}

Run run(const std::vector<std::string>& command, const std::string& input, const Scratch& scratch,
        std::uint32_t time_ms) {
  ProcessLimits limits;
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(time_ms == 0 ? 30'000 : time_ms);
  limits.memory = 4ULL << 30;
  limits.output = 16U << 20;
  const char* path = std::getenv("PATH");
  // Nothing of this environment but the way to programs.
  const std::vector<std::string> environment{std::string("PATH=") + (path != nullptr ? path : "/usr/bin:/bin"),
                                             "HOME=" + scratch.path(),
                                             "LC_ALL=C.UTF-8",
                                             "PYTHONDONTWRITEBYTECODE=1",
                                             "ANSIBLE_LOCAL_TEMP=" + scratch.path() + "/tmp",
                                             "CFENGINE_TEST_OVERRIDE_WORKDIR=" + scratch.path() + "/cfengine"};
  Run result;
  Process process(isolated(command), environment, limits);
  if (!input.empty()) process.write(input);
  result.output = process.read_all();
  result.code = process.wait();
  result.complaints = process.complaints();
  return result;
}

// The workspace's files below the folder; gives the path of its main document there.
std::string write_files(const Map& workspace, const std::string& folder, std::string_view main_name) {
  const Value* main = workspace.find("main");
  std::string path = main != nullptr && main->is_string() ? std::string(main->as_string()) : std::string();
  const Value* files = workspace.find("files");
  const bool has_files = files != nullptr && files->is_map() && !files->as_map().empty();
  if (has_files) {
    for (const auto& [name, content] : files->as_map()) {
      if (name.is_string() && content.is_string() && name.as_string().find("://") == std::string_view::npos)
        write_below(folder, std::string(name.as_string()), content.as_string(), false);
    }
    if (main == nullptr) path = files->as_map().entry(0).key.as_string();
  }
  if (main != nullptr && (!has_files || path.find('\n') != std::string::npos)) {
    write_below(folder, std::string(main_name), path, false);
    path = main_name;
  }
  return path;
}

Original unavailable(std::string why) {
  return {"", std::move(why), {}};
}

Original ask_python(Map workspace, std::uint32_t time_ms) {
  const Scratch scratch;
  const std::string folder = scratch.path() + "/files";
  std::filesystem::create_directory(folder);
  write_below(scratch.path(), "ask.py", python_program, false);
  const std::string main = write_files(workspace, folder, "main");
  workspace.erase("files");
  workspace.erase("secrets");
  if (main.empty()) {
    workspace.erase("main");
  } else {
    workspace.set("main", Value::string(main));
  }
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  const std::string input = write_json(Value::map(std::move(workspace)), budget) + "\n";
  std::string why = "there is no python3";
  std::vector<std::string> pythons;
  if (const auto found = find_program("python3")) pythons.push_back(*found);
  if (is_file("/usr/bin/python3") && (pythons.empty() || pythons[0] != "/usr/bin/python3"))
    pythons.emplace_back("/usr/bin/python3");
  const auto env = find_program("env");
  if (!env) return unavailable("there is no program env");
  for (const std::string& python : pythons) {
    const Run answer = run({*env, "-C", folder, python, "-I", scratch.path() + "/ask.py"}, input, scratch, time_ms);
    if (answer.code == 0) {
      const Value value = parse_json(answer.output, budget);
      return {std::string(text_at(value.as_map(), "name")), "", value.as_map()};
    }
    why = answer.code == 3 ? "python3 has not got it: " + std::string(trim(answer.complaints))
                           : "python3 failed: " + std::string(trim(answer.complaints));
  }
  return unavailable(why);
}

Original ask_agent(const Map& workspace, std::uint32_t time_ms) {
  const auto agent = find_program("cf-agent");
  if (!agent) return unavailable("there is no cf-agent");
  if (workspace.contains("expression")) return unavailable("cf-agent evaluates policies, and no expressions");
  const Scratch scratch;
  const std::string folder = scratch.path() + "/files";
  std::filesystem::create_directory(folder);
  std::filesystem::create_directories(scratch.path() + "/cfengine/inputs");
  const std::string main = write_files(workspace, folder, "main.cf");
  if (main.empty()) return unavailable("the workspace has no policy");
  std::filesystem::permissions(folder + "/" + main,
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::vector<std::string> command{*agent, "-K", "--no-lock", "-f", folder + "/" + main};
  if (const Value* classes = workspace.find("classes"); classes != nullptr && classes->is_list()) {
    std::string names;
    for (const Value& name : classes->as_list()) names += (names.empty() ? "" : ",") + std::string(name.as_string());
    if (!names.empty()) command.insert(command.end(), {"-D", names});
  }
  const Run answer = run(command, "", scratch, time_ms);
  List reports;
  std::string errors = answer.complaints;
  for (const std::string_view line : Split(answer.output, "\n")) {
    if (line.starts_with("R: ")) reports.push_back(Value::string(line.substr(3)));
    if (line.find("error: ") != std::string_view::npos) errors += (errors.empty() ? "" : "\n") + std::string(line);
  }
  Original original{"cf-agent", "", {}};
  if (answer.code != 0 && reports.empty()) {
    original.answer.set("error", Value::string(errors.empty() ? "cf-agent failed" : errors));
  } else {
    original.answer.set("reports", Value::list(std::move(reports)));
  }
  return original;
}

}  // namespace

Original ask_original(const Map& workspace, std::uint32_t time_ms) {
  const std::string_view dialect = text_at(workspace, "dialect");
  const std::string_view operation = text_at(workspace, "operation");
  if (!operation.empty() && operation != "evaluate")
    return unavailable("only evaluations are compared, and no " + quote(operation));
  try {
    if (dialect == "jinja2" || dialect == "yaql") return ask_python(workspace, time_ms);
    if (dialect == "cfengine") return ask_agent(workspace, time_ms);
  } catch (const ProcessTimeout&) {
    return unavailable("it did not end in time");
  } catch (const ProcessError& error) {
    return unavailable(error.what());
  }
  return unavailable("this command knows no way to ask the original of " + quote(dialect));
}

}  // namespace evalground::cli
