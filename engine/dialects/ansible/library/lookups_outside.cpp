// Lookups of things outside the workspace: URLs, settings of Ansible, commands.
#include <array>

#include "base/text/text.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace lookups_outside_family {
namespace {

// The response for a URL: an entry of `files` with that name, otherwise the host application's answer.
std::string fetched(const FunctionCall& call, const std::string& url) {
  const auto text_of = [](const Value& content) {
    return std::string(content.is_string() ? content.as_string() : content.as_bytes());
  };
  if (const Value* known = call.context.files.find(url)) return text_of(*known);
  // If the host leaves the request open, the URL is shown to the user, unless it may contain something secret.
  const Value asked = Value::string(url).with_sensitive(call.evaluator.has_read_sensitive());
  const Value answer = call.context.host.call("fetch", Map{{"url", asked}});
  if (!answer.is_string() && answer.kind() != Kind::bytes)
    call.fail("Failed lookup url for " + url + " : no text came.");
  return text_of(answer);
}

// lookup('url', 'https://example.com/list.txt') -> 'a,b' for the response "a\nb\n": lines are items, and `lookup` joins
// them.
Value url(Call& base) {
  FunctionCall& call = function_call(base);
  List contents;
  for (const Value& term : call.rest) {
    const std::string address = call.evaluator.text(term);
    if (address.find("://") == std::string::npos) call.fail("Failed lookup url for " + address + " : unknown url type");
    Value text = Value::string(fetched(call, address));
    const Value* split = keyword(call, "split_lines");
    if (split != nullptr && !call.evaluator.truth(*split)) {
      contents.push_back(std::move(text));
      continue;
    }
    const Value lines = call_value(call.evaluator, only_attribute_of(call.evaluator, text, "splitlines"), {});
    for (const Value& line : lines.as_list()) contents.push_back(line);
  }
  return Value::list(std::move(contents));
}

struct Setting {
  std::string_view name;
  std::string_view value;  // JSON-like: null, true, false, a number, or text
};
// The settings that templates commonly read, with Ansible's defaults.
constexpr Setting settings[] = {
    {"ANSIBLE_FORCE_COLOR", "false"},
    {"DEFAULT_BECOME", "false"},
    {"DEFAULT_BECOME_METHOD", "sudo"},
    {"DEFAULT_BECOME_USER", "root"},
    {"DEFAULT_FORKS", "5"},
    {"DEFAULT_GATHERING", "implicit"},
    {"DEFAULT_HASH_BEHAVIOUR", "replace"},
    {"DEFAULT_JINJA2_NATIVE", "false"},
    {"DEFAULT_MANAGED_STR", "Ansible managed"},
    {"DEFAULT_MODULE_NAME", "command"},
    {"DEFAULT_NULL_REPRESENTATION", "null"},
    {"DEFAULT_REMOTE_PORT", "null"},
    {"DEFAULT_REMOTE_USER", "null"},
    {"DEFAULT_TIMEOUT", "10"},
    {"DEFAULT_TRANSPORT", "smart"},
    {"DEFAULT_UNDEFINED_VAR_BEHAVIOR", "true"},
    {"DEFAULT_VERBOSITY", "0"},
    {"HOST_KEY_CHECKING", "true"},
};

Value setting_value(std::string_view text) {
  if (text == "null") return Value::null();
  if (text == "true" || text == "false") return Value::boolean(text == "true");
  if (text.find_first_not_of("0123456789") == std::string_view::npos) {
    std::int64_t number = 0;
    for (const char digit : text) number = 10 * number + (digit - '0');
    return Value::integer(number);
  }
  return Value::string(text);
}

// `origin_option`: the index of the argument that requests the origin of a setting; 0 if the version has none of it.
// lookup('config', 'DEFAULT_BECOME_USER') -> 'root'. No ansible.cfg is read, so every known setting has its default,
// and its origin is "default".
Value settings_of(FunctionCall& call, std::size_t origin_option) {
  const std::string missing = call.text(1);
  if (missing != "error" && missing != "warn" && missing != "skip") {
    call.fail("\"on_missing\" must be a string and one of \"error\", \"warn\" or \"skip\", not " + missing,
              "lookup-failed");
  }
  List values;
  for (const Value& term : call.rest) {
    const std::string name = call.evaluator.text(term);
    const Setting* found = nullptr;
    for (const Setting& setting : settings) {
      if (setting.name == name) found = &setting;
    }
    if (found != nullptr) {
      Value value = setting_value(found->value);
      const bool shows_origin = origin_option != 0 && call.truth(origin_option);
      values.push_back(shows_origin ? Value::tuple({std::move(value), Value::string("default")}) : std::move(value));
    } else if (missing == "error" && origin_option != 0) {
      call.fail("No config definition exists for '" + name + "'; only the common ones are known here.",
                "lookup-failed");
    } else if (missing == "error") {
      call.fail("Unable to find setting " + name + "; only the common ones are known here.", "lookup-failed");
    } else if (missing == "warn") {
      call.context.warn(call.where, "unknown-setting", "Skipping, did not find setting " + name + ".");
    }
  }
  return Value::list(std::move(values));
}

Value config(Call& base) {
  return settings_of(function_call(base), 0);
}
Value newer_config(Call& base) {
  return settings_of(function_call(base), 4);
}

// Also registered so that a template with such a lookup has a clear message instead of "unknown lookup".
Value no_commands(Call& base) {
  FunctionCall& call = function_call(base);
  call.fail("The lookup \"" + std::string(call.signature().name) + "\" runs commands, which cannot be done here.",
            "unavailable");
}

constexpr Example url_examples[] = {
    {"{{ lookup('url', 'https://example.com/list.txt') }}", "", R"("a,b")",
     R"({"options": {"flavor": "ansible"}, "files": {"https://example.com/list.txt": "a\nb\n"}})"}};
constexpr Example config_examples[] = {{"{{ lookup('config', 'DEFAULT_BECOME_USER') }}", "", R"("root")", in_ansible}};
constexpr Example lines_examples[] = {{"{{ lookup('lines', 'ls') }}", "", "error", in_ansible}};
constexpr Example pipe_examples[] = {{"{{ lookup('pipe', 'date') }}", "", "error", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_lookup,
     .signature = "url(*terms: string, **options: any) -> list",
     .summary = "The lines of what a URL gives, or with `split_lines=false` all of it.",
     .details =
         "The answer is the workspace file whose name is the URL. Without that file, the host is asked to fetch it.",
     .effects = Effects::host,
     .examples = url_examples,
     .call = url},
    {.kind = ansible_lookup,
     .signature =
         "config(*terms: string, on_missing: string = 'error', plugin_type: string = null, plugin_name: string "
         "= null) -> list",
     .summary = "Settings of Ansible; the common ones have their defaults.",
     .examples = config_examples,
     .call = config},
    {.kind = ansible_lookup,
     .signature = "lines(*terms: string) -> list",
     .summary = "Fails: commands cannot run here.",
     .examples = lines_examples,
     .call = no_commands},
    {.kind = ansible_lookup,
     .signature = "pipe(*terms: string) -> list",
     .summary = "Fails: commands cannot run here.",
     .examples = pipe_examples,
     .call = no_commands},
};

constexpr Example newer_config_examples[] = {
    {"{{ query('config', 'DEFAULT_FORKS', show_origin=true) }}", "", R"("[[5, 'default']]")", in_ansible_2_21}};

constexpr Function newer[] = {
    {.kind = ansible_2_21_lookup,
     .signature =
         "config(*terms: string, on_missing: string = 'error', plugin_type: string = null, plugin_name: string "
         "= null, show_origin: boolean = false) -> list",
     .summary = "Settings of Ansible; the common ones have their defaults.",
     .changed = "2.16",
     .examples = newer_config_examples,
     .call = newer_config},
};

}  // namespace
}  // namespace lookups_outside_family

std::span<const Function> ansible_outside_lookups() {
  using namespace lookups_outside_family;
  return all;
}

std::span<const Function> ansible_newer_outside_lookups() {
  using namespace lookups_outside_family;
  return newer;
}

}  // namespace evalground::ansible
