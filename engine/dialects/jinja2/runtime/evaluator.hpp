// An evaluation of templates as values and functions see it: its options and functions, and what values mean: Python's
// view of them, what is missing, what is sensitive.
//
// A template is run by three classes over it (execution/): ExpressionEvaluator computes expressions, StatementExecutor
// runs bodies, Composition brings templates together; Interpreter holds one of each. Filters, tests, methods and
// objects see the Evaluator only:
//
//   evaluator.truth(value)      what a value is to Python            values.cpp
//   attribute_of, item_of       parts of a value, by the sandbox     attributes.hpp
//   operate, slice              operators on values                  operators.hpp
//   apply, call_value           functions on values                  calls.hpp
//
// Invariants. A missing value is a Value of kind undefined whose number leads to its description (undefined.hpp); what
// may be done with it is decided here, by its leniency, and nowhere else. What is read through truth(), text(), order()
// and the like marks the result of the function that reads as sensitive when the value was.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "dialects/jinja2/runtime/loader.hpp"
#include "dialects/jinja2/runtime/text_buffer.hpp"
#include "dialects/jinja2/runtime/undefined.hpp"
#include "dialects/jinja2/runtime/variables.hpp"
#include "runtime/sensitive.hpp"
#include "value/compare.hpp"

namespace evalground::jinja2 {

class Evaluator;
class TemplateObject;

// Walks over the items of a value, as `for` does: of a map its keys, of a text its characters. Throws Error for what
// cannot be iterated. The value must outlive it.
class Cursor {
 public:
  Cursor(Evaluator& evaluator, const Value& value);
  bool next(Value& item);

 private:
  bool next_of_any(Value& item);

  enum class Form : std::uint8_t { empty, list, map, text, bytes, sequence, iterator };
  Evaluator& evaluator_;
  const Value& value_;
  TemplateObject* object_ = nullptr;
  Form form_ = Form::empty;
  std::size_t at_ = 0;
};

// Runs templates: what a function asks that renders one.
class Renderer {
 public:
  // Text, or with native types a value. `more`: variables in front of the others; null: none.
  virtual Value render(Template& source, const Map* more) = 0;

 protected:
  ~Renderer() = default;
};

class Evaluator {
 public:
  // The references must outlive the evaluator, and it all values made by it that are TemplateObjects.
  Evaluator(Context& context, Options options, Variables& variables, FunctionSet functions, Renderer& renderer);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Context& context;
  const Options options;
  Variables& variables;
  const FunctionSet functions;
  TemplateLoader loader;
  BufferPool buffers;  // that outputs can use again
  // Index in Context::diagnostics of the first warning without a place; the statement that runs gives it one.
  std::optional<std::size_t> unplaced;
  // Whether an attribute in a template's tree holds an undefined value of this evaluation.
  bool has_noted_missing = false;

  // ---- Templates

  // Renders a template with the variables, and with more of them in front when given.
  Value render(Template& source, const Map* more = nullptr) { return renderer_.render(source, more); }
  // Whether rendering gives values rather than text.
  bool gives_native() const { return options.behavior.gives_nodes || (options.native && !renders_text_); }

  // While it lives, templates are looked for elsewhere, and rendering gives text or what the options say.
  class Search {
   public:
    Search(Evaluator& evaluator, TemplateSearch search, bool gives_text)
        : search_(evaluator.loader, std::move(search)), renders_text_(evaluator.renders_text_, gives_text) {}

   private:
    TemplateLoader::Search search_;
    ScopedValue<bool> renders_text_;
  };
  // The same for a folder, which comes before the root.
  class Folder : public Search {
   public:
    Folder(Evaluator& evaluator, std::string folder, bool gives_text)
        : Search(evaluator, {{std::move(folder), ""}}, gives_text) {}
  };

  // Bounds how deep evaluation recurses in all: the stack of a browser is small.
  class Nesting {
   public:
    explicit Nesting(Evaluator& evaluator) : nesting_(evaluator.nesting_) {
      if (nesting_ >= most) throw LimitError(Limit::depth, most);
      ++nesting_;
    }
    ~Nesting() { --nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    static constexpr std::uint32_t most = 2500;
    std::uint32_t& nesting_;
  };

  // ---- Ansible

  // Whether what macros, blocks and captures of a template give is read as a value: so it is within variables. A
  // template asks when it begins.
  bool reads_output() const { return reads_output_; }
  void set_reads_output(bool reads) { reads_output_ = reads; }
  // What is set while it lives ends with it.
  class KeepReading {
   public:
    explicit KeepReading(Evaluator& evaluator) : guard_(evaluator.reads_output_, evaluator.reads_output_) {}

   private:
    ScopedValue<bool> guard_;
  };

  // How often a container was changed in place.
  std::uint64_t change_count() const { return change_count_; }
  void note_change() { ++change_count_; }

  // ---- Python's view of values. What is undefined fails as its leniency says.

  bool truth(const Value& value);
  std::string text(const Value& value);  // str()
  std::string repr(const Value& value);
  // The text of a value that is to be printed: escaped under autoescape; a string gives its own characters.
  void append_text(std::string& text, const Value& value);
  // str() as a value; markup remains markup.
  Value text_value(const Value& value);
  // Replaces what only stands in for plain data by that data.
  void settle(Value& value);
  // The value as templates see it: objects of an embedding dialect become its stand-ins.
  Value adopted(Value value) { return value.is_object() ? adopted_object(std::move(value)) : value; }
  // Checks a value that is printed where the options say `finalizes`: nothing in it may be undefined. True for none,
  // which prints nothing there.
  bool finalize(const Value& value);
  std::size_t length(const Value& value);
  // How many items a value gives where that is known at once; else 0.
  std::size_t size_hint(const Value& value) const;
  bool equal(const Value& a, const Value& b);
  bool less(const Value& a, const Value& b);
  // Python's order; `symbol` is the operator that a failure names.
  Order order(const Value& a, const Value& b, std::string_view symbol);
  bool contains(const Value& container, const Value& item);
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

  // ---- Undefined values

  Value undefined_name(std::string_view name);
  Value undefined_attribute(const Value& holder, std::string_view name);
  Value undefined_element(const Value& holder, const Value& key);
  Value undefined_hint(std::string_view message);
  // For an inline `if` without `else`: lenient whatever the option says.
  Value undefined_lenient(std::string_view message);
  // The access that the sandbox forbids.
  Value undefined_unsafe(const Value& holder, std::string_view name);
  // What stands for a failure until something needs it; a missing value where that was the failure.
  Value carried(const Error& error);
  // The same missing value, which fails by an error that knows its place.
  Value placed(const Value& missing, const Error& error);
  bool is_failure(const Value& value) const {
    return value.undefined_number() > 0 && value.is_undefined() && undefined(value).is_failure;
  }
  // The value with all that waits to be evaluated in its lists and maps evaluated, at any depth.
  Value forced(const Value& value);
  // From now on lists and maps may hold what waits.
  void watch_waiting() { watches_waiting_ = true; }
  const Undefined& undefined(const Value& value) const { return undefineds_.of(value); }
  std::string undefined_message(const Value& value) const;
  // Fails with the message of an undefined value: code "undefined".
  [[noreturn]] void fail_undefined(const Value& value) const;
  // Fails for every undefined value, lenient or not.
  void require(const Value& value) const {
    if (value.is_undefined()) fail_undefined(value);
  }
  // Fails for what cannot be the key of a map: lists, maps, and what is undefined unless that has a hash.
  void require_hashable(const Value& key) const {
    if (key.kind() > Kind::string || key.is_undefined()) check_hashable(key);
  }
  // The first undefined value within a list or map, as deep as that; null when absent.
  const Value* find_undefined(const Value& value, std::uint32_t depth = ~std::uint32_t{0});
  [[noreturn]] void fail(std::string_view code, std::string message) const;
  // Warns of the expression that is being evaluated.
  void warn(std::string_view code, std::string message);

  // ---- Sensitive values

  // From now on everything given to a function is searched for sensitive parts.
  void watch_sensitive() { watches_sensitive_ = true; }
  bool watches_sensitive() const { return watches_sensitive_; }
  // A text was decrypted: where sensitive values are watched for, it counts as one.
  void note_decrypted(std::string_view text);
  // Something sensitive was read: what is computed from it is sensitive too.
  void note_sensitive(const Value& value) { read_sensitive_ = read_sensitive_ || value.sensitive(); }
  // Whether the value or a part of it is sensitive.
  bool holds_sensitive(const Value& value) const {
    return value.sensitive() || (watches_sensitive_ && evalground::holds_sensitive(value, context.budget));
  }
  bool has_read_sensitive() const { return read_sensitive_ || variables.has_read_sensitive(); }

  // Notes apart what sensitive was read while it lives: by one function, or for one template. What fails leaves its
  // note to what is around it, as the failure may tell of what was read.
  class SensitiveReads {
   public:
    // `has_read`: whether something sensitive is known to be read.
    SensitiveReads(Evaluator& evaluator, bool has_read)
        : evaluator_(evaluator), outer_(std::exchange(evaluator.read_sensitive_, has_read)) {}
    ~SensitiveReads() { evaluator_.read_sensitive_ = outer_ || (!is_finished_ && evaluator_.read_sensitive_); }
    SensitiveReads(const SensitiveReads&) = delete;
    SensitiveReads& operator=(const SensitiveReads&) = delete;
    // Nothing failed: whether something sensitive was read.
    bool finish() {
      is_finished_ = true;
      return evaluator_.read_sensitive_;
    }

   private:
    Evaluator& evaluator_;
    const bool outer_;
    bool is_finished_ = false;
  };

  // Runs f, which writes the text of values: whether anything sensitive is in it, be it deep in a container. What makes
  // text outside of functions asks this; of what a function makes its caller knows.
  template <class F>
  bool shows_sensitive(F&& f) {
    SensitiveReads reads(*this, false);
    std::forward<F>(f)();
    return reads.finish();
  }
  // str() as a value that is marked where anything sensitive is in it.
  Value noted_text(const Value& value);

  // ---- Text from outside

  // A text that is verbatim because it came from outside, Ansible's unsafe text: unlike one that was meant as text, it
  // may be read as a literal.
  void note_unsafe(const Value& text) {
    if (text.is_string() && unsafe_.insert(text.identity()).second) unsafe_texts_.push_back(text);
  }
  bool is_unsafe(const Value& text) const { return unsafe_.contains(text.identity()); }

  // ---- Markup

  // Whether what is printed here is escaped: by the `autoescape` around it in the text of its template, which does not
  // reach into blocks and is that of a macro's definition.
  bool autoescape() const { return autoescape_; }
  // Whether filters, macros and assigned blocks make markup: by the `autoescape` that is being carried out.
  bool filters_escape() const { return filters_escape_; }
  // Sets both while it lives.
  class Autoescape {
   public:
    Autoescape(Evaluator& evaluator, bool escapes) : Autoescape(evaluator, escapes, escapes) {}
    Autoescape(Evaluator& evaluator, bool escapes, bool filters_escape)
        : escapes_(evaluator.autoescape_, escapes), filters_escape_(evaluator.filters_escape_, filters_escape) {}

   private:
    ScopedValue<bool> escapes_;
    ScopedValue<bool> filters_escape_;
  };
  // A string that is markup when filters make markup.
  Value markup_if_escaping(std::string_view text) const;
  // Whether it is never escaped again: what has a method `__html__` in Python.
  bool is_markup(const Value& value) const;
  // Escapes text for HTML; markup is kept.
  Value escape(const Value& value);

 private:
  Value adopted_object(Value object);
  void check_hashable(const Value& key) const;
  std::string holder_name(const Value& holder) const;
  Value undefined_of_type(const Value& holder, const Value& key);
  Value shown_holder(const Value& holder) const;

  Renderer& renderer_;
  Undefineds undefineds_;
  std::uint32_t nesting_ = 0;
  std::uint64_t change_count_ = 0;
  bool renders_text_ = false;
  bool reads_output_ = false;
  bool autoescape_ = false;
  bool filters_escape_ = false;
  std::unordered_set<std::size_t> unsafe_;  // by identity
  List unsafe_texts_;                       // so that no other text has their identity
  bool read_sensitive_ = false;
  bool watches_sensitive_ = false;
  bool watches_waiting_ = false;
};

inline bool Cursor::next(Value& item) {
  if (form_ != Form::list || value_.sensitive()) return next_of_any(item);
  const List& list = value_.as_list();
  if (at_ >= list.size()) return false;
  item = list[at_++];
  if (item.is_object()) item = evaluator_.adopted(std::move(item));
  return true;
}

}  // namespace evalground::jinja2
