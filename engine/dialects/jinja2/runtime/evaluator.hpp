// Evaluates templates: renders statements to text or values, and gives functions what they need of the language.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "dialects/jinja2/runtime/text_buffer.hpp"
#include "dialects/jinja2/runtime/undefined.hpp"
#include "dialects/jinja2/runtime/variables.hpp"
#include "dialects/jinja2/syntax/options.hpp"
#include "runtime/catalogue.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {

class Frame;
class Scope;
class Template;
class LoopObject;
class MacroObject;
class Output;
struct Application;
struct BlockSource;
struct Extends;
struct MacroDefinition;
struct CallArguments;
struct CallExpression;
struct Compare;
struct Concatenation;
struct Expression;
struct For;
struct Node;
struct Statement;
struct Target;
struct Attribute;
struct Binary;
struct Block;
struct Include;
struct Import;
struct Item;
struct LoopAttribute;
struct MapLiteral;
struct Name;
struct Sequence;
struct Slice;
struct SlotEntry;
struct Unit;
struct VisibleName;

// Where the text of a template stands: the number of its file, and for a text that is a YAML scalar the places of its
// parts: pairs of an offset in the text and one in the file, ascending; between them both run alike.
struct Place {
  std::uint32_t file = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> parts = {};

  std::uint32_t offset(std::uint32_t in_text) const;
};

// The functions of an evaluation: the first catalogue that knows a name of a kind gives it.
struct FunctionSource {
  const FunctionCatalogue* catalogue;
  std::string_view filters = "filter";  // the kinds of its entries
  std::string_view tests = "test";
  std::string_view globals = "global";
  std::string_view lookups = "lookup";
};

// The sources of a flavor, for evaluators that add their own in front.
std::vector<FunctionSource> function_sources(Flavor flavor);

enum class FunctionKind : std::uint8_t { filter, test, global, lookup };

// Nothing has this name: where it stands in a template, the error gets to ask whether the nearest known one was meant.
class UnknownName final : public Error {
 public:
  // `kind_`: nothing for a variable.
  UnknownName(std::string code, std::string message, std::optional<FunctionKind> kind_, std::string name_)
      : Error(std::move(code), std::move(message)), kind(kind_), name(std::move(name_)) {}

  std::optional<FunctionKind> kind;
  std::string name;
};

class Evaluator;

// Walks over the items of a value, as `for` does: of a map its keys, of a text its characters. Throws Error for what
// cannot be iterated. The value must outlive it.
class Cursor {
 public:
  Cursor(Evaluator& evaluator, const Value& value);
  bool next(Value& item);

 private:
  enum class Form : std::uint8_t { empty, list, map, text, sequence, iterator };
  Evaluator& evaluator_;
  const Value& value_;
  TemplateObject* object_ = nullptr;
  Form form_ = Form::empty;
  std::size_t at_ = 0;
};

class Evaluator {
 public:
  // The references must outlive the evaluator, and it all values made by it that are TemplateObjects.
  Evaluator(Context& context, Options options, Variables& variables, std::vector<FunctionSource> functions);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Context& context;
  const Options options;
  Variables& variables;

  // ---- Templates

  // Reads a text as a template. Throws the first Error; with `problems`, adds all errors there instead and gives what
  // could be read. The template lives as long as the evaluator.
  Template& compile(std::string text, std::string name, Place place, const Syntax& syntax,
                    std::vector<Diagnostic>* problems = nullptr);
  // The template of a file, read once. Throws Error "template-not-found".
  Template& load(std::string_view name);
  // The template of the first name that there is, of a text or a list; null when there is none.
  Template* find_template(const Value& name);
  // Renders a template with the variables, and with more of them in front when given. Text, or with `options.native`
  // a value.
  Value render(Template& source, const Map* more = nullptr);
  // The text that render() gives without native types, and whether it is sensitive.
  std::pair<std::string, bool> render_text(Template& source);
  // Whether rendering gives values rather than text.
  bool gives_native() const { return options.native && !renders_text_; }

  // While it lives, templates are looked for in a folder before the root, and rendering gives text or what the options
  // say.
  class Folder {
   public:
    Folder(Evaluator& evaluator, std::string folder, bool gives_text)
        : evaluator_(evaluator),
          outer_(std::exchange(evaluator.template_folder_, std::move(folder))),
          rendered_text_(std::exchange(evaluator.renders_text_, gives_text)) {}
    ~Folder() {
      evaluator_.template_folder_ = std::move(outer_);
      evaluator_.renders_text_ = rendered_text_;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

   private:
    Evaluator& evaluator_;
    std::string outer_;
    bool rendered_text_;
  };

  // Templates that were read, in the order of reading.
  const std::vector<std::unique_ptr<Template>>& templates() const { return templates_; }

  // ---- Python's view of values. What is undefined fails as its leniency says.

  bool truth(const Value& value);
  std::string text(const Value& value);  // str()
  std::string repr(const Value& value);
  // The text of a value that is to be printed: escaped under autoescape; a string gives its own characters.
  void append_text(std::string& text, const Value& value);
  // str() as a value: text that is markup stays it.
  Value text_value(const Value& value);
  // Replaces what only stands in for plain data by that data.
  void settle(Value& value);
  // The value as templates see it: objects of an embedding dialect become its stand-ins.
  Value adopted(Value value) { return value.is_object() ? adopted_object(std::move(value)) : value; }
  // What the ansible flavor asks of a value that is printed: nothing in it may be undefined. True for none, which
  // prints nothing there.
  bool finalize(const Value& value);
  std::size_t length(const Value& value);
  bool equal(const Value& a, const Value& b);
  bool less(const Value& a, const Value& b);
  // Python's order; `symbol` is the operator that a failure names.
  Order order(const Value& a, const Value& b, std::string_view symbol);
  bool contains(const Value& container, const Value& item);
  // `left OP right` of numbers, text, lists and objects.
  Value operate(PythonOperator operation, const Value& left, const Value& right);
  // "int", "str", "NoneType", "AnsibleUndefined"
  std::string type_name(const Value& value) const;
  bool is_iterable(const Value& value);
  bool is_callable(const Value& value);
  bool is_mapping(const Value& value);
  // Calls f(item) for each item until it gives false; a step each. Throws Error for what cannot be iterated.
  template <class F>
  void each(const Value& value, F&& f) {
    Cursor cursor(*this, value);
    Value item;
    while (cursor.next(item)) {
      context.budget.step();
      if (!f(item)) return;
    }
  }
  List items(const Value& value);  // list()
  // The same without a copy of what is a list already; else it is put into `storage`.
  const List& peek_items(const Value& value, List& storage);

  // `holder.name` and `holder[key]`, through the sandbox; undefined when there is none.
  Value attribute(const Value& holder, std::string_view name);
  Value item(const Value& holder, const Value& key);
  // The attribute only, never an item.
  Value only_attribute(const Value& holder, std::string_view name);
  // What filters take as `attribute`: "a.b.0", or an integer index; absent parts give `fallback` when it is there.
  Value attribute_path(const Value& holder, const Value& path, const Value* fallback = nullptr);

  // ---- Functions

  Value call(const Value& function, const Arguments& arguments);
  // Null when there is none.
  const FunctionCatalogue::Entry* find_function(FunctionKind kind, std::string_view name) const;
  // The failure of a filter or test that there is not: code "unknown-filter" or "unknown-test".
  UnknownName unknown_function(FunctionKind kind, std::string_view name) const;
  // The known name that was probably meant; empty when none is near.
  std::string nearest_function(FunctionKind kind, std::string_view name) const;
  // Filters and tests by name, as `map` and `select` use them. Throws Error "unknown-filter" and "unknown-test".
  Value apply_filter(std::string_view name, const Value& value, const Arguments& arguments);
  bool apply_test(std::string_view name, const Value& value, const Arguments& arguments);
  // Binds arguments to the signature of an entry (after `first`, its first ones, when given) and calls it.
  Value apply(const FunctionCatalogue::Entry& entry, const Value* first, const Arguments& arguments);
  // ---- Undefined values

  Value undefined_name(std::string_view name);
  Value undefined_attribute(const Value& holder, std::string_view name);
  Value undefined_element(const Value& holder, const Value& key);
  Value undefined_hint(std::string_view message);
  // For an inline `if` without `else`: lenient whatever the option says.
  Value undefined_lenient(std::string_view message);
  // The access that the sandbox forbids.
  Value undefined_unsafe(const Value& holder, std::string_view name);
  const Undefined& undefined(const Value& value) const { return undefineds_.of(value); }
  std::string undefined_message(const Value& value) const;
  // Fails with the message of an undefined value: code "undefined".
  [[noreturn]] void fail_undefined(const Value& value) const;
  // Fails for every undefined value, lenient or not.
  void require(const Value& value) const {
    if (value.is_undefined()) fail_undefined(value);
  }

  // From now on everything given to a function is searched for sensitive parts.
  void watch_sensitive() { watches_sensitive_ = true; }
  // A text that was encrypted: where sensitive parts are looked for, it is one.
  void note_decrypted(std::string_view text);
  // Something sensitive was read: what is computed from it is sensitive too.
  void note_sensitive(const Value& value) { read_sensitive_ = read_sensitive_ || value.sensitive(); }
  bool has_read_sensitive() const { return read_sensitive_; }
  bool autoescape() const { return autoescape_; }
  // A string that is markup when autoescape is on.
  Value markup_if_escaping(std::string_view text) const;
  // Escapes text for HTML; markup is kept.
  Value escape(const Value& value);
  [[noreturn]] void fail(std::string_view code, std::string message) const;

 private:
  friend class LoopObject;
  friend class MacroObject;
  friend class BlockObject;
  friend class Output;
  using Body = std::span<const Statement*>;

  // How a body ended.
  enum class Flow : std::uint8_t { normal, break_loop, continue_loop };
  class Nesting;

  // ---- expressions (expressions.cpp)
  Value evaluate(const Expression& expression, Frame& frame);
  // The value without a copy where it stands in a slot or is constant; else it is put into `storage`.
  const Value& peek(const Expression& expression, Frame& frame, Value& storage);
  const Value& read(const Name& name, Frame& frame);
  const Value& look_up(const Name& name, Frame& frame);
  bool condition(const Expression& expression, Frame& frame);
  Value evaluate_compound(const Expression& expression, Frame& frame);
  Value evaluate_sequence(const Sequence& node, Frame& frame);
  Value evaluate_map(const MapLiteral& node, Frame& frame);
  Value evaluate_concatenation(const Concatenation& node, Frame& frame);
  Value evaluate_item(const Item& node, Frame& frame);
  Value evaluate_binary(const Binary& node, Frame& frame);
  bool compare(const Compare& node, Frame& frame);
  Value repeat(const Value& value, std::uint64_t count);
  Value evaluate_slice(const Slice& node, Frame& frame);
  Value evaluate_attribute(const Attribute& node, Frame& frame);
  const Value& peek_attribute(const Attribute& node, Frame& frame, Value& storage);
  const Value& member(const Attribute& node, const Value& holder, bool holder_stays, Value& storage);
  Value evaluate_call(const CallExpression& node, Frame& frame, const Value* caller = nullptr);
  Value evaluate_loop_attribute(const LoopAttribute& node, Frame& frame);
  // A filter or test on its input, or on a value that takes its place.
  Value evaluate_application(const Application& node, Frame& frame, const Value* input = nullptr);
  Value adopted_object(Value object);
  void settle_arguments(const FunctionCatalogue::Entry& entry, std::span<Value> bound);
  Value evaluate_bound(const Application& node, Frame& frame, const Value* input);
  template <std::size_t size>
  Value invoke_bound(const Application& node, Frame& frame, const Value* input);
  // Calls a function with its arguments bound. `is_sensitive`: one of them is; looked for when it is not said.
  Value invoke(const FunctionCatalogue::Entry& entry, std::span<const Value> bound, const Arguments& left);
  Value invoke(const FunctionCatalogue::Entry& entry, std::span<const Value> bound, const Arguments& left,
               bool is_sensitive);
  bool holds_sensitive(const Value& value);
  template <class F>
  Value with_arguments(const CallArguments& given, Frame& frame, const Value* caller, F&& f);
  Value slice(const Value& holder, const Value& first, const Value& last, const Value& step);

  // ---- statements (statements.cpp)
  Flow execute(Body body, Frame& frame, Output& output);
  Flow execute_statement(const Statement& statement, Frame& frame, Output& output);
  Flow execute_loop(const For& node, const Value& sequence, Frame& outer_frame, Output& output, LoopObject* outer);
  Value call_loop(const For& node, const Value& sequence, Frame& outside, LoopObject& outer);
  bool passes(const For& node, const Value& item, Frame& frame);
  void enter(std::span<SlotEntry> entry, Frame& frame);
  void assign(const Target& target, Value value, Frame& frame);
  template <class F>
  Value capture(Frame& frame, F&& f);
  Value apply_chain(const Application& filter, Value input, Frame& frame);
  Value make_macro(const MacroDefinition& definition, Frame& frame);
  // The text of a macro, or nothing when it is printed to an output.
  Value call_macro(const MacroObject& macro, const Arguments& arguments, Output* printed = nullptr);
  // Prints what a macro gives, `{{ macro(…) }}`, without making a value of it; false when the call is none of a macro.
  bool print_macro(const CallExpression& node, Frame& frame, Output& output);
  void release_if_own(Frame& frame);
  void locate(Error& error, const Frame& frame) const;
  std::string nearest_variable(std::string_view name, const Template& source) const;

  // ---- templates within templates (composition.cpp)
  void render(Template& source, const Map* more, Output& output);
  void run_template(Template& source, const Ref<Scope>& scope, Output& output);
  void run_block(const BlockSource& block, const Ref<Scope>& scope, std::size_t at, Output& output);
  Value call_block(std::string_view name, const Ref<Scope>& scope, std::size_t depth);
  void execute_extends(const Extends& node, Frame& frame);
  void execute_block(const Block& node, Frame& frame, Output& output);
  void execute_include(const Include& node, Frame& frame, Output& output);
  void execute_import(const Import& node, Frame& frame);
  Ref<Scope> scope_of_include(std::span<VisibleName> visible, Frame& frame);
  Value find_variable(std::string_view name, const Scope& scope);

  // The first undefined value within a list or map; null when there is none.
  const Value* find_undefined(const Value& value);

  // ---- attributes (attributes.cpp)
  Value find_attribute(const Value& holder, std::string_view name);
  Value method_of(const Value& holder, std::string_view name);

  std::vector<FunctionSource> functions_;
  std::vector<std::unique_ptr<Template>> templates_;
  std::unordered_map<std::string, Template*> by_name_;
  std::unordered_map<const Node*, Template*> included_;  // by the constant name that an include has
  std::vector<TextBuffer> buffers_;                      // that outputs can use again
  std::unordered_map<std::string, Value> globals_;
  Undefineds undefineds_;
  Scope* scopes_ = nullptr;    // all that live
  Frame* captured_ = nullptr;  // frames that macros may keep
  const Node* at_ = nullptr;   // what fails when something fails, in the template that runs
  std::uint32_t nesting_ = 0;
  // The entry of a template's file; nothing when there is none.
  std::optional<std::string> template_entry(std::string_view name) const;

  std::string template_folder_;  // where templates are looked for first; empty: the root
  bool renders_text_ = false;
  bool autoescape_ = false;
  bool read_sensitive_ = false;
  bool watches_sensitive_ = false;
};

}  // namespace evalground::jinja2
