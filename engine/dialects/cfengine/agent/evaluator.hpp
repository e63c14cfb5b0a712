// References, calls and class expressions in the promise that is being evaluated.
//
// Text is expanded and never parsed again. `"$(a[$(k)])-x"` was split into segments when the policy was read
// (policy/text.cpp). Expansion walks them, inner references before outer ones. An undefined reference stays in the text
// with its brackets. So "not resolved yet" can be read from the text (is_unresolved), and the promise is tried again in
// the next pass.
//
// `$(x)` is looked for, in this order, among the loop variables of the promise (iteration.hpp), the parameters of
// the body that is being read, `$(with)`, `$(this…)`, the variables of the bundle, and with a dot (`$(other.x)`) in the
// bundle of that name. The value is inserted unchanged: references that are left in it stay.
//
// An undefined value means "not now", and `reason` says why: a call failed, or something is unresolved. Neither ends
// the run. Only abort_run() does.
//
// The public members are the state that the agent sets around a promise, with guards.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dialects/cfengine/agent/classes.hpp"
#include "dialects/cfengine/agent/variables.hpp"
#include "dialects/cfengine/data/class_expression.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/data/version.hpp"
#include "dialects/cfengine/policy/policy.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

// A bundle during its run.
struct Frame {
  const Bundle* bundle;
  VariableScope* scope;
  ClassSet classes;                  // local ones
  const Frame* inherited = nullptr;  // the caller whose local classes are visible too
  const Frame* caller = nullptr;     // null for a bundle of the sequence
  const Promise* call = nullptr;     // the promise of the caller
};

// A variable that stands for each item of a list in turn, while a promise runs for each of them.
struct LoopVariable {
  std::string_view name;  // of the reference as written between its brackets
  Value value;            // text; undefined before its turn
};

// For each item `@(x)` of a list: the value of x before the first combination.
using ReadLists = std::unordered_map<const Rvalue*, Value>;

// The values of `$(this)` and its parts while a list is mapped; undefined when absent.
struct MapItem {
  Value item;        // $(this)
  Value key;         // $(this.k)
  Value second_key;  // $(this.k[1])
  Value value;       // $(this.v)
};

// Why something has no value.
struct Reason {
  bool is_failure = false;  // true: a call failed; false: it waits for a variable
  Diagnostic diagnostic;
};

// A text with references, in a body that a promise uses.
struct BodyText {
  const Text* context;  // the context of its line; null: any
  OriginId where;
  Text text;
};

class Evaluator {
 public:
  Evaluator(Context& context_, Policy& policy_) : context(context_), policy(policy_), release(policy_.release) {}

  Context& context;
  Policy& policy;
  const Release release;
  Variables variables;
  ClassSet global_classes;  // "name", or "ns:name" outside of the default namespace
  Frame* frame = nullptr;
  const Promise* promise = nullptr;          // being evaluated; null: none
  std::vector<LoopVariable> loop_variables;  // of the promise
  ReadLists read_lists;                      // of the promise, when it has loop variables
  Value with;                                // undefined: none
  const MapItem* item = nullptr;
  const Map* parameters = nullptr;                 // of the current body; null outside of bodies
  std::string_view unqualified_space = "default";  // the namespace of names such as `bundle.x`
  bool caches_functions = true;
  Map cached_calls;            // calls of this run: function name with arguments
  bool is_immediate = false;   // `ifelapsed => "0"` on the promise
  Reason reason;               // why the latest missing value is missing
  bool has_set_array = false;  // a function has set a new element of an array
  // Counts what another evaluation of the same promises may change: what waits, has changed, or has read which
  // variables there are.
  std::uint64_t unsettled = 0;

  // The variable or container item that a name refers to.
  std::optional<Found> find(std::string_view name) const;
  // Sorts the keys of the container that a name refers to, where it is stored. Does nothing for other variables.
  void sort_keys(std::string_view name);
  // The text of `$(name)`; nothing if the name has no scalar value.
  std::optional<std::string> scalar(std::string_view name);
  // The text with its references resolved. Unresolved references stay as written.
  std::string expand(const Text& text);
  std::string expand(std::string_view text);

  // The value of an attribute or argument: text (possibly with unresolved references), a list of texts, or the result
  // of a call (a boolean for a class function). Undefined when a call waits or fails; see `reason`.
  Value evaluate(const Rvalue& rvalue);
  Value call(const Rvalue& rvalue);
  // A list with the items of its `@(x)` names inserted. `drops_unknown`: items `@(x)` of an unknown list are dropped.
  Value evaluate_list(const Rvalue& list, bool drops_unknown);
  // Does the same for a list of texts that a call returned.
  Value flattened(const Value& list, OriginId where, bool drops_unknown);
  // Adds a text to a list. For `@(x)` it adds the items of that list, or the text of that scalar.
  void append_item(Value text, OriginId where, List& items);
  // Expands a text that may still contain references after its first expansion.
  Value expand_again(const Value& text);

  // The collection that a text names or represents; undefined when absent. Throws Error for invalid JSON.
  Value collection(std::string_view text);
  // The scalar within a container that a text names; undefined when absent.
  Value element(std::string_view text);
  // The list, container or classic array of that name; undefined when absent.
  Value named_collection(std::string_view name);
  // The value of a bare word in JSON: a collection, or the text of a scalar.
  Value word_value(std::string_view name);

  // The texts of the body that an attribute of a promise uses (body_texts.cpp); null without a body.
  const std::vector<BodyText>* texts_of_body(const Promise& user, const Attribute& attribute);

  // The integer that a text represents. `now` is the second when the run started.
  std::optional<std::int64_t> integer(std::string_view text) const {
    return int_at(text, context.clock.now() / 1'000'000);
  }

  bool is_class(std::string_view name) const;
  // The truth of a class expression in expanded text. Unknown when it contains a reference, or is invalid, which is
  // logged.
  Truth truth(std::string_view expression, OriginId where);
  bool holds(std::string_view expression, OriginId where) { return truth(expression, where) == Truth::yes; }
  // The truth of an attribute such as `if`.
  Truth truth(const Rvalue& rvalue);
  // False when the name is too long for a class.
  bool define_class(std::string_view name, bool is_global, Value tags);

  // Logs once what the reference would log. Evaluation continues.
  void log(Severity severity, std::string code, std::string message, OriginId where);
  // Ends the whole run.
  [[noreturn]] void abort_run(OriginId where, std::string message, std::vector<Fix> fixes = {});
  void set_reason(bool is_failure, OriginId where, std::string message);

 private:
  const LoopVariable* loop_variable(std::string_view name) const;
  bool append_reference(const Reference& reference, std::string& out);
  std::optional<std::string> this_value(std::string_view name) const;
  std::optional<std::vector<Value>> arguments_of(const Rvalue& call);

  Map logged_;
  std::map<const Rvalue*, std::optional<std::vector<BodyText>>> body_texts_;  // by the value that names the body
  // how many of the policy's bodies body_texts_ is based on
  std::size_t known_bodies_ = 0;
  bool is_aborting_ = false;
};

}  // namespace evalground::cfengine
