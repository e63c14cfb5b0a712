// References, calls and class expressions in the promise that is being evaluated.
//
// Text is expanded and never parsed again: `"$(a[$(k)])-x"` was cut into segments when the policy was read
// (policy/text.cpp); expanding walks them, the inner reference before the outer one. A reference that stands for
// nothing is left in the text with its brackets. So "not resolved yet" is a property of the text
// (is_unresolved), and the promise can be tried again in the next pass.
//
// `$(x)` is looked for, in this order, among the loop variables of the promise (iteration.hpp), the parameters of
// the body that is being read, `$(with)`, `$(this…)`, the variables of the bundle, and with a dot (`$(other.x)`) in the
// bundle of that name. The value is inserted unchanged: references that are left in it stay.
//
// An undefined value means "not now"; `reason` says why: a call failed, or something is unresolved.
// Neither ends the run. Only abort_run() does.
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
#include "dialects/cfengine/policy/policy.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

// A bundle while it runs.
struct Frame {
  const Bundle* bundle;
  VariableScope* scope;
  ClassSet classes;                  // local ones
  const Frame* inherited = nullptr;  // the caller whose local classes are visible too
  const Frame* caller = nullptr;     // null: it was called by none
  const Promise* call = nullptr;     // the promise of the caller
};

// A variable that stands for each item of a list in turn, while a promise runs for each of them.
struct LoopVariable {
  std::string_view name;  // of the reference as written between its brackets
  Value value;            // text; undefined before its turn
};

// By an item `@(x)` of a list: what x held before the first combination of the lists that the promise goes through.
using ReadLists = std::unordered_map<const Rvalue*, Value>;

// The values of `$(this)` and its parts while a list is mapped; undefined: not there.
struct MapItem {
  Value item;        // $(this)
  Value key;         // $(this.k)
  Value second_key;  // $(this.k[1])
  Value value;       // $(this.v)
};

// Why something has no value.
struct Reason {
  bool is_failure = false;  // a call failed, rather than waits for a variable
  Diagnostic diagnostic;
};

// A text with references in a body that a promise uses.
struct BodyText {
  const Text* context;  // of its line; null: any
  OriginId where;
  Text text;
};

class Evaluator {
 public:
  Evaluator(Context& context_, Policy& policy_) : context(context_), policy(policy_) {}

  Context& context;
  Policy& policy;
  Variables variables;
  ClassSet global_classes;  // "name", or "ns:name" outside of the default namespace
  Frame* frame = nullptr;
  const Promise* promise = nullptr;          // being evaluated; null: none
  std::vector<LoopVariable> loop_variables;  // of the promise
  ReadLists read_lists;                      // of the promise, when it has loop variables
  Value with;                                // undefined: none
  const MapItem* item = nullptr;
  const Map* parameters = nullptr;                 // of the body that is being read; null: none
  std::string_view unqualified_space = "default";  // the namespace of names such as `bundle.x`
  bool caches_functions = true;
  Map cached_calls;            // that were made in this run: their names with the arguments
  bool is_immediate = false;   // `ifelapsed => "0"` on the promise
  Reason reason;               // of the latest missing value
  bool has_set_array = false;  // a function has set a new element of an array
  // Counts what another evaluation of the same promises may change: what waits, has changed, or has read which
  // variables there are.
  std::uint64_t unsettled = 0;

  // The variable or item that a name stands for.
  std::optional<Found> find(std::string_view name) const;
  // The text of `$(name)`; nothing when it stands for no scalar.
  std::optional<std::string> scalar(std::string_view name);
  // The text with its references resolved; those that cannot be stay as written.
  std::string expand(const Text& text);
  std::string expand(std::string_view text);

  // The value of an attribute or argument: text (perhaps with references left), a list of texts, what a call gives
  // (true and false of a boolean one); undefined when a call is not made or fails, see `reason`.
  Value evaluate(const Rvalue& rvalue);
  Value call(const Rvalue& rvalue);
  // A list, with what `@(x)` names put in. `drops_unknown`: items `@(x)` of an unknown list vanish.
  Value evaluate_list(const Rvalue& list, bool drops_unknown);
  // The same of a list of texts that a call has given.
  Value flattened(const Value& list, OriginId where, bool drops_unknown);
  // Adds a text of a list: of `@(x)` the items of that list, or the text of that scalar.
  void append_item(Value text, OriginId where, List& items);
  // A text that may hold references after its first expansion: those that mean something here go too.
  Value expand_again(const Value& text);

  // The collection that a text names or is; undefined when absent. Throws Error for JSON that cannot be read.
  Value collection(std::string_view text);
  // The scalar within a container that a text names; undefined when it names none.
  Value element(std::string_view text);
  // The list, container or classic array of that name; undefined when absent.
  Value named_collection(std::string_view name);
  // The value of a bare word in JSON: the same, or the text of a scalar.
  Value word_value(std::string_view name);

  // The texts of the body that an attribute of a promise uses (body_texts.cpp); null when it uses none.
  const std::vector<BodyText>* texts_of_body(const Promise& user, const Attribute& attribute);

  // The integer that a text is; `now` is the second of the run's start.
  std::optional<std::int64_t> integer(std::string_view text) const {
    return int_at(text, context.clock.now() / 1'000'000);
  }

  bool is_class(std::string_view name) const;
  // The truth of a class expression in expanded text; unknown when a reference is left in it, and when it cannot be
  // read, which is logged.
  Truth truth(std::string_view expression, OriginId where);
  bool holds(std::string_view expression, OriginId where) { return truth(expression, where) == Truth::yes; }
  // The same of what an attribute says, such as `if`.
  Truth truth(const Rvalue& rvalue);
  void define_class(std::string_view name, bool is_global, Value tags);

  // Says once what the reference would log; evaluation goes on.
  void log(Severity severity, std::string code, std::string message, OriginId where);
  // Ends the whole run.
  [[noreturn]] void abort_run(OriginId where, std::string message);
  void set_reason(bool is_failure, OriginId where, std::string message);

 private:
  const LoopVariable* loop_variable(std::string_view name) const;
  bool append_reference(const Reference& reference, std::string& out);
  std::optional<std::string> this_value(std::string_view name) const;
  std::optional<std::vector<Value>> arguments_of(const Rvalue& call);

  Map logged_;
  std::map<const Rvalue*, std::optional<std::vector<BodyText>>> body_texts_;  // by the value that names the body
  std::size_t known_bodies_ = 0;                                              // of the policy, in body_texts_
  bool is_aborting_ = false;
};

}  // namespace evalground::cfengine
