#include "cli/snapshot/repository.hpp"

#include <chrono>
#include <filesystem>

#include "base/text/text.hpp"
#include "cli/process.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

// What a program prints. Throws UsageError with its complaint where it fails.
std::string output_of(const std::vector<std::string>& command) {
  ProcessLimits limits;
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  limits.output = 64U << 20;
  Process process(command, std::nullopt, limits);
  std::string output = process.read_all();
  if (process.wait() != 0) {
    const std::string complaint = process.complaints();
    throw UsageError(std::string(trim(complaint.empty() ? command[1] + " failed" : complaint)));
  }
  return output;
}

}  // namespace

Repository::Repository(const std::string& verb, const std::string& folder) {
  const auto git = find_program("git");
  const auto tar = find_program("tar");
  if (!git || !tar) throw UsageError(verb + " needs git and tar, and there is no such program");
  git_ = *git;
  tar_ = *tar;
  try {
    top_ = trim(output_of({git_, "-C", folder, "rev-parse", "--show-toplevel"}));
    below_ = trim(output_of({git_, "-C", folder, "rev-parse", "--show-prefix"}));
  } catch (const UsageError&) {
    throw UsageError(verb + " needs a git repository, and " +
                     (folder == fs::current_path() ? "the current folder" : folder) + " is in none");
  }
}

std::string Repository::commit(const std::string& flag, const std::string& name) const {
  if (name.starts_with('-')) throw UsageError(flag + " takes a revision, not " + quote(name));
  try {
    return std::string(trim(output_of({git_, "-C", top_, "rev-parse", "--verify", "--quiet", name + "^{commit}"})));
  } catch (const UsageError&) {
    throw UsageError(flag + ": there is no revision " + quote(name));
  }
}

std::vector<std::string> Repository::between(const std::string& good, const std::string& bad) const {
  std::vector<std::string> commits;
  const std::string list = output_of({git_, "-C", top_, "rev-list", "--first-parent", "--reverse", good + ".." + bad});
  for (const std::string_view line : Split(list, "\n")) {
    if (!line.empty()) commits.emplace_back(line);
  }
  return commits;
}

std::string Repository::subject(const std::string& commit) const {
  return std::string(
      trim(output_of({git_, "-C", top_, "log", "-1", "--format=%h %ad %an: %s", "--date=short", commit})));
}

std::string Repository::unpack(const std::string& commit, const Scratch& scratch) const {
  const std::string archive = scratch.path() + "/archive.tar";
  const std::string folder = scratch.path() + "/tree";
  fs::create_directory(folder);
  output_of({git_, "-C", top_, "archive", "--format=tar", "-o", archive, commit});
  output_of({tar_, "-xf", archive, "-C", folder});
  fs::create_directories(folder + "/" + below_);
  return folder + "/" + below_;
}

}  // namespace evalground::cli
