// Filters for HTML, URLs, and JSON within HTML (jinja2.filters, jinja2.utils and markupsafe).
#include <algorithm>

#include "base/text/encoding.hpp"
#include "base/text/number.hpp"
#include "base/text/search.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/library/python_json.hpp"
#include "dialects/jinja2/library/python_string.hpp"
#include "dialects/jinja2/library/urlize.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/operators.hpp"

namespace evalground::jinja2 {
namespace filters_markup_family {
namespace {

// '<' | e | e -> '&lt;': what is markup already stays, so escaping twice does no harm. forceescape escapes again.
Value escape(Call& base) {
  FunctionCall& call = function_call(base);
  return call.evaluator.escape(call[0]);
}

Value force_escape(Call& base) {
  FunctionCall& call = function_call(base);
  return call.evaluator.escape(Value::string(call.text(0)));
}

Value safe(Call& base) {
  FunctionCall& call = function_call(base);
  std::string storage;
  return Value::string(call.peek_text(0, storage)).with_markup();
}

// The character of an entity: numeric ones and the names that frequently occur in texts.
std::string entity(std::string_view name) {
  struct Named {
    std::string_view name;
    char32_t character;
  };
  static constexpr Named known[] = {
      {"amp", '&'},      {"lt", '<'},       {"gt", '>'},        {"quot", '"'},     {"apos", '\''},    {"nbsp", 0xA0},
      {"copy", 0xA9},    {"reg", 0xAE},     {"deg", 0xB0},      {"micro", 0xB5},   {"middot", 0xB7},  {"laquo", 0xAB},
      {"raquo", 0xBB},   {"szlig", 0xDF},   {"auml", 0xE4},     {"ouml", 0xF6},    {"uuml", 0xFC},    {"Auml", 0xC4},
      {"Ouml", 0xD6},    {"Uuml", 0xDC},    {"eacute", 0xE9},   {"egrave", 0xE8},  {"agrave", 0xE0},  {"ccedil", 0xE7},
      {"euro", 0x20AC},  {"ndash", 0x2013}, {"mdash", 0x2014},  {"lsquo", 0x2018}, {"rsquo", 0x2019}, {"ldquo", 0x201C},
      {"rdquo", 0x201D}, {"bull", 0x2022},  {"hellip", 0x2026}, {"trade", 0x2122}, {"larr", 0x2190},  {"rarr", 0x2192},
      {"times", 0xD7},
  };
  std::string text;
  if (name.starts_with('#')) {
    const bool is_hex = name.size() > 1 && (name[1] | 0x20) == 'x';
    const auto code = parse_digits(name.substr(is_hex ? 2 : 1), is_hex ? 16 : 10, false);
    if (code) append_code_point(text, code.value > 0x10FFFF ? U'\uFFFD' : static_cast<char32_t>(code.value));
    return text;
  }
  for (const Named& one : known) {
    if (one.name == name) append_code_point(text, one.character);
  }
  return text;
}

// Python's html.unescape() for the common entities. An `&` that does not start a known entity is kept.
std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t amp = std::min(text.find('&', at), text.size());
    result += text.substr(at, amp - at);
    at = amp;
    if (at == text.size()) break;
    constexpr std::size_t longest_entity = 12;
    std::size_t end = text.substr(at, longest_entity).find(';');
    std::string character;
    if (end != std::string_view::npos) {
      end += at;
      character = entity(text.substr(at + 1, end - at - 1));
    }
    if (character.empty()) {
      result += '&';
      ++at;
    } else {
      result += character;
      at = end + 1;
    }
  }
  return result;
}

// Removes from each `begin` to the next `end`. The search continues behind it, so the text is scanned once.
void remove_between(std::string& text, std::string_view begin, std::string_view end) {
  std::string result;
  std::size_t at = 0;
  for (;;) {
    const std::size_t from = find_text(text, begin, at);
    const std::size_t to = from == std::string::npos ? from : find_text(text, end, from + begin.size());
    if (to == std::string::npos) break;
    result.append(text, at, from - at);
    at = to + end.size();
  }
  text = result + text.substr(at);
}

// '<p>a  <b>b</b></p> &lt;c' | striptags -> 'a b <c'. Comments go first, because they may contain `>`. Entities are
// decoded at the end, or they could make new tags.
Value strip_tags(Call& base) {
  FunctionCall& call = function_call(base);
  std::string text = call.text(0);
  call.context.budget.step(1 + text.size() / 64);
  remove_between(text, "<!--", "-->");
  remove_between(text, "<", ">");
  return Value::string(unescaped(join(split_words(text), " ")));
}

// In a query a space becomes `+` and a slash is escaped. In a path a space becomes %20 and a slash stays.
std::string quoted_url(FunctionCall& call, const Value& value, bool is_query) {
  const std::string text = value.kind() == Kind::bytes ? std::string(value.as_bytes()) : call.evaluator.text(value);
  return is_query ? form_encode(text) : percent_encode(text);
}

// 'a b/c?d' | urlencode -> 'a%20b/c%3Fd', and {'q': 'a b', 'n': 1} | urlencode -> 'q=a+b&n=1'. Any iterable of pairs is
// a query, and a text is a path.
Value url_encode(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  if (call[0].is_string() || call[0].kind() == Kind::bytes || !evaluator.is_iterable(call[0])) {
    return Value::string(quoted_url(call, call[0], false));
  }
  std::string result;
  const auto add = [&](const Value& key, const Value& value) {
    if (!result.empty()) result += '&';
    result += quoted_url(call, key, true) + "=" + quoted_url(call, value, true);
  };
  if (call[0].is_map()) {
    for (const auto& [key, value] : call[0].as_map()) add(key, value);
  } else {
    evaluator.each(call[0], [&](const Value& pair) {
      if (!evaluator.is_iterable(pair)) {
        call.fail("cannot unpack non-iterable " + evaluator.type_name(pair) + " object", "type-error");
      }
      const List parts = evaluator.items(pair);
      if (parts.size() > 2) call.fail("too many values to unpack (expected 2)", "value-error");
      if (parts.size() < 2) {
        call.fail("not enough values to unpack (expected 2, got " + std::to_string(parts.size()) + ")", "value-error");
      }
      add(parts[0], parts[1]);
      return true;
    });
  }
  return Value::string(result);
}

// The text of a value, for filters that call re.fullmatch(). Fails with Python's message for anything but text.
std::string_view matched_text(FunctionCall& call, const Value& value) {
  call.evaluator.require(value);
  if (!value.is_string()) {
    call.fail("expected string or bytes-like object, got '" + call.evaluator.type_name(value) + "'", "type-error");
  }
  call.evaluator.note_sensitive(value);
  return value.as_string();
}

bool is_scheme(std::string_view text) {  // [\w.+-]{2,}:(/){0,2}
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon < 2) return false;
  for (std::size_t at = 0; at < colon;) {
    const CodePoint point = decode_code_point(text, at);
    const char32_t c = point.value;
    if (!is_word_character(c) && c != '.' && c != '+' && c != '-') return false;
    at += point.size;
  }
  const std::string_view rest = text.substr(colon + 1);
  return rest.empty() || rest == "/" || rest == "//";
}

// 'see www.example.com' | urlize -> 'see <a href="https://www.example.com" rel="noopener">www.example.com</a>'. The
// source is escaped first, so links are found in escaped HTML (see urlize.cpp).
Value url_ize(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  UrlizeOptions options;
  // The length limit is evaluated only when there is a link.
  options.shortened = [&](std::string_view address) {
    if (!call.set(1)) return std::string(address);
    const Value text = Value::string(address);
    const Value length = Value::integer(static_cast<std::int64_t>(count_code_points(address)));
    if (evaluator.order(length, call[1], ">") != Order::greater) return std::string(address);
    return std::string(slice(evaluator, text, Value::null(), call[1], Value::null()).as_string()) + "...";
  };
  // The values of `rel` as a sorted set.
  std::vector<std::string> relations{"noopener"};
  std::string given;
  if (call.set(4) && call.truth(4)) {
    if (!call[4].is_string()) {
      call.fail("'" + evaluator.type_name(call[4]) + "' object has no attribute 'split'", "attribute-error");
    }
    given = call.text(4);
  }
  for (const std::string_view one : split_words(given)) relations.emplace_back(one);
  if (call.truth(2)) relations.emplace_back("nofollow");
  std::sort(relations.begin(), relations.end());
  relations.erase(std::unique(relations.begin(), relations.end()), relations.end());
  if (call.set(5)) {
    evaluator.each(call[5], [&](const Value& scheme) {
      const std::string_view text = matched_text(call, scheme);
      if (!is_scheme(text)) call.fail(evaluator.repr(scheme) + " is not a valid URI scheme prefix.");
      options.schemes.emplace_back(text);
      return true;
    });
  }
  options.relation = evaluator.escape(Value::string(join(relations, " "))).as_string();
  if (call.set(3) && call.truth(3)) options.target = evaluator.escape(call[3]).as_string();
  const Value escaped = evaluator.escape(call[0]);
  evaluator.note_sensitive(escaped);
  call.context.budget.step(1 + escaped.text_size() / 16);
  return evaluator.markup_if_escaping(urlized(escaped.as_string(), options, call.context.budget));
}

// {'class': 'a"b', 'id': none} | xmlattr -> ' class="a&#34;b"'. Names cannot be escaped, so a name that could end the
// attribute or the tag is an error.
Value xml_attributes(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  std::string result;
  evaluator.require(call[0]);
  if (!call[0].is_map()) {
    call.fail("'" + evaluator.type_name(call[0]) + "' object has no attribute 'items'", "type-error");
  }
  for (const auto& [key, value] : call[0].as_map()) {
    call.context.budget.step();
    if (value.is_null() || value.is_undefined()) continue;
    const std::string_view name = matched_text(call, key);
    for (std::size_t at = 0; at < name.size();) {
      const CodePoint point = decode_code_point(name, at);
      if (is_space(point.value) || point.value == '/' || point.value == '>' || point.value == '=') {
        call.fail("Invalid character in attribute name: " + evaluator.repr(key), "value-error");
      }
      at += point.size;
    }
    if (!result.empty()) result += ' ';
    result.append(evaluator.escape(key).as_string())
        .append("=\"")
        .append(evaluator.escape(value).as_string())
        .append("\"");
  }
  if (call.truth(1) && !result.empty()) result.insert(0, 1, ' ');
  return evaluator.markup_if_escaping(result);
}

// Escapes the characters that HTML interprets, as JSON escapes them: "<" -> "\u003c".
std::string html_safe(std::string text) {
  for (const auto& [from, to] :
       {std::pair<char, std::string_view>{'<', "\\u003c"}, {'>', "\\u003e"}, {'&', "\\u0026"}, {'\'', "\\u0027"}}) {
    if (text.find(from) != std::string::npos) text = replace_all(text, {&from, 1}, to);
  }
  return text;
}

// The result can stand within a <script> element: `</script>` in a text is written as \u003c/script\u003e.
Value to_json(Call& base) {
  FunctionCall& call = function_call(base);
  JsonStyle style;
  style.sorts_keys = true;
  style.is_html_safe = true;
  if (call.set(1) && !call[0].is_string()) {  // the indent is ignored for a string
    style.is_indented = true;
    style.item_separator = ",";
    const Value indent =
        call[1].is_string() ? call[1] : operate(call.evaluator, PythonOperator::multiply, Value::string(" "), call[1]);
    style.indent = html_safe(std::string(indent.as_string()));
  }
  return python_json(call.evaluator, call[0], style).with_markup();
}

constexpr std::string_view escape_aliases[] = {"e"};
constexpr Example escape_examples[] = {{"{{ '<a> & \"b\"' | escape }}", "", R"("&lt;a&gt; &amp; &#34;b&#34;")"},
                                       {"{{ '<' | e | e }}", "", R"("&lt;")"}};
constexpr Example force_examples[] = {{"{{ '<' | e | forceescape }}", "", R"("&amp;lt;")"}};
constexpr Example safe_examples[] = {
    {"{{ '<b>' | safe }} {{ '<b>' }}", "", R"("<b> &lt;b&gt;")", R"({"options": {"autoescape": true}})"}};
constexpr Example strip_examples[] = {{"{{ '<p>a  <b>b</b></p> &lt;c' | striptags }}", "", R"("a b <c")"}};
constexpr Example urlencode_examples[] = {{"{{ 'a b/c?d' | urlencode }}", "", R"("a%20b/c%3Fd")"},
                                          {"{{ {'q': 'a b', 'n': 1} | urlencode }}", "", R"("q=a+b&n=1")"}};
constexpr Example urlize_examples[] = {
    {"{{ 'see www.example.com' | urlize }}", "",
     R"("see <a href=\"https://www.example.com\" rel=\"noopener\">www.example.com</a>")"}};
constexpr Example xmlattr_examples[] = {
    {"<li{{ {'class': 'a\"b', 'id': none} | xmlattr }}>", "", R"("<li class=\"a&#34;b\">")"}};
constexpr Example tojson_examples[] = {
    {"{{ {'b': 1, 'a': '<x>'} | tojson }}", "", R"("{\"a\": \"\\u003cx\\u003e\", \"b\": 1}")"}};

}  // namespace
}  // namespace filters_markup_family

std::span<const Function> markup_filters() {
  using namespace filters_markup_family;
  static constexpr Function all[] = {
      {.kind = "filter",
       .signature = "escape(value: any) -> string",
       .summary = "Replaces `& < > ' \"` by HTML's entities; escaped text is kept.",
       .aliases = escape_aliases,
       .examples = escape_examples,
       .call = escape},
      {.kind = "filter",
       .signature = "forceescape(value: any) -> string",
       .summary = "Escapes for HTML, even what is escaped already.",
       .examples = force_examples,
       .call = force_escape},
      {.kind = "filter",
       .signature = "safe(value: any) -> string",
       .summary = "Marks a text as HTML, so that it is not escaped when it is printed.",
       .examples = safe_examples,
       .call = safe},
      {.kind = "filter",
       .signature = "striptags(value: any) -> string",
       .summary = "The text of HTML: without tags and comments, white space joined, entities decoded.",
       .examples = strip_examples,
       .call = strip_tags},
      {.kind = "filter",
       .signature = "urlencode(value: any) -> string",
       .summary = "Percent-encodes a text for a URL, or makes a query of a map or of pairs.",
       .examples = urlencode_examples,
       .call = url_encode},
      {.kind = "filter",
       .signature = "urlize(value: any, trim_url_limit: integer = null, nofollow: boolean = false, target: string = "
                    "null, rel: string = null, extra_schemes: list = null) -> string",
       .summary = "Makes HTML links of the URLs and e-mail addresses in a text.",
       .examples = urlize_examples,
       .call = url_ize},
      {.kind = "filter",
       .signature = "xmlattr(d: map, autospace: boolean = true) -> string",
       .summary = "The entries of a map as attributes of an HTML element, without entries that are none.",
       .examples = xmlattr_examples,
       .call = xml_attributes},
      {.kind = "filter",
       .signature = "tojson(value: any, indent: integer = null) -> string",
       .summary = "JSON with sorted keys that is safe within HTML.",
       .examples = tojson_examples,
       .call = to_json},
  };
  return all;
}

}  // namespace evalground::jinja2
