#include "cli/outcome_of.hpp"

#include <cstdlib>
#include <filesystem>

#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "cli/outside.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {

Map outcome_of(const Map& workspace, const Options& options, bool provenance) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  Map run = parse_json(run_options_json(options), budget).as_map();
  if (provenance) run.set("provenance", Value::boolean(true));
  return parse_json(evaluate(write_json(Value::map(workspace), budget), write_json(Value::map(run), budget), options),
                    budget)
      .as_map();
}

void require_dialect(const Map& workspace, const Options& options) {
  const Value* name = workspace.find("dialect");
  const Map outcome = outcome_of({{"dialect", name != nullptr ? *name : Value::string("")}}, options);
  const Map* error = first_error(outcome);
  if (error == nullptr) return;
  const std::string_view code = text_at(*error, "code");
  if (code == "workspace-dialect" || code == "workspace-type" || code == "unknown-dialect")
    throw UsageError(std::string(text_at(*error, "message")));
}

const Map* first_error(const Map& outcome) {
  const Value* diagnostics = outcome.find("diagnostics");
  if (diagnostics == nullptr) return nullptr;
  for (const Value& one : diagnostics->as_list()) {
    if (text_at(one.as_map(), "severity") == "error") return &one.as_map();
  }
  return nullptr;
}

std::string_view text_at(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? value->as_string() : std::string_view();
}

std::string short_json(const Value& value, std::size_t most) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  std::string text = write_json(value, budget);
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most) + "…";
}

Scratch::Scratch() : path_((std::filesystem::temp_directory_path() / "evalground-XXXXXX").string()) {
  if (::mkdtemp(path_.data()) == nullptr) throw DiskError("cannot make a folder for the time being");
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace evalground::cli
