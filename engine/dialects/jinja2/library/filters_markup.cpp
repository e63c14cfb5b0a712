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

struct NamedCharacter {
  std::string_view name;
  char32_t character;
};

// The names that HTML also knows without a semicolon, all of Latin-1, sorted.
constexpr NamedCharacter bare_entities[] = {
    {"AElig", 0xC6},  {"AMP", 0x26},    {"Aacute", 0xC1}, {"Acirc", 0xC2},  {"Agrave", 0xC0}, {"Aring", 0xC5},
    {"Atilde", 0xC3}, {"Auml", 0xC4},   {"COPY", 0xA9},   {"Ccedil", 0xC7}, {"ETH", 0xD0},    {"Eacute", 0xC9},
    {"Ecirc", 0xCA},  {"Egrave", 0xC8}, {"Euml", 0xCB},   {"GT", 0x3E},     {"Iacute", 0xCD}, {"Icirc", 0xCE},
    {"Igrave", 0xCC}, {"Iuml", 0xCF},   {"LT", 0x3C},     {"Ntilde", 0xD1}, {"Oacute", 0xD3}, {"Ocirc", 0xD4},
    {"Ograve", 0xD2}, {"Oslash", 0xD8}, {"Otilde", 0xD5}, {"Ouml", 0xD6},   {"QUOT", 0x22},   {"REG", 0xAE},
    {"THORN", 0xDE},  {"Uacute", 0xDA}, {"Ucirc", 0xDB},  {"Ugrave", 0xD9}, {"Uuml", 0xDC},   {"Yacute", 0xDD},
    {"aacute", 0xE1}, {"acirc", 0xE2},  {"acute", 0xB4},  {"aelig", 0xE6},  {"agrave", 0xE0}, {"amp", 0x26},
    {"aring", 0xE5},  {"atilde", 0xE3}, {"auml", 0xE4},   {"brvbar", 0xA6}, {"ccedil", 0xE7}, {"cedil", 0xB8},
    {"cent", 0xA2},   {"copy", 0xA9},   {"curren", 0xA4}, {"deg", 0xB0},    {"divide", 0xF7}, {"eacute", 0xE9},
    {"ecirc", 0xEA},  {"egrave", 0xE8}, {"eth", 0xF0},    {"euml", 0xEB},   {"frac12", 0xBD}, {"frac14", 0xBC},
    {"frac34", 0xBE}, {"gt", 0x3E},     {"iacute", 0xED}, {"icirc", 0xEE},  {"iexcl", 0xA1},  {"igrave", 0xEC},
    {"iquest", 0xBF}, {"iuml", 0xEF},   {"laquo", 0xAB},  {"lt", 0x3C},     {"macr", 0xAF},   {"micro", 0xB5},
    {"middot", 0xB7}, {"nbsp", 0xA0},   {"not", 0xAC},    {"ntilde", 0xF1}, {"oacute", 0xF3}, {"ocirc", 0xF4},
    {"ograve", 0xF2}, {"ordf", 0xAA},   {"ordm", 0xBA},   {"oslash", 0xF8}, {"otilde", 0xF5}, {"ouml", 0xF6},
    {"para", 0xB6},   {"plusmn", 0xB1}, {"pound", 0xA3},  {"quot", 0x22},   {"raquo", 0xBB},  {"reg", 0xAE},
    {"sect", 0xA7},   {"shy", 0xAD},    {"sup1", 0xB9},   {"sup2", 0xB2},   {"sup3", 0xB3},   {"szlig", 0xDF},
    {"thorn", 0xFE},  {"times", 0xD7},  {"uacute", 0xFA}, {"ucirc", 0xFB},  {"ugrave", 0xF9}, {"uml", 0xA8},
    {"uuml", 0xFC},   {"yacute", 0xFD}, {"yen", 0xA5},    {"yuml", 0xFF}};
// Names with a semicolon that frequently occur in texts, sorted.
constexpr NamedCharacter closed_entities[] = {
    {"apos", '\''},    {"bull", 0x2022},  {"euro", 0x20AC},  {"hellip", 0x2026}, {"larr", 0x2190},
    {"ldquo", 0x201C}, {"lsquo", 0x2018}, {"mdash", 0x2014}, {"ndash", 0x2013},  {"rarr", 0x2192},
    {"rdquo", 0x201D}, {"rsquo", 0x2019}, {"trade", 0x2122}};

template <std::size_t size>
std::optional<char32_t> character_of_entity(const NamedCharacter (&known)[size], std::string_view name) {
  const auto* const found =
      std::lower_bound(std::begin(known), std::end(known), name,
                       [](const NamedCharacter& one, std::string_view wanted) { return one.name < wanted; });
  return found != std::end(known) && found->name == name ? std::optional(found->character) : std::nullopt;
}

// A character reference at the start of a text, "&amp;" or "&#x41": its character, and its length. A semicolon belongs
// to it. Without one, the longest known name counts: "&ampere" begins with "&amp".
struct CharacterReference {
  char32_t character;
  std::size_t size;
};
std::optional<CharacterReference> reference_in(std::string_view text) {
  constexpr std::size_t longest = 32;
  const std::string_view rest = text.substr(1, longest);
  if (rest.starts_with('#')) {
    const bool is_hex = rest.size() > 1 && (rest[1] | 0x20) == 'x';
    const std::size_t begin = is_hex ? 2 : 1;
    const std::string_view kinds = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
    const std::size_t end = std::min(rest.find_first_not_of(kinds, begin), rest.size());
    if (end == begin) return std::nullopt;
    const auto code = parse_digits(rest.substr(begin, end - begin), is_hex ? 16 : 10, false);
    const bool is_valid = code && code.value <= 0x10FFFF && (code.value < 0xD800 || code.value > 0xDFFF);
    const bool is_closed = end < rest.size() && rest[end] == ';';
    return CharacterReference{is_valid ? static_cast<char32_t>(code.value) : U'\uFFFD', 1 + end + (is_closed ? 1 : 0)};
  }
  const std::size_t end = std::min(rest.find_first_of("\t\n\f <&#;"), rest.size());
  const std::string_view name = rest.substr(0, end);
  if (end < rest.size() && rest[end] == ';') {
    if (const auto character = character_of_entity(closed_entities, name))
      return CharacterReference{*character, end + 2};
    if (const auto character = character_of_entity(bare_entities, name)) return CharacterReference{*character, end + 2};
  }
  for (std::size_t size = end; size > 1; --size) {
    if (const auto character = character_of_entity(bare_entities, name.substr(0, size))) {
      return CharacterReference{*character, 1 + size};
    }
  }
  return std::nullopt;
}

// Python's html.unescape() for these entities. An `&` that does not start one is kept.
std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t amp = std::min(text.find('&', at), text.size());
    result += text.substr(at, amp - at);
    at = amp;
    if (at == text.size()) break;
    if (const std::optional<CharacterReference> reference = reference_in(text.substr(at))) {
      append_code_point(result, reference->character);
      at += reference->size;
    } else {
      result += text[at++];
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
