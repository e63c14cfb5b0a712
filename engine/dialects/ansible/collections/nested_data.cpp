// Filters of ansible.utils for nested data: get_path, to_paths and index_of.
//
//   {'a': {'b': [1, 2]}} | to_paths           -> {'a.b[0]': 1, 'a.b[1]': 2}
//   {'a': {'b': [1, 2]}} | get_path('a.b[0]') -> 1
#include <algorithm>
#include <optional>

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/collections/arguments.hpp"
#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace nested_data_family {
namespace {

Value in_list_if(bool wants_list, Value value) {
  return wants_list ? Value::list({std::move(value)}) : value;
}

// ---- get_path

// The path is an expression whose names are the keys of the data. Variables of the play are no names of it, so a name
// that the data lacks is given as undefined.
Value get_path(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  read_whole(call, call[0]);
  if (!call[0].is_map()) {
    call.fail("argument after ** must be a mapping, not " + evaluator.type_name(call[0]), "type-error");
  }
  const bool wants_list = boolean_argument(call, 2);
  // With a comment behind it, the value is text, as for any template that is more than a name.
  const std::string text = "{{ " + call.text(1) + " }}{##}";
  const std::string title = "<path>";
  const std::uint32_t file = call.context.sources.add_file(title, text);
  const SourceText source{text, title, {file, {}}};
  const Syntax syntax = ansible_options().syntax;
  Map names = call[0].as_map();
  for (const Name* name : evaluator.loader.compile(text, title, source.place, syntax).free_names) {
    const Value key = Value::string(name->name);
    if (names.find(key) == nullptr && evaluator.functions.find(FunctionKind::global, name->name) == nullptr) {
      names.set(key, evaluator.undefined_name(name->name));
    }
  }
  return in_list_if(wants_list, render_for_lookup(evaluator, source, syntax, names, true));
}

// ---- to_paths

bool is_identifier(std::string_view key) {
  const auto is_start = [](char c) { return is_ascii_letter(c) || c == '_'; };
  return !key.empty() && is_start(key[0]) &&
         std::all_of(key.begin(), key.end(), [&](char c) { return is_start(c) || is_ascii_digit(c); });
}

class PathWriter {
 public:
  explicit PathWriter(const FunctionCall& call) : call_(call) {}

  // `name` is the path so far; undefined at the root. The first key stays unchanged, even a number.
  void add(const Value& data, const Value& name) {
    const Depth depth = call_.context.budget.enter();
    call_.context.budget.step();
    const bool is_root = name.is_undefined() || (name.is_string() && name.text_size() == 0);
    if (data.is_map() && !data.as_map().empty()) {
      for (const Map::Entry& entry : data.as_map()) add(entry.value, is_root ? entry.key : below(name, entry.key));
    } else if (data.is_list() && !data.as_list().empty()) {
      const std::string begin = is_root ? std::string() : call_.evaluator.text(name);
      std::size_t index = 0;
      for (const Value& item : data.as_list()) add(item, path(begin + "[" + std::to_string(index++) + "]"));
    } else if (is_root && (data.is_map() || data.is_list())) {
      empty_ = data;  // counts only as the whole data
    } else {
      paths_.set(name.is_undefined() ? Value::string("") : name, data);
    }
  }

  Value finish(bool is_empty) { return is_empty && !empty_.is_undefined() ? empty_ : Value::map(std::move(paths_)); }

 private:
  Value below(const Value& name, const Value& key) {
    if (!name.is_string()) {
      call_.fail("unsupported operand type(s) for +: '" + call_.evaluator.type_name(name) + "' and 'str'",
                 "type-error");
    }
    if (!key.is_string()) {
      call_.fail("expected string or bytes-like object, got '" + call_.evaluator.type_name(key) + "'", "type-error");
    }
    const std::string word(key.as_string());
    return path(std::string(name.as_string()) + (is_identifier(word) ? "." + word : "['" + word + "']"));
  }

  Value path(const std::string& text) {
    call_.context.budget.step(1 + text.size() / 16);
    return Value::string(text);
  }

  const FunctionCall& call_;
  Map paths_;
  Value empty_;
};

Value to_paths(Call& base) {
  FunctionCall& call = function_call(base);
  read_whole(call, call[0]);
  const bool wants_list = boolean_argument(call, 2);
  PathWriter writer(call);
  const std::string name = call.set(1) ? call.text(1) : "";
  const Value& data = call[0];
  if (name.empty()) {
    writer.add(data, Value());
  } else {
    writer.add(data, Value::string(name));
  }
  const bool is_empty =
      name.empty() && ((data.is_map() && data.as_map().empty()) || (data.is_list() && data.as_list().empty()));
  return in_list_if(wants_list, writer.finish(is_empty));
}

// ---- index_of

// A test by its name: "even", "!even", "not even", "!=", "in".
struct NamedTest {
  std::string written;
  std::string name;
  bool inverts = false;
};

// The reference takes all of the letters n, o and t off the name behind "not ", and so does not find `not none`.
NamedTest named_test(const FunctionCall& call) {
  constexpr std::string_view negation = "not ";
  NamedTest test{call.text(1), call.text(1)};
  if (test.name.starts_with('!')) {
    test.inverts = true;
    test.name = trim_start(test.name, "!");
    if (test.name == "=") test.name = "==";
  } else if (test.name.starts_with(negation)) {
    test.inverts = true;
    const std::string stripped(trim_start(test.name, negation));
    test.name.erase(0, negation.size());
    if (stripped == test.name) return test;
    if (call.context.quirks()) {
      test.name = stripped;
    } else {
      call.evaluator.warn("differs-from-reference",
                          "Ansible looks for a test " + quote(stripped) + " here, and fails.");
    }
  }
  return test;
}

bool passes(const FunctionCall& call, const NamedTest& test, const Value& item) {
  Evaluator& evaluator = call.evaluator;
  const auto fail = [&](const std::string& why) {
    const std::string type = evaluator.type_name(item);
    call.fail("Error when using plugin 'index_of': Error encountered when testing value '" + evaluator.text(item) +
              "' (type=" + type + ") against '" + evaluator.text(call[2]) + "' (type=" + type + ") with '" +
              test.written + "'.  Error was: " + why);
  };
  const FunctionCatalogue::Entry* entry = evaluator.functions.find(FunctionKind::test, test.name);
  if (entry == nullptr) fail("the test '" + test.name + "' was not found.");
  Value right = call[2];
  if (test.name == "in" && !right.is_list()) right = Value::list({right});
  const std::span<const Value> arguments = call.set(2) ? std::span<const Value>(&right, 1) : std::span<const Value>();
  return recover(
             [&] {
               return evaluator.truth(apply(evaluator, *entry, &item, {arguments, {}}));
             },
             [&](const Error& error) {
               fail(error.diagnostic.message);
               return false;
             }) != test.inverts;
}

std::string with_and(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (at > 0) text += at + 1 == words.size() ? " and " : ", ";
    text += words[at];
  }
  return text;
}

// With a key, the values under it are tested, and all items must be dicts. An item without the key passes no test.
Value index_of(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  read_whole(call, call[0]);
  const List items = list_argument(call, 0);
  const NamedTest test = named_test(call);
  const bool has_key = call.set(3);
  const Value key = has_key ? Value::string(call.text(3)) : Value();
  const bool fails_on_missing = boolean_argument(call, 4);
  const bool wants_list = boolean_argument(call, 5);
  if (has_key && !std::all_of(items.begin(), items.end(), [](const Value& item) { return item.is_map(); })) {
    std::vector<std::string> types;
    for (const Value& item : items) types.push_back(evaluator.type_name(item));
    call.fail(
        "Error when using plugin 'index_of': When a key name is provided, all list entries are required to be "
        "dictionaries, got " +
        with_and(types));
  }
  List found;
  std::vector<std::string> missing;
  for (std::size_t at = 0; at < items.size(); ++at) {
    call.context.budget.step();
    const Value* tested = has_key ? items[at].as_map().find(key) : &items[at];
    if (tested != nullptr) {
      if (passes(call, test, *tested)) found.push_back(Value::integer(static_cast<std::int64_t>(at)));
    } else if (fails_on_missing) {
      missing.push_back("'" + call.text(3) + "' was not found in '" + evaluator.text(items[at]) + "' at [" +
                        std::to_string(at) + "]");
    }
  }
  if (!missing.empty()) {
    call.fail("Error when using plugin 'index_of': " + with_and(missing) + ". fail_on_missing=True");
  }
  if (found.size() == 1 && !wants_list) return found[0];
  return Value::list(std::move(found));
}

constexpr Example get_path_examples[] = {
    {"{{ {'a': {'b': [1, 2]}} | ansible.utils.get_path('a.b[0]') }}", "", R"("1")", in_ansible},
    {"{{ {'a': 1} | ansible.utils.get_path('a', wantlist=true) }}", "", R"("['1']")", in_ansible}};
constexpr Example to_paths_examples[] = {
    {"{{ {'a': {'b c': [1, {}]}} | ansible.utils.to_paths }}", "", R"("{\"a['b c'][0]\": 1, \"a['b c'][1]\": {}}")",
     in_ansible},
    {"{{ {'b': 1} | ansible.utils.to_paths(prepend='a') }}", "", R"("{'a.b': 1}")", in_ansible}};
constexpr Example index_of_examples[] = {
    {"{{ [1, 2, 3] | ansible.utils.index_of('eq', 2) }}", "", R"("1")", in_ansible},
    {"{{ [{'n': 'a'}, {'n': 'b'}] | ansible.utils.index_of('!=', 'z', 'n') }}", "", R"("[0, 1]")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "ansible.utils.get_path(var: map, path: string, wantlist: boolean = false) -> any",
     .summary = "The value at a path such as `a.b[0]`.",
     .details = "The path is an expression whose names are keys of the dict.",
     .examples = get_path_examples,
     .call = get_path},
    {.kind = ansible_filter,
     .signature = "ansible.utils.to_paths(var: any, prepend: string = null, wantlist: boolean = false) -> map",
     .summary = "A flat dict of nested data, with the path of each value as its key.",
     .details = "`prepend` is the path of the data itself.",
     .examples = to_paths_examples,
     .call = to_paths},
    {.kind = ansible_filter,
     .signature = "ansible.utils.index_of(data: list, test: string, value: any = null, key: string = null, "
                  "fail_on_missing: boolean = false, wantlist: boolean = false) -> any",
     .summary = "The index of the item that passes a test, or a list of indexes if none or several pass.",
     .details =
         "`test` is the name of a test, with `!` or `not ` in front to invert it. `key` tests the value that each "
         "item, a dict, has under it.",
     .examples = index_of_examples,
     .call = index_of},
};

}  // namespace
}  // namespace nested_data_family

std::span<const Function> nested_data_filters() {
  using namespace nested_data_family;
  return all;
}

}  // namespace evalground::ansible
