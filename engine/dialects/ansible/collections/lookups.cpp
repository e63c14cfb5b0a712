// Lookups of community.general that read their terms, variables or chance: cartesian, dependent, merge_variables,
// random_string.
#include <algorithm>
#include <array>

#include "base/crypto/random.hpp"
#include "base/text/encoding.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/collections/arguments.hpp"
#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/library/regex.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/lookup_terms.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace collection_lookups_family {
namespace {

// ---- cartesian

// query('cartesian', [1, 2], ['a', 'b']) -> [[1, 'a'], [1, 'b'], [2, 'a'], [2, 'b']]
Value cartesian(Call& base) {
  FunctionCall& call = function_call(base);
  if (call.rest.empty()) call.fail("with_cartesian requires at least one element in each list");
  std::vector<List> rows = {{}};
  for (const Value& term : call.rest) {
    const List items = listed(call.evaluator, term);
    std::vector<List> longer;
    for (const List& row : rows) {
      for (const Value& item : items) {
        call.context.budget.step(1 + row.size());
        longer.push_back(row);
        longer.back().push_back(item);
      }
    }
    rows = std::move(longer);
  }
  List result;
  for (const List& row : rows) result.push_back(Value::list(flattened(row)));
  return Value::list(std::move(result));
}

// ---- dependent

// One term: a name, and the values that it takes or the expression that gives them.
struct DependentTerm {
  Value name;
  Value values;
};

std::string class_of(const FunctionCall& call, const Value& value) {
  return "<class '" + call.evaluator.type_name(value) + "'>";
}

class Dependent {
 public:
  explicit Dependent(FunctionCall& call) : call_(call) {}

  List rows() {
    std::size_t index = 0;
    for (const Value& term : call_.rest) add(term, index++);
    if (!terms_.empty()) extend(0, {});
    return std::move(rows_);
  }

 private:
  void add(const Value& term, std::size_t index) {
    const std::string number = std::to_string(index);
    if (!term.is_map()) call_.fail("Parameter " + number + " must be a dictionary, got " + class_of(call_, term));
    if (term.as_map().size() != 1) {
      call_.fail("Parameter " + number + " must be a one-element dictionary, got " +
                 std::to_string(term.as_map().size()) + " elements");
    }
    const Map::Entry& entry = term.as_map().entry(0);
    const std::string name = call_.evaluator.repr(entry.key);
    for (const DependentTerm& known : terms_) {
      if (call_.evaluator.equal(known.name, entry.key)) {
        call_.fail("The variable " + name + " appears more than once");
      }
    }
    if (!entry.value.is_string() && !entry.value.is_list() && !entry.value.is_map()) {
      call_.fail("Parameter " + name + " (index " + number +
                 ") must have a value of type string, dictionary or list, got type " + class_of(call_, entry.value));
    }
    terms_.push_back({entry.key, entry.value});
  }

  // The values of a term, where `item` has those of the terms before.
  Value values_of(const DependentTerm& term, const Map& item) {
    if (!term.values.is_string()) return term.values;
    const std::string text = "{{" + std::string(term.values.as_string()) + "}}";
    const std::string title = "<expression of " + call_.evaluator.text(term.name) + ">";
    const std::uint32_t file = call_.context.sources.add_file(title, text);
    return recover(
        [&] {
          return render_for_lookup(call_.evaluator, {text, title, {file, {}}}, ansible_options().syntax,
                                   Map{{"item", Value::map(item)}}, true);
        },
        [&](const Error& error) -> Value {
          call_.fail("Caught \"" + error.diagnostic.message + "\" while evaluating " + call_.evaluator.repr(term.name) +
                     " with item == " + call_.evaluator.text(Value::map(item)));
        });
  }

  void extend(std::size_t index, Map item) {
    const Depth depth = call_.context.budget.enter();
    call_.context.budget.step();
    if (index == terms_.size()) {
      rows_.push_back(Value::map(std::move(item)));
      return;
    }
    const DependentTerm& term = terms_[index];
    const Value values = values_of(term, item);
    const auto with = [&](Value value) {
      item.set(term.name, std::move(value));
      extend(index + 1, item);
    };
    if (values.is_map()) {
      List keys;
      for (const Map::Entry& entry : values.as_map()) keys.push_back(entry.key);
      std::stable_sort(keys.begin(), keys.end(),
                       [&](const Value& a, const Value& b) { return call_.evaluator.less(a, b); });
      for (const Value& key : keys) with(Value::map({{"key", key}, {"value", *values.as_map().find(key)}}));
    } else if (values.is_list() || values.kind() == Kind::tuple || values.is_string()) {
      for (const Value& value : call_.evaluator.items(values)) with(value);
    } else {
      call_.fail("Did not obtain dictionary or list while evaluating " + call_.evaluator.repr(term.name) +
                 " with item == " + call_.evaluator.text(Value::map(item)) + ", but " + class_of(call_, values));
    }
  }

  FunctionCall& call_;
  std::vector<DependentTerm> terms_;
  List rows_;
};

Value dependent(Call& base) {
  return Value::list(Dependent(function_call(base)).rows());
}

// ---- merge_variables

constexpr std::array<std::string_view, 3> pattern_types = {"prefix", "suffix", "regex"};
constexpr std::array<std::string_view, 3> overrides = {"error", "warn", "ignore"};

class VariableMerger {
 public:
  explicit VariableMerger(FunctionCall& call)
      : call_(call), way_(word_argument(call, 2, pattern_types)), override_(word_argument(call, 3, overrides)) {}

  // The variables that a pattern names, in the order of their names; none without one.
  Value merge(const std::string& pattern) {
    Evaluator& evaluator = call_.evaluator;
    Value result = call_.set(1) ? call_[1] : Value::null();
    if (!result.is_null()) require_container(result);
    for (const std::string& name : names_of(pattern)) {
      const Value value = evaluator.variables.find(evaluator, name);
      read_whole(call_, value);
      require_container(value);
      if (result.is_null()) {
        result = value;
      } else if (result.is_map() != value.is_map()) {
        call_.fail("Unable to merge, not all variables are of the same type");
      } else if (value.is_map()) {
        result = Value::map(merged(result.as_map(), value.as_map(), name));
      } else {
        result = joined(result, value);
      }
    }
    return result;
  }

 private:
  std::vector<std::string> names_of(const std::string& pattern) const {
    std::vector<std::string> names;
    const Ref<const Regex> regex = way_ == "regex" ? compile_regex(call_, pattern, false, false) : Ref<const Regex>();
    for (const std::string_view name : call_.evaluator.variables.names()) {
      call_.context.budget.step();
      const bool matches = way_ == "prefix" ? name.starts_with(pattern)
                           : way_ == "suffix"
                               ? name.ends_with(pattern)
                               : regex->matches(std::string(name), RegexAnchor::none, call_.context.budget);
      if (matches) names.emplace_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  void require_container(const Value& value) const {
    if (!value.is_map() && !value.is_list()) {
      call_.fail("Not supported type detected, variable must be a list or a dict");
    }
  }

  Value joined(const Value& first, const Value& second) const {
    call_.context.budget.step(1 + first.as_list().size() + second.as_list().size());
    List items = first.as_list();
    items.insert(items.end(), second.as_list().begin(), second.as_list().end());
    return Value::list(std::move(items));
  }

  // Dicts are merged at any depth, and lists are joined. Other values override.
  Map merged(Map into, const Map& from, const std::string& path) {
    const Depth depth = call_.context.budget.enter();
    for (const auto& [key, value] : from) {
      call_.context.budget.step();
      const Value* before = into.find(key);
      const std::string place = path + "." + call_.evaluator.text(key);
      if (value.is_map()) {
        if (before != nullptr && !before->is_map()) {
          call_.fail("'" + call_.evaluator.type_name(*before) + "' object cannot be merged with a dict at " + place,
                     "type-error");
        }
        into.set(key, Value::map(merged(before == nullptr ? Map() : before->as_map(), value.as_map(), place)));
      } else if (value.is_list() && before != nullptr) {
        if (!before->is_list()) {
          call_.fail("unsupported operand type(s) for +=: '" + call_.evaluator.type_name(*before) + "' and 'list'",
                     "type-error");
        }
        into.set(key, joined(*before, value));
      } else {
        if (before != nullptr && !call_.evaluator.equal(*before, value)) tell_override(key, *before, value, path);
        into.set(key, value);
      }
    }
    return into;
  }

  void tell_override(const Value& key, const Value& before, const Value& value, const std::string& path) {
    const std::string name = call_.evaluator.text(key);
    const std::string message = "The key '" + name + "' with value '" + call_.evaluator.text(before) +
                                "' will be overwritten with value '" + call_.evaluator.text(value) + "' from '" + path +
                                "." + name + "'";
    if (override_ == "error") call_.fail(message);
    if (override_ == "warn") call_.evaluator.warn("accidental-override", message);
  }

  FunctionCall& call_;
  const std::string way_;
  const std::string override_;
};

Value merge_variables(Call& base) {
  FunctionCall& call = function_call(base);
  VariableMerger merger(call);
  List merged;
  for (const Value& term : call.rest) {
    call.evaluator.require(term);
    if (!term.is_string()) {
      call.fail("Non-string type '" + class_of(call, term) + "' passed, only 'str' types are allowed!");
    }
    merged.push_back(merger.merge(call.evaluator.text(term)));
  }
  return Value::list(std::move(merged));
}

// ---- random_string

enum RandomArgument : std::size_t {
  length_argument = 1,
  upper_argument,
  lower_argument,
  numbers_argument,
  special_argument,
  min_numeric_argument,
  min_upper_argument,
  min_lower_argument,
  min_special_argument,
  override_special_argument,
  override_all_argument,
  base64_argument
};

class RandomString {
 public:
  explicit RandomString(FunctionCall& call) : call_(call) {}

  std::string make() {
    const std::string all = call_.truth(override_all_argument) ? call_.text(override_all_argument) : characters();
    const auto length = static_cast<std::size_t>(std::max<std::int64_t>(call_.number(length_argument), 0));
    add(all, length > text_.size() ? length - text_.size() : 0);
    for (std::size_t at = text_.size(); at > 1; --at) {  // as random.shuffle() does
      std::swap(text_[at - 1], text_[static_cast<std::size_t>(call_.context.random.below(at))]);
    }
    return text_;
  }

 private:
  // The characters to choose from. The least number of each kind is chosen at once.
  std::string characters() {
    struct CharacterKind {
      RandomArgument is_on, least;
      std::string characters;
    };
    const std::string special = call_.truth(override_special_argument) ? call_.text(override_special_argument)
                                                                       : "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    const CharacterKind kinds[] = {{upper_argument, min_upper_argument, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
                                   {lower_argument, min_lower_argument, "abcdefghijklmnopqrstuvwxyz"},
                                   {numbers_argument, min_numeric_argument, "0123456789"},
                                   {special_argument, min_special_argument, special}};
    std::string all;
    for (const CharacterKind& kind : kinds) {
      if (boolean_argument(call_, kind.is_on)) all += kind.characters;
      add(kind.characters, static_cast<std::size_t>(std::max<std::int64_t>(call_.number(kind.least), 0)));
    }
    return all;
  }

  void add(const std::string& characters, std::size_t count) {
    if (characters.empty()) call_.fail("Available characters cannot be None, please change constraints");
    call_.context.budget.output(count);
    for (; count > 0; --count) {
      call_.context.budget.step();
      text_ += characters[static_cast<std::size_t>(call_.context.random.below(characters.size()))];
    }
  }

  FunctionCall& call_;
  std::string text_;
};

// The choice comes from the seed of the run.
Value random_string(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = RandomString(call).make();
  if (!boolean_argument(call, base64_argument)) return Value::list({Value::string(text)});
  return Value::list({Value::string(encode_base64(text, Base64Alphabet::standard, Padding::present))});
}

constexpr Example cartesian_examples[] = {{"{{ query('community.general.cartesian', [1, 2], ['a', 'b']) }}", "",
                                           R"("[[1, 'a'], [1, 'b'], [2, 'a'], [2, 'b']]")", in_ansible}};
constexpr Example dependent_examples[] = {
    {"{{ query('community.general.dependent', {'a': [1, 2]}, {'b': '[item.a, 5]'}) }}", "",
     R"("[{'a': 1, 'b': 1}, {'a': 1, 'b': 5}, {'a': 2, 'b': 2}, {'a': 2, 'b': 5}]")", in_ansible}};
constexpr Example merge_variables_examples[] = {
    {"{{ lookup('community.general.merge_variables', '_rules$') }}", "", R"("[1, 2, 3]")",
     R"({"options": {"flavor": "ansible"}, "vars": {"b_rules": [3], "a_rules": [1, 2]}})"},
    {"{{ lookup('community.general.merge_variables', 'my_', pattern_type='prefix') }}", "", "error",
     R"({"options": {"flavor": "ansible"}, "vars": {"my_a": {"k": 1}, "my_b": {"k": 2}}})"}};
constexpr Example random_string_examples[] = {
    {"{{ lookup('community.general.random_string', length=12) | length }}", "", R"("12")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_lookup,
     .signature = "community.general.cartesian(*terms: any) -> list",
     .summary = "Every combination of the items of the lists.",
     .examples = cartesian_examples,
     .call = cartesian},
    {.kind = ansible_lookup,
     .signature = "community.general.dependent(*terms: map) -> list",
     .summary = "Combinations of values, where an expression may use those before it as `item`.",
     .details = "Each term is a dict with one key: its values, or the expression that gives them.",
     .examples = dependent_examples,
     .call = dependent},
    {.kind = ansible_lookup,
     .signature = "community.general.merge_variables(*terms: string, initial_value: any = null, pattern_type: string = "
                  "'regex', override: string = 'error') -> list",
     .summary = "The lists or dicts of all variables whose names match, merged in the order of their names.",
     .details = "`pattern_type` is `regex`, `prefix` or `suffix`. `override` says what happens to a value that another "
                "replaces: `error`, `warn` or `ignore`.",
     .examples = merge_variables_examples,
     .call = merge_variables},
    {.kind = ansible_lookup,
     .signature =
         "community.general.random_string(*terms: any, length: integer = 8, upper: boolean = true, lower: "
         "boolean = true, numbers: boolean = true, special: boolean = true, min_numeric: integer = 0, "
         "min_upper: integer = 0, min_lower: integer = 0, min_special: integer = 0, override_special: string = "
         "null, override_all: string = null, base64: boolean = false) -> list",
     .summary = "A random text, the same for the same seed of the workspace.",
     .effects = Effects::random,
     .examples = random_string_examples,
     .call = random_string},
};

}  // namespace
}  // namespace collection_lookups_family

std::span<const Function> collection_lookups() {
  using namespace collection_lookups_family;
  return all;
}

}  // namespace evalground::ansible
