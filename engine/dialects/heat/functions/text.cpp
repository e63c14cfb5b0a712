// Strings: joining, replacing, splitting, digests and URLs, as in heat.engine.hot.functions.
//
// Several functions have changed between versions of HOT while keeping their name. Comparisons with `version` below
// select the rules of the template's own version.

#include "base/text/text.hpp"

#include <algorithm>
#include <optional>

#include "base/crypto/crypto.hpp"
#include "base/text/encoding.hpp"
#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "dialects/heat/call.hpp"
#include "dialects/heat/functions/families.hpp"
#include "dialects/heat/functions/python_integer.hpp"
#include "dialects/heat/functions/replacement.hpp"
#include "dialects/heat/python_json.hpp"
#include "value/compare.hpp"
#include "value/python_text.hpp"

namespace evalground::heat {
namespace functions_text_family {
namespace {

constexpr std::string_view join_form = "a list of the form [delimiter, list…]";

// Several lists can be joined from 2015-10-15 on.
void check_join(const WrittenCall& call) {
  if (!call.is_list(2, call.stack.version >= Version::v2015_10_15 ? SIZE_MAX : 2)) call.wrong_form(join_form);
}

// Null items join as empty text. Maps and lists in the list are written as JSON from 2015-10-15 on; numbers are an
// error in all versions.
Value list_join(Call& generic) {
  HeatCall& call = heat_call(generic);
  const bool takes_several = call.stack.version >= Version::v2015_10_15;
  const List& arguments = call.items(2, SIZE_MAX, join_form);
  if (!arguments[0].is_string()) call.wrong_form(join_form);
  std::vector<std::string> pieces;
  for (std::size_t at = 1; at < arguments.size(); ++at) {
    // Since 2015-10-15 any false value is an empty list. Earlier only null was skipped.
    if (takes_several ? !python_truth(arguments[at]) : arguments[at].is_null()) continue;
    if (!arguments[at].is_list()) call.wrong_form(join_form);
    for (const Value& item : arguments[at].as_list()) {
      call.context.budget.step();
      if (item.is_string()) {
        pieces.emplace_back(item.as_string());
      } else if (item.is_null()) {
        pieces.emplace_back();
      } else if (takes_several && (item.is_map() || item.is_list())) {
        pieces.push_back(python_json(item, call.context.budget));
      } else {
        call.context.fail(item.origin() != 0 ? item.origin() : call.where, "wrong-argument",
                          "Items to join must be text" + std::string(takes_several ? ", a map or a list" : "") +
                              ", not " + short_text(item, 60) + ".");
      }
    }
  }
  return Value::string(join(pieces, arguments[0].as_string()));
}

// Which values and keys a str_replace refuses.
enum class Strictness : std::uint8_t { lenient, strict, very_strict };

constexpr std::string_view replace_form = "a map with the keys \"template\", a text, and \"params\", a map";

// The forms that Heat refuses before anything is resolved. Both keys must be written out: a call in place of the whole
// argument is refused.
void check_replace(const WrittenCall& call) {
  if (!call.is_map() || !call.argument.as_map().contains("template")) call.wrong_form(replace_form);
  const Value* params = call.argument.as_map().find("params");
  if (params == nullptr || !params->is_map()) call.wrong_form(replace_form);
}

// Zero and false are not empty: they are values.
bool is_empty(const Value& value) {
  return value.is_null() || (value.is_string() && value.as_string().empty()) ||
         (value.is_map() && value.as_map().empty()) || (value.is_list() && value.as_list().empty());
}

// str_replace, and its variants str_replace_strict, which refuses keys that the template does not contain, and
// str_replace_vstrict, which also refuses empty values.
// Other keys than these two have no meaning, and nobody looks at them.
template <Strictness strictness>
Value str_replace(Call& generic) {
  HeatCall& call = heat_call(generic);
  call.check_other_keys({"template", "params"});
  const Value text = call.resolve_part(*call.argument().as_map().find("template"));
  const Value params = call.resolve_part(*call.argument().as_map().find("params"));
  if (!text.is_string()) call.wrong_form(replace_form, wrong_part("template", text));
  if (!params.is_map()) call.wrong_form(replace_form, wrong_part("params", params));
  std::vector<std::pair<std::string, std::string>> replacements;
  for (const auto& [key, value] : params.as_map()) {
    if (!key.is_string()) call.wrong_form(replace_form, {"A key of \"params\" is not a text.", key.origin(), {}, {}});
    if (key.as_string().empty()) call.wrong_form(replace_form, {"A key of \"params\" is empty.", key.origin(), {}, {}});
    const bool is_collection = value.is_map() || value.is_list();
    if (strictness == Strictness::very_strict && is_empty(value)) {
      call.context.fail(value.origin() != 0 ? value.origin() : call.where, "empty-value",
                        call.name() + " has an undefined or empty value for param " + std::string(key.as_string()) +
                            ", must be a defined non-empty value.");
    }
    if (is_collection && call.stack.version < Version::v2015_10_15) {
      call.context.fail(value.origin() != 0 ? value.origin() : call.where, "wrong-argument",
                        "The params of \"" + call.name() + "\" must be text or numbers in this version of HOT.");
    }
    replacements.emplace_back(key.as_string(), value.is_null() ? std::string()
                                               : is_collection ? python_json(value, call.context.budget)
                                                               : python_str(value, call.context.budget));
  }
  // All keys are replaced in one go: a replacement is not searched for other keys (replacement.cpp).
  std::vector<std::string> missing;
  std::string result = replace_keys(text.as_string(), std::move(replacements), missing, call.context.budget);
  if (strictness != Strictness::lenient && !missing.empty()) {
    call.context.fail(text.origin() != 0 ? text.origin() : call.where, "unused-params",
                      "The following params were not found in the template: " + join(missing, ",") + ".");
  }
  return Value::string(result);
}

// Only a text or map is refused here. Lists and calls are checked when their items are known.
void check_split(const WrittenCall& call) {
  const bool is_call = call.is_call(call.argument);
  if (is_call || (!call.argument.is_string() && !call.argument.is_map())) return;
  call.wrong_form("a list of the form [delimiter, text] or [delimiter, text, index]");
}

// `[',', 'a,b']` -> [a, b]; with the index 1 -> b. A null text gives null, so the value of a missing attribute passes
// through.
// Items after the index are ignored.
Value str_split(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of the form [delimiter, text] or [delimiter, text, index]";
  const List& arguments = call.items(2, SIZE_MAX, form);
  if (arguments[1].is_null()) return Value::null();
  if (!arguments[1].is_string() || !(arguments[0].is_string() || arguments[0].is_null())) call.wrong_form(form);
  List pieces;
  if (arguments[0].is_null()) {
    // Without a delimiter the text is split at Unicode whitespace, as Python's str.split() does.
    const std::string_view text = arguments[1].as_string();
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= text.size();) {
      const CodePoint next = at < text.size() ? decode_code_point(text, at) : CodePoint{U' ', 1};
      if (is_space(next.value)) {
        call.context.budget.step();
        if (at > begin) pieces.push_back(Value::string(text.substr(begin, at - begin)));
        begin = at + next.size;
      }
      at += next.size;
    }
  } else {
    if (arguments[0].as_string().empty()) {
      call.wrong_form(form, {"The delimiter is empty.", arguments[0].origin(), {}, {}});
    }
    for (const std::string_view piece : Split(arguments[1].as_string(), arguments[0].as_string())) {
      call.context.budget.step();
      pieces.push_back(Value::string(piece));
    }
  }
  if (arguments.size() == 2) return Value::list(std::move(pieces));
  const Value& index = arguments[2];
  const std::optional<std::int64_t> at = python_integer(index, call.context.budget);
  const auto size = static_cast<std::int64_t>(pieces.size());
  if (!at || *at < -size || *at >= size) {
    call.context.fail(index.origin() != 0 ? index.origin() : call.where, "index-out-of-range",
                      "Incorrect index to \"str_split\" should be between 0 and " + std::to_string(size - 1) + ".");
  }
  return pieces[static_cast<std::size_t>(*at < 0 ? *at + size : *at)];
}

// `[sha256, text]` as hexadecimal digits.
Value make_digest(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of the form [algorithm, text]";
  const List& arguments = call.items(2, 2, form);
  if (!arguments[0].is_string() || !arguments[1].is_string()) call.wrong_form(form);
  const auto algorithm = digest_algorithm(to_lower(arguments[0].as_string()));
  if (!algorithm) {
    call.context.fail(arguments[0].origin() != 0 ? arguments[0].origin() : call.where, "unknown-algorithm",
                      "Algorithm must be one of md5, sha1, sha224, sha256, sha384 and sha512, not " +
                          quote(arguments[0].as_string()) + ".");
  }
  // Heat encodes the text as Latin-1 before hashing: one byte for each code point up to 255.
  std::string bytes;
  const std::string_view text = arguments[1].as_string();
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (point.value > 0xFF) {
      call.context.fail(arguments[1].origin() != 0 ? arguments[1].origin() : call.where, "wrong-argument",
                        "The text of a digest must be Latin-1; " + quote(text.substr(at, point.size)) + " is not.");
    }
    bytes += static_cast<char>(point.value);
    at += point.size;
  }
  return Value::string(encode_hex(digest(*algorithm, bytes)));
}

constexpr std::string_view url_form =
    "a map with the keys scheme, username, password, host, port, path, query and fragment";

// Builds a URL as Python's urllib.parse.urlunsplit() does, after quoting each part.
class UrlWriter {
 public:
  explicit UrlWriter(HeatCall& call) : call_(call) {}

  // Checks all parts before it writes any, so the message is about the first wrong part in the order of the template.
  std::string write(const Map& parts) {
    for (const auto& [key, value] : parts) {
      const std::string_view name = key.as_string();
      if (name == "query"  ? !value.is_map()
          : name == "port" ? !is_port(value, call_.context.budget)
                           : !value.is_string()) {
        fail(value, name == "query"  ? "The query of a URL must be a map."
                    : name == "port" ? "Invalid URL port " + short_text(value, 60) + ", it must be 1 to 65535."
                                     : "The " + std::string(name) + " of a URL must be text.");
      }
    }
    const std::string scheme = text(parts, "scheme");
    if (scheme.find(':') != std::string::npos)
      fail(*parts.find("scheme"), "The scheme of a URL must not contain \":\".");
    const std::string host = authority(parts);
    std::string url = percent_encode(text(parts, "path"), "/");
    // As in urllib: schemes that have a host get `//` even if the host is empty, `file:///etc`.
    if (!host.empty() || (has_host(scheme) && !url.starts_with("//"))) {
      if (!url.empty() && url[0] != '/') url.insert(0, "/");
      url.insert(0, "//" + host);
    }
    if (!scheme.empty()) url.insert(0, scheme + ":");
    if (const Value* query = parts.find("query")) {
      std::vector<std::string> pairs;
      for (const auto& [key, value] : query->as_map()) pairs.push_back(form(key) + "=" + form(value));
      if (!pairs.empty()) url += "?" + join(pairs, "&");
    }
    if (const std::string fragment = text(parts, "fragment"); !fragment.empty()) {
      url += "#" + percent_encode(fragment, "/");
    }
    return url;
  }

  static bool is_port(const Value& value, Budget& budget) {
    const std::optional<std::int64_t> number = python_integer(value, budget);
    return number && *number >= 1 && *number <= 65535;
  }

 private:
  [[noreturn]] void fail(const Value& part, std::string message) const {
    call_.context.fail(part.origin() != 0 ? part.origin() : call_.where, "wrong-argument", std::move(message));
  }

  // The schemes for which urllib writes `//`.
  static bool has_host(std::string_view scheme) {
    constexpr std::string_view schemes[] = {
        "ftp",      "http", "gopher", "nntp",  "telnet", "imap",    "wais", "file", "mms", "https",   "shttp", "snews",
        "prospero", "rtsp", "rtspu",  "rsync", "svn",    "svn+ssh", "sftp", "nfs",  "git", "git+ssh", "ws",    "wss"};
    return std::find(std::begin(schemes), std::end(schemes), scheme) != std::end(schemes);
  }

  static std::string text(const Map& parts, std::string_view key) {
    const Value* value = parts.find(key);
    return value != nullptr ? std::string(value->as_string()) : std::string();
  }

  // The query is encoded as a form: blanks become "+".
  std::string form(const Value& value) { return form_encode(python_str(value, call_.context.budget), "/"); }

  // "user:password@host:port". A host with a colon is an IPv6 address and gets brackets.
  std::string authority(const Map& parts) {
    std::string result;
    const std::string user = text(parts, "username");
    const std::string password = text(parts, "password");
    if (!user.empty() || !password.empty()) {
      result += percent_encode(user, "");
      if (!password.empty()) result += ":" + percent_encode(password, "");
      result += '@';
    }
    std::string host = text(parts, "host");
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    const std::string encoded = percent_encode(host, ":");
    result += encoded.find(':') == std::string::npos ? encoded : "[" + encoded + "]";
    if (const Value* port = parts.find("port")) result += ":" + python_str(*port, call_.context.budget);
    return result;
  }

  HeatCall& call_;
};

// The port and the types are checked already here unless a call computes them.
void check_url(const WrittenCall& call) {
  if (!call.is_used()) return;
  if (!call.is_map()) call.wrong_form(url_form);
  constexpr std::string_view known[] = {"scheme", "username", "password", "host", "port", "path", "query", "fragment"};
  for (const auto& [key, value] : call.argument.as_map()) {
    const std::string_view name = key.is_string() ? key.as_string() : std::string_view();
    if (std::find(std::begin(known), std::end(known), name) == std::end(known)) call.wrong_form(url_form);
    if (call.is_call(value)) continue;
    if (name == "port" && !UrlWriter::is_port(value, call.stack.context.budget)) {
      call.stack.context.fail(value.origin() != 0 ? value.origin() : call.where, "wrong-argument",
                              "Invalid URL port " + short_text(value, 60) + ", it must be 1 to 65535.");
    }
    if (name != "port" && (name == "query" ? !value.is_map() : !value.is_string())) call.wrong_form(url_form);
  }
}

Value make_url(Call& generic) {
  HeatCall& call = heat_call(generic);
  return Value::string(UrlWriter(call).write(call.argument().as_map()));
}

constexpr std::string_view template_text = "heat_template_version: 2021-04-16\n";
constexpr Example join_examples[] = {{"{list_join: [', ', [one, two], [three]]}", "", R"("one, two, three")"}};
constexpr Example replace_examples[] = {
    {"{str_replace: {template: 'Hello $who', params: {$who: world}}}", "", R"("Hello world")"}};
constexpr Example strict_examples[] = {
    {"{str_replace_strict: {template: 'Hello', params: {$who: world}}}", "", "error"}};
constexpr Example very_strict_examples[] = {
    {"{str_replace_vstrict: {template: 'Hello $who', params: {$who: ''}}}", "", "error"}};
constexpr Example split_examples[] = {{"{str_split: [',', 'a,b,c', 1]}", "", R"("b")"}};
constexpr Example digest_examples[] = {{"{digest: [md5, foo]}", "", R"("acbd18db4cc2f85cedef654fccc4a4d8")"}};
constexpr Example url_examples[] = {{"{make_url: {scheme: http, host: example.com, port: 8080, path: /a b}}",
                                     template_text, R"("http://example.com:8080/a%20b")"}};

}  // namespace
}  // namespace functions_text_family

std::span<const IntrinsicRow> text_functions() {
  using namespace functions_text_family;
  static constexpr IntrinsicRow all[] = {
      {.function = {.kind = "function",
                    .signature = "list_join(arguments: list) -> string",
                    .summary = "The texts of one or more lists with a delimiter between them: `[delimiter, list…]`.",
                    .details = "Null gives an empty text; maps and lists give JSON. Only one list before 2015-10-15.",
                    .since = "2013-05-23",
                    .changed = "2015-10-15",
                    .examples = join_examples,
                    .call = list_join},
       .check = check_join},
      {.function = {.kind = "function",
                    .signature = "str_replace(arguments: raw) -> string",
                    .summary = "A text in which keys are replaced by values: `{template: text, params: {key: value}}`.",
                    .details = "Longer keys come first, and what was put in is not searched again.",
                    .since = "2013-05-23",
                    .changed = "2015-10-15",
                    .examples = replace_examples,
                    .call = str_replace<Strictness::lenient>},
       .check = check_replace},
      {.function = {.kind = "function",
                    .signature = "str_replace_strict(arguments: raw) -> string",
                    .summary = "Like `str_replace`, but fails if the text does not contain one of the keys.",
                    .since = "2017-02-24",
                    .examples = strict_examples,
                    .call = str_replace<Strictness::strict>},
       .check = check_replace},
      {.function = {.kind = "function",
                    .signature = "str_replace_vstrict(arguments: raw) -> string",
                    .summary = "Like `str_replace_strict`, but also fails if a value is null or empty.",
                    .since = "2017-09-01",
                    .examples = very_strict_examples,
                    .call = str_replace<Strictness::very_strict>},
       .check = check_replace},
      {.function = {.kind = "function",
                    .signature = "str_split(arguments: list) -> any",
                    .summary = "The pieces of a text between delimiters, or one of them: `[delimiter, text, index]`.",
                    .since = "2015-10-15",
                    .examples = split_examples,
                    .call = str_split},
       .check = check_split},
      {.function = {.kind = "function",
                    .signature = "digest(arguments: list) -> string",
                    .summary = "The digest of a text in hexadecimal digits: `[algorithm, text]`.",
                    .details = "The algorithms are md5, sha1, sha224, sha256, sha384 and sha512.",
                    .since = "2015-04-30",
                    .examples = digest_examples,
                    .call = make_digest}},
      {.function = {.kind = "function",
                    .signature = "make_url(arguments: map) -> string",
                    .summary =
                        "A URL of its parts: scheme, username, password, host, port, path, query (a map) and fragment.",
                    .since = "2017-09-01",
                    .examples = url_examples,
                    .call = make_url},
       .check = check_url},
  };
  return all;
}

}  // namespace evalground::heat
