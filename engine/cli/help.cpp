#include "cli/help.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view usage = R"(Evaluates the small languages that configuration systems hide in YAML.

evalground eval FILE|-|LINK      evaluate a workspace (JSON or YAML) or a share link
evalground eval --dialect D …    evaluate a workspace made from flags
evalground expand …              the same, resolving merge directives only
evalground restore …             the same, writing merge directives back after changes of the expanded document
evalground host [HOST] …         the variables of a host of an Ansible repository (--root), with what they override
evalground matrix …              variables, or what a template gives, for all its hosts side by side
evalground inventory …           its groups and hosts; with --format json as `ansible-inventory --list` prints them
evalground cases FILE…           run case files; the last line is "N passed, N failed"; --coverage lists the lines of their
                                 documents that were never used
evalground functions             list the functions of a dialect (--dialect)
evalground port --to 2.21 PATH…  list what files, or those below folders, need for another version of Ansible; exit
                                 code 1 when there is something; --fix makes the mechanical changes
evalground lsp                   serve an editor by the Language Server Protocol, on standard input and output;
                                 --site URL is the page that links open in
evalground repl [FILE|FOLDER] …  a prompt: evaluate one line after the other within a workspace; :help lists its commands;
                                 --no-history keeps no lines
evalground check-docs PATH…      run the examples of documents, of files or below folders, and compare the outputs that they show;
                                 exit code 1 when one is out of date; --update writes it anew; --format sarif|junit
evalground shrink FILE           the smallest workspace that shows the same; --keep PATH=VALUE, --keep-error CODE, --disguise
evalground link FILE             a share link; --shrink, --disguise, --markdown, --site URL; --open LINK prints its workspace
evalground snapshot [FILE]       write down what .evalground.yaml names; --check compares; --format junit|sarif|markdown;
                                 --since REV adds links to what was
evalground bisect …              the commit between --good REV and --bad REV that changed it; --keep PATH=VALUE
evalground verify FILE…          compare with the installed original, which --allow-original lets run; --random N --seed S
                                 of what --material DIR makes or holds
evalground serve [FOLDER]        the playground on a folder of this machine, at an address that only this machine reaches;
                                 --port N (else 8750, or the next free one), --open, --site DIR
evalground site OUT              the playground as a folder for any static server, by npx evalground: the native command
                                 has none; --only embed, --with-python, --at PATH, --list

A workspace
  --dialect NAME       one of those below
  --main PATH          the document
  --file PATH          another file it may include; may be repeated
  --expression TEXT    what to evaluate; without it the whole document is
  --resource NAME      the current resource
  --data JSON|@PATH    the value that the expression runs against
  --var, --env, --input NAME=VALUE   may be repeated; a value that is JSON is taken as such
  --root DIR           the files below DIR are the virtual file system, but for links and names that begin with a dot
  --follow             follow symbolic links below --root and --out, and take hidden files
  --changed PATH       restore: the expanded document as it was edited
  --changes JSON|@PATH restore: its changes, [{"path": "/a/b", "value": 1}, {"path": "/c", "delete": true}]
  --quirks             do as a reference implementation does where it contradicts its documentation

An Ansible repository, paths as they are below --root
  --inventory PATH     a file, a folder or a list of hosts such as web1,web2; may be repeated; else ansible.cfg's
  --host, --play, --role NAME   in whose context is evaluated; a play is a playbook, such as site.yml#2
  --variable NAME      what host and matrix report; may be repeated; else all
  --facts PATH         facts of hosts, a folder or a file
  --limit-hosts PATTERN, --playbook-dir DIR, --hash-behaviour merge
  --vault-password-file PATH   the password of vaults

Running
  --limit NAME=VALUE   steps, depth, memory (bytes), output (bytes)
  --time SECONDS       end each evaluation after that time; else check-docs, snapshot, cases and verify after 30
  --allow-fetch        fetch the URLs that the document asks for, by curl
  --allow-private      and those of this machine and of its network
  --allow-python       run the Python functions of the document, by python3 and with your rights
  --isolate            evaluate in processes of their own, which the system holds to the limits
  --trace              print the steps of the evaluation
  --reveal             show sensitive values
  --format json|yaml|text
  --out DIR            save the files that the evaluation wrote below DIR
  --color auto|always|never

)";

constexpr std::string_view end = R"(
  --version, --help

Exit codes: 0 it worked, 1 the evaluation or a case failed, 2 wrong use.
)";

// Verbs that the flags of a workspace are not for.
constexpr std::string_view without_workspace[] = {"cases", "functions", "port", "lsp", "check-docs", "serve"};

}  // namespace

std::string dialect_lines() {
  Budget budget;
  std::string lines;
  const Value dialects = parse_json(catalogue(""), budget);
  for (const Value& dialect : dialects.as_list()) {
    const Map& description = dialect.as_map();
    std::string name(description.find("id")->as_string());
    name.resize(std::max<std::size_t>(name.size() + 1, 13), ' ');
    lines += "  " + name + std::string(description.find("about")->as_string());
    std::string others;  // operations beside the usual one
    const List& operations = description.find("operations")->as_list();
    for (std::size_t i = 1; i < operations.size(); ++i) others += ", " + std::string(operations[i].as_string());
    if (!others.empty()) lines += " (also " + others.substr(2) + ")";
    lines += "\n";
  }
  return lines;
}

std::string help_text() {
  return std::string(usage) + "Dialects\n" + dialect_lines() + std::string(end);
}

std::string help_text_of(std::string_view verb) {
  const std::string begin = "evalground " + std::string(verb) + " ";
  std::string text;
  bool is_of_verb = false;
  const std::size_t flags = usage.find("A workspace\n");
  for (const std::string_view line : Split(usage.substr(0, flags), "\n")) {
    if (!line.starts_with(' ')) is_of_verb = line.starts_with(begin);
    if (is_of_verb) text += std::string(line) + "\n";
  }
  text += "\n";
  const bool takes_workspace =
      std::find(std::begin(without_workspace), std::end(without_workspace), verb) == std::end(without_workspace);
  if (takes_workspace) text += usage.substr(flags);
  return text + "evalground --help lists all verbs, flags and dialects.\n";
}

}  // namespace evalground::cli
