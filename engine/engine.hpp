// The whole public interface of the engine: JSON text both ways, and nothing is ever thrown.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace evalground {

class Host;
class Map;

// Evaluates a workspace (JSON, or YAML) and gives an outcome (JSON). `options` are run options as JSON, or "".
std::string evaluate(std::string_view workspace, std::string_view options, Host& host) noexcept;
// The same for callers that have values: a folder of many files is not written and read for each run.
std::string evaluate(const Map& workspace, const Map& options, Host& host) noexcept;

// A workspace that is read once and evaluated many times, each time with other values.
class Prepared {
 public:
  // Like evaluate(). Nothing is thrown: what is wrong with the workspace is in each outcome.
  Prepared(std::string_view workspace, std::string_view options) noexcept;
  ~Prepared();
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  // Gives the outcome (JSON). `values` is a map (JSON, or value/flat.hpp) of keys of the workspace to what they are in
  // this evaluation: {"vars": …, "env": …}; a key that it names is replaced as a whole. "" evaluates the workspace as
  // it was given.
  std::string evaluate(std::string_view values, Host& host) noexcept;

  struct Rendered {
    bool is_text;  // or else `content` is an outcome
    std::string content;
  };
  // The same with other variables (a map, JSON or flat, or ""), for those who want nothing but the text of a good
  // outcome.
  Rendered render(std::string_view vars, Host& host) noexcept;

 private:
  struct Reading;
  std::unique_ptr<Reading> reading_;  // null where the workspace could not be read
  std::string failure_;               // the outcome that says why
};

// Language services: {"ask": "check", "workspace": …} gives diagnostics, outline and tokens without evaluating; {"ask":
// "parse", "text": …} gives YAML as JSON: {"ok": true, "value": …}; complete, hover and the others answer about a
// position (docs/language-services.md).
std::string assist(std::string_view request) noexcept;
std::string assist(const Map& request) noexcept;  // for callers that have values

// Makes a workspace smaller, or puts it under other names, while what it shows stays: {"shrink": workspace, …} or
// {"disguise": workspace, …} (docs/repro.md). Tells host.progress() how far it has come, and ends early where
// host.cancelled() says so, with what it has.
std::string shrink(std::string_view request, Host& host) noexcept;

// Finds the places that make a value of the result the wanted one, tries each, and tells what else it changes:
// {"change": workspace, "path": …, "to": value, …} (docs/change.md); or tells which value the result shows at a place
// of a text: {"change": workspace, "at": {"file", "offset"}}; or which condition made a value missing, false or null:
// {"why": workspace, "path": …}. Ends early where host.cancelled() says so.
std::string change(std::string_view request, Host& host) noexcept;

// The functions of a dialect as a list of catalogue entries; with "" what each dialect says of itself
// (runtime/description.hpp), in the order in which they are offered; with "workspace" the keys of workspaces, cases,
// limits and outcomes (runtime/keys.hpp). A WebAssembly module of one dialect has no documentation and gives "[]".
std::string catalogue(std::string_view dialect) noexcept;

// "0.1.0"
std::string version() noexcept;

}  // namespace evalground
