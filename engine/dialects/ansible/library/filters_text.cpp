// Filters of texts: quoting, comments, choices, and types of values.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/big_integer.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace filters_text_family {
namespace {

// The bytes per character with which CPython stores a text.
int width_of(std::string_view text) {
  int width = 1;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    width = std::max(width, point.value > 0xffff ? 4 : point.value > 0xff ? 2 : 1);
    at += point.size;
  }
  return width;
}

// 'a,b,c' | split(',', 1) -> ['a', 'b,c']. The reference calls str.split() as a function of the class, so only strings
// are accepted.
Value split(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("descriptor 'split' for 'str' objects doesn't apply to a '" + call.evaluator.type_name(call[0]) +
              "' object");
  }
  const Value separator = call.set(1) ? call[1] : Value::null();
  const Value arguments[] = {separator, Value::integer(call.number(2))};
  // The parts of markup are plain text. But if CPython can see from the width of characters that the separator does not
  // occur, it returns the original object.
  if (call[0].markup() && separator.is_string() && separator.text_size() != 0) {
    const std::string_view text = call[0].as_string();
    call.context.budget.step(1 + (text.size() + separator.text_size()) / 16);
    if (width_of(text) < width_of(separator.as_string()) ||
        count_code_points(text) < count_code_points(separator.as_string())) {
      return Value::list({call[0]});
    }
  }
  return call_value(call.evaluator, only_attribute_of(call.evaluator, Value::string(call.text(0)), "split"),
                    {arguments, {}});
}

// Python's shlex.quote().
// 'a b' | quote -> "'a b'", and 'a-b' stays. A single quote ends the quoted part, stands in double quotes and begins
// the next part.
Value quote_text(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  const std::string text = call[0].is_null() ? std::string() : call.text(0);
  const auto is_safe = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_safe)) {
    return call[0].is_string() ? call[0] : Value::string(text);  // the original object
  }
  if (!text.empty() && call.evaluator.is_markup(call[0])) {
    // Markup escapes the quotes that are joined with it.
    const std::string inner = replace_all(text, "&#39;", "&#39;&#34;&#39;&#34;&#39;");
    return Value::string("&#39;" + inner + "&#39;").with_markup();
  }
  return Value::string("'" + replace_all(text, "'", "'\"'\"'") + "'");
}

// true | ternary('on', 'off') -> 'on'. The third value is for none, which otherwise counts as false.
Value ternary(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (call[0].is_null() && call.set(3)) return call[3];
  return call[call.truth(0) ? 1 : 2];
}

// 'Yes' | bool -> true, 'y' | bool -> false: the words are fewer than those of YAML. None stays none. 1.0 is true and 2
// is false.
Value to_bool(Call& base) {
  FunctionCall& call = function_call(base);
  const Value& value = call[0];
  call.evaluator.note_sensitive(value);
  call.evaluator.require(value);
  if (value.is_null() || value.kind() == Kind::boolean) return value;
  if (!value.is_string()) return Value::boolean(value.is_number() && value.as_real() == 1);
  const std::string text = to_lower(value.as_string());
  return Value::boolean(text == "yes" || text == "on" || text == "1" || text == "true");
}

Value mandatory(Call& base) {
  FunctionCall& call = function_call(base);
  if (!call[0].is_undefined()) return call[0];
  if (call.set(1)) call.fail(call.text(1));
  std::string name;
  if (call[0].undefined_number() > 0) {
    const Value& missing = call.evaluator.undefined(call[0]).name;
    if (missing.is_string() && missing.text_size() != 0) name = "'" + std::string(missing.as_string()) + "' ";
  }
  call.fail("Mandatory variable " + name + " not defined.");
}

// Whether a text comes from a YAML file of a repository. In Python it is then of a subclass of str.
bool is_yaml_text(Evaluator& evaluator, const Value& value) {
  const Context& context = evaluator.context;
  if (!value.is_string() || value.origin() == 0 || search_folders(context) == nullptr) return false;
  return context.sources.origin(value.origin()).via == Via::literal &&
         !holds_template(context.sources.text_of(value.origin()), evaluator.loader.text_syntax());
}

// The class that the value would have in Python. Strings have several, depending on where they come from.
Value type_debug(Call& base) {
  FunctionCall& call = function_call(base);
  const bool is_newer = call.evaluator.options.behavior.carries_failures;
  // The result of `string`, `to_json` and similar filters.
  if (!is_newer && call[0].is_string() && call[0].verbatim() && !call[0].markup() &&
      !call.evaluator.is_unsafe(call[0])) {
    return Value::string("NativeJinjaText");
  }
  if (!is_newer && call[0].is_string() && call.evaluator.is_unsafe(call[0])) return Value::string("AnsibleUnsafeText");
  if (is_yaml_text(call.evaluator, call[0])) return Value::string("AnsibleUnicode");
  return Value::string(call.evaluator.type_name(call[0]));
}

// ---- comment

struct CommentStyle {
  std::string_view name, decoration, beginning, end;
};
constexpr std::array<CommentStyle, 5> comment_styles = {{{"plain", "# ", "", ""},
                                                         {"erlang", "% ", "", ""},
                                                         {"c", "// ", "", ""},
                                                         {"cblock", " * ", "/*", " */"},
                                                         {"xml", " - ", "<!--", "-->"}}};

// The options of a comment: keyword arguments, with defaults from the style.
class CommentOptions {
 public:
  explicit CommentOptions(FunctionCall& call) : call_(call) {}

  // A text option. Other types fail when Python calls that method.
  std::string text(std::string_view which, std::string_view fallback, std::string_view method) const {
    const Value* given = keyword(call_, which);
    if (given == nullptr) return std::string(fallback);
    if (!given->is_string()) {
      call_.evaluator.require(*given);
      call_.fail("'" + call_.evaluator.type_name(*given) + "' object has no attribute '" + std::string(method) + "'",
                 "type-error");
    }
    return call_.evaluator.text(*given);
  }

  // A false value is omitted. Anything else is converted to text.
  std::string text_if_true(std::string_view which, std::string_view fallback) const {
    const Value* given = keyword(call_, which);
    if (given == nullptr) return std::string(fallback);
    return call_.evaluator.truth(*given) ? call_.evaluator.text(*given) : std::string();
  }

  // `converts`: converts the value with int(), which accepts texts and fractions.
  std::uint64_t count(std::string_view which, bool converts) const {
    const Value* given = keyword(call_, which);
    if (given == nullptr) return 1;
    call_.evaluator.require(*given);
    const bool is_whole = is_integer(*given) || given->kind() == Kind::boolean;
    if (!is_whole && !converts) {
      call_.fail("'" + call_.evaluator.type_name(*given) + "' object cannot be interpreted as an integer",
                 "type-error");
    }
    const Value whole = python_int(*given, call_.context.budget);
    if (whole.kind() != Kind::integer) call_.fail("cannot fit 'int' into an index-sized integer", "overflow-error");
    return static_cast<std::uint64_t>(std::max<std::int64_t>(whole.as_integer(), 0));
  }

 private:
  FunctionCall& call_;
};

// Python's str.replace().
std::string replaced(const FunctionCall& call, const std::string& text, std::string_view from, std::string_view to) {
  const Value arguments[] = {Value::string(from), Value::string(to)};
  const Value replace = only_attribute_of(call.evaluator, Value::string(text), "replace");
  return call.evaluator.text(call_value(call.evaluator, replace, {arguments, {}}));
}

//   'managed' | comment           -> "#\n# managed\n#"
//   'x' | comment('cblock')       -> "/*\n *\n * x\n *\n */"
//
// From top to bottom: beginning, prefix lines, decorated lines, postfix lines, end. Lines that would end in blanks get
// the decoration without them. Options are read in the order of the reference, so the first wrong one gives the error.
Value comment(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string name = call.text(1);
  const auto style = std::find_if(comment_styles.begin(), comment_styles.end(),
                                  [&](const CommentStyle& one) { return one.name == name; });
  if (style == comment_styles.end()) {
    call.fail("Unknown comment style " + quote(name) + "; known are plain, erlang, c, cblock and xml.");
  }
  call.evaluator.require(call[0]);
  const CommentOptions options(call);
  const std::string decoration = options.text("decoration", style->decoration, "rstrip");
  const std::string bare(trim_end(decoration));
  const std::string beginning = options.text_if_true("beginning", style->beginning);
  const std::string prefix = options.text_if_true("prefix", bare);
  const std::uint64_t prefix_count = prefix.empty() ? 0 : options.count("prefix_count", true);
  if (!call[0].is_string()) {
    call.fail("'" + call.evaluator.type_name(call[0]) + "' object has no attribute 'replace'", "type-error");
  }
  const std::string newline = options.text("newline", "\n", "join");
  const std::uint64_t postfix_count = options.count("postfix_count", false);
  const std::string postfix = postfix_count == 0 ? std::string() : options.text("postfix", bare, "join");
  const std::string end = options.text_if_true("end", style->end);

  Budget& budget = call.context.budget;
  std::string text;
  const auto add = [&](std::string_view piece) {
    budget.step();
    budget.output(piece.size());
    text += piece;
  };
  if (!beginning.empty()) add(beginning + newline);
  const std::string line = prefix == newline ? newline : prefix + newline;
  for (std::uint64_t i = 0; i < prefix_count; ++i) add(line);
  // With an empty newline str.replace() treats each character as a line.
  const std::string body = decoration + replaced(call, call.text(0), newline, newline + decoration);
  add(replaced(call, body, decoration + newline, bare + newline));
  for (std::uint64_t i = 0; i < postfix_count; ++i) add(newline + postfix);
  if (!end.empty()) add(newline + end);
  return Value::string(text);
}

constexpr Example split_examples[] = {{"{{ 'a,b,c' | split(',', 1) }}", "", R"("['a', 'b,c']")", in_ansible}};
constexpr Example quote_examples[] = {{"{{ 'a b' | quote }} {{ 'a-b' | quote }}", "", R"("'a b' a-b")", in_ansible}};
constexpr Example ternary_examples[] = {
    {"{{ true | ternary('on', 'off') }} {{ none | ternary('on', 'off', 'unset') }}", "", R"("on unset")", in_ansible}};
constexpr Example bool_examples[] = {{"{{ 'Yes' | bool }} {{ 'y' | bool }}", "", R"("True False")", in_ansible}};
constexpr Example mandatory_examples[] = {{"{{ 1 | mandatory }}", "", R"("1")", in_ansible},
                                          {"{{ missing | mandatory('Set it.') }}", "", "error", in_ansible}};
constexpr Example type_debug_examples[] = {
    {"{{ [1] | type_debug }} {{ missing | type_debug }}", "", R"("list AnsibleUndefined")", in_ansible}};
constexpr Example comment_examples[] = {
    {"{{ 'managed' | comment }}", "", R"("#\n# managed\n#")", in_ansible},
    {"{{ 'x' | comment('cblock') }}", "", R"("/*\n *\n * x\n *\n */")", in_ansible},
    {"{{ 'x' | comment(decoration='; ', prefix='', postfix='') }}", "", R"("; x\n")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "split(value: string, sep: string = null, maxsplit: integer = -1) -> list",
     .summary = "Cuts a text at a separator, or at white space.",
     .examples = split_examples,
     .call = split},
    {.kind = ansible_filter,
     .signature = "quote(value: any) -> string",
     .summary = "Quotes a text for a POSIX shell where it needs it.",
     .examples = quote_examples,
     .call = quote_text},
    {.kind = ansible_filter,
     .signature = "ternary(value: any, true_val: any, false_val: any, none_val: any = null) -> any",
     .summary = "One of two values by the truth of the input, or a third when the input is none.",
     .examples = ternary_examples,
     .call = ternary},
    {.kind = ansible_filter,
     .signature = "bool(value: any) -> boolean",
     .summary = "True for `true`, `1`, and in any case `yes`, `on`, `1`, `true`; none stays none; else false.",
     .examples = bool_examples,
     .call = to_bool},
    {.kind = ansible_filter,
     .signature = "mandatory(value: any, msg: string = null) -> any",
     .summary = "Fails when the value is undefined.",
     .examples = mandatory_examples,
     .call = mandatory},
    {.kind = ansible_filter,
     .signature = "type_debug(value: any) -> string",
     .summary = "The name of the value's type in Python.",
     .examples = type_debug_examples,
     .call = type_debug},
    {.kind = ansible_filter,
     .signature = "comment(value: string, style: string = 'plain', **keywords: any) -> string",
     .summary = "Makes a comment of a text.",
     .details = "Styles: `plain`, `erlang`, `c`, `cblock`, `xml`. Keywords: `decoration`, `prefix`, `prefix_count`, "
                "`postfix`, `postfix_count`, `beginning`, `end`, `newline`.",
     .examples = comment_examples,
     .call = comment},
};

}  // namespace
}  // namespace filters_text_family

std::span<const Function> ansible_text_filters() {
  using namespace filters_text_family;
  return all;
}

}  // namespace evalground::ansible
