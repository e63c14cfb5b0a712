// Filters that split URLs.
#include <array>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/data/python_url.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace filters_urls_family {
namespace {

Value text_or_none(const std::optional<std::string>& text) {
  return text ? Value::string(*text) : Value::null();
}

Value port_of(const FunctionCall& call, const PythonUrl& url) {
  if (!url.port) return Value::null();
  const auto number = parse_loose_integer(*url.port);
  if (!number) call.fail("Port could not be cast to integer value as '" + *url.port + "'");
  if (number.value < 0 || number.value > 65535) call.fail("Port out of range 0-65535");
  return Value::integer(number.value);
}

Value urlsplit(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  call.evaluator.require_hashable(call[0]);  // Python's cache of split URLs uses it as a key
  const bool is_empty = !call.evaluator.truth(call[0]);
  if (!call[0].is_string() && !is_empty) {
    call.fail("'" + call.evaluator.type_name(call[0]) + "' object has no attribute 'decode'", "attribute-error");
  }
  const std::optional<PythonUrl> url = split_url(is_empty ? std::string() : call.text(0));
  if (!url) call.fail("Invalid IPv6 URL");
  Map parts;
  parts.set("fragment", Value::string(url->fragment));
  parts.set("hostname", text_or_none(url->hostname));
  parts.set("netloc", Value::string(url->netloc));
  parts.set("password", text_or_none(url->password));
  parts.set("path", Value::string(url->path));
  parts.set("port", port_of(call, *url));
  parts.set("query", Value::string(url->query));
  parts.set("scheme", Value::string(url->scheme));
  parts.set("username", text_or_none(url->username));
  if (call[0].markup()) {
    // A part of markup is markup. A missing part is plain text.
    for (std::size_t index = 0; index < parts.size(); ++index) {
      Value& part = parts.value_at(index);
      const bool is_path = parts.entry(index).key.as_string() == "path";
      if (part.is_string() && (is_path || part.text_size() != 0)) part = std::move(part).with_markup();
    }
  }
  if (!call.truth(1)) return Value::map(std::move(parts));
  call.evaluator.require_hashable(call[1]);
  const Value* part = parts.find(call[1]);
  if (part == nullptr) call.fail("urlsplit: unknown URL component: " + call.text(1));
  return *part;
}

Value urldecode(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("'" + call.evaluator.type_name(call[0]) + "' object has no attribute 'replace'", "attribute-error");
  }
  return Value::string(unquote_plus(call.text(0)));
}

constexpr Example urlsplit_examples[] = {
    {"{{ 'http://user@HOST.com:9000/dir?q=1#top' | urlsplit('hostname') }}", "", R"("host.com")", in_ansible},
    {"{{ ('https://a/b' | urlsplit).scheme }}", "", R"("https")", in_ansible}};
constexpr Example urldecode_examples[] = {{"{{ 'a%20b+c%2F' | urldecode }}", "", R"("a b c/")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "urlsplit(value: string, query: string = '') -> any",
     .summary = "The parts of a URL, or one of them.",
     .details = "Parts: `fragment hostname netloc password path port query scheme username`.",
     .examples = urlsplit_examples,
     .call = urlsplit},
    {.kind = ansible_filter,
     .signature = "urldecode(value: string) -> string",
     .summary = "Decodes percent signs and plus signs of a URL.",
     .examples = urldecode_examples,
     .call = urldecode},
};

}  // namespace
}  // namespace filters_urls_family

std::span<const Function> ansible_url_filters() {
  using namespace filters_urls_family;
  return all;
}

}  // namespace evalground::ansible
