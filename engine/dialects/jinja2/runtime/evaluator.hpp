// An evaluation of templates as values and functions see it: options, functions, and Python's view of values, including
// undefined and sensitive ones.
//
// Three classes run a template (execution/): ExpressionEvaluator evaluates expressions, StatementExecutor runs bodies,
// and Composition combines templates. Interpreter holds one of each. Filters, tests, methods and objects only see the
// Evaluator:
//
//   evaluator.truth(value)      what a value is to Python            values.cpp
//   attribute_of, item_of       parts of a value, by the sandbox     attributes.hpp
//   operate, slice              operators on values                  operators.hpp
//   apply, call_value           functions on values                  calls.hpp
//
// Invariants: a missing value is a Value of kind undefined, and its number leads to its description (undefined.hpp).
// Only this class decides, by its leniency, what may be done with it. A sensitive value that is read through truth(),
// text(), order() and the like makes the result of the reading function sensitive.
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

// Iterates over the items of a value as `for` does: the keys of a map, the characters of a text. Throws Error for a
// value that cannot be iterated. The value must outlive the cursor.
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

// Runs templates, for functions that render one.
class Renderer {
 public:
  // A text, or with native types a value. `more` are variables that take precedence, or null.
  virtual Value render(Template& source, const Map* more) = 0;

 protected:
  ~Renderer() = default;
};

class Evaluator {
 public:
  // The references must outlive the evaluator, and the evaluator all TemplateObjects made by it.
  Evaluator(Context& context, Options options, Variables& variables, FunctionSet functions, Renderer& renderer);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Context& context;
  const Options options;
  Variables& variables;
  const FunctionSet functions;
  TemplateLoader loader;
  BufferPool buffers;  // reusable by outputs
  // Index in Context::diagnostics of the first warning without a place; the statement that runs gives it one.
  std::optional<std::size_t> unplaced;
  // The attributes in trees of templates that hold an undefined value of this evaluation.
  std::vector<const Attribute*> with_missing;

  // ---- Templates

  // Renders a template with the variables and, if given, with more that take precedence.
  Value render(Template& source, const Map* more = nullptr) { return renderer_.render(source, more); }
  // Whether rendering gives values instead of text.
  bool gives_native() const { return options.behavior.gives_nodes || (options.native && !renders_text_); }

  // Changes the search path for templates while it lives. Rendering then gives text, or whatever the options say.
  class Search {
   public:
    Search(Evaluator& evaluator, TemplateSearch search, bool gives_text)
        : search_(evaluator.loader, std::move(search)), renders_text_(evaluator.renders_text_, gives_text) {}

   private:
    TemplateLoader::Search search_;
    ScopedValue<bool> renders_text_;
  };
  // The same for a folder that is searched before the root.
  class Folder : public Search {
   public:
    Folder(Evaluator& evaluator, std::string folder, bool gives_text)
        : Search(evaluator, {{std::move(folder), ""}}, gives_text) {}
  };

  // Limits the total depth of recursion, because the stack of a browser is small.
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

  // Whether the output of a template's macros, blocks and captures is read as a value. This is so in templates within
  // variables. A template asks at its start.
  bool reads_output() const { return reads_output_; }
  void set_reads_output(bool reads) { reads_output_ = reads; }
  // Restores the setting at its end.
  class KeepReading {
   public:
    explicit KeepReading(Evaluator& evaluator) : guard_(evaluator.reads_output_, evaluator.reads_output_) {}

   private:
    ScopedValue<bool> guard_;
  };

  // The number of changes made to containers in place.
  std::uint64_t change_count() const { return change_count_; }
  void note_change() { ++change_count_; }

  // ---- Python's view of values. Undefined values fail according to their leniency.

  bool truth(const Value& value);
  std::string text(const Value& value);  // str()
  std::string repr(const Value& value);
  // Appends the printed text of a value: escaped under autoescape, without quotes for a string.
  void append_text(std::string& text, const Value& value);
  // str() as a value. Markup remains markup.
  Value text_value(const Value& value);
  // Replaces a lazy proxy by its data.
  void settle(Value& value);
  // The value as templates see it: objects of an embedding dialect are replaced by their proxies.
  Value adopted(Value value) { return value.is_object() ? adopted_object(std::move(value)) : value; }
  // Checks a printed value, if the options say `finalizes`: no part of it may be undefined. True for none, which prints
  // nothing.
  bool finalize(const Value& value);
  std::size_t length(const Value& value);
  // The number of items if it is known without iterating, otherwise 0.
  std::size_t size_hint(const Value& value) const;
  bool equal(const Value& a, const Value& b);
  bool less(const Value& a, const Value& b);
  // Python's order. `symbol` is the operator named in the error.
  Order order(const Value& a, const Value& b, std::string_view symbol);
  bool contains(const Value& container, const Value& item);
  // "int", "str", "NoneType", "AnsibleUndefined"
  std::string type_name(const Value& value) const;
  bool is_iterable(const Value& value);
  bool is_callable(const Value& value);
  bool is_mapping(const Value& value);
  // Calls f(item) for each item until it returns false, with a step each. Throws Error if the value cannot be iterated.
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
  // The same without a copy if the value is a list. Otherwise the items are put into `storage`.
  const List& peek_items(const Value& value, List& storage);

  // ---- Undefined values

  Value undefined_name(std::string_view name);
  Value undefined_attribute(const Value& holder, std::string_view name);
  Value undefined_element(const Value& holder, const Value& key);
  Value undefined_hint(std::string_view message);
  // The result of an inline `if` without `else`: lenient under every option.
  Value undefined_lenient(std::string_view message);
  // An access that the sandbox forbids.
  Value undefined_unsafe(const Value& holder, std::string_view name);
  // Represents a failure until something needs the value. If a missing value has failed, this is that missing value.
  Value carried(const Error& error);
  // The same missing value. Its error knows its place.
  Value placed(const Value& missing, const Error& error);
  bool is_failure(const Value& value) const {
    return value.undefined_number() > 0 && value.is_undefined() && undefined(value).is_failure;
  }
  // The value with all lazy parts evaluated, at any depth.
  Value forced(const Value& value);
  // From now on lists and maps may contain lazy values.
  void watch_waiting() { watches_waiting_ = true; }
  const Undefined& undefined(const Value& value) const { return undefineds_.of(value); }
  std::string undefined_message(const Value& value) const;
  // Fails with the message of an undefined value, code "undefined".
  [[noreturn]] void fail_undefined(const Value& value) const;
  // Fails for any undefined value, even a lenient one.
  void require(const Value& value) const {
    if (value.is_undefined()) fail_undefined(value);
  }
  // Fails for values that cannot be keys: lists, maps, and undefined values without a hash.
  void require_hashable(const Value& key) const {
    if (key.kind() > Kind::string || key.is_undefined()) check_hashable(key);
  }
  // The first undefined value within a list or map, down to that depth; null when none is found.
  const Value* find_undefined(const Value& value, std::uint32_t depth = ~std::uint32_t{0});
  [[noreturn]] void fail(std::string_view code, std::string message) const;
  // Adds a warning about the expression being evaluated.
  void warn(std::string_view code, std::string message);

  // ---- Sensitive values

  // From now on all arguments are searched for sensitive parts.
  void watch_sensitive() { watches_sensitive_ = true; }
  bool watches_sensitive() const { return watches_sensitive_; }
  // Records a decrypted text. It counts as sensitive if sensitive values are watched.
  void note_decrypted(std::string_view text);
  // Records that a sensitive value was read: the results computed from it are sensitive.
  void note_sensitive(const Value& value) { read_sensitive_ = read_sensitive_ || value.sensitive(); }
  // Whether the value or a part of it is sensitive.
  bool holds_sensitive(const Value& value) const {
    return value.sensitive() || (watches_sensitive_ && evalground::holds_sensitive(value, context.budget));
  }
  bool has_read_sensitive() const { return read_sensitive_ || variables.has_read_sensitive(); }

  // Tracks reads of sensitive values separately while it lives, for one function or template. After a failure its
  // record is added to the outer one, because the failure may reveal what was read.
  class SensitiveReads {
   public:
    // `has_read`: a sensitive value is known to be read.
    SensitiveReads(Evaluator& evaluator, bool has_read)
        : evaluator_(evaluator), outer_(std::exchange(evaluator.read_sensitive_, has_read)) {}
    ~SensitiveReads() { evaluator_.read_sensitive_ = outer_ || (!is_finished_ && evaluator_.read_sensitive_); }
    SensitiveReads(const SensitiveReads&) = delete;
    SensitiveReads& operator=(const SensitiveReads&) = delete;
    // To be called on success: whether a sensitive value was read.
    bool finish() {
      is_finished_ = true;
      return evaluator_.read_sensitive_;
    }

   private:
    Evaluator& evaluator_;
    const bool outer_;
    bool is_finished_ = false;
  };

  // Runs f, which writes the text of values. True if any of them, or any part of them, is sensitive. For code outside
  // functions; calls of functions track this themselves.
  template <class F>
  bool shows_sensitive(F&& f) {
    SensitiveReads reads(*this, false);
    std::forward<F>(f)();
    return reads.finish();
  }
  // str() as a value, marked as sensitive if any part of the value is.
  Value noted_text(const Value& value);

  // ---- Text from outside

  // A text that is verbatim because it came from outside: Ansible's unsafe text. Unlike other verbatim text it may be
  // read as a literal.
  void note_unsafe(const Value& text) {
    if (text.is_string() && unsafe_.insert(text.identity()).second) unsafe_texts_.push_back(text);
  }
  bool is_unsafe(const Value& text) const { return unsafe_.contains(text.identity()); }

  // ---- Markup

  // Whether output is escaped here. This is determined by the `autoescape` around this place in the template's source.
  // It does not extend into blocks. A macro uses the one around its definition.
  bool autoescape() const { return autoescape_; }
  // Whether filters, macros and assigned blocks make markup. This is determined by the `autoescape` being executed.
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
  // A string, which is markup if filters make markup.
  Value markup_if_escaping(std::string_view text) const;
  // Whether the value is never escaped again: in Python it has a method `__html__`.
  bool is_markup(const Value& value) const;
  // Escapes text for HTML. Markup is returned unchanged.
  Value escape(const Value& value);

 private:
  Value adopted_object(Value object);
  void check_hashable(const Value& key) const;
  std::string holder_name(const Value& holder) const;
  Value undefined_of_type(const Value& holder, const Value& key);
  Value shown_holder(const Value& holder) const;
  static Value map_of(const Value& holder);
  [[noreturn]] void fail_missing_key(std::string message, const Undefined& missing) const;

  Renderer& renderer_;
  Undefineds undefineds_;
  std::uint32_t nesting_ = 0;
  std::uint64_t change_count_ = 0;
  bool renders_text_ = false;
  bool reads_output_ = false;
  bool autoescape_ = false;
  bool filters_escape_ = false;
  std::unordered_set<std::size_t> unsafe_;  // identities of unsafe texts
  List unsafe_texts_;                       // keeps them alive, so that no other text gets their identity
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
