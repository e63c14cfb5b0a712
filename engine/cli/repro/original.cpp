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

// wasm/python/original.py with original_heat.py and original_main.py: made by CMake.
extern const char* const original_program;

namespace {

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

// The pythons that may have an original: the first one of PATH, and the system's.
std::vector<std::string> pythons() {
  std::vector<std::string> found;
  if (const auto first = find_program("python3")) found.push_back(*first);
  if (is_file("/usr/bin/python3") && (found.empty() || found[0] != "/usr/bin/python3"))
    found.emplace_back("/usr/bin/python3");
  return found;
}

Original ask_python(Map workspace, std::uint32_t time_ms) {
  const Scratch scratch;
  const std::string folder = scratch.path() + "/files";
  std::filesystem::create_directory(folder);
  write_below(scratch.path(), "ask.py", original_program, false);
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
  const auto env = find_program("env");
  if (!env) return unavailable("there is no program env");
  for (const std::string& python : pythons()) {
    const Run answer = run({*env, "-C", folder, python, "-I", scratch.path() + "/ask.py"}, input, scratch, time_ms);
    if (answer.code != 0) {
      why = "python3 failed: " + std::string(trim(answer.complaints));
      continue;
    }
    const Value value = parse_json(answer.output, budget);
    if (!value.as_map().contains("missing")) return {std::string(text_at(value.as_map(), "name")), "", value.as_map()};
    why = "python3 has not got it: " + std::string(text_at(value.as_map(), "missing"));
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
    if (dialect == "jinja2" || dialect == "yaql" || dialect == "heat") return ask_python(workspace, time_ms);
    if (dialect == "cfengine") return ask_agent(workspace, time_ms);
  } catch (const ProcessTimeout&) {
    return unavailable("it did not end in time");
  } catch (const ProcessError& error) {
    return unavailable(error.what());
  }
  if (dialect == "unfurl" || dialect == "dcontroller")
    return unavailable("the original of " + quote(dialect) +
                       " works on a deployment or a cluster, and is never called");
  return unavailable("there is no original of " + quote(dialect));
}

std::vector<Map> made_workspaces(const std::string& folder, std::uint64_t count, std::uint64_t seed,
                                 const std::string& dialect, std::uint32_t time_ms) {
  const Scratch scratch;
  write_below(scratch.path(), "make.py", original_program, false);
  const std::vector<std::string> found = pythons();
  if (found.empty()) throw UsageError("there is no python3 to run the generators of " + quote(folder));
  std::vector<Map> workspaces;
  try {
    const Run made = run({found.front(), "-I", scratch.path() + "/make.py", std::filesystem::absolute(folder).string(),
                          std::to_string(count), std::to_string(seed), dialect},
                         "", scratch, time_ms);
    if (made.code != 0) {
      const std::string complaints(trim(made.complaints));
      throw UsageError("the generators of " + quote(folder) +
                       " failed: " + complaints.substr(complaints.rfind('\n') + 1));
    }
    Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
    for (const std::string_view line : Split(made.output, "\n")) {
      if (!line.empty()) workspaces.push_back(parse_json(line, budget).as_map());
    }
  } catch (const ProcessError& error) {
    throw UsageError("the generators of " + quote(folder) + " failed: " + error.what());
  }
  return workspaces;
}

}  // namespace evalground::cli
