// The commands of the prompt, `:set x=1` and the like: a table of names, and a function for each, which gets the prompt
// and the rest of the line and gives the text to print.
//
// A mistake is a UsageError, which the prompt shows before it goes on. Confirmations are for people only: a program
// that drives the prompt reads results, and nothing else.
#include "cli/repl/commands.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/generous_budget.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "cli/link.hpp"
#include "cli/outcome_of.hpp"
#include "cli/repl/details.hpp"
#include "cli/report.hpp"
#include "cli/shrink/shrink.hpp"
#include "data/yaml/write.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "workspaces/recognise.hpp"
#include "workspaces/withheld.hpp"

namespace evalground::cli {
namespace {

const Session::Evaluation& last_of(const Prompt& prompt) {
  const Session::Evaluation* last = prompt.session.last();
  if (last == nullptr) throw UsageError("nothing has been evaluated yet");
  return *last;
}

std::string json_lines(const Value& value) {
  Budget budget = generous_budget();
  return write_json(value, budget, {.indent = 2}) + "\n";
}

void require_argument(std::string_view command, const std::string& argument, std::string_view what) {
  if (argument.empty())
    throw UsageError(":" + std::string(command) + " needs " + std::string(what) + "; :help shows how it is used");
}

// Confirms an action to a person. A program that reads the results does not see this.
std::string confirmation(const Prompt& prompt, const std::string& text) {
  return prompt.is_printable ? text + "\n" : std::string();
}

std::string or_else(std::string text, std::string_view otherwise) {
  return text.empty() ? std::string(otherwise) + "\n" : text;
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  const auto lower = [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [&](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

// --- What was evaluated

std::string show_all(Prompt& prompt, const std::string&) {
  return or_else(prompt.whole, "nothing was cut");
}

std::string show_source(Prompt& prompt, const std::string&) {
  const Session::Evaluation& detailed = prompt.session.detailed();
  return or_else(origins_text(detailed.outcome, detailed.workspace), "the value has no known source");
}

std::string show_type(Prompt& prompt, const std::string&) {
  const Value* value = last_of(prompt).value();
  return value == nullptr ? "no value\n" : type_text(*value) + "\n";
}

std::string show_trace(Prompt& prompt, const std::string&) {
  return or_else(trace_text(prompt.session.detailed().outcome), "the evaluation recorded no steps");
}

std::string show_problems(Prompt& prompt, const std::string&) {
  const Session::Evaluation& last = last_of(prompt);
  return or_else(problems_text(last.outcome, last.workspace, false, &prompt.session.options()), "no problems");
}

// The outline needs no evaluation. Before the first line, it is that of the document.
std::string show_tree(Prompt& prompt, const std::string&) {
  Budget budget = generous_budget();
  const Value request =
      Value::map({{"ask", Value::string("check")}, {"workspace", Value::map(prompt.session.workspace())}});
  return or_else(outline_text(parse_json(assist(write_json(request, budget)), budget).as_map()),
                 "the workspace has no outline");
}

std::string set_time(Prompt& prompt, const std::string& argument) {
  if (argument != "on" && argument != "off" && !argument.empty())
    throw UsageError(":time takes on or off, not " + quote(argument));
  prompt.shows_time = argument.empty() ? !prompt.shows_time : argument == "on";
  return prompt.shows_time ? "the time of each evaluation is shown\n" : "times are not shown\n";
}

// --- Variables

std::optional<Value> json_of(const std::string& text) {
  try {
    Budget budget = generous_budget();
    return parse_json(text, budget);
  } catch (const Error&) {
    return std::nullopt;
  }
}

// `:set n=3` sets a number, `:set n=abc` a text, and `:set n="3"` the text "3".
std::string set_variable(Prompt& prompt, const std::string& argument) {
  const std::size_t equals = argument.find('=');
  const std::string name(trim(std::string_view(argument).substr(0, equals)));
  if (equals == std::string::npos || name.empty()) throw UsageError(":set takes name=VALUE, not " + quote(argument));
  const std::string text(trim(std::string_view(argument).substr(equals + 1)));
  prompt.session.set(name, json_of(text).value_or(Value::string(text)));
  return {};
}

// The next line can build on the result: `:let hosts`, then `hosts | length`.
std::string keep_last(Prompt& prompt, const std::string& name) {
  require_argument("let", name, "a name");
  const Value* value = last_of(prompt).value();
  if (value == nullptr) throw UsageError("the last evaluation gave no value");
  prompt.session.set(name, *value);
  return {};
}

std::string unset_variable(Prompt& prompt, const std::string& name) {
  require_argument("unset", name, "a name");
  if (!prompt.session.unset(name)) throw UsageError(quote(name) + " was not set");
  return confirmation(prompt, "removed " + name);
}

std::string show_variables(Prompt& prompt, const std::string&) {
  const Map workspace = prompt.session.workspace();
  const Value* variables = workspace.find(prompt.session.variables_key());
  if (variables == nullptr || !variables->is_map() || variables->as_map().empty()) return "no variables\n";
  std::string text;
  for (const auto& [name, value] : variables->as_map())
    text += std::string(name.as_string()) + " = " + short_json(value, 100) + "\n";
  return text;
}

// --- The workspace

// An existing file wins over JSON: a file called `1` would be read. The options keep the path, so `:reload` reads the
// file again.
std::string set_data(Prompt& prompt, const std::string& argument) {
  if (argument.empty()) {
    const Map workspace = prompt.session.workspace();
    const Value* data = workspace.find("data");
    return data == nullptr ? "no data\n" : json_lines(*data);
  }
  Options options = prompt.session.options();
  if (is_file(argument)) {
    options.data = "@" + argument;
  } else if (json_of(argument)) {
    options.data = argument;
  } else {
    throw UsageError(quote(argument) + " is neither a file nor JSON");
  }
  const bool is_path = options.data->starts_with('@');
  prompt.session.reopen(std::move(options));
  return confirmation(prompt, is_path ? "read the data from " + argument : "set the data");
}

std::string set_dialect(Prompt& prompt, const std::string& name) {
  require_argument("dialect", name, "a name");
  Options options = prompt.session.options();
  options.dialect = name;
  prompt.session.reopen(std::move(options));
  return confirmation(prompt, "the dialect is " + name);
}

// A document in YAML and a workspace in YAML look alike, except that a workspace names its dialect at the top level.
bool is_workspace(const std::string& path) {
  if (path.ends_with(".json")) return true;
  if (!path.ends_with(".yaml") && !path.ends_with(".yml")) return false;
  const std::string text = read_file(path);
  for (const std::string_view line : Split(text, "\n")) {
    if (line.starts_with("dialect:")) return true;
  }
  return false;
}

// A document replaces only the document, and keeps variables and flags. A workspace replaces everything but the flags
// that describe the run: what is allowed, the limits and the form of the output.
std::string load(Prompt& prompt, const std::string& path) {
  require_argument("load", path, "a file or a folder");
  Options options = prompt.session.options();
  if (is_file(path) && !is_workspace(path)) {
    options.main = path;
    // A document in another dialect changes the dialect.
    if (const auto dialect = recognised_dialect(path, "", read_file(path))) options.dialect = dialect;
  } else {
    Options fresh;
    fresh.verb = options.verb;
    fresh.operands = {path};
    fresh.site = options.site;
    fresh.limits = options.limits;
    fresh.time_ms = options.time_ms;
    fresh.reveal = options.reveal;
    fresh.allow_fetch = options.allow_fetch;
    fresh.allow_private = options.allow_private;
    fresh.allow_python = options.allow_python;
    fresh.follow = options.follow;
    fresh.format = options.format;
    fresh.color = options.color;
    options = std::move(fresh);
  }
  prompt.session.reopen(std::move(options));
  return confirmation(prompt, "opened " + path + " as " + prompt.session.dialect());
}

std::string reload(Prompt& prompt, const std::string&) {
  prompt.session.reopen(prompt.session.options());
  return {};
}

// Inputs that are withheld are named, and so are values that only look like secrets and are in the link.
std::string show_link(Prompt& prompt, const std::string&) {
  const Map workspace = prompt.session.workspace();
  const std::optional<std::string>& site = prompt.session.options().site;
  std::string text = site.value_or("") + "#" + write_link(workspace) + "\n";
  if (!site) text += "Open it by `evalground eval '#w1…'`, or write it behind the address of a playground.\n";
  for (const std::string& note : shared_workspace(workspace, ReplacedSecrets::declared).notes) text += note + "\n";
  return text;
}

// As JSON or YAML, by the ending of the name. Written by way of write_below(), so a failure leaves no half of a file.
std::string save_to(Prompt& prompt, const std::string& path, bool overwrites) {
  require_argument("save", path, "a file");
  std::error_code error;
  if (!overwrites && std::filesystem::exists(path, error))
    throw UsageError(quote(path) + " exists; :save! overwrites it");
  Budget budget = generous_budget();
  const Value value = Value::map(without_secrets(prompt.session.workspace()));
  const std::string folder(directory_name(path).empty() ? "." : directory_name(path));
  if (!std::filesystem::is_directory(folder, error)) throw UsageError("no such folder: " + quote(folder));
  write_below(folder, std::string(base_name(path)),
              path.ends_with(".json") ? json_lines(value) : write_yaml(value, budget), true);
  return confirmation(prompt, "saved " + path);
}

std::string save(Prompt& prompt, const std::string& path) {
  return save_to(prompt, path, false);
}

std::string save_over(Prompt& prompt, const std::string& path) {
  return save_to(prompt, path, true);
}

// --- Help

std::string functions(Prompt& prompt, const std::string& part) {
  std::string text;
  const Value list = functions_of(prompt.session.dialect());
  for (const Value& item : list.as_list()) {
    const Map& entry = item.as_map();
    const std::string_view signature = text_at(entry, "signature");
    const std::string_view summary = text_at(entry, "summary");
    if (!part.empty() && !contains_ignoring_case(signature, part) && !contains_ignoring_case(summary, part)) continue;
    text += std::string(signature) + "\n    " + std::string(summary) + "\n";
  }
  return or_else(text, "no function matches");
}

// Several functions may have one name (overloads, or a filter and a test), so all of them are shown.
std::string document_function(Prompt& prompt, const std::string& name) {
  require_argument("doc", name, "the name of a function");
  const Value list = functions_of(prompt.session.dialect());
  std::string text;
  std::vector<std::string_view> names;
  for (const Value& item : list.as_list()) {
    const Map& entry = item.as_map();
    names.push_back(text_at(entry, "name"));
    if (names.back() != name) continue;
    text += (text.empty() ? "" : "\n") + std::string(text_at(entry, "signature")) + "\n" +
            std::string(text_at(entry, "summary")) + "\n";
    if (const std::string_view details = text_at(entry, "details"); !details.empty())
      text += std::string(details) + "\n";
  }
  if (!text.empty()) return text;
  const auto nearest = nearest_name(name, names);
  throw UsageError("unknown function " + quote(name) +
                   (nearest ? "; did you mean " + std::string(*nearest) + "?" : "; :functions lists them"));
}

// Describes an input line, by the kind of text in the dialect's documents.
std::string about_lines(const Session& session) {
  const std::string_view language = text_at(session.description().find("file")->as_map(), "language");
  std::string text = "A line is ";
  if (language == "template") {
    text += "a template, such as {{ name }}: text with placeholders.";
  } else if (language == "policy") {
    text += "a function call. It is evaluated after the policy, and reads its variables.";
  } else if (language == "yaml") {
    text += "an expression, or YAML that holds one. It is evaluated within the document.";
  } else {
    text += "an expression.";
  }
  return text;
}

// Two columns; a usage that is longer than the first one moves its description.
std::string help(Prompt& prompt, const std::string&) {
  std::string text =
      about_lines(prompt.session) + "\n" +
      "An open bracket, quote or block, or a backslash at the end, continues it on the next line; an empty "
      "line ends it.\n\n";
  for (const Command& command : commands()) {
    std::string usage = ":" + std::string(command.name);
    if (!command.argument.empty()) usage += " " + std::string(command.argument);
    usage.resize(std::max<std::size_t>(usage.size() + 1, 20), ' ');
    text += "  " + usage + std::string(command.about) + "\n";
  }
  return text;
}

std::string quit(Prompt& prompt, const std::string&) {
  prompt.is_over = true;
  return {};
}

constexpr Command all_commands[] = {
    {"help", "", "show this list", Argument::none, help},
    {"source", "", "show where the last value came from", Argument::none, show_source},
    {"type", "", "show the type of the last value", Argument::none, show_type},
    {"trace", "", "show the steps of the last evaluation", Argument::none, show_trace},
    {"problems", "", "show the problems of the last evaluation again", Argument::none, show_problems},
    {"all", "", "show the last text that was cut", Argument::none, show_all},
    {"tree", "", "show the outline of the document", Argument::none, show_tree},
    {"outline", "", "the same", Argument::none, show_tree},
    {"set", "NAME=VALUE", "set a variable to JSON, or else to text", Argument::variable, set_variable},
    {"let", "NAME", "set a variable to the last value", Argument::text, keep_last},
    {"unset", "NAME", "remove a variable that was set", Argument::variable, unset_variable},
    {"vars", "", "list the variables", Argument::none, show_variables},
    {"data", "[PATH|JSON]", "read the data from a file; without one show them", Argument::path, set_data},
    {"dialect", "NAME", "change the dialect", Argument::dialect, set_dialect},
    {"load", "PATH", "open a workspace, a folder or a document", Argument::path, load},
    {"reload", "", "read all files again", Argument::none, reload},
    {"link", "", "print a share link with the last expression; values of `secrets` are left out", Argument::none,
     show_link},
    {"save", "PATH", "save the workspace, without secrets", Argument::path, save},
    {"save!", "PATH", "the same, over a file that exists", Argument::path, save_over},
    {"functions", "[TEXT]", "list the functions that have the text in their signature or summary", Argument::text,
     functions},
    {"doc", "NAME", "document a function", Argument::function, document_function},
    {"time", "[on|off]", "show how long each evaluation takes", Argument::text, set_time},
    {"quit", "", "leave, as Ctrl-D does", Argument::none, quit},
};

}  // namespace

std::span<const Command> commands() {
  return all_commands;
}

Value functions_of(const std::string& dialect) {
  Budget budget = generous_budget();
  return parse_json(catalogue(dialect), budget);
}

std::string run_command(Prompt& prompt, std::string_view line) {
  line = trim(line);
  line.remove_prefix(1);
  const std::size_t end = line.find_first_of(" \t\n");
  const std::string_view name = line.substr(0, end);
  const std::string argument(end == std::string_view::npos ? std::string_view() : trim(line.substr(end)));
  std::vector<std::string_view> names;
  for (const Command& command : all_commands) {
    names.push_back(command.name);
    if (command.name != name) continue;
    if (command.takes == Argument::none && !argument.empty())
      throw UsageError(":" + std::string(name) + " takes no argument");
    const std::string text = command.run(prompt, argument);
    return command.run == show_all ? text : prompt.shown(text);
  }
  const auto nearest = nearest_name(name, names);
  throw UsageError("unknown command " + quote(":" + std::string(name)) +
                   (nearest ? "; did you mean :" + std::string(*nearest) + "?" : "; :help lists them"));
}

}  // namespace evalground::cli
