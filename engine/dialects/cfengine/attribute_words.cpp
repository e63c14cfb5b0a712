// One sentence each about attributes and about the words that begin bundles and bodies. Covers those that an evaluation
// uses, and those of other promises that most policies contain.
// A word that occurs in several places has one sentence for all of them, "Whether the variable may be defined again, or
// the package …".
#include "dialects/cfengine/policy_words.hpp"

namespace evalground::cfengine {
namespace {

struct About {
  std::string_view word;
  std::string_view about;
};
constexpr About attributes[] = {
    {"string", "The text that the variable holds."},
    {"int", "The whole number that the variable holds, written as text: `\"80\"`, `\"4k\"`."},
    {"real", "The number that the variable holds, written as text."},
    {"slist", "The list of texts that the variable holds. A promise that names it as `$(x)` is kept for each of them."},
    {"ilist", "The list of whole numbers that the variable holds."},
    {"rlist", "The list of numbers that the variable holds."},
    {"data", "The container that the variable holds: JSON, or what a function such as `mergedata` gives."},
    {"policy", "Whether the variable may be defined again, or the package or account is to be there."},
    {"if", "A class expression: the promise is kept only where it is true."},
    {"ifvarclass", "The older name of `if`."},
    {"unless", "A class expression: the promise is skipped where it is true."},
    {"handle", "The promise's name, by which `depends_on` and reports know it."},
    {"comment", "The reason for the promise, for readers."},
    {"depends_on", "Handles of promises that have to be kept before."},
    {"meta", "Tags of the promise, by which functions such as `variablesmatching` find what it defines."},
    {"with", "A value that the promise can use as `$(with)`."},
    {"classes", "The body that names the classes to set when the promise is kept, repaired or fails."},
    {"action", "The body that says how the promise is carried out."},
    {"expression", "A class expression, or a function's answer: the class is set where it is true."},
    {"and", "A list of class expressions: the class is set where all are true."},
    {"or", "A list of class expressions: the class is set where one is true."},
    {"xor", "A list of class expressions: the class is set where an odd number is true."},
    {"not", "A class expression: the class is set where it is false."},
    {"dist", "Weights by which one of several classes is chosen at random."},
    {"select_class", "A list of classes, one of which is set, always the same on one host."},
    {"scope", "Whether the class is seen by all bundles (`namespace`) or by this one (`bundle`)."},
    {"persistence", "For how many minutes the class stays set."},
    {"if_match_regex", "A pattern: the default takes the place of values that it matches as a whole."},
    {"usebundle", "The bundle that is called, with its arguments."},
    {"useresult", "The array that takes what the called bundle returns with `bundle_return_value_index`."},
    {"inherit", "Whether the called bundle sees the classes and variables of this one."},
    {"bundle_return_value_index", "The key under which the text is returned to the caller's `useresult`."},
    {"printfile", "The body that says which file, and how much of it, is reported."},
    {"report_to_file", "The file that takes the report instead of the output."},
    {"bundlesequence", "The bundles that are run, in this order."},
    {"inputs", "Further policy files that are read."},
    {"namespace", "The prefix that bundles, bodies and classes of the file have from here on: `name:`."},
    {"version", "The version, for people, or of the package."},
    {"create", "Whether to create a missing file."},
    {"content", "The text that the file has."},
    {"perms", "The body that says owner, group and mode."},
    {"copy_from", "The body that says what the file is a copy of."},
    {"edit_line", "The bundle that edits the lines of the file."},
    {"edit_template", "The file with the template that the file is made from."},
    {"edit_template_string", "The template, as text, that the file is made from."},
    {"template_method", "The language of the template."},
    {"template_data", "The container that the template reads."},
    {"delete", "The body that has the file removed."},
    {"depth_search", "The body that says how far down a folder the promise reaches."},
    {"file_select", "The body that says which files of a folder are meant."},
    {"args", "The arguments of the command, as one text."},
    {"arglist", "The arguments of the command, one a text."},
    {"contain", "The body that says as whom and where the command runs."},
};
constexpr About keywords[] = {
    {"bundle", "A named group of promises."},
    {"body", "A named group of attributes, which a promise's attribute takes as its value."},
    {"agent", "A bundle that the agent carries out."},
    {"file", "Settings of a policy file."},
    {"control", "Settings of a program or file."},
    {"common", "A bundle whose variables and classes all others see; it is evaluated first."},
    {"edit_line", "A bundle of edits of the lines of a file."},
    {"server", "A bundle of access rules of the server."},
    {"monitor", "A bundle of measurements."},
};

template <class Table>
std::string_view about(const Table& table, std::string_view word) {
  for (const About& one : table) {
    if (one.word == word) return one.about;
  }
  return {};
}

}  // namespace

std::string_view about_attribute(std::string_view name) {
  return about(attributes, name);
}

std::string_view about_keyword(std::string_view word) {
  return about(keywords, word);
}

}  // namespace evalground::cfengine
