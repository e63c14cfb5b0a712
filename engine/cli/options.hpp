// The command line, parsed once: a verb, its operands, and flags.
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
  graph,
  cases,
  functions,
  port,
  lsp,
  check_docs,
  shrink,
  change,
  why,
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
enum class Format : std::uint8_t { automatic, json, yaml, text, sarif, junit, markdown, mermaid, dot, svg, diff };
enum class Color : std::uint8_t { automatic, always, never };

struct Options {
  Verb verb = Verb::help;
  std::string about;  // for help: the verb to explain; empty: all
  std::vector<std::string> operands;

  // Flags that create or change a workspace.
  std::optional<std::string> dialect, main, expression, resource, data;
  std::vector<std::string> files;
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  Pairs vars, env, inputs;
  Pairs dialect_options;
  bool quirks = false;
  // For an Ansible repository: entries of `options`, by their names there.
  Pairs repository;
  std::vector<std::string> inventories, variables;
  std::optional<std::string> vault_password_file;
  std::optional<std::string> to;  // for port: the version of the reference
  bool fix = false;               // for port: apply mechanical changes
  // for check-docs
  bool update = false;                  // rewrite outputs
  bool insert = false;                  // write outputs that are missing
  std::optional<std::uint64_t> least;   // how many examples there must be
  bool allow_empty = false;             // there may be none
  std::optional<std::string> baseline;  // the file of known failures
  bool update_baseline = false;
  Pairs every;  // languages whose blocks are all examples, and their dialects; an empty dialect: that of the language
  bool coverage = false;  // for cases: report unused lines
  std::optional<std::string> root;
  bool follow = false;                 // follow symbolic links below root and out of it
  std::optional<std::string> changes;  // JSON, or @ and a path
  std::optional<std::string> changed;  // the path of the edited expansion

  // For shrink, link and bisect: what must be preserved.
  std::optional<std::string> keep;  // "PATH=VALUE"
  std::optional<std::string> keep_error;
  std::optional<std::uint64_t> trials;
  // for change
  std::optional<std::string> set;      // "PATH=VALUE"
  std::optional<std::uint64_t> apply;  // the number of a candidate, from 1
  bool replaces_secrets = false;
  bool shrinks = false;
  bool disguises = false;
  bool keeps_lengths = false;
  std::optional<std::string> table;  // where to write the table of replaced names
  // for link
  bool opens = false;
  // for link and lsp: the address of the page; for serve: the folder of the page's files
  std::optional<std::string> site;
  bool markdown = false;
  bool check = false;  // for snapshot: compare only, write nothing
  std::optional<std::string> good, bad;
  std::optional<std::string> since;  // for snapshot: adds links to the results at this revision
  // for verify
  bool allow_original = false;
  std::optional<std::uint64_t> random;  // how many workspaces to generate or choose at random
  std::uint64_t seed = 0;
  std::optional<std::string> material;  // the folder of generators or of workspaces

  std::optional<int> port;    // for serve; 0: any
  bool keeps_history = true;  // for repl

  // How to run, and what to show.
  Pairs limits;
  std::uint32_t time_ms = 0;  // 0: no limit
  bool trace = false;
  bool reveal = false;
  bool allow_fetch = false;
  bool allow_private = false;  // also from this machine and its network
  bool allow_python = false;
  bool isolates = false;  // run each evaluation in a process of its own
  Format format = Format::automatic;
  std::string format_name;  // as given
  Color color = Color::automatic;
  std::optional<std::string> out;
};

// Wrong use of the command: exit code 2.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Parses the command line by the tables of cli/command_line. Throws UsageError.
Options read_options(const std::vector<std::string>& arguments);

}  // namespace evalground::cli
