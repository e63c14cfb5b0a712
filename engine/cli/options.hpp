// The command line, read once: a verb, what it works on, and flags.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evalground::cli {

enum class Verb : std::uint8_t {
  eval,
  expand,
  restore,
  host,
  matrix,
  inventory,
  cases,
  functions,
  port,
  lsp,
  check_docs,
  shrink,
  link,
  snapshot,
  bisect,
  verify,
  serve,
  repl,
  completion,
  help,
  version
};
enum class Format : std::uint8_t { automatic, json, yaml, text, sarif, junit, markdown };
enum class Color : std::uint8_t { automatic, always, never };

struct Options {
  Verb verb = Verb::help;
  std::string about;  // help: the verb that it is asked for; empty: all
  std::vector<std::string> operands;

  // Flags that make or change a workspace.
  std::optional<std::string> dialect, main, expression, resource, data;
  std::vector<std::string> files;
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  Pairs vars, env, inputs;
  Pairs dialect_options;
  bool quirks = false;
  // Of a repository of Ansible: entries of `options`, by their names there.
  Pairs repository;
  std::vector<std::string> inventories, variables;
  std::optional<std::string> vault_password_file;
  std::optional<std::string> to;  // port: the version of the reference
  bool fix = false;               // port: makes the mechanical changes
  bool update = false;            // check-docs: writes outputs anew
  bool coverage = false;          // cases: lines never used
  std::optional<std::string> root;
  bool follow = false;                 // symbolic links below root and out
  std::optional<std::string> changes;  // JSON, or @ and a path
  std::optional<std::string> changed;  // the path of the expanded document as it was edited

  // Of shrink, link and bisect: what must be preserved.
  std::optional<std::string> keep;  // "PATH=VALUE"
  std::optional<std::string> keep_error;
  std::optional<std::uint64_t> trials;
  bool shrinks = false;
  bool disguises = false;
  bool keeps_lengths = false;
  std::optional<std::string> table;  // where to write what became what
  // link
  bool opens = false;
  std::optional<std::string> site;  // and of lsp: the address of the page; of serve: the folder of the page's files
  bool markdown = false;
  bool check = false;  // snapshot: compares, and writes nothing
  std::optional<std::string> good, bad;
  std::optional<std::string> since;  // of snapshot: the revision that links to what was lead to
  // verify
  bool allow_original = false;
  std::optional<std::uint64_t> random;  // so many workspaces made, or taken, by chance
  std::uint64_t seed = 0;
  std::optional<std::string> material;  // the folder of what makes them, or of workspaces

  std::optional<int> port;    // serve; 0: any
  bool keeps_history = true;  // repl

  // How it is run and what is shown.
  Pairs limits;
  std::uint32_t time_ms = 0;  // 0: no limit
  bool trace = false;
  bool reveal = false;
  bool allow_fetch = false;
  bool allow_private = false;  // and from this machine and its network
  bool allow_python = false;
  bool isolates = false;  // each evaluation in a process of its own
  Format format = Format::automatic;
  std::string format_name;  // as it was given
  Color color = Color::automatic;
  std::optional<std::string> out;
};

// Wrong use of the command: exit code 2.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The command line that is read by the tables of cli/command_line. Throws UsageError.
Options read_options(const std::vector<std::string>& arguments);

}  // namespace evalground::cli
