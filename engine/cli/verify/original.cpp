// Asks the original implementation of a language about a workspace, for `evalground verify`.
//
// Some originals are Python packages: a driver of the dialect runs in python3, gets the workspace as JSON, and answers
// in JSON. Others are programs, which get the files and print reports. The dialect's description says which, so nothing
// here knows a language.
//
// The original runs the user's document, so it gets little: an empty folder, a short environment, limits of time,
// memory and output, and no network where the system allows to take it away. Secrets are removed before.
#include "cli/verify/original.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/outcome_of.hpp"
#include "cli/process.hpp"
#include "cli/verify/drivers.hpp"
#include "value/json.hpp"
#include "value/members.hpp"
#include "workspaces/descriptions.hpp"

namespace evalground::cli {
namespace {

// What a dialect's description says of its original.
struct Asked {
  std::string dialect;  // whose driver is asked
  const Map* original = nullptr;
  const Map* description = nullptr;  // of the dialect, or of the one that it is a flavor of
};

struct Run {
  int code = -1;
  std::string output;
  std::string complaints;
};

// Without a network where the system lets this user take it away.
// Which way works is tried once. Without root, a user namespace is needed, which some systems forbid.
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

// A folder for the time being that an original is run in, with the files of the workspace.
class Room {
 public:
  Room() { std::filesystem::create_directory(files()); }

  std::string files() const { return scratch_.path() + "/files"; }
  std::string write(const std::string& name, const char* content) const {
    write_below(scratch_.path(), name, content, false);
    return scratch_.path() + "/" + name;
  }
  // What the original needs of its surroundings.
  void furnish(const Map& original) {
    for (const std::string& folder : texts_member(original, "folders"))
      std::filesystem::create_directories(scratch_.path() + "/" + folder);
    for (const std::string& variable : texts_member(original, "environment"))
      environment_.push_back(replace_all(variable, "{work}", scratch_.path()));
  }

  Run run(const std::vector<std::string>& command, const std::string& input, std::uint32_t time_ms) const {
    ProcessLimits limits;
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(time_ms == 0 ? 30'000 : time_ms);
    limits.memory = 4ULL << 30;
    limits.output = 16U << 20;
    const char* path = std::getenv("PATH");
    // Nothing of this environment but the way to programs.
    std::vector<std::string> environment{std::string("PATH=") + (path != nullptr ? path : "/usr/bin:/bin"),
                                         "HOME=" + scratch_.path(), "LC_ALL=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1"};
    environment.insert(environment.end(), environment_.begin(), environment_.end());
    Run result;
    Process process(isolated(command), environment, limits);
    if (!input.empty()) process.write(input);
    result.output = process.read_all();
    result.code = process.wait();
    result.complaints = process.complaints();
    return result;
  }

 private:
  Scratch scratch_;
  std::vector<std::string> environment_;
};

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

const char* driver_of(std::string_view dialect) {
  for (const OriginalDriver& driver : original_drivers()) {
    if (driver.dialect == dialect) return driver.program;
  }
  return nullptr;
}

// Each python3 is tried: the one in front of PATH may be a virtual environment without the package, and the system's
// may have it. `-I` keeps modules in the current folder, which are files of the workspace, from being imported.
Original ask_python(Map workspace, const Asked& asked, std::uint32_t time_ms) {
  const char* driver = driver_of(asked.dialect);
  if (driver == nullptr) return unavailable("there is no original of " + quote(asked.dialect));
  Room room;
  room.furnish(*asked.original);
  const std::string program = room.write("ask.py", original_program);
  const std::string driver_path = room.write("driver.py", driver);
  const std::string main = write_files(workspace, room.files(), "main");
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
    const Run answer = room.run({*env, "-C", room.files(), python, "-I", program, "ask", driver_path}, input, time_ms);
    if (answer.code != 0) {
      why = "python3 failed: " + std::string(trim(answer.complaints));
      continue;
    }
    const Value value = parse_json(answer.output, budget);
    const Map& given = value.as_map();
    if (!given.contains("missing")) return {std::string(text_at(given, "name")), "", given};
    // With a name the original is installed, and its driver refuses this workspace.
    why = (given.contains("name") ? "" : "python3 has not got it: ") + std::string(text_at(given, "missing"));
  }
  return unavailable(why);
}

// What a program that was run has reported, or why it failed.
Map program_answer(const Run& run, const Map& program) {
  const std::string_view report = text_at(program, "report");
  const std::string_view error = text_at(program, "error");
  List reports;
  std::string errors = run.complaints;
  for (const std::string_view line : Split(run.output, "\n")) {
    if (line.starts_with(report)) reports.push_back(Value::string(line.substr(report.size())));
    if (line.find(error) != std::string_view::npos) errors += (errors.empty() ? "" : "\n") + std::string(line);
  }
  if (run.code == 0 || !reports.empty()) return {{"reports", Value::list(std::move(reports))}};
  const std::string name(text_at(program, "name"));
  return {{"error", Value::string(errors.empty() ? name + " failed" : errors)}};
}

Original ask_program(const Map& workspace, const Asked& asked, const Map& program, std::uint32_t time_ms) {
  const std::string name(text_at(program, "name"));
  const auto found = find_program(name);
  if (!found) return unavailable("there is no " + name);
  if (workspace.contains("expression")) return unavailable(name + " evaluates whole documents, and no expressions");
  Room room;
  room.furnish(*asked.original);
  const Map& file = asked.description->find("file")->as_map();
  const std::string main = write_files(workspace, room.files(), text_at(file, "path"));
  if (main.empty()) return unavailable("the workspace has no " + std::string(text_at(file, "label")));
  const std::string path = room.files() + "/" + main;
  // A program may refuse what others can write.
  std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::vector<std::string> command{*found};
  for (const std::string& argument : texts_member(program, "arguments"))
    command.push_back(replace_all(argument, "{main}", path));
  const std::vector<std::string> listed = texts_member(workspace, text_at(program, "listedInput"));
  if (!listed.empty()) {
    command.emplace_back(text_at(program, "listedFlag"));
    command.push_back(join(listed, ","));
  }
  return {name, "", program_answer(room.run(command, "", time_ms), program)};
}

// Looks up the original of the workspace's dialect or flavor in the descriptions. Some dialects have no original.
Asked asked_of(const Map& workspace) {
  Asked asked{std::string(text_at(workspace, "dialect"))};
  const DescribedDialect described = described_dialect(workspace);
  if (described.description == nullptr) return asked;
  const Map& own = described.flavor != nullptr ? *described.flavor : *described.description;
  asked.dialect = text_at(own, "id");
  asked.description = described.description;
  if (const Value* original = own.find("original")) asked.original = &original->as_map();
  return asked;
}

}  // namespace

// An original that is not there, or fails to run, is never an error: the comparison is left out, with the reason.
Original ask_original(const Map& workspace, std::uint32_t time_ms) {
  const std::string_view operation = text_at(workspace, "operation");
  if (!operation.empty() && operation != "evaluate")
    return unavailable("only evaluations are compared, and no " + quote(operation));
  const Asked asked = asked_of(workspace);
  if (asked.original == nullptr) return unavailable("there is no original of " + quote(asked.dialect));
  if (const std::string_view never = text_at(*asked.original, "never"); !never.empty())
    return unavailable("the original of " + quote(asked.dialect) + " " + std::string(never) + ", and is never called");
  try {
    const Value* program = asked.original->find("program");
    return program != nullptr ? ask_program(workspace, asked, program->as_map(), time_ms)
                              : ask_python(workspace, asked, time_ms);
  } catch (const ProcessTimeout&) {
    return unavailable("it did not end in time");
  } catch (const ProcessError& error) {
    return unavailable(error.what());
  }
}

std::vector<Map> made_workspaces(const std::string& folder, std::uint64_t count, std::uint64_t seed,
                                 const std::string& dialect, std::uint32_t time_ms) {
  const Room room;
  const std::string program = room.write("make.py", original_program);
  const std::vector<std::string> found = pythons();
  if (found.empty()) throw UsageError("there is no python3 to run the generators of " + quote(folder));
  std::vector<Map> workspaces;
  try {
    const Run made = room.run({found.front(), "-I", program, "make", std::filesystem::absolute(folder).string(),
                               std::to_string(count), std::to_string(seed), dialect},
                              "", time_ms);
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
