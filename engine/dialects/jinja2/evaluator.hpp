// Evaluates templates: renders statements to text or values, and gives functions what they need of the language.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/jinja2/call.hpp"
#include "dialects/jinja2/object.hpp"
#include "dialects/jinja2/options.hpp"
#include "dialects/jinja2/undefined.hpp"
#include "dialects/jinja2/variables.hpp"
#include "runtime/catalogue.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {

class Template;

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
  std::size_t length(const Value& value);
  bool equal(const Value& a, const Value& b);
  bool less(const Value& a, const Value& b);
  bool contains(const Value& container, const Value& item);
  // "int", "str", "NoneType", "AnsibleUndefined"
  std::string type_name(const Value& value) const;
  bool is_iterable(const Value& value);
  bool is_callable(const Value& value);
  bool is_mapping(const Value& value);
  // Calls f(item) for each item until it gives false; a step each. Throws Error for what cannot be iterated.
  template <class F>
  void each(const Value& value, F&& f);
  List items(const Value& value);  // list()

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
  // Filters and tests by name, as `map` and `select` use them. Throws Error "unknown-filter" and "unknown-test".
  Value apply_filter(std::string_view name, const Value& value, const Arguments& arguments);
  bool apply_test(std::string_view name, const Value& value, const Arguments& arguments);
  // Binds arguments to the signature of an entry (after `first`, its first ones, when given) and calls it.
  Value apply(const FunctionCatalogue::Entry& entry, const Value* first, const Arguments& arguments);
  // Calls f; its value is sensitive when something sensitive was read in it.
  template <class F>
  Value watching(F&& f);

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

  bool autoescape() const { return autoescape_; }
  // A string that is markup when autoescape is on.
  Value markup_if_escaping(std::string_view text) const;
  // Escapes text for HTML; markup is kept.
  Value escape(const Value& value);
  [[noreturn]] void fail(std::string_view code, std::string message) const;

 private:
  std::vector<FunctionSource> functions_;
  std::vector<std::unique_ptr<Template>> templates_;
  std::unordered_map<std::string, Template*> by_name_;
  Undefineds undefineds_;
  bool autoescape_ = false;
  bool read_sensitive_ = false;
};

}  // namespace evalground::jinja2
